// parallel_rows: a kernel for every row of a region, on all threads.
//
// The region's blocks are the tasks. Each task sets the floating-point environment itself, because the thread it runs
// on may belong to the host.
#pragma once

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
    if constexpr (Dim == 2) {
        for_rows(scheduler, Region<Dim>::box(low, high), f);
    } else {
        constexpr int rows = 16, planes = 8;
        const int across = (high[1] - low[1] + rows - 1) / rows, along = (high[2] - low[2] + planes - 1) / planes;
        if (high[0] <= low[0] || across <= 0 || along <= 0) return;
        struct Job {
            const Vec<int, Dim>&low, &high;
            int across;
            const F& f;
        } job{low, high, across, f};
        const auto task = [](void* context, int index) {
            const FloatEnvironment environment;
            const Job& self = *static_cast<const Job*>(context);
            const int y0 = self.low[1] + index % self.across * rows, z0 = self.low[2] + index / self.across * planes;
            for (int z = z0; z < z0 + planes && z < self.high[2]; ++z)
                for (int y = y0; y < y0 + rows && y < self.high[1]; ++y) self.f(Row{self.low[0], self.high[0], y, z});
        };
        run_blocks(scheduler, across * along, task, &job);
    }
}

}  // namespace whorl
