// Angles are brought to within pi/4 of a multiple of pi/2 (Cody and Waite 1980), where Taylor's series is short.
#include "core/trigonometry.hpp"

#include <cmath>

namespace whorl {
namespace {

constexpr double pi = 0x1.921fb54442d18p+1;

/// angle = quarter * pi/2 + rest, with |rest| <= pi/4 and quarter from 0 to 3.
struct Reduced {
    int quarter;
    double rest;
};

Reduced reduce(double angle) {
    if (!(std::fabs(angle) <= 1e9)) return {0, angle - angle};  // 0, or not a number
    // pi/2 in three pieces of 33 bits: a count of up to 20 bits times a piece is exact.
    constexpr double first = 0x1.921fb544p+0, second = 0x1.0b4611a6p-34, third = 0x1.3198a2ep-69;
    const double count = std::floor(angle * (2 / pi) + 0.5);
    const double rest = ((angle - count * first) - count * second) - count * third;
    return {static_cast<int>(count - 4 * std::floor(count / 4)), rest};
}

/// 1 / n! for the powers n = first, first + 2, ..., highest first, by Horner: the next term is below 1e-18 at pi/4.
double sine_near_zero(double x) {
    const double square = x * x;
    double sum = 0;
    for (int n = 17; n >= 3; n -= 2) sum = (1 - sum) * square / (n * (n - 1));
    return x - x * sum;
}

double cosine_near_zero(double x) {
    const double square = x * x;
    double sum = 0;
    for (int n = 18; n >= 2; n -= 2) sum = (1 - sum) * square / (n * (n - 1));
    return 1 - sum;
}

/// The sine of rest + quarter * pi/2.
double sine_of(int quarter, double rest) {
    const double magnitude = quarter % 2 == 0 ? sine_near_zero(rest) : cosine_near_zero(rest);
    return quarter < 2 ? magnitude : -magnitude;
}

/// Of 0 to 1. Halving the angle three times leaves tangents below 0.1, where the series needs nine terms.
double arc_tangent(double tangent) {
    for (int i = 0; i < 3; ++i) tangent = tangent / (1 + std::sqrt(1 + tangent * tangent));
    const double square = tangent * tangent;
    double sum = 0;
    for (int n = 19; n >= 1; n -= 2) sum = 1.0 / n - square * sum;
    return 8 * tangent * sum;
}

}  // namespace

double sine(double angle) {
    const Reduced reduced = reduce(angle);
    return sine_of(reduced.quarter, reduced.rest);
}

double cosine(double angle) {
    const Reduced reduced = reduce(angle);
    return sine_of((reduced.quarter + 1) % 4, reduced.rest);
}

double arc_tangent2(double y, double x) {
    const double across = std::fabs(x), up = std::fabs(y);
    if (across == 0 && up == 0) return 0;
    double angle = up <= across ? arc_tangent(up / across) : pi / 2 - arc_tangent(across / up);
    if (x < 0) angle = pi - angle;
    return y < 0 ? -angle : angle;
}

}  // namespace whorl
