// Arithmetic on points and directions in space, for cameras, meshes and rays. Lengths are metres.
#pragma once

#include <cmath>

#include "whorl/types.hpp"

namespace whorl {

using Vec3 = Vec<float, 3>;

inline Vec3 operator+(const Vec3& a, const Vec3& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Vec3 operator-(const Vec3& a, const Vec3& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Vec3 operator*(float factor, const Vec3& a) {
    return {factor * a[0], factor * a[1], factor * a[2]};
}
inline float dot(const Vec3& a, const Vec3& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline float length(const Vec3& a) {
    return std::sqrt(dot(a, a));
}
/// Zero stays zero.
inline Vec3 normalized(const Vec3& a) {
    const float size = length(a);
    return size > 0 ? (1 / size) * a : a;
}

}  // namespace whorl
