#include "render/volume.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/text.hpp"
#include "render/each_row.hpp"
#include "render/phase.hpp"
#include "render/shadow.hpp"

namespace whorl {
namespace {

constexpr float nothing_left = 2e-5f;  // of transmittance: what is behind adds less than a tenth of an 8-bit code

void add(Color& sum, float factor, const Color& color) {
    sum.r += factor * color.r, sum.g += factor * color.g, sum.b += factor * color.b;
}

Color times(const Color& a, const Color& b) {
    return {a.r * b.r, a.g * b.g, a.b * b.b, a.a};
}

class VolumePainter {
  public:
    VolumePainter(const Medium& medium, std::span<const Light> lights, const VolumeStyle& style, const Eye& eye)
        : medium_(medium),
          lights_(lights),
          style_(style),
          eye_(eye),
          step_(static_cast<float>(medium.volume().step) * medium.smallest_cell()) {
        for (const Light& light : lights) shadows_.emplace_back(medium, light, style.scheduler);
    }

    /// Along the ray through a place in the picture, in pixels; `meets_solid` says whether it ended at one.
    Color pixel(float x, float y, bool& meets_solid) const {
        const Ray ray = eye_.ray(x, y);
        meets_solid = false;
        Color seen = march(ray, meets_solid);
        if (seen.a < 1 && style_.floor) seen = over(seen, floor(ray));
        if (style_.ground.a > 0) seen = over(seen, backdrop(y));
        return style_.film ? developed(seen) : seen;
    }

  private:
    /// The light that comes from the box, and in alpha the share of what is behind that it hides.
    Color march(const Ray& ray, bool& meets_solid) const {
        const Medium::Span span = medium_.inside(ray);
        Color sum{0, 0, 0, 0};
        if (!(span.to > span.from)) return sum;
        const auto phases = phases_of(ray);
        const int steps = static_cast<int>((span.to - span.from) / step_) + 1;
        const float step = (span.to - span.from) / static_cast<float>(steps);
        const auto along = [&](int i) { return span.from + (static_cast<float>(i) + 0.5f) * step; };
        Depths shade{};
        int shaded = -1;  // the step that `shade` is the start of
        float left = 1;
        for (int i = 0; i < steps && left > nothing_left;) {
            const Medium::Run stay = medium_.run(ray, along(i));
            const int last = i + static_cast<int>(std::min(stay.length / step, static_cast<float>(steps - i - 1))) + 1;
            for (; !stay.is_empty && i < last && left > nothing_left; ++i) {
                const Vec3 at = ray.from + along(i) * ray.along;
                if (medium_.has_solid() && medium_.solid(at) > 0.5f) {
                    add(sum, left, stone(ray, along(i), i == 0 ? 0 : step));
                    sum.a = 1;
                    meets_solid = true;
                    return sum;
                }
                const Vec3 half = (0.5f * step) * ray.along;
                if (shaded != i) shade = shade_at(at - half, left);
                const Depths next = shade_at(at + half, left);
                left *= gather(sum, {at, step, left}, phases, shade, next);
                shade = next, shaded = i + 1;
            }
            i = last;
        }
        sum.a = left > nothing_left ? 1 - left : 1;
        return sum;
    }

    using Phases = std::array<float, 16>;
    /// For lights far away the angle is the same all along a ray.
    Phases phases_of(const Ray& ray) const {
        Phases phases{};
        for (std::size_t i = 0; i < lights_.size(); ++i)
            if (!lights_[i].is_at_place) phases[i] = turned(ray, arriving(lights_[i], ray.from).toward);
        return phases;
    }
    float turned(const Ray& ray, const Vec3& toward) const {
        return std::numbers::pi_v<float> * phase(dot(ray.along, toward), medium_.volume().forward);
    }

    float from_place(const Light& light, const Vec3& at) const {
        const Arriving from = arriving(light, at);
        return from.strength * turned({at, normalized(at - eye_.position())}, from.toward);
    }

    /// Smoke on the way to each light.
    using Depths = std::array<float, 16>;
    Depths shade_at(const Vec3& at, float left) const {
        Depths depths{};
        for (std::size_t i = 0; i < lights_.size(); ++i) depths[i] = shade_of(i, at, left);
        return depths;
    }

