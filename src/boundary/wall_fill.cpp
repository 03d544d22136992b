#include "boundary/wall_fill.hpp"

#include <algorithm>
#include <span>

#include "boundary/wall_fill_table.hpp"
#include "parallel/rows.hpp"

namespace whorl {
namespace {

template <class T, int Dim> using Blocks = std::span<const WallFaceBlock<T, Dim>>;
template <class T, int Dim> using Fill = typename WallFillKernels<T, Dim>::Fill;

/// A part of them is a task. What it writes, it must not read for another.
template <class T, int Dim>
void run(Scheduler& scheduler, Fill<T, Dim> fill, const Faces<T, Dim>& u, const Vec<Blocks<T, Dim>, Dim>& blocks) {
    constexpr std::size_t at_once = 8;  // fewer are done before another thread has begun
    std::size_t count = 0;
    for (int axis = 0; axis < Dim; ++axis) count += blocks[axis].size();
    struct Job {
        Fill<T, Dim> fill;
        const Faces<T, Dim>& u;
        const Vec<Blocks<T, Dim>, Dim>& blocks;
        std::size_t parts;
    } job{fill, u, blocks, (count + at_once - 1) / at_once};
    const auto task = [](void* context, int index) {
        const FloatEnvironment environment;
        const Job& self = *static_cast<const Job*>(context);
        const auto part = static_cast<std::size_t>(index);
        for (int axis = 0; axis < Dim; ++axis) {
            const Blocks<T, Dim>& all = self.blocks[axis];
            const std::size_t first = all.size() * part / self.parts, last = all.size() * (part + 1) / self.parts;
            self.fill(self.u, axis, all.data() + first, static_cast<int>(last - first));
        }
    };
    if (count > 0) run_blocks(scheduler, static_cast<int>(job.parts), task, &job);
}

}  // namespace

template <class T, int Dim>
void fill_wall_faces(Scheduler& scheduler, const Walls<T, Dim>& walls, const Faces<T, Dim>& u) {
    const auto& kernels = kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(wall_fill_table));
    Vec<Blocks<T, Dim>, Dim> next{}, others{};  // to the flow, and those that are one further
    for (int axis = 0; axis < Dim; ++axis) {
        const Blocks<T, Dim> all = walls.wall_faces(axis);
        const auto end = std::partition_point(all.begin(), all.end(), [](const auto& block) { return block.are_next; });
        next[axis] = {all.begin(), end}, others[axis] = {end, all.end()};
    }
    run<T, Dim>(scheduler, kernels.continue_flow, u, next);
    run<T, Dim>(scheduler, kernels.continue_flow, u, others);
    // Each axis reads what the ones before it have come to.
    for (int axis = 0; axis < Dim; ++axis) {
        Vec<Blocks<T, Dim>, Dim> one{};
        one[axis] = next[axis];
        run<T, Dim>(scheduler, kernels.slide, u, one);
    }
    // What is around these is not all known, so they take what those nearer to the flow have come to.
    run<T, Dim>(scheduler, kernels.continue_flow, u, others);
}

template <class T, int Dim>
double largest_at_wall_faces(const Walls<T, Dim>& walls, int axis, const View<const T, Dim>& u) {
    const auto& kernels = kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(wall_fill_table));
    const Blocks<T, Dim> all = walls.wall_faces(axis);
    return static_cast<double>(kernels.largest(u, all.data(), static_cast<int>(all.size())));
}

#define WHORL_INSTANTIATE(T, Dim)                                                          \
    template void fill_wall_faces(Scheduler&, const Walls<T, Dim>&, const Faces<T, Dim>&); \
    template double largest_at_wall_faces(const Walls<T, Dim>&, int, const View<const T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
