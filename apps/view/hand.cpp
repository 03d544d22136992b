#include "hand.hpp"

#include <algorithm>

namespace whorl::view {
namespace {

/// A hand that rested and then moved was not slow: no piece counts as longer than this. And events that share a time
/// stamp do not make it infinitely fast.
constexpr double longest = 0.05, shortest = 1.0 / 250;

}  // namespace

void Hand::down(double time, const Vec<double, 2>& at) {
    is_down_ = true, last_ = at;
    points_.push_back({time, at, true});
}

void Hand::move(double time, const Vec<double, 2>& at) {
    if (!is_down_ || at == last_) return;
    last_ = at;
    points_.push_back({time, at, false});
}

void Hand::up(double) {
    is_down_ = false;
}

std::vector<Stroke> Hand::take(double until) {
    std::vector<Stroke> pieces;
    std::size_t taken = 0;
    for (; taken < points_.size() && points_[taken].time <= until; ++taken) {
        const Point& point = points_[taken];
        if (point.starts)
            pieces.push_back({.from = point.at, .to = point.at, .is_dab = true});
        else
            pieces.push_back({.from = previous_.at,
                              .to = point.at,
                              .seconds = std::clamp(point.time - previous_.time, shortest, longest)});
        previous_ = point;
    }
    points_.erase(points_.begin(), points_.begin() + static_cast<std::ptrdiff_t>(taken));
    return pieces;
}

}  // namespace whorl::view