    /// The grid of shadows is linear from corner to corner, and at the rim of dense smoke, where the depth bends, too
    /// dark by several per cent. So the last cells are marched, and only what lies beyond them is looked up; deep in
    /// the shade, and where little of what is sent arrives, the grid alone is good enough.
    float shade_of(std::size_t light, const Vec3& at, float left) const {
        constexpr int cells = 3;  // fewer than `Medium::is_idle` looks around
        constexpr float deep = 2, faint = 0.1f;
        const float near = shadows_[light].depth(at);
        if (near > deep || left < faint) return near;
        const Arriving from = arriving(lights_[light], at);
        const float out = std::min(medium_.inside({at, from.toward}).to, from.distance);
        const float reach = std::min(cells * medium_.smallest_cell(), out), step = reach / cells;
        float depth = 0;
        for (int i = 0; i < cells; ++i) {
            const Vec3 place = at + ((static_cast<float>(i) + 0.5f) * step) * from.toward;
            if (medium_.has_solid() && medium_.solid(place) > 0.5f) return Medium::opaque;
            depth += medium_.extinction(place) * step;
        }
        return reach < out ? depth + shadows_[light].depth(at + reach * from.toward) : depth;
    }

    /// (1 - exp(-x)) / x: the mean of exp(-s) for s from 0 to x.
    static float mean_through(float x) { return std::abs(x) < 1e-2f ? 1 - 0.5f * x : (1 - std::exp(-x)) / x; }

    struct Step {
        const Vec3& at;  // its middle
        float length, left;
    };
    /// Adds what one step of the ray sends on; returns the share of light that comes through it. Along the step the
    /// smoke behind it and the smoke on the way to a light grow evenly, `shade` to `next`, and the integral is exact:
    /// with the light of the middle alone, dense smoke would be several per cent too dark.
    float gather(Color& sum, const Step& step_of, const Phases& phases, const Depths& shade, const Depths& next) const {
        const auto& [at, step, left] = step_of;
        const float depth = medium_.extinction(at) * step;
        const float through = std::exp(-depth);
        if (medium_.glows()) add(sum, left * step * (depth > 1e-3f ? (1 - through) / depth : 1), medium_.emission(at));
        if (depth > 0) {
            Color light{0, 0, 0, 1};
            add(light, 1 - through, medium_.volume().ambient);
            for (std::size_t i = 0; i < lights_.size(); ++i) {
                const float arrives = depth * std::exp(-shade[i]) * mean_through(depth + next[i] - shade[i]);
                add(light, (lights_[i].is_at_place ? from_place(lights_[i], at) : phases[i]) * arrives,
                    lights_[i].color);
            }
            add(sum, left, times(light, medium_.volume().albedo));
        }
        return through;
    }

    /// A solid that the ray entered within the last step.
    Color stone(const Ray& ray, float along, float step) const {
        float outside = along - step, inside = along;
        for (int i = 0; i < 8; ++i) {
            const float middle = 0.5f * (outside + inside);
            (medium_.solid(ray.from + middle * ray.along) > 0.5f ? inside : outside) = middle;
        }
        const Vec3 at = ray.from + outside * ray.along;
        const Vec3 normal = medium_.solid_normal(at);
        // Lifted by a cell and a half: nearer, the mask's own steps would cast shadows.
        return matt(at + 1.5f * medium_.smallest_cell() * normal, normal, style_.stone);
    }

    /// Beside what comes straight from the lamps, a little comes from around and above, where they light things that
    /// are not in the picture: without it, what lies in the shade has no shape.
    Color matt(const Vec3& at, const Vec3& normal, const Color& own) const {
        Color light = medium_.volume().ambient;
        const float from_around = 0.06f * (0.5f + 0.5f * normal[2]);
        for (const Light& lamp : lights_) add(light, from_around * arriving(lamp, at).strength, lamp.color);
        for (const Light& lamp : lights_) {
            const Arriving from = arriving(lamp, at);
            const float facing = std::max(dot(normal, from.toward), 0.0f) * from.strength;
            if (facing > 0) add(light, facing * medium_.transmittance(at, from.toward, from.distance), lamp.color);
        }
        return times(own, light);
    }

