#include "step/estimate.hpp"

#include <algorithm>
#include <cmath>

#include "step/parts.hpp"

namespace whorl {
namespace {

template <int Dim> double count(const Vec<int, Dim>& cells) {
    double product = 1;
    for (int axis = 0; axis < Dim; ++axis) product *= cells[axis];
    return product;
}

/// Room for what lies beside walls: a ball, a quarter of the domain in radius, stands for whatever is there and moves.
template <class T, int Dim> Result<void> expect_some_walls(Workspace<T, Dim>& work, const Grid<Dim>& grid) {
    double volume = 1;
    for (int axis = 0; axis < Dim; ++axis) volume *= grid.size[axis];
    const double radius = 0.25 * (Dim == 2 ? std::sqrt(volume) : std::cbrt(volume));
    const auto ball = [&] {
        if constexpr (Dim == 2)
            return circle({}, radius);
        else
            return sphere({}, radius);
    }();
    if (!ball) return ball.error();
    const auto number = work.obstacles.add({ball.value()});
    if (!number) return number.error();
    Pose<Dim> next{};
    next.position[0] = radius / 4;
    const auto moved = work.obstacles.move(number.value(), next);
    work.expect_walls();
    return moved;
}

/// Of a small fluid that keeps what the large one does.
template <int Dim, class T>
Result<double> bytes_at(FluidConfig<Dim> config, const Vec<int, Dim>& cells, bool has_obstacles) {
    const Vec<int, Dim> all = config.cells;
    config.cells = cells;
    auto made = Parameters<T, Dim>::make(config);
    if (!made) return made.error();
    Parameters<T, Dim>& parameters = made.value();
    parameters.grid.cells = all;
    parameters.in_slabs = parameters.suits_slabs();
    parameters.grid.cells = cells;
    const auto changing = Changing<T, Dim>::make(parameters);
    if (!changing) return changing.error();
    auto work = Workspace<T, Dim>::make(parameters);
    if (!work) return work.error();
    if (has_obstacles) {
        if (auto ok = work.value().make_room_for_obstacles(parameters); !ok) return ok.error();
        if (auto ok = expect_some_walls(work.value(), parameters.grid); !ok) return ok.error();
    }
    return static_cast<double>(changing.value().bytes() + work.value().bytes());
}

}  // namespace

/// Bytes grow with the number of cells; ghosts, which grow slower, make this a little too much.
template <int Dim, class T> Result<double> estimate_bytes(const FluidConfig<Dim>& config, bool has_obstacles) {
    // In the proportions of the large one: how long and wide cells are decides which axes coarser levels halve.
    constexpr double small = Dim == 2 ? 60 : 28, fewest = 8;
    const double part = small / (Dim == 2 ? std::sqrt(count(config.cells)) : std::cbrt(count(config.cells)));
    Vec<int, Dim> few{}, more{};
    for (int axis = 0; axis < Dim; ++axis) {
        const int n = config.cells[axis];
        few[axis] = std::min(n, static_cast<int>(std::max(std::round(part * n), fewest)));
        more[axis] = std::min(n, 2 * few[axis]);
    }
    const auto bytes = bytes_at<Dim, T>(config, few, has_obstacles);
    if (!bytes) return bytes.error();
    const auto more_bytes = bytes_at<Dim, T>(config, more, has_obstacles);
    if (!more_bytes || few == more) return more_bytes;
    const double a_cell = (more_bytes.value() - bytes.value()) / (count(more) - count(few));
    return more_bytes.value() + a_cell * (count(config.cells) - count(more));
}

#define WHORL_INSTANTIATE(T, Dim) template Result<double> estimate_bytes<Dim, T>(const FluidConfig<Dim>&, bool);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
