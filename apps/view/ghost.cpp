#include "ghost.hpp"

#include <algorithm>
#include <cmath>

namespace whorl::view {
namespace {

constexpr const char* scenes[] = {"stir", "plume", "vortex-street", "stirring"};
constexpr double fade_seconds = 2, stroke_seconds = 3.5, rest_seconds = 1;

}  // namespace

void Ghost::play(App& app, double now) {
    std::vector<Event> events;
    play(now, events);
    for (const Event& each : events) app.handle(each);
}

void Ghost::play(double now, std::vector<Event>& events) {
    if (kind_ == Kind::screensaver && (scene_ < 0 || now - began_ >= ghost_scene_seconds)) {
        if (is_down_) events.push_back({.kind = Event::Kind::up, .time = now});
        is_down_ = false;
        ++scene_, began_ = now;
        events.push_back(
            {.kind = Event::Kind::open, .name = scenes[static_cast<std::size_t>(scene_) % std::size(scenes)]});
    }
    const double cycle = stroke_seconds + rest_seconds, number = std::floor(now / cycle), part = now - number * cycle;
    // Each stroke is a piece of a curve that never closes.
    const double t = 0.9 * now + 2.4 * number;
    const Vec<double, 2> at{0.5 + 0.33 * std::sin(1.7 * t + number) * std::cos(0.31 * t),
                            0.5 + 0.33 * std::sin(1.1 * t)};
    if (part > stroke_seconds) {
        if (is_down_) events.push_back({.kind = Event::Kind::up, .time = now});
        is_down_ = false;
        return;
    }
    const bool is_new = stroke_ < number || !is_down_;
    events.push_back({.kind = is_new ? Event::Kind::down : Event::Kind::move, .time = now, .at = at});
    is_down_ = true, stroke_ = number;
}

double Ghost::darkness(double now) const {
    const double age = now - began_, left = ghost_scene_seconds - age;
    return std::clamp(1 - std::min(age, left) / fade_seconds, 0.0, 1.0);
}

}  // namespace whorl::view
