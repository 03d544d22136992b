// `whorl bench classic`: the published solver and its two faster variants, the yardsticks of every later ratio.
//
// The plume runs 47 steps with the tuned variant; from that state each variant takes steps 48, 49 and 50, and the
// fastest of its steps counts.
#include <cmath>

#include "bench/classic_plume.hpp"
#include "registry.hpp"

namespace whorl {

using classic::Variant;

template <int Dim, Variant V>
ClassicTiming time_steps(ClassicPlume<Dim>& plume, const std::vector<std::byte>& start, int steps) {
    classic::Stam2003<float, Dim, V> solver(plume.grid.N);
    (void)classic::load(plume.buffers, start).value();
    ClassicTiming timing;
    for (int step = 0; step < steps; ++step) timing.ms = std::min(timing.ms, plume.step(solver));
    timing.projection = plume.projection;
    return timing;
}

template <int Dim> std::vector<std::byte> spin_up(ClassicPlume<Dim>& plume, int steps) {
    classic::Stam2003<float, Dim, Variant::tuned> solver(plume.grid.N);
    for (int step = 0; step < steps; ++step) plume.step(solver);
    return classic::save(plume.buffers, 0, 0);
}

namespace {

template <int Dim> void bench_size(const BenchOptions& options, int n, std::vector<BenchRow>& rows) {
    ClassicPlume<Dim> plume(n);
    const std::vector<std::byte> start = spin_up(plume, options.quick ? 2 : 47);
    const int steps = options.quick ? 1 : 3;
    const ClassicTiming timings[] = {time_steps<Dim, Variant::published>(plume, start, steps),
                                     time_steps<Dim, Variant::rows>(plume, start, steps),
                                     time_steps<Dim, Variant::tuned>(plume, start, steps)};

    const char* const names[] = {"published", "rows", "tuned"};
    const double cells = std::pow(n, Dim);
    const std::string size = "/" + size_name(Dim, n);
    for (int variant = 0; variant < 3; ++variant) {
        const ClassicTiming& timing = timings[variant];
        rows.push_back({.name = std::string("classic/") + names[variant] + size,
                        .cells = static_cast<std::int64_t>(cells),
                        .threads = 1,
                        .ms_per_step = timing.ms,
                        .ns_per_cell = timing.ms * 1e6 / cells,
                        .bytes_per_cell = 4.0 * 2 * (Dim + plume.inks) * std::pow((n + 2.0) / n, Dim),
                        .residual = timing.projection.residual,
                        .divergence = timing.projection.divergence_left,
                        .ratio = timings[0].ms / timing.ms,
                        .ratio_to = "classic/published" + size});
    }
}

}  // namespace

std::string size_name(int dim, int n) {
    std::string name = std::to_string(n);
    for (int axis = 1; axis < dim; ++axis) name += "x" + std::to_string(n);
    return name;
}

template <int Dim> double published_ms(int n) {
    ClassicPlume<Dim> plume(n);
    const std::vector<std::byte> start = spin_up(plume, 3);
    return time_steps<Dim, Variant::published>(plume, start, 1).ms;
}

#define WHORL_INSTANTIATE(Dim)                                                                                      \
    template ClassicTiming time_steps<Dim, Variant::published>(ClassicPlume<Dim>&, const std::vector<std::byte>&,   \
                                                               int);                                                \
    template ClassicTiming time_steps<Dim, Variant::tuned>(ClassicPlume<Dim>&, const std::vector<std::byte>&, int); \
    template std::vector<std::byte> spin_up(ClassicPlume<Dim>&, int);                                               \
    template double published_ms<Dim>(int);

WHORL_INSTANTIATE(2)
WHORL_INSTANTIATE(3)

std::vector<BenchRow> bench_classic(const BenchOptions& options) {
    std::vector<BenchRow> rows;
    for (const int n : options.quick ? std::vector<int>{32} : std::vector<int>{128, 256, 512, 1024}) {
        options.tell("classic " + size_name(2, n));
        bench_size<2>(options, n, rows);
    }
    for (const int n : options.quick ? std::vector<int>{12} : std::vector<int>{64, 128}) {
        options.tell("classic " + size_name(3, n));
        bench_size<3>(options, n, rows);
    }
    return rows;
}

}  // namespace whorl
