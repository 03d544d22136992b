// A session on disk: the scene, and beside it what TOML cannot say: walls that were painted, and the state that it
// starts from if more was changed under way than a scene's numbers can be.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "render/image.hpp"
#include "whorl/types.hpp"

namespace whorl::view {

struct SavedScene {
    std::string toml{};
    std::vector<std::pair<std::string, Image8>> pictures{};  ///< by the names that the scene has for them
    std::string state_file{};                                ///< empty: it starts where its scene started
    std::vector<std::byte> state{};
    double start = 0;   ///< of that state, seconds
    std::string why{};  ///< what was changed there
};

/// The scene comes last, so that it never names what is not there.
Result<void> write_saved(const SavedScene& saved, const std::string& folder, const std::string& stem);

}  // namespace whorl::view
