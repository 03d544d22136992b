// parallel_rows: a kernel for every row of a region, on all threads.
//
// The region's blocks are the tasks. Each task sets the floating-point environment itself, because the thread it runs
// on may belong to the host.
#pragma once

#include <algorithm>
#include <type_traits>

#include "core/region.hpp"
#include "parallel/float_environment.hpp"
#include "whorl/parallel.hpp"

namespace whorl {

/// Works on the cells of one row. `Arguments` is a plain struct: views and numbers.
template <class Arguments> using RowKernel = void (*)(const Arguments&, const Row&);

/// Hands the blocks to the scheduler; a single one runs right here, since waking threads would take longer.
void run_blocks(Scheduler& scheduler, int blocks, Scheduler::Task task, void* context);

/// Calls the kernel for each row of the region. Rows run in any order and at the same time: what a kernel writes for
/// one row, it must not read or write for another.
template <int Dim, class Arguments>
void parallel_rows(Scheduler& scheduler, const Region<Dim>& region, RowKernel<Arguments> kernel,
                   const std::type_identity_t<Arguments>& arguments) {
    static_assert(std::is_trivially_copyable_v<Arguments>, "kernels take plain data: views and numbers");
    struct Job {
        const Region<Dim>& region;
        RowKernel<Arguments> kernel;
        const Arguments& arguments;
    } job{region, kernel, arguments};

    const auto task = [](void* context, int index) {
        const FloatEnvironment environment;
        const Job& self = *static_cast<const Job*>(context);
        const auto block = self.region.block(index);
        for (int i = block.first; i < block.last; ++i) self.kernel(self.arguments, self.region.row(i));
    };
    run_blocks(scheduler, region.blocks(), task, &job);
}

/// The same for anything that can be called with a row: work that is not a kernel.
template <int Dim, class F> void for_rows(Scheduler& scheduler, const Region<Dim>& region, const F& f) {
    struct Arguments {
        const F* f;
    };
    const RowKernel<Arguments> call = [](const Arguments& in, const Row& row) { (*in.f)(row); };
    parallel_rows(scheduler, region, call, {&f});
}

/// The same for the rows of a box, in tiles of a few rows by a few planes, for work that reads the rows around its own:
/// in three dimensions what a thread comes back to, a plane later, is still in its own cache.
template <int Dim, class F>
void for_rows_in_tiles(Scheduler& scheduler, const Vec<int, Dim>& low, const Vec<int, Dim>& high, const F& f) {
    const Region<Dim> all = Region<Dim>::box(low, high);
    if (Dim == 2 || all.blocks() <= 1) return for_rows(scheduler, all, f);
    constexpr int planes = 8, cells = 20'000;  // of a tile, or somewhat less
    struct Job {
        const Vec<int, Dim>&low, &high;
        const F& f;
        int rows, across;  // of a tile; tiles before the next planes
    } job{low, high, f, std::clamp(cells / (planes * (high[0] - low[0])), 1, 16), 0};
    job.across = (high[1] - low[1] + job.rows - 1) / job.rows;
    const auto task = [](void* context, int index) {
        const FloatEnvironment environment;
        const Job& self = *static_cast<const Job*>(context);
        const int y0 = self.low[1] + index % self.across * self.rows, y1 = std::min(y0 + self.rows, self.high[1]);
        const int z0 = self.low[Dim - 1] + index / self.across * planes, z1 = std::min(z0 + planes, self.high[Dim - 1]);
        for (int z = z0; z < z1; ++z)
            for (int y = y0; y < y1; ++y) self.f(Row{self.low[0], self.high[0], y, z});
    };
    run_blocks(scheduler, job.across * ((high[Dim - 1] - low[Dim - 1] + planes - 1) / planes), task, &job);
}

}  // namespace whorl
