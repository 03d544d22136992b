// Grids and fields that benchmarks of single parts work on: a cube of one metre with a vortex in it.
#pragma once

#include <cmath>

#include "boundary/grid.hpp"
#include "core/field.hpp"
#include "core/for_box.hpp"
#include "whorl/pressure.hpp"

namespace whorl {

template <int Dim> Vec<int, Dim> cube(int n) {
    Vec<int, Dim> cells{};
    for (int axis = 0; axis < Dim; ++axis) cells[axis] = n;
    return cells;
}

template <int Dim> Grid<Dim> metre_cube(int n) {
    Grid<Dim> grid{.cells = cube<Dim>(n)};
    for (int axis = 0; axis < Dim; ++axis) grid.size[axis] = 1;
    return grid;
}

template <int Dim> Field<float, Dim> zeros(const Vec<int, Dim>& shape) {
    return std::move(Field<float, Dim>::make(shape)).value();
}

/// Between 0 and 2, ghosts left at 0.
template <int Dim> Field<float, Dim> ripples(const Vec<int, Dim>& shape) {
    auto field = zeros(shape);
    for_box({}, shape, [view = field.view()](const Vec<int, Dim>& at) {
        view[at] = 1 + std::sin(0.1f * static_cast<float>(at[0])) * std::cos(0.1f * static_cast<float>(at[1]));
    });
    return field;
}

/// About the last axis, through the whole box, 1 m/s at the most; ghosts left at 0.
template <int Dim> Vec<Field<float, Dim>, Dim> vortex(const Grid<Dim>& grid) {
    Vec<Field<float, Dim>, Dim> u{};
    const float step = 3.14159265f / static_cast<float>(grid.cells[0]);
    for (int axis = 0; axis < Dim; ++axis) {
        u[axis] = zeros(grid.face_shape(axis));
        if (axis > 1) continue;
        for_box({}, grid.face_shape(axis), [&, view = u[axis].view()](const Vec<int, Dim>& at) {
            const float along = step * static_cast<float>(at[axis]),
                        across = step * (static_cast<float>(at[1 - axis]) + 0.5f);
            view[at] = (axis == 0 ? 1.0f : -1.0f) * std::sin(along) * std::cos(across);
        });
    }
    return u;
}

template <int Dim> Faces<float, Dim> faces_of(Vec<Field<float, Dim>, Dim>& u) {
    Faces<float, Dim> views{};
    for (int axis = 0; axis < Dim; ++axis) views[axis] = u[axis].view();
    return views;
}

/// The pressure's problem in a closed box, one metre wide.
template <class T, int Dim> PoissonProblem<T, Dim> closed_box(int n) {
    PoissonProblem<T, Dim> problem{.cells = cube<Dim>(n)};
    for (int axis = 0; axis < Dim; ++axis) problem.weight[axis] = static_cast<T>(n) * static_cast<T>(n);
    return problem;
}

}  // namespace whorl
