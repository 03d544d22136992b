// What is looked at before toml++ reads a scene: characters and depths that it does not take well.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace whorl {

struct TextFault {
    int line = 1, column = 1;
    std::string sentence{};
};

/// The first character beyond ASCII that stands outside of quotes and comments (toml++ 3.3 has no defined answer to all
/// of them), or the first key of more parts than a scene can have (each is a level of its recursion).
std::optional<TextFault> check_text(std::string_view text);

}  // namespace whorl
