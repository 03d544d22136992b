// Rays through a medium: where they are inside, which bricks they meet, how much smoke they pass.
#include <algorithm>
#include <cmath>

#include "render/medium.hpp"

namespace whorl {

Medium::Span Medium::inside(const Ray& ray) const {
    Span span{0, 1e30f};
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(ray.along[axis]) < 1e-12f) {
            if (ray.from[axis] < box_.low[axis] || ray.from[axis] > box_.high[axis]) return {0, 0};
            continue;
        }
        float a = (box_.low[axis] - ray.from[axis]) / ray.along[axis];
        float b = (box_.high[axis] - ray.from[axis]) / ray.along[axis];
        if (a > b) std::swap(a, b);
        span = {std::max(span.from, a), std::min(span.to, b)};
    }
    if (volume_.cut) {
        const CutPlane& cut = *volume_.cut;
        const float start = dot(cut.normal, ray.from) - cut.offset, slope = dot(cut.normal, ray.along);
        if (std::abs(slope) < 1e-12f) return start > 0 ? Span{0, 0} : span;
        const float at = -start / slope;
        (slope > 0 ? span.to : span.from) = slope > 0 ? std::min(span.to, at) : std::max(span.from, at);
    }
    return span;
}

std::size_t Medium::brick_at(const Vec3& at, int (&which)[3]) const {
    for (int axis = 0; axis < 3; ++axis) {
        const float cell = (at[axis] - box_.low[axis]) * per_metre_[axis];
        which[axis] = std::clamp(static_cast<int>(cell) / brick, 0, bricks_[axis] - 1);
    }
    return static_cast<std::size_t>((which[2] * bricks_[1] + which[1]) * bricks_[0] + which[0]);
}

bool Medium::is_idle(const Vec3& at) const {
    int which[3];
    for (int place = 0; place < 27; ++place) {  // nearer to each other than a brick is wide: none is missed
        const int sides[] = {place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1};
        Vec3 near = at;
        for (int axis = 0; axis < 3; ++axis) near[axis] += 4.01f * static_cast<float>(sides[axis]) / per_metre_[axis];
        if (!is_empty_[brick_at(near, which)]) return false;
    }
    return true;
}

Medium::Run Medium::run(const Ray& ray, float distance) const {
    int which[3];
    const Vec3 at = ray.from + distance * ray.along;
    const bool is_empty = is_empty_[brick_at(at, which)] != 0;
    float length = 1e30f;
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(ray.along[axis]) < 1e-12f) continue;
        const int wall = brick * (which[axis] + (ray.along[axis] > 0));
        const float place = box_.low[axis] + static_cast<float>(wall) / per_metre_[axis];
        length = std::min(length, (place - at[axis]) / ray.along[axis]);
    }
    return {std::max(length, 0.0f), is_empty};
}

template <class Depth> Medium::Shade<Depth> Medium::shade(const Vec3& at, const Vec3& toward, float distance) const {
    const Ray ray{at, toward};
    const Span span = inside(ray);
    const float end = std::min(span.to, distance);
    Shade<Depth> shade;
    if (!(end > span.from)) return shade;
    const int steps = static_cast<int>((end - span.from) / smallest_) + 1;
    const float step = (end - span.from) / static_cast<float>(steps);
    const auto along = [&](int i) { return span.from + (static_cast<float>(i) + 0.5f) * step; };
    for (int i = 0; i < steps;) {
        const Run stay = run(ray, along(i));
        const int last = i + static_cast<int>(std::min(stay.length / step, static_cast<float>(steps - i - 1))) + 1;
        for (; !stay.is_empty && i < last; ++i) {
            const Spot here = spot(at + along(i) * toward);
            if (!solid_.empty()) shade.lit = std::min(shade.lit, unblocked(read(solid_, here)));
            shade.depth = shade.depth + step * extinction<Depth>(here);
        }
        if (shade.lit == 0 || least(shade.depth) > opaque) break;
        i = last;
    }
    return shade;
}

template <class Depth> Depth Medium::transmittance(const Vec3& at, const Vec3& toward, float distance) const {
    const Shade<Depth> found = shade<Depth>(at, toward, distance);
    return found.lit * through(found.depth);
}

template Medium::Shade<float> Medium::shade(const Vec3&, const Vec3&, float) const;
template Medium::Shade<Rgb> Medium::shade(const Vec3&, const Vec3&, float) const;
template float Medium::transmittance(const Vec3&, const Vec3&, float) const;
template Rgb Medium::transmittance(const Vec3&, const Vec3&, float) const;

}  // namespace whorl
