// What a person meant who wrote a name a little wrong.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace whorl {

/// The name with the fewest letters to insert, delete or replace (Levenshtein 1966); empty if every one is more than
/// half wrong.
std::string_view nearest_name(std::string_view wrong, std::span<const std::string_view> names);

/// "there is no palette "virids", did you mean "viridis"? The palettes are gray, ..." for an Error.
std::string unknown_name(std::string_view kind, std::string_view wrong, std::span<const std::string_view> names);

}  // namespace whorl
