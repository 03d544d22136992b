// What the published solver accepts. Inside these limits no product in it can overflow a float, so that finite input
// always gives a finite state.
#pragma once

#include <algorithm>

#include "classic/arithmetic.hpp"
#include "core/text.hpp"
#include "whorl/classic.hpp"

namespace whorl::classic {

/// Of whatever one step adds, and of whatever is stored.
constexpr double largest_value = 1e15;
/// Of dt * viscosity * N^2.
constexpr double largest_rate = 1e20;

template <class T> constexpr double largest() {
    if constexpr (is_fixed<T>)
        return static_cast<double>(T::max());
    else
        return largest_value;
}

/// Numbers below half of this round to zero.
template <class T> constexpr double smallest() {
    if constexpr (is_fixed<T>)
        return static_cast<double>(T::smallest());
    else
        return 0;
}

/// A coordinate, up to N + 1.5, has to fit the number type; beyond 2^23 a float cannot hold half a cell.
template <class T> constexpr int most_cells() {
    return static_cast<int>(std::min(largest<T>(), static_cast<double>(1 << 23))) - 2;
}

inline Result<void> check_range(const char* name, double value, double low, double high) {
    if (value >= low && value <= high) return {};
    return Error{text("%s is %g; it must be from %g to %g", name, value, low, high)};
}

/// A rate or a time: from 0 to `most`, and not so small that the number type rounds it to nothing.
template <class T> Result<void> check_rate(const char* name, double value, double most) {
    if (auto ok = check_range(name, value, 0, most); !ok) return ok;
    if (value == 0 || value >= smallest<T>() / 2) return {};
    return Error{
        text("%s is %g, which this fixed-point type rounds to 0; its smallest step is %g: use 0, a larger value, "
             "or a type with more fraction bits",
             name, value, smallest<T>())};
}

template <class T> Result<void> check_config(const ClassicConfig& config) {
    if (auto ok = check_range("cells", config.cells, 1, most_cells<T>()); !ok) return ok;
    if (auto ok = check_range("inks", config.inks, 0, 16); !ok) return ok;
    if (auto ok = check_range("sweeps", config.sweeps, 1, 1e6); !ok) return ok;
    if (auto ok = check_rate<T>("viscosity", config.viscosity, largest<T>()); !ok) return ok;
    if (auto ok = check_rate<T>("diffusion", config.diffusion, largest<T>()); !ok) return ok;
    if (auto ok = check_range("ink_kept", config.ink_kept, 0, 1); !ok) return ok;
    if (auto ok = check_range("pull_kept", config.pull_kept, 0, 1); !ok) return ok;
    if (!(config.max_speed > 0 && config.max_speed <= largest_value))
        return Error{text("max_speed is %g; it must be above 0 and at most %g", config.max_speed, largest_value)};
    if (is_fixed<T> && config.solver == ClassicSolver::conjugate_gradient)
        return Error{"conjugate gradients lose their digits in fixed point; use ClassicSolver::relaxation"};
    return {};
}

template <class T> Result<void> check_dt(const ClassicConfig& config, double dt) {
    if (auto ok = check_rate<T>("dt", dt, is_fixed<T> ? largest<T>() : 1e6); !ok) return ok;
    const double rate = dt * std::max(config.viscosity, config.diffusion) * config.cells * config.cells;
    if (rate <= largest_rate) return {};
    return Error{text("dt * viscosity * cells^2 is %g; it must be at most %g: take smaller steps", rate, largest_rate)};
}

}  // namespace whorl::classic
