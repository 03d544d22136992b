// The listing of `stam2003` to play with, for lessons: as published, or with the explicit diffusion that its slides
// warn of (`diffuse_bad`).
#pragma once

#include <array>

#include "live_fluid.hpp"

namespace whorl::view {

struct ClassicStart {
    int cells = 96;
    double diffusion = 0;                                             ///< of smoke, m^2/s; the box is one metre long
    bool is_explicit = false;                                         ///< smoke spreads by `diffuse_bad`
    std::array<double, 2> (*velocity)(double x, double y) = nullptr;  ///< m/s; null: at rest
    double (*density)(double x, double y) = nullptr;                  ///< null: none
};

/// Where explicit smoke has left all bounds it stops: what there is to see is seen, and numbers stay finite.
constexpr double blown_up = 1e3;

Result<std::unique_ptr<LiveFluid>> make_classic_live(const ClassicStart& start);

}  // namespace whorl::view
