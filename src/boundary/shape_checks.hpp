// What the makers of shapes refuse.
#pragma once

#include "core/text.hpp"
#include "whorl/obstacles.hpp"

namespace whorl {

/// Metres. Squares of lengths must neither overflow nor lose a millimetre.
constexpr double largest_coordinate = 1e9;

template <int Dim> Result<void> check_point(const char* what, const Vec<double, Dim>& point) {
    for (int axis = 0; axis < Dim; ++axis)
        if (!(point[axis] >= -largest_coordinate && point[axis] <= largest_coordinate))
            return Error{text("%s is %g along %c; it must be a number of metres between -1e9 and 1e9", what,
                              point[axis], "xyz"[axis])};
    return {};
}

inline Result<void> check_radius(const char* what, double radius) {
    if (radius > 0 && radius <= largest_coordinate) return {};
    return Error{text("%s is %g; it must be more than 0 and at most 1e9 metres", what, radius)};
}

template <int Dim> Result<void> check_box(const char* what, const Vec<double, Dim>& low, const Vec<double, Dim>& high) {
    const std::string name = what;
    if (auto ok = check_point((name + "'s low corner").c_str(), low); !ok) return ok;
    if (auto ok = check_point((name + "'s high corner").c_str(), high); !ok) return ok;
    for (int axis = 0; axis < Dim; ++axis)
        if (!(low[axis] < high[axis]))
            return Error{text("%s goes from %g to %g along %c; its low corner must be below its high corner", what,
                              low[axis], high[axis], "xyz"[axis])};
    return {};
}

}  // namespace whorl
