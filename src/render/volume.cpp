#include "render/volume.hpp"

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "render/each_row.hpp"
#include "render/march.hpp"

namespace whorl {
namespace {

template <class Depth> class VolumePainter {
  public:
    VolumePainter(const Medium& medium, std::span<const Light> lights, const VolumeStyle& style, const Eye& eye)
        : medium_(medium),
          lights_(lights),
          style_(style),
          eye_(eye),
          marcher_(medium, lights, style.scheduler) {}

    /// Along the ray through a place in the picture, in pixels; `meets_solid` says whether it ended at one.
    Color pixel(float x, float y, bool& meets_solid) const {
        const Ray ray = eye_.ray(x, y);
        auto [light, left, hit] = marcher_.march(ray);
        meets_solid = hit.has_value();
        if (hit) {
            add(light, times(stone(ray, *hit), left));
            left = gray<Depth>(0);
        }
        if (most(left) > 0 && style_.floor) {
            const Color below = floor(ray);
            add(light, times(below, left));
            left = (1 - below.a) * left;
        }
        if (style_.film) light = developed(light);
        const Rgb behind = three(left);
        light.a = 1 - luminance({behind.r, behind.g, behind.b, 1});
        if (!(style_.ground.a > 0)) return light;
        add(light, times(backdrop(y), left));
        light.a = 1;
        return light;
    }

  private:
    Color stone(const Ray& ray, float along) const {
        const Vec3 at = ray.from + along * ray.along;
        const Vec3 normal = medium_.solid_normal(at);
        // Lifted by two cells and a half: nearer, a solid would stand in its own gradual edge.
        return matt(at + 2.5f * medium_.smallest_cell() * normal, normal, style_.stone);
    }

    /// Beside what comes straight from the lamps, a little comes from around and above, where they light things that
    /// are not in the picture: without it, what lies in the shade has no shape.
    Color matt(const Vec3& at, const Vec3& normal, const Color& own) const {
        Color light = medium_.volume().ambient;
        const float from_around = 0.06f * (0.5f + 0.5f * normal[2]);
        for (const Light& lamp : lights_) add(light, times(lamp.color, from_around * arriving(lamp, at).strength));
        for (const Light& lamp : lights_) {
            const Arriving from = arriving(lamp, at);
            const float facing = std::max(dot(normal, from.toward), 0.0f) * from.strength;
            if (facing > 0)
                add(light, times(lamp.color, facing * medium_.transmittance<Depth>(at, from.toward, from.distance)));
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
        const Color lit = matt({at[0], at[1], at[2] + 1e-4f}, {0, 0, 1}, style_.plane);
        return {lit.r * cover, lit.g * cover, lit.b * cover, cover};
    }

    Color backdrop(float y) const {
        if (!(style_.horizon.a > 0)) return style_.ground;
        const float down = y / static_cast<float>(style_.height);
        Color sum{0, 0, 0, 1};
        add(sum, times(style_.ground, 1 - down * down));
        add(sum, times(style_.horizon, down * down));
        return sum;
    }

    const Medium& medium_;
    std::span<const Light> lights_;
    const VolumeStyle& style_;
    const Eye& eye_;
    Marcher<Depth> marcher_;
};

/// Smoke has no edges, but solids do: pixels at their outlines are the mean of nine rays.
template <class Painter>
void soften_outlines(Image& image, const Painter& painter, const std::vector<unsigned char>& solid,
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

template <class Painter>
void paint(Image& canvas, const Painter& painter, const Medium& medium, const VolumeStyle& style) {
    std::vector<unsigned char> solid(static_cast<std::size_t>(style.width) * style.height);
    each_row(style.scheduler, style.height, [&](int y) {
        for (int x = 0; x < style.width; ++x) {
            bool meets = false;
            canvas(x, y) = painter.pixel(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, meets);
            solid[static_cast<std::size_t>(y) * style.width + x] = meets;
        }
    });
    if (medium.has_solid()) soften_outlines(canvas, painter, solid, style.scheduler);
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
    if (medium.value().is_coloured())
        paint(canvas.value(), VolumePainter<Rgb>(medium.value(), lights, style, eye), medium.value(), style);
    else
        paint(canvas.value(), VolumePainter<float>(medium.value(), lights, style, eye), medium.value(), style);
    return canvas;
}

Color developed(const Color& light) {
    const auto shoulder = [](float value) { return 1 - std::exp(-value); };
    return {shoulder(light.r), shoulder(light.g), shoulder(light.b), light.a};
}

std::vector<Light> smoke_lights() {
    return {{{-0.85f, -0.14f, 0.55f}, {6.0f, 5.4f, 4.6f, 1}}, {{0.3f, 0.85f, 0.2f}, {0.7f, 1.1f, 2.0f, 1}}};
}

}  // namespace whorl
