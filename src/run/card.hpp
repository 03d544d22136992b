// Title cards: a scene's title and the numbers that make it what it is.
#pragma once

#include "render/image.hpp"
#include "scene/scene.hpp"

namespace whorl {

/// "128 x 192 cells", "viscosity 0.0001 m^2/s", ...: what a viewer would ask. Numbers that move are left out.
std::vector<std::string> parameters_of(const Scene& scene);

/// With the card's own lines, or the scene's parameters if it has none. Words that do not fit are drawn smaller.
Result<Image> draw_card(const Scene& scene, const SceneCard& card, int width, int height);

}  // namespace whorl
