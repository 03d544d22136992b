// Fixed-point numbers for machines without floating point, after S1 (23.9 bits) and S2 (8.8 bits).
//
// Storage is an integer of exactly known width (the papers' `long` and `short` are not), sums and products
// are formed in 64 bits, and a result that does not fit saturates: smoke that wraps from +128 to -128
// explodes, smoke that stays at 127.99 is only too thick. Products and quotients round to nearest; the
// papers' macros cut off, which loses half a unit each time and makes smoke fade by itself.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace whorl {

template <class Storage, int FractionBits> class Fixed {
  public:
    using storage = Storage;
    static constexpr int fraction_bits = FractionBits;
    static constexpr Storage raw_one = Storage(1) << FractionBits;  // X1_0

    constexpr Fixed() = default;
    constexpr Fixed(int value) : raw_(saturate(std::int64_t(value) * raw_one)) {}   // I2X
    constexpr explicit Fixed(double value) : raw_(from_scaled(value * raw_one)) {}  // F2X
    constexpr explicit Fixed(float value) : Fixed(static_cast<double>(value)) {}
    template <class Other> constexpr explicit Fixed(Fixed<Other, FractionBits> other) : raw_(saturate(other.raw())) {}
    static constexpr Fixed from_raw(Storage raw) {
        Fixed fixed;
        fixed.raw_ = raw;
        return fixed;
    }

    constexpr Storage raw() const { return raw_; }
    constexpr explicit operator int() const { return static_cast<int>(raw_ >> FractionBits); }  // X2I: towards -inf
    constexpr explicit operator double() const { return static_cast<double>(raw_) / raw_one; }  // X2F
    constexpr explicit operator float() const { return static_cast<float>(static_cast<double>(*this)); }

    static constexpr Fixed max() { return from_raw(std::numeric_limits<Storage>::max()); }
    static constexpr Fixed min() { return from_raw(std::numeric_limits<Storage>::min()); }
    static constexpr Fixed smallest() { return from_raw(1); }

    friend constexpr Fixed operator-(Fixed a) { return Fixed() - a; }
    friend constexpr Fixed operator+(Fixed a, Fixed b) {
        std::int64_t sum = 0;
        if (__builtin_add_overflow(std::int64_t(a.raw_), std::int64_t(b.raw_), &sum)) return a.raw_ < 0 ? min() : max();
        return from_raw(saturate(sum));
    }
    friend constexpr Fixed operator-(Fixed a, Fixed b) {
        std::int64_t difference = 0;
        if (__builtin_sub_overflow(std::int64_t(a.raw_), std::int64_t(b.raw_), &difference))
            return a.raw_ < 0 ? min() : max();
        return from_raw(saturate(difference));
    }
    friend constexpr Fixed operator*(Fixed a, Fixed b) {  // XM
        std::int64_t product = 0;
        if (__builtin_mul_overflow(std::int64_t(a.raw_), std::int64_t(b.raw_), &product))
            return (a.raw_ < 0) == (b.raw_ < 0) ? max() : min();
        return from_raw(saturate(rounded_quotient(product, raw_one)));
    }
    friend constexpr Fixed operator/(Fixed a, Fixed b) {  // XD; division by zero saturates
        std::int64_t scaled = 0;
        if (b.raw_ == 0 || __builtin_mul_overflow(std::int64_t(a.raw_), std::int64_t(raw_one), &scaled))
            return a.raw_ == 0 ? Fixed() : (a.raw_ < 0) == (b.raw_ < 0) ? max() : min();
        return from_raw(saturate(rounded_quotient(scaled, b.raw_)));
    }

    constexpr Fixed& operator+=(Fixed b) { return *this = *this + b; }
    constexpr Fixed& operator-=(Fixed b) { return *this = *this - b; }
    constexpr Fixed& operator*=(Fixed b) { return *this = *this * b; }
    constexpr Fixed& operator/=(Fixed b) { return *this = *this / b; }
    friend constexpr auto operator<=>(Fixed, Fixed) = default;

  private:
    static constexpr Storage saturate(std::int64_t raw) {
        constexpr std::int64_t low = std::numeric_limits<Storage>::min(), high = std::numeric_limits<Storage>::max();
        return static_cast<Storage>(raw < low ? low : raw > high ? high : raw);
    }
    static constexpr Storage from_scaled(double scaled) {
        constexpr double low = static_cast<double>(std::numeric_limits<Storage>::min());
        constexpr double high = static_cast<double>(std::numeric_limits<Storage>::max());
        if (!(scaled > low)) return std::numeric_limits<Storage>::min();  // and NaN
        if (scaled >= high) return std::numeric_limits<Storage>::max();
        return static_cast<Storage>(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
    }
    /// n / d to the nearest integer, halves away from zero.
    static constexpr std::int64_t rounded_quotient(std::int64_t n, std::int64_t d) {
        if (d == -1)
            return n == std::numeric_limits<std::int64_t>::min() ? std::numeric_limits<std::int64_t>::max() : -n;
        const std::int64_t quotient = n / d, remainder = n % d;
        const std::int64_t size = remainder < 0 ? -remainder : remainder, divisor = d < 0 ? -d : d;
        if (size < divisor - size) return quotient;
        return (n < 0) == (d < 0) ? quotient + 1 : quotient - 1;
    }

    Storage raw_ = 0;
};

using Fixed23_9 = Fixed<std::int32_t, 9>;
using Fixed8_8 = Fixed<std::int16_t, 8>;

}  // namespace whorl