    /// The plane under the box; it fades out with distance, so that it has no edge.
    Color floor(const Ray& ray) const {
        const Box3& box = medium_.box();
        if (!(ray.along[2] < -1e-6f)) return {0, 0, 0, 0};
        const float along = (box.low[2] - ray.from[2]) / ray.along[2];
        if (!(along > 0)) return {0, 0, 0, 0};
        const Vec3 at = ray.from + along * ray.along;
        const Vec3 middle = 0.5f * (box.low + box.high);
        const float off = std::hypot(at[0] - middle[0], at[1] - middle[1]) / length(box.high - box.low);
        const float cover = std::exp(-1.6f * off * off);
        const Color lit = matt({at[0], at[1], at[2] + 1e-4f}, {0, 0, 1}, {0.025f, 0.026f, 0.03f, 1});
        return {lit.r * cover, lit.g * cover, lit.b * cover, cover};
    }

    Color backdrop(float y) const {
        if (!(style_.horizon.a > 0)) return style_.ground;
        const float down = y / static_cast<float>(style_.height);
        Color sum{0, 0, 0, 1};
        add(sum, 1 - down * down, style_.ground);
        add(sum, down * down, style_.horizon);
        return sum;
    }

    static Color developed(const Color& light) {
        const auto shoulder = [](float value) { return 1 - std::exp(-value); };
        return {shoulder(light.r), shoulder(light.g), shoulder(light.b), light.a};
    }

    const Medium& medium_;
    std::span<const Light> lights_;
    const VolumeStyle& style_;
    const Eye& eye_;
    float step_;
    std::vector<Shadow> shadows_;
};

/// Smoke has no edges, but solids do: pixels at their outlines are the mean of nine rays.
void soften_outlines(Image& image, const VolumePainter& painter, const std::vector<unsigned char>& solid,
                     Scheduler* scheduler) {
    const auto is_solid = [&](int x, int y) {
        return solid[static_cast<std::size_t>(std::clamp(y, 0, image.height() - 1)) * image.width() +
                     std::clamp(x, 0, image.width() - 1)];
    };
    each_row(scheduler, image.height(), [&](int y) {
        for (int x = 0; x < image.width(); ++x) {
            const unsigned char here = is_solid(x, y);
            if (is_solid(x - 1, y) == here && is_solid(x + 1, y) == here && is_solid(x, y - 1) == here &&
                is_solid(x, y + 1) == here)
                continue;
            Color sum{0, 0, 0, 0};
            for (int ray = 0; ray < 9; ++ray) {
                bool ignored = false;
                const Color one =
                    painter.pixel(static_cast<float>(x) + (static_cast<float>(ray % 3) + 0.5f) / 3,
                                  static_cast<float>(y) + (static_cast<float>(ray / 3) + 0.5f) / 3, ignored);
                sum = {sum.r + one.r, sum.g + one.g, sum.b + one.b, sum.a + one.a};
            }
            image(x, y) = {sum.r / 9, sum.g / 9, sum.b / 9, sum.a / 9};
        }
    });
}

}  // namespace

Result<Image> draw_volume(const VolumeFields& fields, const Volume& volume, const Camera& camera,
                          std::span<const Light> lights, const VolumeStyle& style) {
    if (auto good = check_camera(camera); !good) return good.error();
    if (lights.size() > 16)
        return Error{text("%d lights are too many; use at most 16", static_cast<int>(lights.size()))};
    auto canvas = Image::make(style.width, style.height);
    if (!canvas) return canvas;
    const auto medium = Medium::make(fields, volume, style.scheduler);
    if (!medium) return medium.error();
    const Eye eye(camera, style.width, style.height);
    if (const Medium::Span span = medium.value().inside({eye.position(), eye.ray(0, 0).along});
        span.from <= 0 && span.to > 0 && medium.value().solid(eye.position()) > 0.5f)
        return Error{"the camera is inside a solid and sees nothing; move it out, or look from farther away"};
    const VolumePainter painter(medium.value(), lights, style, eye);
    std::vector<unsigned char> solid(static_cast<std::size_t>(style.width) * style.height);
    const auto index = [&](int x, int y) { return static_cast<std::size_t>(y) * style.width + x; };
    each_row(style.scheduler, style.height, [&](int y) {
        for (int x = 0; x < style.width; ++x) {
            bool meets = false;
            canvas.value()(x, y) = painter.pixel(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, meets);
            solid[index(x, y)] = meets;
        }
    });
    if (medium.value().has_solid()) soften_outlines(canvas.value(), painter, solid, style.scheduler);
    return canvas;
}

std::vector<Light> smoke_lights() {
    return {{{-0.85f, -0.14f, 0.55f}, {6.0f, 5.4f, 4.6f, 1}}, {{0.3f, 0.85f, 0.2f}, {0.7f, 1.1f, 2.0f, 1}}};
}

}  // namespace whorl
