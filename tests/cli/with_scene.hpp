// A folder with a scene s.toml, and the program run in it.
#pragma once

#include <fstream>

#include "process.hpp"

namespace whorl {

struct WithScene {
    ScratchFolder folder;
    explicit WithScene(const std::string& text) { std::ofstream(folder.path() / "s.toml") << text; }
    Outcome operator()(std::vector<std::string> arguments, How how = {}) const {
        how.folder = folder.path();
        return whorl(std::move(arguments), how);
    }
    int entries() const {
        const std::filesystem::directory_iterator all(folder.path());
        return static_cast<int>(std::distance(begin(all), end(all)));
    }
};

}  // namespace whorl
