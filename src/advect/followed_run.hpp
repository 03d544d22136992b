// Traces from the centres around a few points of a row, followed once more where nobody kept them: those that tell
// which points walk (near_walls.hpp), to the bits of kept ones. Without periods.
#pragma once

#include <algorithm>

#include "advect/walled.hpp"

namespace whorl {

template <int Axis, class T, int Dim> class FollowedRun {
  public:
    static_assert(Axis < Dim, "corners have more centres around them");
    static constexpr int many = 256, most = many + PointRun::few;  // points

    /// For the points from `first` on, of fields that sit there.
    FollowedRun(const AdvectArguments<T, Dim>& fields, const Vec<int, Dim>& cells, const Vec<int, Dim>& first,
                int count)
        : fields_(fields),
          cells_(cells),
          first_(first),
          count_(count + (Axis == 0 ? 1 : 0)) {
        if (Axis == 0) --first_[0];
        if (Axis > 0) --first_[last_axis];
        for (int row = 0; row < rows; ++row) follow(row);
    }
    FollowedRun(const FollowedRun&) = delete;

    AskedTraces<T, Dim> traces() const {
        AskedTraces<T, Dim> views{};
        for (int axis = 0; axis < Dim; ++axis) {
            views.back[axis] = from_first(&displacement_[0][axis][0][0]);
            if (fields_.follows.forward) views.forward[axis] = from_first(&displacement_[1][axis][0][0]);
        }
        views.met = from_first(&met_[0][0]);
        return views;
    }

  private:
    static constexpr int rows = Axis > 0 ? 2 : 1, pitch = most + 1;
    static constexpr int last_axis = Axis > 0 ? Axis : 0;  // along which the rows lie

    /// A view of a buffer in which the cell first_ is found first.
    template <class U> View<U, Dim> from_first(U* buffer) const {
        View<U, Dim> view{buffer, cells_, {}};
        view.stride[0] = 1;
        if (Axis > 0) view.stride[last_axis] = pitch;
        for (int axis = 0; axis < Dim; ++axis) view.data -= first_[axis] * view.stride[axis];
        return view;
    }

    /// Cells beyond a side have what the last one before it has.
    void follow(int row) {
        Vec<int, Dim> at = first_;
        if (Axis > 0) at[last_axis] = std::clamp(at[last_axis] + row, 0, cells_[last_axis] - 1);
        const int begin = std::max(first_[0], 0), end = std::min(first_[0] + count_, cells_[0]);
        const Row here{begin, end, at[1], Dim == 3 ? at[Dim - 1] : 0};
        const auto of_row = [&](auto* buffer) {  // for this row of cells alone
            auto view = from_first(buffer);
            view.data = buffer - first_[0];
            for (int axis = 1; axis < Dim; ++axis) view.stride[axis] = 0;
            return view;
        };
        CellsMetArguments<T, Dim> met{of_row(&met_[row][0]), fields_.trace.u, {}, {}, {}};
        const auto continue_row = [&](auto* buffer) {
            if (first_[0] < begin) buffer[0] = buffer[1];
            if (first_[0] + count_ > end) buffer[end - first_[0]] = buffer[end - first_[0] - 1];
        };
        for (const int direction : {0, 1}) {
            if (direction == 1 && !fields_.follows.met_forward) continue;
            const TraceArguments<T, Dim>& trace = *(direction == 0 ? fields_.back.followed : fields_.forward.followed);
            Vec<T*, Dim> displacement{};
            for (int axis = 0; axis < Dim; ++axis) {
                T* const buffer = &displacement_[direction][axis][row][0];
                displacement[axis] = buffer + (begin - first_[0]);
                (direction == 0 ? met.back : met.forward)[axis] = of_row(buffer);
                met.half_steps[axis] = T(0.5) * trace.steps[axis];
            }
            kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(trace_chunk_table))(trace, here, displacement, nullptr, nullptr);
            for (int axis = 0; axis < Dim; ++axis) continue_row(&displacement_[direction][axis][row][0]);
        }
        kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(cells_met_table))(met, here);
        continue_row(&met_[row][0]);
    }

    const AdvectArguments<T, Dim>& fields_;
    Vec<int, Dim> cells_, first_;
    int count_;
    T displacement_[2][Dim][rows][pitch];
    std::uint8_t met_[rows][pitch];
};

}  // namespace whorl
