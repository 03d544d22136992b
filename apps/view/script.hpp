// Scripts: what a person would do, as lines of text.
//
//     wait S          let S seconds pass
//     key K           press a key: z, shift-c, F, ctrl-z, space ...
//     down X Y        press the left button; X and Y from 0 to 1, the lower left corner of the domain is 0 0
//     move X Y        move the pointer
//     up              let go
//     menu NAME       choose from the menu: menu velocity field
//     shot FILE       write a picture (.png or .ppm)
//     quit
//
// Empty lines and what follows a # do not count.
#pragma once

#include <string>
#include <vector>

#include "keys.hpp"

namespace whorl::view {

struct ScriptLine {
    enum class Kind { wait, key, down, move, up, shot, quit };
    Kind kind{};
    int number = 0;
    double seconds = 0;
    Vec<double, 2> at{};
    const Key* key = nullptr;
    std::string file{};
};

/// An Error names the file and the line, and what is allowed.
Result<std::vector<ScriptLine>> parse_script(const std::string& text, const std::string& file);
Result<std::vector<ScriptLine>> read_script(const std::string& file);

}  // namespace whorl::view
