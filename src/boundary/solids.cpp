// Solids with an exact distance: ball, box, capsule, half-space.
#include <limits>

#include "boundary/lines-inl.hpp"
#include "boundary/shape_checks.hpp"

namespace whorl {
namespace {

using namespace vectors;

template <int Dim> class Ball final : public Geometry<Dim> {
  public:
    Ball(const Point<Dim>& center, double radius) : center_(center), radius_(radius) {}

    double distance(const Point<Dim>& at) const override { return length(minus(at, center_)) - radius_; }
    bool meets(const Point<Dim>& a, const Point<Dim>& b) const override {
        return squared_distance(center_, a, b) <= radius_ * radius_;
    }
    Bounds<Dim> bounds() const override {
        Bounds<Dim> around{center_, center_};
        for (int axis = 0; axis < Dim; ++axis) around.low[axis] -= radius_, around.high[axis] += radius_;
        return around;
    }

  private:
    Point<Dim> center_;
    double radius_;
};

template <int Dim> class Box final : public Geometry<Dim> {
  public:
    Box(const Point<Dim>& low, const Point<Dim>& high) : low_(low), high_(high) {}

    double distance(const Point<Dim>& at) const override { return distance_to_box(at, low_, high_); }
    bool meets(const Point<Dim>& a, const Point<Dim>& b) const override { return line_meets_box(a, b, low_, high_); }
    Bounds<Dim> bounds() const override { return {low_, high_}; }

  private:
    Point<Dim> low_, high_;
};

template <int Dim> class Capsule final : public Geometry<Dim> {
  public:
    Capsule(const Point<Dim>& from, const Point<Dim>& to, double radius) : from_(from), to_(to), radius_(radius) {}

    double distance(const Point<Dim>& at) const override {
        return std::sqrt(squared_distance(at, from_, to_)) - radius_;
    }
    bool meets(const Point<Dim>& a, const Point<Dim>& b) const override {
        return squared_distance(a, b, from_, to_) <= radius_ * radius_;
    }
    Bounds<Dim> bounds() const override {
        Bounds<Dim> around;
        for (int axis = 0; axis < Dim; ++axis) {
            around.low[axis] = smaller(from_[axis], to_[axis]) - radius_;
            around.high[axis] = larger(from_[axis], to_[axis]) + radius_;
        }
        return around;
    }

  private:
    Point<Dim> from_, to_;
    double radius_;
};

template <int Dim> class HalfSpace final : public Geometry<Dim> {
  public:
    HalfSpace(const Point<Dim>& point, const Point<Dim>& unit_normal) : point_(point), normal_(unit_normal) {}

    double distance(const Point<Dim>& at) const override { return dot(minus(at, point_), normal_); }
    bool meets(const Point<Dim>& a, const Point<Dim>& b) const override { return distance(a) <= 0 || distance(b) <= 0; }

    /// Infinite, except where the plane is along the axes.
    Bounds<Dim> bounds() const override {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        Bounds<Dim> around;
        for (int axis = 0; axis < Dim; ++axis) {
            around.low[axis] = normal_[axis] == -1 ? point_[axis] : -infinity;
            around.high[axis] = normal_[axis] == 1 ? point_[axis] : infinity;
        }
        return around;
    }

  private:
    Point<Dim> point_, normal_;
};

template <int Dim> Result<ObstacleShape<Dim>> ball(const char* what, const Vec<double, Dim>& center, double radius) {
    const std::string name = what;
    if (auto ok = check_point((name + "'s centre").c_str(), center); !ok) return ok.error();
    if (auto ok = check_radius((name + "'s radius").c_str(), radius); !ok) return ok.error();
    return ObstacleShape<Dim>(std::make_shared<Ball<Dim>>(center, radius));
}

}  // namespace

Result<ObstacleShape<2>> circle(const Vec<double, 2>& center, double radius) {
    return ball("a circle", center, radius);
}

Result<ObstacleShape<3>> sphere(const Vec<double, 3>& center, double radius) {
    return ball("a sphere", center, radius);
}

template <int Dim> Result<ObstacleShape<Dim>> box(const Vec<double, Dim>& low, const Vec<double, Dim>& high) {
    if (auto ok = check_box("a box", low, high); !ok) return ok.error();
    return ObstacleShape<Dim>(std::make_shared<Box<Dim>>(low, high));
}

template <int Dim>
Result<ObstacleShape<Dim>> capsule(const Vec<double, Dim>& from, const Vec<double, Dim>& to, double radius) {
    if (auto ok = check_point("a capsule's first end", from); !ok) return ok.error();
    if (auto ok = check_point("a capsule's second end", to); !ok) return ok.error();
    if (auto ok = check_radius("a capsule's radius", radius); !ok) return ok.error();
    return ObstacleShape<Dim>(std::make_shared<Capsule<Dim>>(from, to, radius));
}

template <int Dim>
Result<ObstacleShape<Dim>> half_space(const Vec<double, Dim>& point, const Vec<double, Dim>& normal) {
    if (auto ok = check_point("a half-space's point", point); !ok) return ok.error();
    if (auto ok = check_point("a half-space's normal", normal); !ok) return ok.error();
    const double size = length(normal);
    if (!(size > 0)) return Error{"a half-space's normal has no length; give the direction that leaves the solid"};
    return ObstacleShape<Dim>(std::make_shared<HalfSpace<Dim>>(point, divided(normal, size)));
}

template Result<ObstacleShape<2>> box(const Vec<double, 2>&, const Vec<double, 2>&);
template Result<ObstacleShape<3>> box(const Vec<double, 3>&, const Vec<double, 3>&);
template Result<ObstacleShape<2>> capsule(const Vec<double, 2>&, const Vec<double, 2>&, double);
template Result<ObstacleShape<3>> capsule(const Vec<double, 3>&, const Vec<double, 3>&, double);
template Result<ObstacleShape<2>> half_space(const Vec<double, 2>&, const Vec<double, 2>&);
template Result<ObstacleShape<3>> half_space(const Vec<double, 3>&, const Vec<double, 3>&);

}  // namespace whorl
