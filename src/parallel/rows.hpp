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

/// How many tasks the rows of a region make whose cells take `times` as long as those of a field do.
template <int Dim> int tasks_of_slow_rows(const Region<Dim>& region, int times) {
    const int most = std::clamp(region.count(), 1, Region<Dim>::max_blocks);
    return static_cast<int>(std::clamp<std::int64_t>(region.cells() * times / Region<Dim>::block_cells, 1, most));
}
/// Calls f(row) for all of them.
template <int Dim, class F> void for_slow_rows(Scheduler& scheduler, const Region<Dim>& region, int times, const F& f) {
    if (region.count() == 0) return;
    struct Job {
        const Region<Dim>& region;
        const F& f;
        int tasks;
        int first_of(int task) const { return static_cast<int>(std::int64_t(region.count()) * task / tasks); }
    } job{region, f, tasks_of_slow_rows(region, times)};
    const auto task = [](void* context, int index) {
        const FloatEnvironment environment;
        const Job& self = *static_cast<const Job*>(context);
        for (int i = self.first_of(index); i < self.first_of(index + 1); ++i) self.f(self.region.row(i));
    };
    run_blocks(scheduler, job.tasks, task, &job);
}

/// Rows that follow one another across y.
struct Band {
    Row first;
    int count;

    template <class F> void for_rows(const F& f) const {
        for (int i = 0; i < count; ++i) f(Row{first.x0, first.x1, first.y + i, first.z});
    }
};

/// The same for the rows of a box, by bands of them, for work that reads the rows around its own or comes to a row more
/// than once: in tiles of a few rows, by a few planes in three dimensions, where what a thread comes back to, a plane
/// later, is still in its own cache.
template <int Dim, class F>
void for_bands_in_tiles(Scheduler& scheduler, const Vec<int, Dim>& low, const Vec<int, Dim>& high, const F& f) {
    const Region<Dim> all = Region<Dim>::box(low, high);
    if (all.count() == 0) return;
    constexpr int cells = Dim == 2 ? 4096 : 20'000, most_rows = Dim == 2 ? cells : 16;  // of a tile, or somewhat less
    struct Job {
        const Vec<int, Dim>&low, &high;
        const F& f;
        int rows, planes, across;  // of a tile; tiles before the next planes
    } job{low, high, f, high[1] - low[1], Dim == 2 ? 1 : 8, 1};
    const bool is_one = all.blocks() <= 1;
    if (is_one && Dim == 3) job.planes = high[Dim - 1] - low[Dim - 1];
    if (!is_one) job.rows = std::clamp(cells / (job.planes * (high[0] - low[0])), 1, most_rows);
    job.across = (high[1] - low[1] + job.rows - 1) / job.rows;
    const auto task = [](void* context, int index) {
        const FloatEnvironment environment;
        const Job& self = *static_cast<const Job*>(context);
        const int y0 = self.low[1] + index % self.across * self.rows, y1 = std::min(y0 + self.rows, self.high[1]);
        const Row row{self.low[0], self.high[0], y0, 0};
        if constexpr (Dim == 2) return self.f(Band{row, y1 - y0});
        const int z0 = self.low[Dim - 1] + index / self.across * self.planes;
        for (int z = z0; z < std::min(z0 + self.planes, self.high[Dim - 1]); ++z)
            self.f(Band{{row.x0, row.x1, row.y, z}, y1 - y0});
    };
    const int deep = Dim == 2 ? 1 : (high[Dim - 1] - low[Dim - 1] + job.planes - 1) / job.planes;
    run_blocks(scheduler, job.across * deep, task, &job);
}
template <int Dim, class F>
void for_rows_in_tiles(Scheduler& scheduler, const Vec<int, Dim>& low, const Vec<int, Dim>& high, const F& f) {
    for_bands_in_tiles(scheduler, low, high, [&](const Band& band) { band.for_rows(f); });
}

}  // namespace whorl
