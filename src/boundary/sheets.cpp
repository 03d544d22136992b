// Walls of no thickness: line, polyline, rectangle, disc.
#include "boundary/plates.hpp"
#include "boundary/shape_checks.hpp"

namespace whorl {
namespace {

using namespace vectors;

class Polyline final : public Geometry<2> {
  public:
    explicit Polyline(Outline outline) : outline_(std::move(outline)) {}

    double distance(const Point<2>& at) const override { return std::sqrt(outline_.squared_distance(at)); }
    bool meets(const Point<2>& a, const Point<2>& b) const override { return outline_.meets(a, b); }
    Bounds<2> bounds() const override { return outline_.bounds; }
    bool is_sheet() const override { return true; }

  private:
    Outline outline_;
};

class Rectangle final : public Geometry<3> {
  public:
    explicit Rectangle(const Plate<3>& plate) : plate_(plate) {}

    double distance(const Point<3>& at) const override { return std::sqrt(plate_.squared_distance(at)); }
    bool meets(const Point<3>& a, const Point<3>& b) const override { return plate_.meets(a, b); }
    Bounds<3> bounds() const override {
        Bounds<3> around{plate_.center, plate_.center};
        for (int axis = 0; axis < 3; ++axis) {
            double reach = plate_.tolerance;
            for (int k = 0; k < 2; ++k) reach += (plate_.half[k] + plate_.tolerance) * std::fabs(plate_.axes[k][axis]);
            around.low[axis] -= reach, around.high[axis] += reach;
        }
        return around;
    }
    bool is_sheet() const override { return true; }

  private:
    Plate<3> plate_;
};

class Disc final : public Geometry<3> {
  public:
    Disc(const Point<3>& center, const Point<3>& unit_normal, double radius, double tolerance)
        : center_(center),
          normal_(unit_normal),
          radius_(radius),
          tolerance_(tolerance) {}

    double distance(const Point<3>& at) const override {
        const Point<3> from_center = minus(at, center_);
        const double height = dot(from_center, normal_);
        const double beyond = larger(length(along(from_center, -height, normal_)) - radius_, 0);
        return std::sqrt(height * height + beyond * beyond);
    }
    /// The part of the line that is in the disc's plane, seen along the normal, comes as near as the radius.
    bool meets(const Point<3>& a, const Point<3>& b) const override {
        const Point<3> from = minus(a, center_), to = minus(b, center_);
        const double from_height = dot(from, normal_), to_height = dot(to, normal_);
        if (smaller(from_height, to_height) > tolerance_ || larger(from_height, to_height) < -tolerance_) return false;
        Part part;
        clip(part, from_height, to_height, -tolerance_, tolerance_);
        if (part.is_empty()) return false;
        const Point<3> flat_from = along(from, -from_height, normal_), flat_to = along(to, -to_height, normal_);
        const Point<3> change = minus(flat_to, flat_from);
        const double reach = radius_ + tolerance_;
        return squared_distance(Point<3>{}, along(flat_from, part.first, change),
                                along(flat_from, part.last, change)) <= reach * reach;
    }
    Bounds<3> bounds() const override {
        Bounds<3> around{center_, center_};
        for (int axis = 0; axis < 3; ++axis) {
            const double flat = std::sqrt(larger(1 - normal_[axis] * normal_[axis], 0));
            const double reach = (radius_ + tolerance_) * flat + 2 * tolerance_;
            around.low[axis] -= reach, around.high[axis] += reach;
        }
        return around;
    }
    bool is_sheet() const override { return true; }

  private:
    Point<3> center_, normal_;
    double radius_, tolerance_;
};

double largest_of(const Point<3>& point) {
    return larger(larger(std::fabs(point[0]), std::fabs(point[1])), std::fabs(point[2]));
}

}  // namespace

Result<ObstacleShape<2>> segment(const Vec<double, 2>& a, const Vec<double, 2>& b) {
    const Vec<double, 2> ends[] = {a, b};
    return polyline(ends);
}

Result<ObstacleShape<2>> polyline(std::span<const Vec<double, 2>> points, bool closed) {
    for (const Vec<double, 2>& point : points)
        if (auto ok = check_point("a point of a line", point); !ok) return ok.error();
    Outline outline(points, closed);
    const int found = static_cast<int>(outline.corners.size()), needed = closed ? 3 : 2;
    if (found < needed)
        return Error{
            text("%s has %d different points; give at least %d", closed ? "a closed line" : "a line", found, needed)};
    return ObstacleShape<2>(std::make_shared<Polyline>(std::move(outline)));
}

Result<ObstacleShape<3>> rectangle(const Vec<double, 3>& center, const Vec<double, 3>& half_edge_a,
                                   const Vec<double, 3>& half_edge_b) {
    if (auto ok = check_point("a rectangle's centre", center); !ok) return ok.error();
    if (auto ok = check_point("a rectangle's first half edge", half_edge_a); !ok) return ok.error();
    if (auto ok = check_point("a rectangle's second half edge", half_edge_b); !ok) return ok.error();
    const double a = length(half_edge_a), b = length(half_edge_b);
    if (!(a > 0 && b > 0))
        return Error{text("a rectangle's half edges are %g and %g metres long; both must be more than 0", a, b)};
    const Point<3> u = divided(half_edge_a, a), v = divided(half_edge_b, b);
    const double skew = std::fabs(dot(u, v));
    if (!(skew <= 1e-6))
        return Error{
            text("a rectangle's half edges are not at a right angle: the cosine between them is %g; it may be "
                 "1e-6 at most",
                 skew)};
    const Point<3> upright = along(v, -dot(u, v), u), second = divided(upright, length(upright));
    // Edges from single precision are a little skew: grow by as much, so that neighbours still share their edges.
    const double tolerance = joint_tolerance * largest_of(center) + (joint_tolerance + skew) * larger(a, b);
    return ObstacleShape<3>(
        std::make_shared<Rectangle>(Plate<3>{center, {u, second, cross(u, second)}, {a, b, 0}, tolerance}));
}

Result<ObstacleShape<3>> disc(const Vec<double, 3>& center, const Vec<double, 3>& normal, double radius) {
    if (auto ok = check_point("a disc's centre", center); !ok) return ok.error();
    if (auto ok = check_point("a disc's normal", normal); !ok) return ok.error();
    if (auto ok = check_radius("a disc's radius", radius); !ok) return ok.error();
    const double size = length(normal);
    if (!(size > 0)) return Error{"a disc's normal has no length; give the direction in which it faces"};
    const double tolerance = joint_tolerance * (largest_of(center) + radius);
    return ObstacleShape<3>(std::make_shared<Disc>(center, divided(normal, size), radius, tolerance));
}

}  // namespace whorl
