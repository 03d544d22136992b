// Obstacles in a box that is one metre wide: a ball that fills a fifth of it, and a hundred thin walls.
#pragma once

#include "whorl/whorl.hpp"

namespace whorl {

/// Area or volume 0.2.
template <int Dim> ObstacleShape<Dim> fifth_of_the_box() {
    if constexpr (Dim == 2)
        return circle({}, 0.2523).value();
    else
        return sphere({}, 0.3628).value();
}

/// Number `i` of a hundred, each a tenth of a metre long or wide and turned its own way; none reaches the next.
template <int Dim> Obstacle<Dim> thin_wall(int i) {
    Pose<Dim> pose{};
    if constexpr (Dim == 2) {
        const int column = i % 10, row = i / 10;
        pose = {.position = {0.05 + 0.1 * column, 0.05 + 0.1 * row}, .rotation = {0.7 * i}};
        return {segment({-0.04, 0}, {0.04, 0}).value(), pose};
    } else {
        const int column = i % 5, row = i / 5 % 5, layer = i / 25;
        pose.position = {0.1 + 0.2 * column, 0.1 + 0.2 * row, 0.125 + 0.25 * layer};
        pose.rotation = {0.7 * i, 0.3 * i, 0};
        return {rectangle({}, {0.06, 0, 0}, {0, 0.06, 0}).value(), pose};
    }
}

}  // namespace whorl
