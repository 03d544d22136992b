// `whorl bench engine`: a step of the engine with its stages, in the default order with MacCormack advection.
//
// The scene is a plume in a closed box, fed and pushed from below; in 3D with buoyancy, so that both scalars take part.
// Fifty steps; the fastest of the last twenty counts, and its stages are shown. The ratio is to the published solver on
// a grid of the same size in the same run, which does less: it leaves most of the divergence in place.
//
// The same with obstacles, as ratios to the step without any: a ball that fills a fifth of the box, still and swaying,
// and a hundred thin walls.
#include <cmath>

#include "bench/obstacles.hpp"
#include "bench/smoke.hpp"
#include "registry.hpp"

namespace whorl {
namespace {

enum class Scene { plain, solid, moving, walls };
constexpr const char* scene_names[] = {"", "/solid", "/moving", "/walls"};

template <int Dim> Pose<Dim> ball_pose(int step) {
    Pose<Dim> pose{};
    for (int axis = 0; axis < Dim; ++axis) pose.position[axis] = axis == Dim - 1 ? 0.6 : 0.5;
    pose.position[0] += 0.1 * std::sin(0.1 * step);
    return pose;
}

template <int Dim> BenchRow bench_size(const BenchOptions& options, Scheduler& scheduler, int n, Scene scene) {
    FluidConfig<Dim> config{.buoyancy = Dim == 3 ? 1.0 : 0.0, .scheduler = &scheduler};
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = n, config.size[axis] = 1;
    auto fluid = Fluid<Dim>::make(config).value();
    int ball = -1;
    if (scene == Scene::solid || scene == Scene::moving)
        ball = fluid.set_obstacle({fifth_of_the_box<Dim>(), ball_pose<Dim>(0)}).value();
    for (int i = 0; scene == Scene::walls && i < 100; ++i) (void)fluid.set_obstacle(thin_wall<Dim>(i)).value();

    Report fastest{};
    double best = 1e300;
    const int steps = options.quick ? 3 : 50;
    for (int step = 0; step < steps; ++step) {
        feed(fluid);
        if (scene == Scene::moving) (void)fluid.move_obstacle(ball, ball_pose<Dim>(step + 1));
        const Report report = fluid.step(0.02).value();
        double ms = 0;
        for (int stage = 0; stage < report.stage_count; ++stage) ms += report.stages[stage].milliseconds;
        if (step >= steps - 20 && ms < best) best = ms, fastest = report;
    }
    const double cells = std::pow(n, Dim);
    const Report& last = fluid.report();
    BenchRow row{.name = "engine/" + size_name(Dim, n) + scene_names[static_cast<int>(scene)],
                 .cells = static_cast<std::int64_t>(cells),
                 .threads = scheduler.workers(),
                 .ms_per_step = best,
                 .ns_per_cell = best * 1e6 / cells,
                 .bytes_per_cell = static_cast<double>(fluid.bytes()) / cells,
                 .residual = last.divergence / last.divergence_before,
                 .divergence = last.divergence / last.divergence_before,
                 .ratio = {},
                 .ratio_to = {}};
    for (int stage = 0; stage < fastest.stage_count; ++stage)
        row.stages.emplace_back(fastest.stages[stage].verb, fastest.stages[stage].milliseconds);
    return row;
}

/// A size without obstacles, against the published solver, and where asked for with them, against itself without.
template <int Dim>
void bench_rows(const BenchOptions& options, Scheduler& scheduler, int n, bool has_obstacles,
                std::vector<BenchRow>& rows) {
    options.tell("engine " + size_name(Dim, n));
    BenchRow plain = bench_size<Dim>(options, scheduler, n, Scene::plain);
    plain.ratio = published_ms<Dim>(n) / *plain.ms_per_step;
    plain.ratio_to = "classic/published/" + size_name(Dim, n);
    const double plain_ms = *plain.ms_per_step;
    rows.push_back(std::move(plain));
    for (const Scene scene : {Scene::solid, Scene::moving, Scene::walls}) {
        if (!has_obstacles) break;
        options.tell("engine " + size_name(Dim, n) + " with obstacles");
        BenchRow row = bench_size<Dim>(options, scheduler, n, scene);
        row.ratio = plain_ms / *row.ms_per_step;
        row.ratio_to = "engine/" + size_name(Dim, n);
        rows.push_back(std::move(row));
    }
}

}  // namespace

std::vector<BenchRow> bench_engine(const BenchOptions& options) {
    std::vector<BenchRow> rows;
    const auto pool = make_thread_pool(options.threads).value();
    const std::vector<int> in_2d = options.quick ? std::vector<int>{32} : std::vector<int>{256, 512, 1024};
    const std::vector<int> in_3d = options.quick ? std::vector<int>{12} : std::vector<int>{64, 128};
    for (const int n : in_2d) bench_rows<2>(options, *pool, n, n == (options.quick ? 32 : 512), rows);
    for (const int n : in_3d) bench_rows<3>(options, *pool, n, n == in_3d.front(), rows);
    return rows;
}

}  // namespace whorl
