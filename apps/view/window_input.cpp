// Keys, mouse and touch become events.
#include <backends/imgui_impl_sdl.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "window_parts.hpp"

namespace whorl::view {
namespace {

/// "shift-c", "F", "ctrl-z", "space": as the table of keys has it; empty for what is no key of ours.
std::string key_name(const SDL_Keysym& key) {
    const bool is_shifted = key.mod & KMOD_SHIFT, is_control = key.mod & (KMOD_CTRL | KMOD_GUI);
    if (key.mod & KMOD_ALT) return "";
    switch (key.sym) {
        case SDLK_SPACE:
            return "space";
        case SDLK_BACKSPACE:
            return "backspace";
        case SDLK_LEFT:
            return "left";
        case SDLK_RIGHT:
            return "right";
        case SDLK_ESCAPE:
            return "escape";
        case SDLK_TAB:
            return "tab";
        case SDLK_F10:
        case SDLK_MENU:
        case SDLK_APPLICATION:
            return "f10";
        default:
            break;
    }
    if (key.sym < '0' || key.sym > 'z') return "";
    const std::string letter(1, static_cast<char>(key.sym));
    return (is_control ? "ctrl-" : is_shifted ? "shift-" : "") + letter;
}

}  // namespace

Vec<double, 2> Window::Parts::domain_place(const Look& look, int frame, float x, float y) const {
    const Frame& where = frames[frame];
    Vec<double, 2> at = where.part(x, y);
    if (is_volume(look))
        at = plane_hit(at, static_cast<double>(where.width / where.height),
                       {look.size[0], look.size[1], look.depth_size}, orbit, look.depth);
    for (double& part : at.component) part = std::clamp(part, 0.0, 1.0);
    return at;
}

int Window::Parts::frame_at(const Look& look, float x, float y) const {
    for (int i = 0; i < (look.has_second ? 2 : 1); ++i)
        if (frames[i].holds(x, y)) return i;
    return -1;
}

void Window::Parts::press(const Key& key, std::vector<Event>& events) {
    ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
    if (key.action == Action::screenshot)
        wants_shot = true;
    else if (key.action == Action::open_menu)
        panels->open_menu(), flags |= ImGuiConfigFlags_NavEnableKeyboard;
    else if (key.action == Action::focus_panels)
        flags ^= ImGuiConfigFlags_NavEnableKeyboard;
    else if (key.action == Action::record)
        wants_recording_toggled = true;
    else
        events.push_back({.kind = Event::Kind::key, .key = &key});
    if (key.action == Action::close) panels->close_menu(), flags &= ~ImGuiConfigFlags_NavEnableKeyboard;
}

void Window::Parts::hear(const SDL_Event& event, const Look& look, double now, std::vector<Event>& events) {
    const ImGuiIO& io = ImGui::GetIO();
    // When it happened, not when it is read.
    const double then = now - (SDL_GetTicks() - event.common.timestamp) / 1000.0;
    switch (event.type) {
        case SDL_QUIT:
            was_closed = true;
            break;
        case SDL_DROPFILE:
            events.push_back({.kind = Event::Kind::open, .name = event.drop.file});
            SDL_free(event.drop.file);
            break;
        case SDL_WINDOWEVENT:
            if (event.window.event == SDL_WINDOWEVENT_CLOSE) was_closed = true;
            break;
        case SDL_KEYDOWN: {
            was_touched = true;
            if (io.WantTextInput) break;
            const Key* key = find_key(key_name(event.key.keysym));
            // With the keys in the panels, those that move about there are theirs.
            const bool is_theirs = (io.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) && io.NavActive;
            if (key && is_theirs && std::string_view(key->key).size() > 1 && key->action != Action::focus_panels &&
                key->action != Action::close && std::string_view(key->key).find('-') == std::string_view::npos)
                break;
            if (key && (event.key.repeat == 0 || key->action == Action::turn || key->action == Action::single_step))
                press(*key, events);
            break;
        }
        case SDL_FINGERDOWN:
        case SDL_FINGERMOTION:
        case SDL_FINGERUP:
            touch_later(event.tfinger, then);
            break;
        case SDL_MOUSEBUTTONDOWN: {
            was_touched = true;
            if (io.WantCaptureMouse || event.button.which == SDL_TOUCH_MOUSEID) break;
            const float x = static_cast<float>(event.button.x), y = static_cast<float>(event.button.y);
            if (event.button.button == SDL_BUTTON_RIGHT) panels->open_menu();
            const bool turns = event.button.button == SDL_BUTTON_MIDDLE ||
                               (event.button.button == SDL_BUTTON_LEFT && (SDL_GetModState() & KMOD_ALT));
            if (turns && is_volume(look))
                is_turning = true;
            else if (event.button.button == SDL_BUTTON_LEFT && (held = frame_at(look, x, y)) >= 0)
                events.push_back({.kind = Event::Kind::down, .time = then, .at = domain_place(look, held, x, y)});
            break;
        }
        case SDL_MOUSEMOTION: {
            if (event.motion.which == SDL_TOUCH_MOUSEID) break;  // that is for the panels; fingers are heard apart
            was_touched = was_touched || std::abs(event.motion.xrel) + std::abs(event.motion.yrel) > 3;
            const float x = static_cast<float>(event.motion.x), y = static_cast<float>(event.motion.y);
            if (is_turning) {
                orbit.yaw -= 0.008 * event.motion.xrel;
                orbit.pitch = std::clamp(orbit.pitch + 0.008 * event.motion.yrel, -1.5, 1.5);
            } else if (held >= 0) {
                events.push_back({.kind = Event::Kind::move, .time = then, .at = domain_place(look, held, x, y)});
            }
            break;
        }
        case SDL_MOUSEBUTTONUP:
            if (event.button.which == SDL_TOUCH_MOUSEID) break;
            if (held >= 0 && event.button.button == SDL_BUTTON_LEFT) {
                events.push_back({.kind = Event::Kind::up, .time = then});
                held = -1;
            }
            is_turning = false;
            break;
        case SDL_MOUSEWHEEL:
            if (io.WantCaptureMouse || look.depth_size == 0) break;
            if (SDL_GetModState() & KMOD_CTRL)
                orbit.distance = std::clamp(orbit.distance * (1 - 0.08 * event.wheel.y), 0.6, 5.0);
            else
                events.push_back({.kind = Event::Kind::depth, .value = look.depth + 0.03 * event.wheel.y});
            break;
        default:
            break;
    }
}

void Window::Parts::poll(const Look& look, double now, std::vector<Event>& events) {
    // ImGui looks at keys once a frame: one that was pressed and let go since the last would be missed.
    for (SDL_Event& each : std::exchange(released, {})) ImGui_ImplSDL2_ProcessEvent(&each);
    touch(look, now, events);
    bool is_pressed = false;
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
        const ImGuiIO& io = ImGui::GetIO();
        const bool is_key = event.type == SDL_KEYDOWN || event.type == SDL_KEYUP;
        if (is_key && event.key.keysym.sym == SDLK_RETURN && io.NavActive && !io.WantTextInput)
            event.key.keysym.scancode = SDL_SCANCODE_SPACE;  // which is what chooses in ImGui; people press return
        is_pressed = is_pressed || event.type == SDL_KEYDOWN;
        if (is_pressed && event.type == SDL_KEYUP)
            released.push_back(event);
        else
            ImGui_ImplSDL2_ProcessEvent(&event);
        hear(event, look, now, events);
    }
}

}  // namespace whorl::view
