// parallel_waves: several passes over a grid as one, each following a line or two behind the one before it, so that it
// finds in the cache what that one just left there. A line is a row in two dimensions, a plane in three.
//
//     lines      0 1 2 3 4 5 6 7 | 8 9 ...         the grid is cut into slabs, which are the tasks
//     pass 0     x x x x x x x x | x x x           the first pass does all lines of a slab,
//     pass 1     x x x x x x x . | . x x           the next ones stop short of its neighbours
//     pass 2     x x x x x x . . | . . x           and what is left there, `.`, follows when all slabs are done
//
// Line i of a pass must read and write nothing but lines i - 1 to i + 1, and passes that come later must not change
// what it reads of those: then every line sees what it would see if the passes ran one after the other over the whole
// grid, to the bit, however it is cut. Lines of the first pass on either side of a cut are `shared`: while one is being
// written its neighbour may be reading it. All others are in the hands of one thread.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>

#include "core/line_range.hpp"
#include "whorl/parallel.hpp"

namespace whorl {

struct WavePass {
    using Run = void (*)(const void* context, const LineRange& lines, bool is_shared);
    Run run = nullptr;
    const void* context = nullptr;
    bool is_halved = false;  ///< line i is about 2 i and 2 i + 1 of the pass before, and waits for 2 i - 1 to 2 i + 2

    /// f(line) or f(line, is_shared), or f of several lines, which must outlive the call of parallel_waves.
    template <class F> static WavePass of(const F& f, bool is_halved = false) {
        const Run run = [](const void* self, const LineRange& lines, [[maybe_unused]] bool is_shared) {
            const F& each = *static_cast<const F*>(self);
            if constexpr (std::is_invocable_v<const F&, LineRange>)
                each(lines);
            else if constexpr (std::is_invocable_v<const F&, int, bool>)
                for (int line = lines.first; line < lines.last; ++line) each(line, is_shared);
            else
                for (int line = lines.first; line < lines.last; ++line) each(line);
        };
        return {run, &f, is_halved};
    }
};

/// What passes go over.
struct WaveLines {
    int count;                             ///< of the first pass, 16 or more
    bool periodic = false;                 ///< line 0 follows the last
    std::int64_t cells = 1 << 16;          ///< of a line
    std::span<const std::int64_t> work{};  ///< of all lines before a line, from 0 on; unset: all take as long
};

/// Short lines go several at a time. Slabs take about as long as each other. A grid of few cells is cut into fewer of
/// them, no more than there are threads: what follows between them takes longer than a thread that is late.
void parallel_waves(Scheduler& scheduler, const WaveLines& lines, std::span<const WavePass> passes);

}  // namespace whorl
