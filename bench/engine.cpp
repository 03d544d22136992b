// `whorl bench engine`: a step of the engine with its stages, in the default order with MacCormack advection.
//
// The scene is a plume in a closed box, fed and pushed from below; in 3D with buoyancy, so that both scalars take part.
// Fifty steps; the fastest of the last twenty counts, and its stages are shown. The ratio is to the published solver on
// a grid of the same size in the same run, which does less: it leaves most of the divergence in place.
#include <cmath>

#include "registry.hpp"
#include "whorl/whorl.hpp"

namespace whorl {
namespace {

template <int Dim> void feed(Fluid<Dim>& fluid) {
    Vec<float, Dim> low{}, push{};
    for (int axis = 0; axis < Dim; ++axis) low[axis] = axis == Dim - 1 ? 0.2f : 0.5f;
    push[Dim - 1] = 2;
    const Capsule<Dim> ball{low, low, 0.1f};
    (void)fluid.add(ball, {.density = 1, .temperature = Dim == 3 ? 1.0f : 0.0f});
    (void)fluid.push(ball, push);
}

template <int Dim> BenchRow bench_size(const BenchOptions& options, Scheduler& scheduler, int n) {
    FluidConfig<Dim> config{.buoyancy = Dim == 3 ? 1.0 : 0.0, .scheduler = &scheduler};
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = n, config.size[axis] = 1;
    auto fluid = Fluid<Dim>::make(config).value();

    Report fastest{};
    double best = 1e300;
    const int steps = options.quick ? 3 : 50;
    for (int step = 0; step < steps; ++step) {
        feed(fluid);
        const Report report = fluid.step(0.02).value();
        double ms = 0;
        for (int stage = 0; stage < report.stage_count; ++stage) ms += report.stages[stage].milliseconds;
        if (step >= steps - 20 && ms < best) best = ms, fastest = report;
    }
    const double cells = std::pow(n, Dim);
    const Report& last = fluid.report();
    BenchRow row{.name = "engine/" + size_name(Dim, n),
                 .cells = static_cast<std::int64_t>(cells),
                 .threads = scheduler.workers(),
                 .ms_per_step = best,
                 .ns_per_cell = best * 1e6 / cells,
                 .bytes_per_cell = static_cast<double>(fluid.bytes()) / cells,
                 .residual = last.divergence / last.divergence_before,
                 .divergence = last.divergence / last.divergence_before,
                 .ratio = published_ms<Dim>(n) / best,
                 .ratio_to = "classic/published/" + size_name(Dim, n)};
    for (int stage = 0; stage < fastest.stage_count; ++stage)
        row.stages.emplace_back(fastest.stages[stage].verb, fastest.stages[stage].milliseconds);
    return row;
}

}  // namespace

std::vector<BenchRow> bench_engine(const BenchOptions& options) {
    std::vector<BenchRow> rows;
    const auto pool = make_thread_pool(options.threads).value();
    for (const int n : options.quick ? std::vector<int>{32} : std::vector<int>{256, 512, 1024}) {
        options.tell("engine " + size_name(2, n));
        rows.push_back(bench_size<2>(options, *pool, n));
    }
    for (const int n : options.quick ? std::vector<int>{12} : std::vector<int>{64, 128}) {
        options.tell("engine " + size_name(3, n));
        rows.push_back(bench_size<3>(options, *pool, n));
    }
    return rows;
}

}  // namespace whorl
