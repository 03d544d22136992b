#include "boundary/wall_extent.hpp"

#include <algorithm>
#include <cmath>

#include "boundary/vectors-inl.hpp"

namespace whorl {
namespace {

using namespace vectors;

constexpr double everything = 1e15;  // cells, and more than any grid has

/// The way out, as far as `distance` knows it, at a point: its gradient.
template <int Dim> Point<Dim> outwards(const Geometry<Dim>& geometry, const Point<Dim>& at, double reach) {
    Point<Dim> gradient{};
    for (int axis = 0; axis < Dim; ++axis) {
        Point<Dim> low = at, high = at;
        low[axis] -= reach, high[axis] += reach;
        gradient[axis] = (geometry.distance(high) - geometry.distance(low)) / (2 * reach);
    }
    return gradient;
}

/// A tree of boxes, of which only those are divided that the surface may pass through: `distance` is never more than
/// the true one, so none is missed, and a surface of n cells costs some n questions.
template <int Dim> class Count {
  public:
    Count(const Geometry<Dim>& geometry, const Point<Dim>& low, double cell, const Vec<double, Dim>& cells)
        : geometry_(geometry),
          low_(low),
          cell_(cell),
          cells_(cells) {}

    WallExtent of_all() {
        std::size_t size = 0;
        double most = 1;
        for (int axis = 0; axis < Dim; ++axis) most = std::max(most, cells_[axis]);
        while (size + 1 < WallExtent::sizes && side_of(size) < most) ++size;
        largest_ = size;
        visit({}, size);
        for (std::size_t larger = size + 1; larger < WallExtent::sizes; ++larger)
            extent_.surface[larger] = extent_.surface[size], extent_.thin[larger] = extent_.thin[size];
        return extent_;
    }

  private:
    static double side_of(std::size_t size) { return std::ldexp(1.0, static_cast<int>(size)); }

    /// No point of the solid near to the middle of the box lies half of its side deep. A solid that is smaller than the
    /// box divides nothing, but a sheet may be closed.
    bool is_thin(const Point<Dim>& middle, double distance, std::size_t size) const {
        if (geometry_.is_sheet()) return true;
        if (size == largest_) return false;
        const double side = side_of(size) * cell_;
        const Point<Dim> out = outwards(geometry_, middle, side / 16);
        const Point<Dim> deep = along(middle, -(distance + side / 2), out);
        return geometry_.distance(deep) > -0.4 * side;
    }

    void visit(const Vec<double, Dim>& first, std::size_t size) {
        const double side = side_of(size);
        Point<Dim> middle = low_;
        for (int axis = 0; axis < Dim; ++axis) {
            if (first[axis] >= cells_[axis]) return;
            middle[axis] += (first[axis] + side / 2) * cell_;
        }
        const double distance = geometry_.distance(middle);
        if (std::abs(distance) > side * cell_ * std::sqrt(Dim) / 2) {
            for (std::size_t smaller = 0; distance < 0 && smaller <= size; ++smaller)
                extent_.inside[smaller] += std::ldexp(1.0, Dim * static_cast<int>(size - smaller));
            return;
        }
        ++extent_.surface[size];
        if (is_thin(middle, distance, size)) ++extent_.thin[size];
        for (int child = 0; size > 0 && child < 1 << Dim; ++child) {
            Vec<double, Dim> next = first;
            for (int axis = 0; axis < Dim; ++axis) next[axis] += (child >> axis & 1) != 0 ? side / 2 : 0;
            visit(next, size - 1);
        }
    }

    const Geometry<Dim>& geometry_;
    Point<Dim> low_;
    double cell_;             // the side of the smallest boxes, metres
    Vec<double, Dim> cells_;  // of the box around the shape
    std::size_t largest_ = 0;
    WallExtent extent_{};
};

}  // namespace

template <int Dim>
WallExtent extent_of(const Geometry<Dim>& geometry, const Grid<Dim>& grid, const Placement<Dim>& place) {
    Point<Dim> middle{};
    double volume = 1, longest = 0, size = 0, faces = 0;
    for (int axis = 0; axis < Dim; ++axis) {
        middle[axis] = grid.size[axis] / 2;
        volume *= grid.spacing(axis);
        longest = std::max(longest, grid.spacing(axis));
        size = std::max(size, grid.size[axis]);
        double face = 1;
        for (int other = 0; other < Dim; ++other) face *= other == axis ? 1 : grid.cells[other];
        faces += face;
    }
    const double cell = Dim == 2 ? std::sqrt(volume) : std::cbrt(volume);
    middle = place.to_body(middle);
    middle = along(middle, -geometry.distance(middle), outwards(geometry, middle, cell));  // onto the surface
    const double window = 1.2 * size;  // the largest section of a cube is that of a square with 1.2 times its side
    const Bounds<Dim> bounds = geometry.bounds();
    Point<Dim> low = bounds.low;
    Vec<double, Dim> cells{};
    bool is_infinite = false;
    for (int axis = 0; axis < Dim; ++axis) {
        double high = bounds.high[axis];
        is_infinite = is_infinite || !std::isfinite(high - low[axis]);
        if (!(high - low[axis] <= window)) {
            low[axis] = std::max(low[axis], std::min(middle[axis] - window / 2, high - window));
            high = low[axis] + window;
        }
        low[axis] -= cell;
        cells[axis] = std::ceil((high - low[axis]) / cell) + 1;
    }
    WallExtent extent = Count<Dim>(geometry, low, cell, cells).of_all();
    // A surface across the longest edges of cells passes through so many more of them than of cubes; and no plane
    // through a long domain is as large as one through its window.
    double scale = longest / cell;
    if (is_infinite) {
        scale = std::min(scale, std::sqrt(Dim) * faces / extent.surface[0]);
        for (double& boxes : extent.inside) boxes = everything;
    }
    for (auto* counts : {&extent.surface, &extent.thin})
        for (double& boxes : *counts) boxes *= scale;
    return extent;
}

template <int Dim> double way_between(const Geometry<Dim>& geometry, const Pose<Dim>& from, const Pose<Dim>& to) {
    const Turn<Dim> turn = minus(to.rotation, from.rotation);
    const double straight = length(minus(to.position, from.position));
    if (turn == Turn<Dim>{}) return straight;
    const Bounds<Dim> bounds = geometry.bounds();
    Point<Dim> farthest{};
    for (int axis = 0; axis < Dim; ++axis)
        farthest[axis] = std::max(std::abs(bounds.low[axis]), std::abs(bounds.high[axis]));
    return straight + length(turn) * length(farthest);
}

template WallExtent extent_of(const Geometry<2>&, const Grid<2>&, const Placement<2>&);
template WallExtent extent_of(const Geometry<3>&, const Grid<3>&, const Placement<3>&);
template double way_between(const Geometry<2>&, const Pose<2>&, const Pose<2>&);
template double way_between(const Geometry<3>&, const Pose<3>&, const Pose<3>&);

}  // namespace whorl
