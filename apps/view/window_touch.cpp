// Fingers: one is the left button. Two turn the box in 3D, and two that only touch open the menu, as a touch screen
// has no right button.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "window_parts.hpp"

namespace whorl::view {

/// Nothing hovers before a finger comes down: whether a panel lies under it is known a frame later, and only then is it
/// decided what the finger does. Its own time goes with it.
void Window::Parts::touch_later(const SDL_TouchFingerEvent& finger, double then) {
    was_touched = true;
    late_fingers.emplace_back(then, finger);
}

/// The first of two fingers leaves no ink: a stroke begins when its finger moves, is lifted, or has stayed alone.
void Window::Parts::begin_touched(std::vector<Event>& events) {
    if (touched) events.push_back(*std::exchange(touched, std::nullopt));
}

void Window::Parts::touch(const Look& look, double now, std::vector<Event>& events) {
    constexpr double alone = 0.12;  // seconds in which a second finger belongs to the first
    if (touched && now > touched->time + alone) begin_touched(events);
    int width = 0, height = 0;
    SDL_GetWindowSize(window, &width, &height);
    for (const auto& [then, finger] : std::exchange(late_fingers, {})) {
        const float x = finger.x * static_cast<float>(width), y = finger.y * static_cast<float>(height);
        if (finger.type == SDL_FINGERDOWN)
            finger_down(look, finger.fingerId, {x, y}, then, events);
        else if (finger.type == SDL_FINGERMOTION)
            finger_moves(look, finger.fingerId, {x, y}, then, events);
        else
            finger_up(finger.fingerId, then, events);
    }
}

void Window::Parts::finger_down(const Look& look, SDL_FingerID id, Point at, double then, std::vector<Event>& events) {
    fingers[id] = at;
    if (fingers.size() == 1) {
        first_finger = id, has_gesture = false;
        if (!ImGui::GetIO().WantCaptureMouse && (held = frame_at(look, at.x, at.y)) >= 0)
            touched = {.kind = Event::Kind::down, .time = then, .at = domain_place(look, held, at.x, at.y)};
        first_place = at;
    } else if (fingers.size() == 2 && !has_gesture) {
        has_gesture = true, gesture_length = 0;
        const bool is_stroke = std::exchange(held, -1) >= 0 && !touched;
        touched.reset();
        if (is_stroke) events.push_back({.kind = Event::Kind::up, .time = then});
    }
}

void Window::Parts::finger_moves(const Look& look, SDL_FingerID id, Point at, double then, std::vector<Event>& events) {
    const auto found = fingers.find(id);
    if (found == fingers.end()) return;
    const Point before = std::exchange(found->second, at);
    constexpr float trembling = 4;  // points
    if (std::hypot(at.x - first_place.x, at.y - first_place.y) > trembling * scale && !has_gesture)
        begin_touched(events);
    if (held >= 0 && id == first_finger && !touched)
        events.push_back({.kind = Event::Kind::move, .time = then, .at = domain_place(look, held, at.x, at.y)});
    if (!has_gesture) return;
    const double dx = static_cast<double>(at.x - before.x), dy = static_cast<double>(at.y - before.y);
    gesture_length += std::hypot(dx, dy);
    if (!is_volume(look)) return;
    orbit.yaw -= 0.004 * dx;  // each of the two does half
    orbit.pitch = std::clamp(orbit.pitch + 0.004 * dy, -1.5, 1.5);
}

void Window::Parts::finger_up(SDL_FingerID id, double then, std::vector<Event>& events) {
    if (fingers.erase(id) == 0) return;
    if (id == first_finger) begin_touched(events);
    if (id == first_finger && std::exchange(held, -1) >= 0) events.push_back({.kind = Event::Kind::up, .time = then});
    if (!fingers.empty() || !std::exchange(has_gesture, false)) return;
    constexpr double still_enough = 24;  // points that two fingers shake by
    if (gesture_length < still_enough * static_cast<double>(scale)) panels->open_menu();
}

}  // namespace whorl::view
