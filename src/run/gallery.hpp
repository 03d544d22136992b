// The scenes that come with whorl, found by name.
#pragma once

#include <string>
#include <vector>

#include "whorl/types.hpp"

namespace whorl {

struct GalleryScene {
    std::string name, title, file;
};

/// From the folder `scenes` of the source tree, or share/whorl/scenes beside an installed program. By name.
std::vector<GalleryScene> gallery();

/// The file that a person means by "plume" or "my/plume.toml".
Result<std::string> find_scene(const std::string& word);

}  // namespace whorl
