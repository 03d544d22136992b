// `whorl bench profile`: where the time of a step goes. Every verb with its time, its share of the step, the bandwidth
// that it achieves on the bytes that it has to move (bench/traffic.hpp), and the bandwidth of a copy over as much
// memory with the same threads. What is far below a copy is bound by something else than memory, or moves more than it
// has to.
//
// The steps are those of the rows `smoke2d_512`, `smoke2d_512_full` and `smoke3d_128` of `whorl bench performance`. Of
// each verb the fastest of all steps counts.
#include <algorithm>
#include <cmath>

#include "bench/copy_bandwidth.hpp"
#include "bench/smoke.hpp"
#include "bench/traffic.hpp"
#include "registry.hpp"

namespace whorl {
namespace {

struct VerbTime {
    std::string verb;
    double ms = 1e300;
    Traffic traffic{};
};

/// The verbs of a step, in order; one that is said twice counts as one.
template <int Dim> std::vector<VerbTime> verbs_of(const FluidConfig<Dim>& config, const Report& report) {
    std::vector<VerbTime> verbs;
    for (int stage = 0; stage < report.stage_count; ++stage) {
        const std::string_view verb = report.stages[stage].verb;
        auto found = std::find_if(verbs.begin(), verbs.end(), [&](const VerbTime& each) { return each.verb == verb; });
        if (found == verbs.end()) found = verbs.insert(found, VerbTime{std::string(verb), 0});
        const Traffic traffic = traffic_of(verb, config, report.iterations);
        found->ms += report.stages[stage].milliseconds, found->traffic.moved += traffic.moved;
        found->traffic.held = std::max(found->traffic.held, traffic.held);
    }
    return verbs;
}

/// The fastest of each, with the traffic of that time: the projection's differs from step to step.
template <int Dim> std::vector<VerbTime> fastest_verbs(Smoke<Dim>& smoke, int steps) {
    std::vector<VerbTime> best;
    for (int step = 0; step < steps; ++step) {
        (void)smoke.step();
        const auto verbs = verbs_of(smoke.fluid().config(), smoke.fluid().report());
        if (best.empty()) best = verbs;
        for (std::size_t i = 0; i < verbs.size(); ++i)
            if (verbs[i].ms < best[i].ms) best[i] = verbs[i];
    }
    return best;
}

template <int Dim>
void profile(const BenchOptions& options, Scheduler& scheduler, const std::string& name, FluidConfig<Dim> config,
             std::vector<BenchRow>& rows) {
    options.tell("profile of " + name);
    config.tolerance = 0.009 * classic_leaves<Dim>;
    Smoke<Dim> smoke(config);
    (void)smoke.steps(options.quick ? 1 : Dim == 2 ? 40 : 20);
    const auto verbs = fastest_verbs(smoke, options.quick ? 2 : Dim == 2 ? 40 : 15);
    double all = 0;
    for (const VerbTime& verb : verbs) all += verb.ms;
    const double cells = std::pow(config.cells[0], Dim);
    const std::string part = "profile/" + name + "/";
    for (const auto& [verb, ms, traffic] : verbs) {
        if (traffic.moved == 0 && ms < 0.001 * all) continue;  // has nothing to do in this flow
        BenchRow row{.name = part + verb,
                     .cells = static_cast<std::int64_t>(cells),
                     .threads = scheduler.workers(),
                     .ms_per_step = ms,
                     .ns_per_cell = ms * 1e6 / cells};
        row.share = ms / all;
        if (traffic.moved > 0) {
            const double bytes = traffic.moved * sizeof(float);
            CopyBandwidth copy(traffic.held * sizeof(float) * cells, scheduler);
            double fastest = 0;
            for (int round = 0; round < (options.quick ? 1 : 5); ++round) fastest = std::max(fastest, copy.measure());
            row.bandwidth = {.bytes_per_cell = bytes, .achieved = bytes * cells / (ms * 1e6), .copy = fastest};
        }
        rows.push_back(std::move(row));
    }
}

}  // namespace

std::vector<BenchRow> bench_profile(const BenchOptions& options) {
    std::vector<BenchRow> rows;
    const auto pool = std::move(make_thread_pool(options.threads)).value();
    const int flat = options.quick ? 32 : 512, deep = options.quick ? 12 : 128;
    profile(options, *pool, "smoke2d_512", linear_smoke<2>(flat, *pool), rows);
    profile(options, *pool, "smoke2d_512_full", full_smoke<2>(flat, *pool), rows);
    profile(options, *pool, "smoke3d_128", full_smoke<3>(deep, *pool), rows);
    return rows;
}

}  // namespace whorl
