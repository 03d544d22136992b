// Vec, View, Result: the small types that every whorl header speaks in.
//
// They need nothing but C++20 and carry no policy: a Vec is a few numbers, a View looks at an array that
// somebody else owns, a Result is a value or a sentence that says why there is none.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

/// For one-cell operators and views that kernels use. A kernel is compiled once per instruction set; an
/// out-of-line copy of an inline function would be shared by all of them and could hold instructions that an
/// older CPU lacks.
#define WHORL_INLINE [[gnu::always_inline]] inline

namespace whorl {

/// Dim numbers of one kind: a size in cells, a position in metres, a velocity in metres a second.
template <class T, int Dim> struct Vec {
    T component[Dim];

    WHORL_INLINE constexpr T& operator[](int axis) { return component[axis]; }
    WHORL_INLINE constexpr const T& operator[](int axis) const { return component[axis]; }
    friend constexpr bool operator==(const Vec&, const Vec&) = default;
};

/// Looks at a grid of values: pointer, shape, strides. Trivially copyable; owns nothing.
///
/// Index (0, 0[, 0]) is the first cell of the interior; ghost cells have negative indices or indices beyond
/// the shape. Strides count elements; neighbours along x are adjacent in memory (stride[0] == 1).
template <class T, int Dim> struct View {
    T* data = nullptr;      // the first interior cell
    Vec<int, Dim> shape{};  // interior cells per axis
    Vec<std::ptrdiff_t, Dim> stride{};

    WHORL_INLINE constexpr std::ptrdiff_t offset(const Vec<int, Dim>& at) const {
        std::ptrdiff_t sum = at[0];
        for (int axis = 1; axis < Dim; ++axis) sum += at[axis] * stride[axis];
        return sum;
    }
    WHORL_INLINE constexpr T& operator[](const Vec<int, Dim>& at) const { return data[offset(at)]; }

    template <class... Index>
    requires(sizeof...(Index) == Dim && (std::is_convertible_v<Index, int> && ...)) WHORL_INLINE constexpr T&
    operator()(Index... index) const {
        return data[offset(Vec<int, Dim>{static_cast<int>(index)...})];
    }

    constexpr std::ptrdiff_t cells() const {
        std::ptrdiff_t product = 1;
        for (int axis = 0; axis < Dim; ++axis) product *= shape[axis];
        return product;
    }

    constexpr operator View<const T, Dim>() const requires(!std::is_const_v<T>) { return {data, shape, stride}; }
};

/// Why something could not be done: one sentence that names the value, the allowed range and the remedy.
struct Error {
    std::string message;
};

/// A value, or the Error that says why there is none. Ask `if (result)` first; `value()` on an error prints
/// the sentence and stops the program, so that a short program may skip the question.
template <class T> class Result {
  public:
    Result(T value) : value_(std::move(value)) {}
    Result(Error error) : error_(std::move(error)) {}

    explicit operator bool() const { return value_.has_value(); }
    const Error& error() const { return error_; }

    T& value() & { return checked(), *value_; }
    const T& value() const& { return checked(), *value_; }
    T&& value() && { return checked(), *std::move(value_); }

  private:
    void checked() const {
        if (value_) return;
        std::fprintf(stderr, "whorl: %s\n", error_.message.c_str());
        std::abort();
    }

    std::optional<T> value_;
    Error error_;
};

/// A Result without a value: done, or the Error that says why not.
template <> class Result<void> {
  public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    explicit operator bool() const { return !error_.has_value(); }
    const Error& error() const { return *error_; }

  private:
    std::optional<Error> error_;
};

/// How keyframes go from one key to the next.
enum class Ease : unsigned char {
    linear,
    smooth,  ///< starts and ends each stretch at rest: 3 s^2 - 2 s^3
    hold,    ///< keeps a value until the next one
};

}  // namespace whorl
