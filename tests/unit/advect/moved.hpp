// All that moves along one set of traces: two scalars and a velocity that also traces.
#pragma once

#include "tests/unit/advect/rig.hpp"

namespace whorl {

template <class T, int dim> struct MovedFields {
    Field<T, dim> scalars[2]{};
    Vec<Field<T, dim>, dim> u{}, tracer{};  // the velocity in the end is where the tracer was

    explicit MovedFields(const Rig<T, dim>& rig) {
        for (int i = 0; i < 2; ++i) scalars[i] = rig.noise(at_centres<dim>(), 51 + static_cast<std::uint64_t>(i));
        for (int axis = 0; axis < dim; ++axis) {
            u[axis] = rig.noise(at_faces<dim>(axis), 41);
            tracer[axis] = rig.field(at_faces<dim>(axis), [](const auto&) { return 0; });
            for_each_with_ghosts(tracer[axis].view(),
                                 [&](const auto& at) { tracer[axis].view()[at] = rig.u[axis].view()[at]; });
        }
    }

    Faces<const T, dim> tracing() const {
        Faces<const T, dim> views{};
        for (int axis = 0; axis < dim; ++axis) views[axis] = tracer[axis].view();
        return views;
    }
    void expect_same(const MovedFields& other) const {
        for (int i = 0; i < 2; ++i) EXPECT_TRUE(same_values(scalars[i], other.scalars[i])) << i;
        for (int axis = 0; axis < dim; ++axis) EXPECT_TRUE(same_values(tracer[axis], other.tracer[axis])) << axis;
    }
};

/// Of a flow that is as fast as this along every axis, as it is told.
template <class T, int dim> AdvectContext<T, dim> context_at(const Rig<T, dim>& rig, double speed) {
    AdvectContext<T, dim> made = rig.context(1);
    made.speed = Vec<double, dim>{};
    for (int axis = 0; axis < dim; ++axis) (*made.speed)[axis] = speed;
    return made;
}

}  // namespace whorl
