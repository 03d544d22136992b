// `whorl bench spectral`: a step of the spectral fluid against the number of cells, with the exponent that follows
// beside the N log N that Marek's survey gives.
//
// Smooth flow with one ink, in time of the processor, the fastest of several steps.
#include "spectral/spectral_fluid.hpp"

#include <cmath>
#include <ctime>

#include "bench/interleave.hpp"
#include "bench/spectral_times.hpp"
#include "core/for_box.hpp"
#include "registry.hpp"

namespace whorl {
namespace {

template <int Dim> SpectralFluid<Dim> smooth_flow(int n, Scheduler* scheduler) {
    SpectralConfig<Dim> config{.viscosity = 1e-4, .scheduler = scheduler};
    for (int a = 0; a < Dim; ++a) config.cells[a] = n;
    auto fluid = std::move(SpectralFluid<Dim>::make(config)).value();
    for (int a = 0; a < Dim; ++a)
        for_box({}, fluid.config().cells, [&](const Vec<int, Dim>& at) {
            fluid.velocity(a)[at] = std::sin(6.2831853 * at[(a + 1) % Dim] / n) + 0.1 * std::cos(12.566371 * at[a] / n);
        });
    return fluid;
}

template <int Dim> BenchRow bench_size(const BenchOptions& options, int n) {
    auto fluid = smooth_flow<Dim>(n, nullptr);
    double best = 1e300;
    for (int step = 0; step < (options.quick ? 2 : 10); ++step) {
        const std::clock_t start = std::clock();
        (void)fluid.step(0.8 / n).value();
        best = std::min(best, 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    }
    const double cells = std::pow(n, Dim);
    return {.name = "spectral/" + size_name(Dim, n),
            .cells = static_cast<std::int64_t>(cells),
            .threads = 1,
            .ms_per_step = best,
            .ns_per_cell = best * 1e6 / cells,
            .bytes_per_cell = static_cast<double>(fluid.bytes()) / cells};
}

template <int Dim>
void bench_dimension(const BenchOptions& options, const std::vector<int>& sizes, std::vector<BenchRow>& rows) {
    std::vector<BenchRow> own;
    for (const int n : sizes) {
        options.tell("spectral " + size_name(Dim, n));
        own.push_back(bench_size<Dim>(options, n));
    }
    rows.insert(rows.end(), own.begin(), own.end());
    rows.push_back(exponent_row(options, "spectral/exponent/" + std::to_string(Dim) + "d", {1, true}, own));
}

}  // namespace

SpectralTimes time_spectral(int n, int rounds, Scheduler& scheduler) {
    auto fluid = smooth_flow<2>(n, &scheduler);
    const InPlace<2> layout({n, n});
    Buffer buffers[2];
    for (Buffer& buffer : buffers) buffer = std::move(Buffer::make(layout.count())).value();
    const Plan forward = Plan::forward(layout, buffers[0]), backward = Plan::backward(layout, buffers[0]);
    const auto best = fastest(rounds, {[&] { return ms_of([&] { (void)fluid.step(0.8 / n).value(); }); },
                                       [&] {
                                           return ms_of([&] {
                                               for (const Buffer& buffer : buffers) forward.run(buffer);
                                               for (const Buffer& buffer : buffers) backward.run(buffer);
                                           });
                                       }});
    return {best[0], best[1]};
}

std::vector<BenchRow> bench_spectral(const BenchOptions& options) {
    std::vector<BenchRow> rows;
    bench_dimension<2>(options, options.quick ? std::vector<int>{8, 12, 16} : std::vector<int>{64, 128, 256, 512, 1024},
                       rows);
    bench_dimension<3>(options, options.quick ? std::vector<int>{4, 6, 8} : std::vector<int>{16, 32, 48, 64, 96}, rows);
    return rows;
}

}  // namespace whorl
