// The first program: hot smoke rises through a box, and the terminal shows where it went.
#include <whorl/whorl.hpp>

#include <algorithm>
#include <cstdio>

int main() {
    auto fluid = whorl::Fluid2::make({.cells = {64, 64}, .size = {1, 1}, .buoyancy = 1}).value();

    for (int frame = 0; frame < 60; ++frame) {
        fluid.add(whorl::Circle{{0.5f, 0.1f}, 0.05f}, {.density = 4, .temperature = 4, .velocity = {0, 1}});
        fluid.advance(1.0 / 30);
    }

    const char shades[] = " .:-=+*#%@";
    const auto density = fluid.view("density");
    for (int y = 62; y >= 0; y -= 2) {  // a character is about twice as high as wide
        for (int x = 0; x < 64; ++x) std::putchar(shades[std::clamp(static_cast<int>(density(x, y) * 10), 0, 9)]);
        std::putchar('\n');
    }
}
