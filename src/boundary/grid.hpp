// The staggered grid (harlow1965): scalars at cell centres, each velocity component on the faces that it crosses.
//
//        +---v---+         face i along an axis lies between cells i - 1 and i;
//        |       |         N cells have N + 1 faces, or N where the axis is periodic (face N is face 0)
//        u   s   u
//        |       |
//        +---v---+
#pragma once

#include "core/region.hpp"
#include "whorl/types.hpp"

namespace whorl {

template <int Dim> struct Grid {
    Vec<int, Dim> cells{};
    Vec<double, Dim> size{};  // metres
    Vec<bool, Dim> periodic{};

    double spacing(int axis) const { return size[axis] / cells[axis]; }
    double smallest_spacing() const {
        double smallest = spacing(0);
        for (int axis = 1; axis < Dim; ++axis) smallest = spacing(axis) < smallest ? spacing(axis) : smallest;
        return smallest;
    }

    /// Of the array of velocity component `axis`.
    Vec<int, Dim> face_shape(int axis) const {
        Vec<int, Dim> shape = cells;
        if (!periodic[axis]) ++shape[axis];
        return shape;
    }

    /// Of an array of values at the corners of cells.
    Vec<int, Dim> node_shape() const {
        Vec<int, Dim> shape = cells;
        for (int axis = 0; axis < Dim; ++axis)
            if (!periodic[axis]) ++shape[axis];
        return shape;
    }

    Region<Dim> cell_region() const { return Region<Dim>::box({}, cells); }

    /// Faces between two cells of the domain.
    Region<Dim> inner_faces(int axis) const {
        Vec<int, Dim> low{}, high = cells;
        if (!periodic[axis]) low[axis] = 1;
        return Region<Dim>::box(low, high);
    }

    /// Those and the faces on the domain's sides.
    Region<Dim> all_faces(int axis) const { return Region<Dim>::box({}, face_shape(axis)); }

    Vec<double, Dim> cell_centre(const Vec<int, Dim>& at) const {
        Vec<double, Dim> x{};
        for (int axis = 0; axis < Dim; ++axis) x[axis] = (at[axis] + 0.5) * spacing(axis);
        return x;
    }
};

/// What an open fraction of 1 is stored as: a power of two, so that whole faces are exact.
constexpr int whole_face = 1 << 15;

/// One view per velocity component.
template <class T, int Dim> using Faces = Vec<View<T, Dim>, Dim>;

template <class T, int Dim> Faces<const T, Dim> read_only(const Faces<T, Dim>& u) {
    Faces<const T, Dim> views{};
    for (int axis = 0; axis < Dim; ++axis) views[axis] = u[axis];
    return views;
}

}  // namespace whorl
