// The sides of a domain, worked out for each boundary face: what the ghosts are filled from, and what the pressure
// feels there.
#pragma once

#include <string>
#include <vector>

#include "boundary/grid.hpp"
#include "whorl/sides.hpp"

namespace whorl {

/// One boundary face.
template <class T, int Dim> struct SideFace {
    SideKind kind = SideKind::wall;
    Vec<T, Dim> velocity{};

    /// Flow may pass; elsewhere the face is closed.
    bool is_passable() const { return kind == SideKind::inflow || is_free(); }
    /// The pressure decides what flows; elsewhere the velocity through the face is given.
    bool is_free() const { return kind == SideKind::outflow || kind == SideKind::open; }

    friend bool operator==(const SideFace&, const SideFace&) = default;
};

/// A scalar held at a value on a boundary face, if it is.
template <class T> struct SideValue {
    bool is_held = false;
    T value = 0;

    friend bool operator==(const SideValue&, const SideValue&) = default;
};

template <class T, int Dim> class Sides {
  public:
    Sides() = default;

    /// `sides` in the order low x, high x, low y, ... Refuses what does not fit together: a periodic side whose
    /// opposite is not, a periodic segment, values that are not finite, scalars that the fluid does not have.
    static Result<Sides> make(const Grid<Dim>& grid, const Vec<Side<Dim>, 2 * Dim>& sides,
                              const std::vector<std::string>& scalars);

    /// The face of side (axis, high) at the cell `at`; the index along the axis itself does not matter, those along the
    /// others are moved into the domain, round a period where there is one.
    const SideFace<T, Dim>& face(int axis, bool high, const Vec<int, Dim>& at) const {
        return faces_[2 * axis + high][place(axis, at)];
    }
    SideValue<T> value(int axis, bool high, const Vec<int, Dim>& at, int scalar) const {
        const auto& held = values_[2 * axis + high];
        return held.empty() ? SideValue<T>{} : held[place(axis, at) * scalars_ + static_cast<std::size_t>(scalar)];
    }

    const Grid<Dim>& grid() const { return grid_; }
    /// Every face of the side is of this kind, or there is no one kind.
    bool is_all(int axis, bool high, SideKind kind) const;
    /// All faces of the side are alike, and hold the same.
    bool is_even(int axis, bool high) const { return is_even_[2 * axis + high]; }
    /// The largest velocity along an axis that any side has.
    double speed(int axis) const { return speed_[axis]; }
    /// Some face of the side lets flow pass.
    bool is_passable(int axis, bool high) const;

  private:
    std::size_t place(int axis, const Vec<int, Dim>& at) const;

    Grid<Dim> grid_{};
    std::size_t scalars_ = 0;
    Vec<bool, 2 * Dim> is_even_{};
    Vec<double, Dim> speed_{};
    Vec<std::vector<SideFace<T, Dim>>, 2 * Dim> faces_{};
    Vec<std::vector<SideValue<T>>, 2 * Dim> values_{};  // empty where a side holds nothing
};

}  // namespace whorl
