// Smoke as rays meet it: density, glow and solids in a box, ready for sampling at any place.
//
// Fields are copied with a border of one cell, continued outwards, so that a sample needs no test at the sides. Bricks
// of 8 cubed cells know whether anything is in them; a ray jumps over those where nothing is.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "render/camera.hpp"
#include "render/cell_field.hpp"
#include "render/color.hpp"

namespace whorl {

/// What lies on the side that `normal` points to is left out.
struct CutPlane {
    Vec3 normal{0, -1, 0};
    float offset = 0;  ///< points x with normal . x > offset are cut away
};

/// How smoke meets light.
struct Volume {
    float extinction = 20;  ///< 1/m a unit of density: light falls by e in 1 / (extinction * density) metres
    Color albedo{0.92f, 0.92f, 0.92f, 1};  ///< the share of it that is scattered; the rest is absorbed
    float forward = 0;                     ///< -0.95 to 0.95: how much is scattered onwards (`henyey1941`)
    Color ambient{0, 0, 0, 1};             ///< light from all around, without shadows
    float glow = 0;       ///< 1/m: how fast a flame of 1800 K gains the brightness 1; 0: it does not glow
    float kelvin = 1500;  ///< a degree of the temperature field, above `room`
    float room = 300;     ///< kelvin
    std::optional<CutPlane> cut{};
    double step = 0.75;  ///< cells between samples, 0.05 to 4
};

struct VolumeFields {
    View<const float, 3> density{};
    View<const float, 3> temperature{};  ///< may be missing: nothing glows
    View<const float, 3> solid{};        ///< may be missing; how much of each cell is solid
    Box3 box{};                          ///< metres
};

class Medium {
  public:
    /// Refuses empty and unequal fields, a box without volume, and numbers out of range. Negative densities and what is
    /// no number are taken as 0.
    static Result<Medium> make(const VolumeFields& fields, const Volume& volume, Scheduler* scheduler = nullptr);

    const Volume& volume() const { return volume_; }
    const Box3& box() const { return box_; }
    Vec<int, 3> cells() const { return cells_; }
    float smallest_cell() const { return smallest_; }

    /// Where the ray is inside the box and not cut away; empty if from >= to.
    struct Span {
        float from, to;
    };
    Span inside(const Ray& ray) const;

    float extinction(const Vec3& at) const;  ///< 1/m
    float most_extinction() const { return most_extinction_; }
    Color emission(const Vec3& at) const;     ///< radiance a metre
    float solid(const Vec3& at) const;        ///< 0 if there are no solids
    Vec3 solid_normal(const Vec3& at) const;  ///< out of the solid, of length 1
    bool has_solid() const { return !solid_.empty(); }
    bool glows() const { return !heat_.empty(); }

    /// How far a ray stays in the brick that it is in at `distance`, and whether that is empty.
    struct Run {
        float length;
        bool is_empty;
    };
    Run run(const Ray& ray, float distance) const;

    /// Whether nothing is within four cells of `at`, so that no sample ever asks there.
    bool is_idle(const Vec3& at) const;

    /// Between `at` and a light `distance` metres off; light falls by e for each 1. At most `opaque`, as behind a
    /// solid.
    float optical_depth(const Vec3& at, const Vec3& toward, float distance) const;
    float transmittance(const Vec3& at, const Vec3& toward, float distance) const;
    static constexpr float opaque = 20;

  private:
    Medium() = default;
    using Padded = std::vector<float>;
    Padded padded(const View<const float, 3>& field, float most, Scheduler* scheduler) const;
    void smooth_solid();
    void find_bricks();
    std::size_t brick_at(const Vec3& at, int (&which)[3]) const;
    float sample(const Padded& field, const Vec3& at) const;

    Volume volume_;
    Box3 box_;
    Vec<int, 3> cells_{}, bricks_{};
    Vec3 per_metre_{};  // cells
    float smallest_ = 0, most_extinction_ = 0;
    std::ptrdiff_t row_ = 0, plane_ = 0;
    Padded density_, heat_, solid_;
    Padded smooth_;  // the solid again, blurred over a few cells: its slope is the normal
    std::vector<unsigned char> is_empty_;
    std::array<Color, 512> glow_{};  // by kelvin, up to `hottest`
};

}  // namespace whorl
