#include "core/nearest_name.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace whorl {
namespace {

std::size_t edits(std::string_view from, std::string_view to) {
    std::vector<std::size_t> cost(to.size() + 1);  // of turning the letters of `from` so far into each start of `to`
    std::iota(cost.begin(), cost.end(), std::size_t{0});
    for (const char letter : from) {
        std::size_t diagonal = cost[0]++;
        for (std::size_t i = 0; i < to.size(); ++i) {
            const std::size_t replaced = diagonal + (letter == to[i] ? 0 : 1);
            diagonal = cost[i + 1];
            cost[i + 1] = std::min({replaced, diagonal + 1, cost[i] + 1});
        }
    }
    return cost.back();
}

}  // namespace

std::string_view nearest_name(std::string_view wrong, std::span<const std::string_view> names) {
    std::string_view best;
    std::size_t fewest = wrong.size();
    for (const std::string_view name : names)
        if (const std::size_t count = edits(wrong, name); count < fewest && 2 * count <= name.size())
            fewest = count, best = name;
    return best;
}

std::string unknown_name(std::string_view kind, std::string_view wrong, std::span<const std::string_view> names) {
    std::string words = "there is no " + std::string(kind) + " \"" + std::string(wrong) + "\"";
    if (const auto meant = nearest_name(wrong, names); !meant.empty())
        words += ", did you mean \"" + std::string(meant) + "\"?";
    else
        words += ".";
    constexpr std::string_view kind_of = "kind of ";
    words += kind.starts_with(kind_of) ? " The kinds of " + std::string(kind.substr(kind_of.size()))
                                       : " The " + std::string(kind) + "s";
    words += " are ";
    for (std::size_t i = 0; i < names.size(); ++i) words += (i == 0 ? "" : ", ") + std::string(names[i]);
    return words;
}

}  // namespace whorl
