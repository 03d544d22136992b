// The inside of a closed outline: distance to its edges, with the sign of the winding (a ray to the right crosses the
// outline an odd number of times).
#include "boundary/plates.hpp"
#include "boundary/shape_checks.hpp"

namespace whorl {
namespace {

using namespace vectors;

class Polygon final : public Geometry<2> {
  public:
    explicit Polygon(Outline outline) : outline_(std::move(outline)) {}

    double distance(const Point<2>& at) const override {
        const double unsigned_distance = std::sqrt(outline_.squared_distance(at));
        return is_inside(at) ? -unsigned_distance : unsigned_distance;
    }
    bool meets(const Point<2>& a, const Point<2>& b) const override {
        if (!line_meets_box(a, b, outline_.bounds.low, outline_.bounds.high)) return false;
        return is_inside(a) || outline_.meets(a, b);
    }
    Bounds<2> bounds() const override { return outline_.bounds; }

  private:
    bool is_inside(const Point<2>& at) const {
        bool inside = false;
        const std::vector<Point<2>>& corners = outline_.corners;
        Point<2> from = corners.back();
        for (const Point<2>& to : corners) {
            // Half open, so that a corner at the ray's height counts for one of its two edges.
            if ((from[1] > at[1]) != (to[1] > at[1])) {
                const double side = cross(minus(to, from), minus(at, from));
                if ((side > 0) == (to[1] > from[1]) && side != 0) inside = !inside;
            }
            from = to;
        }
        return inside;
    }

    Outline outline_;
};

/// Edges i and j of the outline touch where they should not.
bool edges_touch(const Outline& outline, std::size_t i, std::size_t j) {
    const auto& corners = outline.corners;
    const std::size_t count = corners.size();
    const Point<2>&a = corners[i], &b = corners[(i + 1) % count], &p = corners[j], &q = corners[(j + 1) % count];
    const bool next = j == i + 1, before = i == 0 && j + 1 == count;
    if (!next && !before) return outline.pieces[i].meets(p, q);
    // Neighbours share a corner, and must not fold back onto each other there.
    const Point<2> first = next ? minus(a, b) : minus(b, a), second = next ? minus(q, p) : minus(p, q);
    return dot(first, second) > 0 && std::fabs(cross(first, second)) <= 1e-9 * length(first) * length(second);
}

Result<void> check_simple(const Outline& outline) {
    const std::size_t count = outline.pieces.size();
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = i + 1; j < count; ++j)
            if (edges_touch(outline, i, j))
                return Error{
                    text("the outline of a polygon touches itself: its edges from (%g, %g) and from (%g, %g); "
                         "unite several polygons instead",
                         outline.corners[i][0], outline.corners[i][1], outline.corners[j][0], outline.corners[j][1])};
    return {};
}

}  // namespace

Result<ObstacleShape<2>> polygon(std::span<const Vec<double, 2>> corners) {
    for (const Vec<double, 2>& corner : corners)
        if (auto ok = check_point("a corner of a polygon", corner); !ok) return ok.error();
    Outline outline(corners, true);
    if (outline.corners.size() < 3)
        return Error{
            text("a polygon has %d different corners; give at least 3", static_cast<int>(outline.corners.size()))};
    if (auto ok = check_simple(outline); !ok) return ok.error();
    return ObstacleShape<2>(std::make_shared<Polygon>(std::move(outline)));
}

}  // namespace whorl
