#include "core/elementary.hpp"

#include <cmath>
#include <limits>

#include "core/trigonometry.hpp"

namespace whorl::elementary {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;  // high: 33 bits
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// first + z * (second + z * (...)).
template <class... Rest> double series(double z, double first, Rest... rest) {
    if constexpr (sizeof...(rest) == 0)
        return first;
    else
        return first + z * series(z, rest...);
}

}  // namespace

double sin(double x) {
    return std::isfinite(x) ? sine(x) : not_a_number;
}

double cos(double x) {
    return std::isfinite(x) ? cosine(x) : not_a_number;
}

double tan(double x) {
    return sin(x) / cos(x);
}

double atan2(double y, double x) {
    return std::isnan(x) || std::isnan(y) ? not_a_number : arc_tangent2(y, x);
}

double atan(double x) {
    return std::isinf(x) ? (x > 0 ? pi / 2 : -pi / 2) : atan2(x, 1);
}

double asin(double x) {
    return std::abs(x) <= 1 ? atan2(x, std::sqrt((1 - x) * (1 + x))) : not_a_number;
}

double acos(double x) {
    return std::abs(x) <= 1 ? atan2(std::sqrt((1 - x) * (1 + x)), x) : not_a_number;
}

double exp(double x) {
    if (std::isnan(x)) return x;
    if (x > 709.78) return std::numeric_limits<double>::infinity();
    if (x < -745.2) return 0;
    const double k = std::floor(x / (ln2_high + ln2_low) + 0.5);
    const double r = (x - k * ln2_high) - k * ln2_low;
    const double value = series(r, 1.0, 1.0, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320,
                                1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800.0);
    return std::ldexp(value, static_cast<int>(k));
}

double log(double x) {
    if (x == 0) return -std::numeric_limits<double>::infinity();
    if (!(x > 0) || std::isinf(x)) return x > 0 ? x : not_a_number;
    int k = 0;
    double m = std::frexp(x, &k);  // 0.5 to 1
    if (m < 0.70710678118654752440) m *= 2, --k;
    const double s = (m - 1) / (m + 1), z = s * s;  // log m = 2 artanh s, |s| < 0.172
    const double rest =
        z * series(z, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21);
    return k * ln2_high + (2 * (s + s * rest) + k * ln2_low);
}

double log2(double x) {
    return log(x) / (ln2_high + ln2_low);
}

double log10(double x) {
    return log(x) / 2.30258509299404568402;
}

double pow(double base, double exponent) {
    if (exponent == std::floor(exponent) && std::abs(exponent) <= 64) {
        double product = 1, square = base;
        for (int left = static_cast<int>(std::abs(exponent)); left > 0; left /= 2, square *= square)
            if (left % 2) product *= square;
        return exponent < 0 ? 1 / product : product;
    }
    if (base == 0) return exponent > 0 ? 0 : std::numeric_limits<double>::infinity();
    if (base < 0 && exponent != std::floor(exponent)) return not_a_number;
    const double size = exp(exponent * log(std::abs(base)));
    return base < 0 && std::fmod(exponent, 2) != 0 ? -size : size;
}

double sinh(double x) {
    if (std::abs(x) < 0.3) {
        const double z = x * x;
        return x * series(z, 1.0, 1.0 / 6, 1.0 / 120, 1.0 / 5040, 1.0 / 362880, 1.0 / 39916800, 1.0 / 6227020800.0);
    }
    return (exp(x) - exp(-x)) / 2;
}

double cosh(double x) {
    return (exp(x) + exp(-x)) / 2;
}

double tanh(double x) {
    return std::abs(x) > 20 ? (x > 0 ? 1.0 : -1.0) : sinh(x) / cosh(x);
}

}  // namespace whorl::elementary
