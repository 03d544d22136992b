// The first program: a jet of ink rises through a box, and the terminal shows where it went.
#include <whorl/classic.hpp>

#include <algorithm>
#include <cstdio>

int main() {
    const int cells = 64;
    auto fluid = whorl::Classic2::make({.cells = cells}).value();

    for (int frame = 0; frame < 80; ++frame) {
        for (int x = 30; x < 34; ++x) {
            fluid.source()(x, 2) = 30;  // ink a second
            fluid.force(1)(x, 2) = 40;  // upwards, in box lengths a second squared
        }
        fluid.step(1.0 / 30).value();
    }

    const char shades[] = " .:-=+*#%@";
    for (int y = cells - 2; y >= 0; y -= 2) {  // a character is about twice as high as wide
        for (int x = 0; x < cells; ++x) {
            const float ink = fluid.ink()(x, y);
            std::putchar(shades[std::clamp(static_cast<int>(ink * 10), 0, 9)]);
        }
        std::putchar('\n');
    }
}
