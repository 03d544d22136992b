#pragma once

#include <string>

#include "scene/scene.hpp"

namespace whorl {

/// What is said against a scene of this text; empty where it is right.
inline std::string complaint(const std::string& text) {
    const auto scene = parse_scene(text, "bad.toml");
    return scene ? "" : scene.error().message;
}

}  // namespace whorl
