// For tests of the full stress: sides by their kinds, velocity fields, and viscosity from a function.
#pragma once

#include "boundary/ghosts.hpp"
#include "core/for_box.hpp"
#include "core/random.hpp"
#include "diffuse/stress.hpp"
#include "whorl/parallel.hpp"

namespace whorl {

template <class T, int Dim> struct StressRig {
    Sides<T, Dim> sides;
    Stress<T, Dim> stress;
    Scheduler* scheduler = &serial_scheduler();

    StressRig(const Grid<Dim>& grid, const Vec<Side<Dim>, 2 * Dim>& kinds)
        : sides(Sides<T, Dim>::make(with_periods(grid, kinds), kinds, {}).value()),
          stress(std::move(Stress<T, Dim>::make(sides)).value()) {}

    static Grid<Dim> with_periods(Grid<Dim> grid, const Vec<Side<Dim>, 2 * Dim>& kinds) {
        for (int axis = 0; axis < Dim; ++axis) grid.periodic[axis] = kinds[2 * axis].is_periodic();
        return grid;
    }
    const Grid<Dim>& grid() const { return sides.grid(); }
    StressDomain<T, Dim> domain() const { return {*scheduler, sides}; }

    /// nu(x) at the cells' centres.
    template <class Nu> void set_viscosity(Nu nu) {
        const auto view = stress.viscosity();
        for_box({}, grid().cells,
                [&](const Vec<int, Dim>& at) { view[at] = static_cast<T>(nu(grid().cell_centre(at))); });
        stress.take_viscosity(domain());
    }
};

template <class T, int Dim> struct Flow {
    std::array<Field<T, Dim>, Dim> component{};

    explicit Flow(const Grid<Dim>& grid) {
        for (int axis = 0; axis < Dim; ++axis)
            component[axis] = std::move(Field<T, Dim>::make(grid.face_shape(axis))).value();
    }
    Faces<T, Dim> faces() {
        Faces<T, Dim> views{};
        for (int axis = 0; axis < Dim; ++axis) views[axis] = component[axis].view();
        return views;
    }
    void clear() {
        for (auto& field : component) {
            const auto view = field.view();
            Vec<int, Dim> low{}, high = view.shape;
            for (int axis = 0; axis < Dim; ++axis) low[axis] = -2, high[axis] += 2;
            for_box(low, high, [&](const Vec<int, Dim>& at) { view[at] = 0; });
        }
    }
    /// u(x) gives all components.
    template <class F> void set(const Grid<Dim>& grid, F u) {
        for (int axis = 0; axis < Dim; ++axis) {
            const auto view = component[axis].view();
            for_box({}, view.shape, [&](const Vec<int, Dim>& at) {
                Vec<double, Dim> x = grid.cell_centre(at);
                x[axis] = at[axis] * grid.spacing(axis);
                view[at] = static_cast<T>(u(x)[axis]);
            });
        }
    }
    /// Numbers from -1 to 1 on the unknowns, 0 elsewhere.
    void randomise(const Stress<T, Dim>& stress, std::uint64_t seed) {
        for (int axis = 0; axis < Dim; ++axis) {
            const auto view = component[axis].view();
            const auto& box = stress.box(axis);
            Vec<int, Dim> end = box.first;
            for (int other = 0; other < Dim; ++other) end[other] += box.problem.cells[other];
            std::uint64_t count = 0;
            for_box(box.first, end, [&](const Vec<int, Dim>& at) {
                view[at] = static_cast<T>(random_between(-1, 1, seed * 3 + static_cast<std::uint64_t>(axis), count++));
            });
        }
    }
};

}  // namespace whorl
