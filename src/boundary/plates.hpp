// Flat pieces of sheets, and the tolerance that makes them tight.
//
// A line is held to meet a piece if it comes nearer than a billionth of the sheet's size. So a line that goes through a
// closed sheet meets a piece of it whatever the rounding: at the place where it passes its true distance is 0, and the
// arithmetic is wrong by far less than the tolerance. Joints, corners and lines along a piece need no case of their
// own.
#pragma once

#include <span>
#include <vector>

#include "boundary/lines-inl.hpp"
#include "whorl/obstacles.hpp"

namespace whorl {

constexpr double joint_tolerance = 1e-9;

/// A straight piece in 2D, a rectangle in 3D: a box without thickness, along its own axes; the last is its normal.
template <int Dim> struct Plate {
    Vec<double, Dim> center{};
    Vec<Vec<double, Dim>, Dim> axes{};  // orthonormal
    Vec<double, Dim> half{};            // along the axes; the last is 0
    double tolerance = 0;

    Vec<double, Dim> local(const Vec<double, Dim>& at) const {
        const Vec<double, Dim> from_center = vectors::minus(at, center);
        Vec<double, Dim> coordinates{};
        for (int axis = 0; axis < Dim; ++axis) coordinates[axis] = vectors::dot(from_center, axes[axis]);
        return coordinates;
    }
    double squared_distance(const Vec<double, Dim>& at) const {
        const Vec<double, Dim> from_center = local(at);
        double sum = 0;
        for (int axis = 0; axis < Dim; ++axis) {
            const double d = std::fabs(from_center[axis]) - half[axis];
            if (d > 0) sum += d * d;
        }
        return sum;
    }
    bool meets(const Vec<double, Dim>& a, const Vec<double, Dim>& b) const {
        Vec<double, Dim> low{}, high{};
        for (int axis = 0; axis < Dim; ++axis) high[axis] = half[axis] + tolerance, low[axis] = -high[axis];
        return vectors::line_meets_box(local(a), local(b), low, high);
    }
};

/// The straight pieces between corners; also from the last to the first if closed. Corners that repeat the one before
/// are left out.
struct Outline {
    std::vector<Vec<double, 2>> corners;
    std::vector<Plate<2>> pieces;
    Bounds<2> bounds;  // grown by the tolerance

    Outline(std::span<const Vec<double, 2>> points, bool closed);
    double squared_distance(const Vec<double, 2>& at) const;
    bool meets(const Vec<double, 2>& a, const Vec<double, 2>& b) const;
};

/// The largest coordinate or extent, metres: what tolerances are relative to.
double scale_of(const Bounds<2>& bounds);

}  // namespace whorl
