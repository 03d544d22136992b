// Walls inside the domain: their shapes, solid or thin as a sheet, and where they are.
//
//     auto cylinder = whorl::circle({0, 0}, 0.1).value();
//     whorl::Obstacle<2> obstacle{.shape = cylinder, .pose = {.position = {0.5, 0.5}}};
#pragma once

#include <array>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "whorl/types.hpp"

namespace whorl {

/// A box along the axes, metres; infinite where a shape is.
template <int Dim> struct Bounds { Vec<double, Dim> low{}, high{}; };

/// The shape of a wall in its own frame: ours below, or one of your own. Both questions are asked some hundred
/// thousand times whenever a wall moves, from several threads at once.
template <int Dim> class Geometry {
  public:
    virtual ~Geometry() = default;

    /// Metres to the surface, below 0 inside; never more than the true distance. Of a sheet, which has no thickness:
    /// 0 or more.
    virtual double distance(const Vec<double, Dim>& at) const = 0;

    /// The straight line from a to b, ends included, touches a sheet, or the inside or surface of a solid. Unless
    /// overridden it goes along the line in steps of `distance`, and says yes closer than a ten-thousandth of the
    /// line's length.
    virtual bool meets(const Vec<double, Dim>& a, const Vec<double, Dim>& b) const;

    /// Around all of it.
    virtual Bounds<Dim> bounds() const = 0;
    virtual bool is_sheet() const { return false; }
};

/// A shape, cheap to copy: copies share their geometry, which must not be null.
template <int Dim> class ObstacleShape {
  public:
    ObstacleShape(std::shared_ptr<const Geometry<Dim>> geometry) : geometry_(std::move(geometry)) {}
    const Geometry<Dim>& geometry() const { return *geometry_; }

  private:
    std::shared_ptr<const Geometry<Dim>> geometry_;
};

// Solids. Lengths are metres; each maker refuses, with a sentence, what is not finite or has no extent.
Result<ObstacleShape<2>> circle(const Vec<double, 2>& center, double radius);
Result<ObstacleShape<3>> sphere(const Vec<double, 3>& center, double radius);
template <int Dim> Result<ObstacleShape<Dim>> box(const Vec<double, Dim>& low, const Vec<double, Dim>& high);

/// All that is within `radius` of the line between two points, which may be the same.
template <int Dim>
Result<ObstacleShape<Dim>> capsule(const Vec<double, Dim>& from, const Vec<double, Dim>& to, double radius);

/// All that is behind a plane through `point`; `normal`, of any length, points out of the solid.
template <int Dim> Result<ObstacleShape<Dim>> half_space(const Vec<double, Dim>& point, const Vec<double, Dim>& normal);

/// The inside of a closed outline that does not touch itself, in either direction.
Result<ObstacleShape<2>> polygon(std::span<const Vec<double, 2>> corners);

// Sheets: walls of no thickness. Where two of them share an edge or a corner nothing passes between them.
Result<ObstacleShape<2>> segment(const Vec<double, 2>& a, const Vec<double, 2>& b);
Result<ObstacleShape<2>> polyline(std::span<const Vec<double, 2>> points, bool closed = false);

/// From the centre to the middles of two neighbouring edges, at a right angle to each other.
Result<ObstacleShape<3>> rectangle(const Vec<double, 3>& center, const Vec<double, 3>& half_edge_a,
                                   const Vec<double, 3>& half_edge_b);
Result<ObstacleShape<3>> disc(const Vec<double, 3>& center, const Vec<double, 3>& normal, double radius);

/// Both shapes; a sheet only if both are.
template <int Dim> Result<ObstacleShape<Dim>> unite(const ObstacleShape<Dim>& a, const ObstacleShape<Dim>& b);

/// What of solid `a` is not inside solid `b`.
template <int Dim> Result<ObstacleShape<Dim>> subtract(const ObstacleShape<Dim>& a, const ObstacleShape<Dim>& b);

/// The pixels that are not 0, as an image that fills the box from `low` to `high`; row 0 is the top.
Result<ObstacleShape<2>> image_mask(std::span<const unsigned char> solid, int width, int height,
                                    const Vec<double, 2>& low, const Vec<double, 2>& high);

/// Signed distances, below 0 inside, at nodes from `low` to `high`, both included, x fastest; linear between them. The
/// solid ends at the box. Samples too steep for distances are scaled down, which leaves the surface where it is.
template <int Dim>
Result<ObstacleShape<Dim>> sampled_distance(std::span<const float> samples, const Vec<int, Dim>& shape,
                                            const Vec<double, Dim>& low, const Vec<double, Dim>& high);

/// Where a shape is: turned by `rotation` about its own origin, then moved to `position`.
template <int Dim> struct Pose {
    Vec<double, Dim> position{};               ///< metres
    Vec<double, Dim == 2 ? 1 : 3> rotation{};  ///< radians; in 3D an axis times its angle
    friend constexpr bool operator==(const Pose&, const Pose&) = default;
};

template <int Dim> struct PoseKey {
    double time = 0;  ///< seconds
    Pose<Dim> pose{};
};

/// Poses at moments, for an obstacle that an animation moves:
///
///     auto path = whorl::PosePath<2>::make({{0, {.position = {0.2, 0.5}}}, {2, {.position = {0.8, 0.5}}}}).value();
///     fluid.move_obstacle(number, path.at(fluid.time() + 1.0 / 60));
///     fluid.advance(1.0 / 60);
///
/// Between two keys the position goes straight and the rotation turns about one axis; rotations about the same axis may
/// differ by many turns, others go the shorter way.
template <int Dim> class PosePath {
  public:
    /// Refuses none, times that do not rise, and what is not finite.
    [[nodiscard]] static Result<PosePath> make(std::vector<PoseKey<Dim>> keys, Ease ease = Ease::linear);
    /// The first and last poses hold before and after.
    Pose<Dim> at(double time) const;

  private:
    PosePath(std::vector<PoseKey<Dim>> keys, Ease ease) : keys_(std::move(keys)), ease_(ease) {}
    std::vector<PoseKey<Dim>> keys_;
    Ease ease_;
};

/// What the flow does along a wall.
enum class Slip : unsigned char {
    free,  ///< it slips
    none,  ///< it sticks
};

template <int Dim> struct Obstacle {
    ObstacleShape<Dim> shape;
    Pose<Dim> pose{};
    Slip slip = Slip::free;
};

/// How much of a grid walls take, wherever they move to: in how many boxes of 2^size cells a side, about, their
/// surfaces lie, which of these are sheets or solids that are thin beside the box, and how many boxes are all inside of
/// solids.
struct WallExtent {
    static constexpr std::size_t sizes = 16;
    std::array<double, sizes> surface{}, thin{}, inside{};
    double largest = 1;  ///< the part of the surface that one obstacle has
};

}  // namespace whorl
