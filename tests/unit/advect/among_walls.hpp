// A field on its way among walls, as the kernels see it that work beside them: a solid that fills much of some rows, a
// sheet that is turned, and a flow that goes several cells in a step.
#pragma once

#include <vector>

#include "advect/group.hpp"
#include "boundary/walls.hpp"
#include "tests/unit/advect/rig.hpp"

namespace whorl {

template <class T, int dim> class AmongWalls {
  public:
    explicit AmongWalls(const Location<dim>& location)
        : rig_(Rig<T, dim>::make(cells(), false)),
          walls_(Walls<T, dim>::make(rig_.grid).value()),
          location_(location),
          source_(rig_.noise(location, 7)),
          destination_(rig_.field(location, [](const auto&) { return untouched; })) {
        walls_.rebuild(obstacles());
        rig_.set_noise(2.6, 11);
        Vec<int, dim> more = rig_.grid.cells;
        for (int axis = 0; axis < dim; ++axis) ++more[axis];
        for (int axis = 0; axis < dim; ++axis) {
            back_[axis] = Field<T, dim>::make(rig_.grid.cells).value(), scratch_.back[axis] = back_[axis].view();
            ahead_[axis] = Field<T, dim>::make(rig_.grid.cells).value(), scratch_.forward[axis] = ahead_[axis].view();
        }
        met_ = Field<std::uint8_t, dim>::make(rig_.grid.cells).value(), scratch_.met = met_.view();
        notes_ = Field<std::uint8_t, dim>::make(more).value(), scratch_.notes = notes_.view();
        trace_centres(context(), rig_.velocity(), scratch_);
        field_ = {source_.view(), destination_.view(), Scheme::linear};
        field_.looks_ahead = true;
    }
    AmongWalls(const AmongWalls&) = delete;

    static constexpr double untouched = 77;

    /// f(walk, first, count) for the rows of the field, with the kernels of the instruction set that is chosen.
    template <class F> void each_row(F f) {
        const AdvectContext<T, dim> context = this->context();
        Group<T, dim> group(context, rig_.velocity(), location_, {&field_, 1});
        group.follow(scratch_);
        const auto rows = rows_beside_walls(context, location_, group.passes().linear, {});
        Vec<int, dim> end = source_.view().shape;
        end[0] = 1;
        for_each_index<dim>({}, end, [&](const Vec<int, dim>& first) { f(rows.walk, first, source_.view().shape[0]); });
    }
    Field<T, dim>& destination() { return destination_; }
    Field<std::uint8_t, dim>& notes() { return notes_; }

    static Vec<int, dim> moved(Vec<int, dim> at, int axis, int by) {
        at[axis] += by;
        return at;
    }

  private:
    static Vec<int, dim> cells() {
        Vec<int, dim> cells{};
        for (int axis = 0; axis < dim; ++axis)
            cells[axis] = dim == 2 ? (axis == 0 ? 115 : 43) : axis == 0 ? 41 : 12 + axis;
        return cells;
    }
    static std::vector<PlacedObstacle<dim>> obstacles() {
        const auto placed = [](const ObstacleShape<dim>& shape, double x, double rest, double turned) {
            Pose<dim> pose{};
            for (int axis = 0; axis < dim; ++axis) pose.position[axis] = (axis == 0 ? x : rest) * cells()[axis];
            pose.rotation[0] = turned;
            return PlacedObstacle<dim>{shape, placement_of(pose), placement_of(pose)};
        };
        Vec<double, dim> low{}, high{};
        for (int axis = 0; axis < dim; ++axis)
            high[axis] = axis > 0 ? 3.2 : dim == 2 ? 36.3 : 13.3, low[axis] = -high[axis];
        std::vector<PlacedObstacle<dim>> all{placed(box<dim>(low, high).value(), 0.57, 0.3, 0)};
        if constexpr (dim == 2)
            all.push_back(placed(segment({-20, 0}, {20, 0}).value(), 0.5, 0.75, 0.4));
        else
            all.push_back(placed(rectangle({}, {12, 0, 0}, {0, 9, 4}).value(), 0.5, 0.75, 0.4));
        return all;
    }
    AdvectContext<T, dim> context() const {
        AdvectContext<T, dim> made = rig_.context(1);
        made.walls = &walls_;
        return made;
    }

    Rig<T, dim> rig_;
    Walls<T, dim> walls_;
    Location<dim> location_;
    Field<T, dim> source_, destination_;
    Vec<Field<T, dim>, dim> back_{}, ahead_{};
    Field<std::uint8_t, dim> met_{}, notes_{};
    AdvectScratch<T, dim> scratch_{};
    AdvectedField<T, dim> field_{};
};

/// Centres, and the faces of each axis.
template <int dim> std::vector<Location<dim>> locations_of_flow() {
    std::vector<Location<dim>> all{at_centres<dim>()};
    for (int axis = 0; axis < dim; ++axis) all.push_back(at_faces<dim>(axis));
    return all;
}

}  // namespace whorl
