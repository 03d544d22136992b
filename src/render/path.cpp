#include "render/path.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/random.hpp"
#include "core/text.hpp"
#include "render/each_row.hpp"
#include "render/phase.hpp"

namespace whorl {
namespace {

/// The numbers of one path, one after the other.
class Dice {
  public:
    Dice(std::uint64_t seed, std::uint64_t path) : seed_(random_bits(seed, path)) {}
    float operator()() { return static_cast<float>(random_unit(seed_, count_++)); }

  private:
    std::uint64_t seed_, count_ = 0;
};

/// A direction drawn by the phase function, about the old one.
Vec3 turn(const Vec3& along, float forward, Dice& dice) {
    const float r = dice();
    float cosine = 1 - 2 * r;
    if (std::abs(forward) > 1e-3f) {
        const float part = (1 - forward * forward) / (1 - forward + 2 * forward * r);
        cosine = std::clamp((1 + forward * forward - part * part) / (2 * forward), -1.0f, 1.0f);
    }
    const float sine = std::sqrt(std::max(1 - cosine * cosine, 0.0f)), angle = 2 * std::numbers::pi_v<float> * dice();
    const Vec3 aside = normalized(cross(along, std::abs(along[2]) < 0.9f ? Vec3{0, 0, 1} : Vec3{1, 0, 0}));
    return cosine * along + (sine * std::cos(angle)) * aside + (sine * std::sin(angle)) * cross(along, aside);
}

class PathTracer {
  public:
    PathTracer(const Medium& medium, std::span<const Light> lights, const PathStyle& style)
        : medium_(medium),
          lights_(lights),
          style_(style),
          majorant_(std::max(medium.most_extinction(), 1e-6f)) {}

    Color trace(Ray ray, Dice dice) const {
        Color light{0, 0, 0, 0}, weight{1, 1, 1, 1};
        for (int scattering = 0;; ++scattering) {
            float distance = 0;
            const Event event = fly(ray, dice, distance, weight, light);
            if (event == Event::left) return light;
            light.a = 1;
            const Vec3 at = ray.from + distance * ray.along;
            if (event == Event::solid) add_stone(light, weight, at);
            if (event == Event::solid || scattering == style_.scatterings) return light;
            const Color& albedo = medium_.volume().albedo;
            weight = {weight.r * albedo.r, weight.g * albedo.g, weight.b * albedo.b, 1};
            add_lights(light, weight, ray, at);
            ray = {at, turn(ray.along, medium_.volume().forward, dice)};
            if (!survives(weight, dice)) return light;
        }
    }

  private:
    enum class Event { left, smoke, solid };

    /// Looks every half cell; moves `distance` to the solid.
    bool meets_solid(const Ray& ray, float& distance, float end) const {
        const float step = 0.5f * medium_.smallest_cell();
        for (float at = distance; at < end + step; at += step) {
            const float here = std::min(at, end);
            if (medium_.solid(ray.from + here * ray.along) > 0.5f) return distance = here, true;
        }
        return false;
    }

    /// To the next real collision; on the way flames add their light at every tentative one.
    Event fly(const Ray& ray, Dice& dice, float& distance, const Color& weight, Color& light) const {
        const Medium::Span span = medium_.inside(ray);
        // Without smoke to collide with, a flame must still be met often enough to be seen.
        const float rate = medium_.glows() ? std::max(majorant_, 4 / medium_.smallest_cell() / 8) : majorant_;
        distance = std::max(span.from, 0.0f);
        while (distance < span.to) {
            const float leap = -std::log(1 - dice()) / rate;
            const Medium::Run stay = medium_.run(ray, distance);
            // Free flights have no memory: one that would leave an empty brick starts afresh behind it, and one among
            // solids behind every brick, so that it passes none unseen.
            const bool starts_afresh = leap > stay.length && (stay.is_empty || medium_.has_solid());
            const float end = distance + (starts_afresh ? stay.length + 1e-3f * medium_.smallest_cell() : leap);
            if (medium_.has_solid() && !stay.is_empty && meets_solid(ray, distance, std::min(end, span.to)))
                return Event::solid;
            distance = end;
            if (starts_afresh) continue;
            if (distance >= span.to) return Event::left;
            const Vec3 at = ray.from + distance * ray.along;
            if (medium_.glows()) {
                const Color glow = medium_.emission(at);
                light.r += weight.r * glow.r / rate, light.g += weight.g * glow.g / rate;
                light.b += weight.b * glow.b / rate;
            }
            if (dice() * rate < medium_.extinction(at)) return Event::smoke;
        }
        return Event::left;
    }

