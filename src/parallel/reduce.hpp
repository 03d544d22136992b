// Sums and maxima over a region that have the same bits for any number of threads and any instruction set.
//
// Cells go to the 16 lanes of their block (parallel/lanes.hpp), the lanes are joined in a fixed tree, and the blocks,
// whose cut depends on the region alone, are joined in their order on the calling thread.
#pragma once

#include <array>

#include "parallel/lanes.hpp"
#include "parallel/rows.hpp"

namespace whorl {

/// Folds the cells of one row into the lanes, with add_row or max_row. It may write its row too: passes over memory are
/// dear, and an update fused with the sum that follows it saves one.
template <class Arguments> using ReduceKernel = void (*)(const Arguments&, const Row&, Lanes&);

/// How lanes start and how they, and then the blocks, are joined.
struct Fold {
    double start;
    double (*join_lanes)(const Lanes&);
    double (*join_blocks)(const double* results, int blocks);
};
extern const Fold sum_fold, max_fold;

/// Joins the blocks in the floating-point environment of the tasks; `start` without any.
double join_blocks(const Fold& fold, const double* results, int blocks);

/// Several results of one pass over memory. The kernel gets the first of as many Lanes in a row as there are folds.
template <std::size_t Count, int Dim, class Arguments>
std::array<double, Count> reduce(const Fold* const (&folds)[Count], Scheduler& scheduler, const Region<Dim>& region,
                                 ReduceKernel<Arguments> kernel, const std::type_identity_t<Arguments>& arguments) {
    static_assert(std::is_trivially_copyable_v<Arguments>, "kernels take plain data: views and numbers");
    double results[Count][Region<Dim>::max_blocks];
    struct Job {
        const Fold* const (&folds)[Count];
        const Region<Dim>& region;
        ReduceKernel<Arguments> kernel;
        const Arguments& arguments;
        double (&results)[Count][Region<Dim>::max_blocks];
    } job{folds, region, kernel, arguments, results};

    const auto task = [](void* context, int index) {
        const FloatEnvironment environment;
        const Job& self = *static_cast<const Job*>(context);
        const auto block = self.region.block(index);
        Lanes lanes[Count];
        for (std::size_t k = 0; k < Count; ++k)
            for (double& lane : lanes[k].value) lane = self.folds[k]->start;
        for (int i = block.first; i < block.last; ++i) self.kernel(self.arguments, self.region.row(i), lanes[0]);
        for (std::size_t k = 0; k < Count; ++k) self.results[k][index] = self.folds[k]->join_lanes(lanes[k]);
    };
    run_blocks(scheduler, region.blocks(), task, &job);
    std::array<double, Count> joined;
    for (std::size_t k = 0; k < Count; ++k) joined[k] = join_blocks(*folds[k], results[k], region.blocks());
    return joined;
}

/// The sum of what the kernel adds; 0 over an empty region.
template <int Dim, class Arguments>
double reduce_sum(Scheduler& scheduler, const Region<Dim>& region, ReduceKernel<Arguments> kernel,
                  const std::type_identity_t<Arguments>& arguments) {
    return reduce({&sum_fold}, scheduler, region, kernel, arguments)[0];
}

/// The largest of what the kernel meets; minus infinity over an empty region.
template <int Dim, class Arguments>
double reduce_max(Scheduler& scheduler, const Region<Dim>& region, ReduceKernel<Arguments> kernel,
                  const std::type_identity_t<Arguments>& arguments) {
    return reduce({&max_fold}, scheduler, region, kernel, arguments)[0];
}

}  // namespace whorl
