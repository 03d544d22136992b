// Values at moments that rise, and how to get from one to the next: keyframes of scenes, and paths of obstacles.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "whorl/types.hpp"

namespace whorl {

/// Between two keys: which, and how far from the first to the second, 0 to 1.
struct KeySpan {
    std::size_t from = 0, to = 0;
    double part = 0;
};

/// For one or more keys; time_of(key) is its time. Before the first and after the last it is that one; so it is the
/// first for a time that is not a number.
template <class Key, class TimeOf> KeySpan key_span(const std::vector<Key>& keys, double t, Ease ease, TimeOf time_of) {
    const std::size_t last = keys.size() - 1;
    if (!(t > time_of(keys.front()))) return {0, 0, 0};
    if (t >= time_of(keys.back())) return {last, last, 0};
    const auto next =
        std::upper_bound(keys.begin(), keys.end(), t, [&](double time, const Key& key) { return time < time_of(key); });
    const auto to = static_cast<std::size_t>(next - keys.begin());
    const double begin = time_of(keys[to - 1]), part = (t - begin) / (time_of(keys[to]) - begin);
    if (ease == Ease::hold) return {to - 1, to - 1, 0};
    return {to - 1, to, ease == Ease::smooth ? part * part * (3 - 2 * part) : part};
}

}  // namespace whorl