    void add_lights(Color& sum, const Color& weight, const Ray& ray, const Vec3& at) const {
        const Color& ambient = medium_.volume().ambient;
        Color in = ambient;
        for (const Light& lamp : lights_) {
            const Arriving from = arriving(lamp, at);
            const float share = std::numbers::pi_v<float> *
                                phase(dot(ray.along, from.toward), medium_.volume().forward) * from.strength *
                                medium_.transmittance(at, from.toward, from.distance);
            in.r += share * lamp.color.r, in.g += share * lamp.color.g, in.b += share * lamp.color.b;
        }
        sum.r += weight.r * in.r, sum.g += weight.g * in.g, sum.b += weight.b * in.b;
    }

    /// A matt solid, lit by the lamps; as in `draw_volume` from a little above it, clear of its own gradual edge.
    void add_stone(Color& sum, const Color& weight, const Vec3& at) const {
        const Vec3 normal = medium_.solid_normal(at), above = at + 2.5f * medium_.smallest_cell() * normal;
        Color in = medium_.volume().ambient;
        for (const Light& lamp : lights_) {
            const Arriving from = arriving(lamp, above);
            const float share = std::max(dot(normal, from.toward), 0.0f) * from.strength *
                                medium_.transmittance(above, from.toward, from.distance);
            add(in, times(lamp.color, share));
        }
        add(sum, times(times(in, style_.stone), weight));
    }

    /// Russian roulette: faint paths end at random, and those that go on are brighter by as much.
    static bool survives(Color& weight, Dice& dice) {
        const float most = std::max({weight.r, weight.g, weight.b});
        if (most >= 0.2f) return true;
        const float chance = most / 0.2f;
        if (dice() >= chance) return false;
        weight = {weight.r / chance, weight.g / chance, weight.b / chance, 1};
        return true;
    }

    const Medium& medium_;
    std::span<const Light> lights_;
    const PathStyle& style_;
    float majorant_;
};

}  // namespace

Result<Image> trace_volume(const VolumeFields& fields, const Volume& volume, const Camera& camera,
                           std::span<const Light> lights, const PathStyle& style) {
    if (auto good = check_camera(camera); !good) return good.error();
    if (style.samples < 1 || style.samples > 65536)
        return Error{text("%d paths a pixel cannot be traced; use 1 to 65536", style.samples)};
    if (style.scatterings < 0 || style.scatterings > 1000)
        return Error{text("paths of %d scatterings cannot be traced; use 0 to 1000", style.scatterings)};
    auto canvas = Image::make(style.width, style.height);
    if (!canvas) return canvas;
    const auto medium = Medium::make(fields, volume, style.scheduler);
    if (!medium) return medium.error();
    const Eye eye(camera, style.width, style.height);
    const PathTracer tracer(medium.value(), lights, style);
    each_row(style.scheduler, style.height, [&](int y) {
        for (int x = 0; x < style.width; ++x) {
            Color sum{0, 0, 0, 0};
            for (int sample = 0; sample < style.samples; ++sample) {
                const std::uint64_t path = (static_cast<std::uint64_t>(y) * style.width + x) * style.samples +
                                           static_cast<std::uint64_t>(sample);
                Dice dice(style.seed, path);
                const float across = dice(), down = dice();
                const Color one =
                    tracer.trace(eye.ray(static_cast<float>(x) + across, static_cast<float>(y) + down), dice);
                sum = {sum.r + one.r, sum.g + one.g, sum.b + one.b, sum.a + one.a};
            }
            const float mean = 1 / static_cast<float>(style.samples);
            const Color color{sum.r * mean, sum.g * mean, sum.b * mean, sum.a * mean};
            canvas.value()(x, y) = style.ground.a > 0 ? over(color, style.ground) : color;
        }
    });
    return canvas;
}

}  // namespace whorl
