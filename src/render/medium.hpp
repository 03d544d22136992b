// Smoke as rays meet it: density, glow and solids in a box, ready for sampling at any place.
//
// Fields are copied with a border of one cell, continued outwards and a little into solids, so that a sample needs no
// test at the sides and sees no hole beside a wall. Bricks of 8 cubed cells know whether anything is in them; a ray
// jumps over those where nothing is.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "render/camera.hpp"
#include "render/cell_field.hpp"
#include "render/optics.hpp"

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

/// An ink in water.
struct DyeField {
    View<const float, 3> amount{};
    Color color{};  ///< of white light behind an amount of 1 that is 1 / extinction deep
};

struct VolumeFields {
    View<const float, 3> density{};      ///< may be missing where there are dyes, which take its place
    View<const float, 3> temperature{};  ///< may be missing: nothing glows
    View<const float, 3> solid{};        ///< may be missing; how much of each cell is solid
    Box3 box{};                          ///< metres
    std::vector<DyeField> dyes{};
    bool dyes_shine = false;  ///< dyes are not filters but lights, which add up
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

    /// A place among the cells, found once and used for every field.
    struct Spot {
        std::ptrdiff_t cell;
        float x, y, z;  // shares of the cell after it
    };
    Spot spot(const Vec3& at) const;

    /// 1/m; of coloured media as Rgb.
    template <class Depth = float> Depth extinction(const Spot& spot) const;
    float extinction(const Vec3& at) const;
    float most_extinction() const { return most_extinction_; }
    /// The share of what is lost that is scattered.
    template <class Depth = float> Color albedo(const Spot& spot) const;
    Color emission(const Spot& spot) const;  ///< radiance a metre
    Color emission(const Vec3& at) const { return emission(spot(at)); }
    float solid(const Spot& spot) const { return solid_.empty() ? 0 : read(solid_, spot); }
    float solid(const Vec3& at) const { return solid(spot(at)); }
    Vec3 solid_normal(const Vec3& at) const;  ///< out of the solid, of length 1
    bool has_solid() const { return !solid_.empty(); }
    bool glows() const { return !heat_.empty() || shines_; }
    bool is_coloured() const { return !tint_.empty() && !shines_; }

    /// How much of a beam that passes where so much is solid is left: half at the surface, and a gradual edge instead
    /// of the mask's steps.
    static float unblocked(float solid) { return std::clamp((0.625f - solid) / 0.25f, 0.0f, 1.0f); }

    /// How far a ray stays in the brick that it is in at `distance`, and whether that is empty.
    struct Run {
        float length;
        bool is_empty;
    };
    Run run(const Ray& ray, float distance) const;

    /// Whether nothing is within four cells of `at`, so that no sample ever asks there.
    bool is_idle(const Vec3& at) const;

    /// Between a place and a light: the depth of smoke, and the share of the light that passes solids.
    template <class Depth> struct Shade {
        Depth depth{};
        float lit = 1;
    };
    template <class Depth = float> Shade<Depth> shade(const Vec3& at, const Vec3& toward, float distance) const;
    /// The part of the light that arrives.
    template <class Depth = float> Depth transmittance(const Vec3& at, const Vec3& toward, float distance) const;
    static constexpr float opaque = 20;  ///< deeper smoke is not told apart

  private:
    Medium() = default;
    static constexpr int brick = 8;  // cells along a side
    using Padded = std::vector<float>;
    Padded padded(const View<const float, 3>& field, float most, Scheduler* scheduler) const;
    void pour(const VolumeFields& fields, Scheduler* scheduler);
    void make_glow();
    void smooth_solid();
    template <class Value> void fill_solid(std::vector<Value>& field) const;
    void find_bricks();
    std::size_t brick_at(const Vec3& at, int (&which)[3]) const;
    template <class Value> Value read(const std::vector<Value>& field, const Spot& spot) const;

    Volume volume_;
    Box3 box_;
    Vec<int, 3> cells_{}, bricks_{};
    Vec3 per_metre_{};  // cells
    float smallest_ = 0, most_extinction_ = 0;
    std::ptrdiff_t row_ = 0, plane_ = 0;
    Padded density_, heat_, solid_;
    std::vector<Rgb> tint_;  // of dyes: what they take from each colour, or give to it
    bool shines_ = false;    // they give
    Padded smooth_;          // the solid again, blurred over a few cells: its slope is the normal
    std::vector<unsigned char> is_empty_;
    std::array<Color, 512> glow_{};  // by kelvin, up to `hottest`
};

// Samples are taken by the million: they are here to be inlined.

inline Medium::Spot Medium::spot(const Vec3& at) const {
    int index[3];
    float share[3];
    for (int axis = 0; axis < 3; ++axis) {
        const float end = static_cast<float>(cells_[axis]) + 0.5f;
        float place = (at[axis] - box_.low[axis]) * per_metre_[axis] + 0.5f;
        place = place > 0.5f ? (place < end ? place : end) : 0.5f;
        index[axis] = static_cast<int>(place);
        share[axis] = place - static_cast<float>(index[axis]);
    }
    return {index[2] * plane_ + index[1] * row_ + index[0], share[0], share[1], share[2]};
}

template <class Value> inline Value Medium::read(const std::vector<Value>& field, const Spot& spot) const {
    const Value* p = field.data() + spot.cell;
    const auto along_x = [&](const Value* q) { return q[0] + spot.x * (q[1] - q[0]); };
    const Value a = along_x(p), b = along_x(p + row_), c = along_x(p + plane_), d = along_x(p + plane_ + row_);
    const Value near = a + spot.y * (b - a), far = c + spot.y * (d - c);
    return near + spot.z * (far - near);
}

template <> inline float Medium::extinction<float>(const Spot& spot) const {
    return shines_ ? 0 : volume_.extinction * read(density_, spot);
}
inline float Medium::extinction(const Vec3& at) const {
    return extinction<float>(spot(at));
}
template <> inline Rgb Medium::extinction<Rgb>(const Spot& spot) const {
    return volume_.extinction * read(tint_, spot);
}

template <> inline Color Medium::albedo<float>(const Spot&) const {
    return volume_.albedo;
}
template <> Color Medium::albedo<Rgb>(const Spot& spot) const;

}  // namespace whorl
