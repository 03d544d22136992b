#include "render/march.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/phase.hpp"

namespace whorl {
namespace {

constexpr float nothing_left = 2e-5f;  // of transmittance: what is behind adds less than a tenth of an 8-bit code

/// How many steps may be taken as one where only this much of what is sent arrives.
int stretch(float left) {
    return left > 0.1f ? 1 : left > 0.01f ? 2 : 4;
}

/// The integral of exp(-s) along a step on which s grows evenly by `growth`, times `depth`; `from` is exp(-s) at its
/// start, and `to` at its end.
float scattered(float depth, float growth, float from, float to) {
    return depth * (std::abs(growth) < 1e-2f ? from * (1 - 0.5f * growth) : (from - to) / growth);
}
Rgb scattered(const Rgb& depth, const Rgb& growth, const Rgb& from, const Rgb& to) {
    return {scattered(depth.r, growth.r, from.r, to.r), scattered(depth.g, growth.g, from.g, to.g),
            scattered(depth.b, growth.b, from.b, to.b)};
}

}  // namespace

template <class Depth>
Marcher<Depth>::Marcher(const Medium& medium, std::span<const Light> lights, Scheduler* scheduler)
    : medium_(medium),
      lights_(lights),
      step_(static_cast<float>(medium.volume().step) * medium.smallest_cell()) {
    for (const Light& light : lights) shadows_.emplace_back(medium, light, scheduler);
}

template <class Depth> typename Marcher<Depth>::Seen Marcher<Depth>::march(const Ray& ray) const {
    Seen seen{.left = gray<Depth>(1)};
    const Medium::Span span = medium_.inside(ray);
    if (!(span.to > span.from)) return seen;
    const int steps = static_cast<int>((span.to - span.from) / step_) + 1;
    const float one = (span.to - span.from) / static_cast<float>(steps);
    const auto along = [&](float step) { return span.from + step * one; };
    const auto place = [&](float distance) { return ray.from + distance * ray.along; };
    if (medium_.has_solid() && medium_.solid(place(span.from)) > 0.5f) return seen.solid = span.from, seen;
    const Phases phases = phases_of(ray);
    Beams buffers[2], *from = &buffers[0], *to = &buffers[1];
    int aimed = -1;  // the step that `from` is the start of
    Medium::Run stay{};
    for (int i = 0, leaves = 0; i < steps && most(seen.left) > nothing_left;) {
        if (i >= leaves) {
            stay = medium_.run(ray, along(static_cast<float>(i) + 0.5f));
            leaves = i + static_cast<int>(std::min(stay.length / one, static_cast<float>(steps - i - 1))) + 1;
        }
        if (stay.is_empty) {
            i = leaves;
            continue;
        }
        const float left = most(seen.left);
        const int next = std::min(i + stretch(left), steps);
        const float start = along(static_cast<float>(i));
        float end = along(static_cast<float>(next));
        if (medium_.has_solid() && medium_.solid(place(end)) > 0.5f) seen.solid = end = surface(ray, start, end);
        const Step step{place(0.5f * (start + end)), end - start};
        const Depth depth = step.length * medium_.extinction<Depth>(medium_.spot(step.middle));
        if (medium_.glows()) shine(seen, step, depth);
        if (most(depth) > 1e-7f) {
            if (aimed != i) aim(*from, place(start), left);
            aim(*to, place(end), left);
            aimed = next;
            seen.left = seen.left * gather(seen, ray, step, depth, phases, *from, *to);
            std::swap(from, to);
        }
        if (seen.solid) return seen;
        i = next;
    }
    if (!(most(seen.left) > nothing_left)) seen.left = gray<Depth>(0);
    return seen;
}

/// For lights far away the angle is the same all along a ray.
template <class Depth> typename Marcher<Depth>::Phases Marcher<Depth>::phases_of(const Ray& ray) const {
    Phases phases{};
    for (std::size_t i = 0; i < lights_.size(); ++i)
        if (!lights_[i].is_at_place) phases[i] = turned(ray, arriving(lights_[i], ray.from).toward);
    return phases;
}

template <class Depth> float Marcher<Depth>::turned(const Ray& ray, const Vec3& toward) const {
    return std::numbers::pi_v<float> * phase(dot(ray.along, toward), medium_.volume().forward);
}

template <class Depth> void Marcher<Depth>::aim(Beams& beams, const Vec3& at, float left) const {
    for (std::size_t i = 0; i < lights_.size(); ++i) {
        const Medium::Shade<Depth> shade = shade_of(i, at, left);
        beams[i] = {shade.depth, through(shade.depth), shade.lit};
    }
}

/// The grid of shadows is linear from point to point, and at the rim of dense smoke, where the depth bends, too dark by
/// several per cent. So the last cells are marched, and only what lies beyond them is looked up; deep in the shade, and
/// where little of what is sent arrives, the grid alone is good enough.
template <class Depth>
Medium::Shade<Depth> Marcher<Depth>::shade_of(std::size_t light, const Vec3& at, float left) const {
    constexpr int cells = 3;  // fewer than `Medium::is_idle` looks around
    constexpr float deep = 2, faint = 0.1f;
    Medium::Shade<Depth> near = shadows_[light].at(at);
    if (least(near.depth) > deep || left < faint || most(near.depth) == 0) return near;
    const Arriving from = arriving(lights_[light], at);
    const float out = std::min(medium_.inside({at, from.toward}).to, from.distance);
    const float reach = std::min(cells * medium_.smallest_cell(), out), step = reach / cells;
    Depth depth{};
    for (int i = 0; i < cells; ++i)
        depth =
            depth + medium_.extinction<Depth>(medium_.spot(at + ((static_cast<float>(i) + 0.5f) * step) * from.toward));
    near.depth = step * depth;
    if (reach < out) near.depth = near.depth + shadows_[light].at(at + reach * from.toward).depth;
    return near;
}

/// Where between the two a solid begins.
template <class Depth> float Marcher<Depth>::surface(const Ray& ray, float outside, float inside) const {
    for (int i = 0; i < 8; ++i) {
        const float middle = 0.5f * (outside + inside);
        (medium_.solid(ray.from + middle * ray.along) > 0.5f ? inside : outside) = middle;
    }
    return outside;
}

/// What a flame or a lamp of ink sends from a step, less what the step itself keeps.
template <class Depth> void Marcher<Depth>::shine(Seen& seen, const Step& step, const Depth& depth) const {
    const Depth shown =
        each(depth, through(depth), [](float d, float passes) { return d > 1e-3f ? (1 - passes) / d : 1.0f; });
    add(seen.light, times(medium_.emission(step.middle), step.length * (seen.left * shown)));
}

template <class Depth>
Depth Marcher<Depth>::gather(Seen& seen, const Ray& ray, const Step& step, const Depth& depth, const Phases& phases,
                             const Beams& from, const Beams& to) const {
    const Depth passes = through(depth), hidden = gray<Depth>(1) - passes;
    Color light{0, 0, 0, 1};
    add(light, times(medium_.volume().ambient, hidden));
    for (std::size_t i = 0; i < lights_.size(); ++i) {
        const Depth growth = depth + to[i].depth - from[i].depth;
        const Depth turns = scattered(depth, growth, from[i].through, passes * to[i].through);
        float share = 0.5f * (from[i].lit + to[i].lit) * phases[i];
        if (lights_[i].is_at_place) {
            const Arriving lamp = arriving(lights_[i], step.middle);
            share = 0.5f * (from[i].lit + to[i].lit) * lamp.strength * turned(ray, lamp.toward);
        }
        add(light, times(lights_[i].color, share * turns));
    }
    add(seen.light, times(times(light, medium_.albedo<Depth>(medium_.spot(step.middle))), seen.left));
    return passes;
}

template class Marcher<float>;
template class Marcher<Rgb>;

}  // namespace whorl
