// Room for lists that are filled anew where nothing may be allocated: in a step, when walls have moved.
#pragma once

#include <algorithm>
#include <vector>

namespace whorl {

/// Room for as many elements as are expected; more, ahead of need, where a list has nearly filled what it has. There
/// are never more than `most`.
template <class Element> void make_room(std::vector<Element>& list, double expected, double most = 1e15) {
    constexpr double nearly_full = 0.8, ahead = 1.5, least_growth = 1.25;  // which spares many obstacles many copies
    const auto size = static_cast<double>(list.size()), room = static_cast<double>(list.capacity());
    const double wanted = std::min(std::max(expected, size > nearly_full * room ? ahead * size : 0.0), most);
    if (wanted > room) list.reserve(static_cast<std::size_t>(std::min(std::max(wanted, least_growth * room), most)));
}

}  // namespace whorl
