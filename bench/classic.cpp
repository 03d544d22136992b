// `whorl bench classic`: the published solver and its two faster variants, the yardsticks of every later ratio.
//
// The plume runs 49 steps with the tuned variant; from that state each variant takes step 50, three times, of which the
// fastest counts. On large grids once, unless all of it is asked for.
#include <cmath>
#include <map>

#include "bench/classic_plume.hpp"
#include "registry.hpp"

namespace whorl {

using classic::Variant;

template <int Dim, Variant V>
ClassicTiming time_step(ClassicPlume<Dim>& plume, const std::vector<std::byte>& start, int times) {
    classic::Stam2003<float, Dim, V> solver(plume.grid.N);
    ClassicTiming timing;
    for (int i = 0; i < times; ++i) {
        (void)classic::load(plume.buffers, start).value();
        timing.ms = std::min(timing.ms, plume.step(solver));
    }
    timing.projection = plume.projection;
    return timing;
}

template <int Dim> const std::vector<std::byte>& spun_up(int n, int steps) {
    static std::map<std::pair<int, int>, std::vector<std::byte>> made;
    std::vector<std::byte>& state = made[{n, steps}];
    if (!state.empty()) return state;
    ClassicPlume<Dim> plume(n);
    classic::Stam2003<float, Dim, Variant::tuned> solver(n);
    for (int step = 0; step < steps; ++step) plume.step(solver);
    return state = classic::save(plume.buffers, 0, 0);
}

namespace {

template <int Dim> void bench_size(const BenchOptions& options, int n, std::vector<BenchRow>& rows) {
    ClassicPlume<Dim> plume(n);
    const std::vector<std::byte>& start = spun_up<Dim>(n, options.quick ? 2 : 49);
    const bool is_slow = std::pow(n, Dim) > 5e5;
    const int times = options.quick || (is_slow && !options.full) ? 1 : 3;
    const ClassicTiming timings[] = {time_step<Dim, Variant::published>(plume, start, times),
                                     time_step<Dim, Variant::rows>(plume, start, times),
                                     time_step<Dim, Variant::tuned>(plume, start, times)};

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
    const std::vector<std::byte>& start = spun_up<Dim>(n, 3);
    return time_step<Dim, Variant::published>(plume, start).ms;
}

#define WHORL_INSTANTIATE(Dim)                                                                                         \
    template ClassicTiming time_step<Dim, Variant::published>(ClassicPlume<Dim>&, const std::vector<std::byte>&, int); \
    template ClassicTiming time_step<Dim, Variant::tuned>(ClassicPlume<Dim>&, const std::vector<std::byte>&, int);     \
    template const std::vector<std::byte>& spun_up<Dim>(int, int);                                                     \
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
