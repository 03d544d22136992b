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

/// The first character beyond ASCII that stands outside of quotes and comments, where TOML has none, or the first key
/// of more parts than a scene can have: each is a level of toml++'s recursion.
std::optional<TextFault> check_text(std::string_view text);

/// toml++ 3.3 asks of any character whether it is white space, and has no defined answer for many from U+00A0 to
/// U+FEFF. So it is given others in their place, from a plane for private use, as many of them; `lowered` puts the
/// right ones back. A mark of byte order at the start, and what is no UTF-8, stay as they are.
std::string raised(std::string_view text);
std::string lowered(std::string_view text);

}  // namespace whorl
