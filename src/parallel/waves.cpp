#include "parallel/waves.hpp"

#include <algorithm>
#include <cassert>

#include "core/ideas.hpp"
#include "parallel/float_environment.hpp"
#include "parallel/rows.hpp"

namespace whorl {
namespace {

constexpr int max_passes = 6;
/// Thinner slabs would be mostly edge, as would slabs of fewer cells where there is one for each worker already; more
/// than four a worker are no use to anybody.
constexpr int least_lines = 16, least_cells = 1 << 17, slabs_per_worker = 4, max_slabs = 1024;
/// So many cells at a time stay in the nearest cache until the last pass has been there; and what it takes to begin
/// with a line is shared by several.
constexpr int cells_at_once = 2048, most_lines_at_once = 16;

class Wave {
  public:
    Wave(const WaveLines& lines, int slabs, int at_once, std::span<const WavePass> passes)
        : slabs_(slabs),
          at_once_(at_once),
          periodic_(lines.periodic),
          passes_(passes) {
        assert(passes.size() <= max_passes);
        for (int pass = 0; pass < count(); ++pass)
            lines_[pass] = pass == 0                ? lines.count
                           : passes[pass].is_halved ? (lines_[pass - 1] + 1) / 2
                                                    : lines_[pass - 1];
        cut(lines.work);
    }

    /// All that can be done without looking into other slabs.
    void run_slab(int slab) const {
        int next[max_passes], end[max_passes];
        for (int pass = 0; pass < count(); ++pass) next[pass] = first(pass, slab), end[pass] = last(pass, slab);
        const bool has_low = slabs_ > 1 && (slab > 0 || periodic_),
                   has_high = slabs_ > 1 && (slab < slabs_ - 1 || periodic_);
        const int low = next[0] + (has_low ? 1 : 0), high = end[0] - (has_high ? 1 : 0);  // shared lines are outside
        while (next[0] < end[0]) {
            const int line = next[0];
            const bool is_shared = line < low || line >= high;
            next[0] = is_shared ? line + 1 : std::min(line + at_once_, high);
            run(0, {line, next[0]}, is_shared);
            for (int pass = 1; pass < count(); ++pass) {
                const int start = next[pass];
                while (next[pass] < end[pass] && needs(pass, next[pass]) < next[pass - 1]) ++next[pass];
                if (next[pass] > start) run(pass, {start, next[pass]});
            }
        }
    }
    /// What is left between this slab and the next, or the first one.
    void run_edge(int slab) const {
        const bool wraps = slab == slabs_ - 1;
        for (int pass = 1; pass < count(); ++pass) {
            const int stop = wraps ? lines_[pass] : first(pass, slab + 1);
            run(pass, {last(pass, slab), stop});
            if (wraps) run(pass, {0, first(pass, 0)});
        }
    }
    int edges() const { return periodic_ ? slabs_ : slabs_ - 1; }

  private:
    int count() const { return static_cast<int>(passes_.size()); }
    void run(int pass, const LineRange& lines, bool is_shared = false) const {
        passes_[pass].run(passes_[pass].context, lines, is_shared);
    }

    /// The last line of the pass before that a line waits for.
    int needs(int pass, int line) const {
        return std::min(passes_[pass].is_halved ? 2 * line + 2 : line + 1, lines_[pass - 1] - 1);
    }
    /// The lines of a slab in a pass: all whose neighbours belong to its lines in the pass before.
    int first(int pass, int slab) const {
        if (slab == 0 && !periodic_) return 0;
        if (pass == 0) return cuts_[slab];
        const int before = first(pass - 1, slab);
        return passes_[pass].is_halved ? before / 2 + 1 : before + 1;
    }
    int last(int pass, int slab) const {
        if (slab == slabs_ - 1 && !periodic_) return lines_[pass];
        if (pass == 0) return cuts_[slab + 1];
        const int before = last(pass - 1, slab);
        return passes_[pass].is_halved ? (before - 1) / 2 : before - 1;
    }
    void cut(std::span<const std::int64_t> work) {
        const int lines = lines_[0];
        cuts_[0] = 0, cuts_[slabs_] = lines;
        for (int slab = 1; slab < slabs_; ++slab) {
            cuts_[slab] = static_cast<int>(std::int64_t(lines) * slab / slabs_);
            if (work.empty()) continue;
            const std::int64_t before = work[static_cast<std::size_t>(lines)] * slab / slabs_;
            const auto place = std::lower_bound(work.begin(), work.end(), before) - work.begin();
            const int least = cuts_[slab - 1] + least_lines, most = lines - (slabs_ - slab) * least_lines;
            cuts_[slab] = std::clamp(static_cast<int>(place), least, most);
        }
    }

    int slabs_, at_once_;
    bool periodic_;
    std::span<const WavePass> passes_;
    int lines_[max_passes]{};
    int cuts_[max_slabs + 1];
};

}  // namespace

void parallel_waves(Scheduler& scheduler, const WaveLines& lines, std::span<const WavePass> passes) {
    assert(lines.count >= least_lines);
    assert(lines.work.empty() || lines.work.size() == static_cast<std::size_t>(lines.count) + 1);
    if (without == Idea::waves && passes.size() > 1) {
        WaveLines left = lines;
        for (std::size_t pass = 0; pass < passes.size(); ++pass) {
            if (passes[pass].is_halved) left.count = (left.count + 1) / 2, left.work = {};
            parallel_waves(scheduler, left, passes.subspan(pass, 1));
        }
        return;
    }
    const int workers = scheduler.workers();
    const auto worth = static_cast<int>(
        std::clamp<std::int64_t>(lines.count * lines.cells / least_cells, workers, slabs_per_worker * workers));
    const int slabs = std::clamp(lines.count / least_lines, 1, workers == 1 ? 1 : std::min(worth, max_slabs));
    const auto at_once = static_cast<int>(std::clamp<std::int64_t>(cells_at_once / lines.cells, 1, most_lines_at_once));
    Wave wave(lines, slabs, at_once, passes);
    const auto run = [&](int tasks, Scheduler::Task task) { run_blocks(scheduler, tasks, task, &wave); };
    const auto slab = [](void* context, int index) {
        const FloatEnvironment environment;
        static_cast<const Wave*>(context)->run_slab(index);
    };
    const auto edge = [](void* context, int index) {
        const FloatEnvironment environment;
        static_cast<const Wave*>(context)->run_edge(index);
    };
    run(slabs, slab);
    if (passes.size() > 1) run(wave.edges(), edge);
}

}  // namespace whorl
