// Optical depths and what comes through them: one number for gray smoke, three for inks that filter colours. What
// marches rays is written once, for both.
#pragma once

#include <algorithm>
#include <cmath>

#include "render/color.hpp"

namespace whorl {

/// A number for each of the three colours that a picture has.
struct Rgb {
    float r = 0, g = 0, b = 0;
};

template <class F> inline float each(float a, const F& f) {
    return f(a);
}
template <class F> inline Rgb each(const Rgb& a, const F& f) {
    return {f(a.r), f(a.g), f(a.b)};
}
template <class F> inline float each(float a, float b, const F& f) {
    return f(a, b);
}
template <class F> inline Rgb each(const Rgb& a, const Rgb& b, const F& f) {
    return {f(a.r, b.r), f(a.g, b.g), f(a.b, b.b)};
}

inline Rgb operator+(const Rgb& a, const Rgb& b) {
    return {a.r + b.r, a.g + b.g, a.b + b.b};
}
inline Rgb operator-(const Rgb& a, const Rgb& b) {
    return {a.r - b.r, a.g - b.g, a.b - b.b};
}
inline Rgb operator*(const Rgb& a, const Rgb& b) {
    return {a.r * b.r, a.g * b.g, a.b * b.b};
}
inline Rgb operator*(float factor, const Rgb& a) {
    return {factor * a.r, factor * a.g, factor * a.b};
}

inline float most(float a) {
    return a;
}
inline float most(const Rgb& a) {
    return std::max({a.r, a.g, a.b});
}
inline float least(float a) {
    return a;
}
inline float least(const Rgb& a) {
    return std::min({a.r, a.g, a.b});
}

inline Rgb three(float a) {
    return {a, a, a};
}
inline Rgb three(const Rgb& a) {
    return a;
}

/// The same number for every colour.
template <class Depth> inline Depth gray(float value);
template <> inline float gray<float>(float value) {
    return value;
}
template <> inline Rgb gray<Rgb>(float value) {
    return {value, value, value};
}

/// What comes through smoke of this depth: light falls by e for each 1.
template <class Depth> inline Depth through(const Depth& depth) {
    return each(depth, [](float one) { return std::exp(-one); });
}

inline Color times(const Color& color, float factor) {
    return {color.r * factor, color.g * factor, color.b * factor, color.a};
}
inline Color times(const Color& color, const Rgb& factor) {
    return {color.r * factor.r, color.g * factor.g, color.b * factor.b, color.a};
}
inline Color times(const Color& a, const Color& b) {
    return {a.r * b.r, a.g * b.g, a.b * b.b, a.a};
}

/// Leaves the sum's alpha as it is.
inline void add(Color& sum, const Color& color) {
    sum.r += color.r, sum.g += color.g, sum.b += color.b;
}

}  // namespace whorl
