#pragma once

#include <string>

#include "whorl/whorl.hpp"

namespace whorl {

/// Why no fluid is made of this; empty where one is.
inline std::string refusal(const FluidConfig<2>& config) {
    const auto made = Fluid2::make(config);
    return made ? "" : made.error().message;
}

}  // namespace whorl
