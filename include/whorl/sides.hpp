// What happens at the sides of the domain: closed, open, periodic, in part or as a whole.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/types.hpp"

namespace whorl {

enum class SideKind : unsigned char {
    wall,      ///< nothing passes; the flow slips along it
    noslip,    ///< nothing passes; the flow sticks to it. It may slide along itself: a lid
    periodic,  ///< what leaves here enters at the opposite side
    inflow,    ///< the flow enters with a given velocity
    outflow,   ///< a stream leaves, as it is
    open,      ///< to still air outside: flow leaves freely, and what comes in is ambient
};

/// By its name, or by the names of Marek's survey: clamping, continuing, repeating, wind tunnel.
Result<SideKind> find_side_kind(std::string_view name);

/// A scalar that is held at a value along a side, as on a heated plate.
struct SideScalar {
    std::string name;
    double value = 0;
};

/// A part of a side, or all of it.
template <int Dim> struct Segment {
    SideKind kind = SideKind::wall;
    Vec<double, Dim> velocity{};  ///< of an inflow, or of a noslip wall along itself; m/s
    std::function<Vec<double, Dim>(const Vec<double, Dim>& position)> profile{};  ///< instead of `velocity`
    std::vector<SideScalar> scalars{};
    Vec<double, Dim - 1> from{};  ///< where it starts along the side's own axes, metres
    Vec<double, Dim - 1> to{};    ///< where it ends; all zero: the whole side
};

/// Of several segments the first that covers a place counts; where none does, there is a wall.
template <int Dim> class Side {
  public:
    Side() : Side(SideKind::wall) {}
    Side(SideKind kind) : segments_{Segment<Dim>{.kind = kind}} {}
    Side(Segment<Dim> segment) : segments_{std::move(segment)} {}
    Side(std::vector<Segment<Dim>> segments) : segments_(std::move(segments)) {}

    const std::vector<Segment<Dim>>& segments() const { return segments_; }
    bool is_periodic() const { return segments_.size() == 1 && segments_[0].kind == SideKind::periodic; }

  private:
    std::vector<Segment<Dim>> segments_;
};

}  // namespace whorl
