// The inside of the window, which its sources share.
#pragma once

#include <SDL.h>

#include <map>
#include <optional>

#include "gl_picture.hpp"
#include "panels.hpp"
#include "window.hpp"
#include "x_display.hpp"

namespace whorl::view {

struct Window::Parts {
    WindowOptions options{};
    SDL_Window* window = nullptr;
    SDL_GLContext context = nullptr;
    bool has_imgui = false, can_lose_context = false;
    std::unique_ptr<DisplayGuard> guard{};  // outlives the window
    std::unique_ptr<TouchWatch> parent_touch{};
    std::function<std::string()> rescue{};  // what to do when all is lost; empty: nothing
    std::unique_ptr<PicturePainter> painter{};
    std::unique_ptr<PanelPainter> panels{};
    std::unique_ptr<Recorder> recorder{};
    bool styled_light = false, is_styled = false, is_volume_shown = false;
    float scale = 1;
    Frame frames[2]{};
    int held = -1;  // frame that the left button went down in
    bool is_live = false, is_turning = false, wants_shot = false, wants_recording_toggled = false, was_closed = false,
         was_touched = false;
    Orbit orbit{};
    struct Point {
        float x = 0, y = 0;
    };
    std::map<SDL_FingerID, Point> fingers{};  // that are down
    std::vector<std::pair<double, SDL_TouchFingerEvent>> late_fingers{};
    SDL_FingerID first_finger = 0;
    Point first_place{};
    std::optional<Event> touched{};     // the begin of its stroke, until it is known to be one
    bool has_gesture = false;           // two fingers came down
    double gesture_length = 0;          // of their ways, points
    std::vector<SDL_Event> released{};  // keys whose release ImGui hears a frame later
    std::uint64_t counted_since = 0;
    double usual_milliseconds = 10;  // of drawing a frame
    int counted = 0;

    ~Parts();
    /// Everything that lives in the context: painter, panels' pictures, ImGui's own.
    Result<void> make_context();
    void drop_context();
    bool has_lost_context() const;
    bool is_volume(const Look& look) const { return look.depth_size > 0 && !panels->shows_slice; }
    void lay_out(const Look& look);
    Vec<double, 2> domain_place(const Look& look, int frame, float x, float y) const;
    int frame_at(const Look& look, float x, float y) const;  ///< -1: none
    void touch_later(const SDL_TouchFingerEvent& finger, double then);
    void touch(const Look& look, double now, std::vector<Event>& events);
    void begin_touched(std::vector<Event>& events);
    void finger_down(const Look& look, SDL_FingerID id, Point at, double then, std::vector<Event>& events);
    void finger_moves(const Look& look, SDL_FingerID id, Point at, double then, std::vector<Event>& events);
    void finger_up(SDL_FingerID id, double then, std::vector<Event>& events);
    void hear(const SDL_Event& event, const Look& look, double now, std::vector<Event>& events);
    void poll(const Look& look, double now, std::vector<Event>& events);
    void draw(const Look& look, std::vector<Event>& events);
    void paint(const Look& look, const Picture& picture, int slot);
    Image8 pixels() const;
    Image8 pixels_upwards() const;  ///< as OpenGL has them
    void ease(std::uint64_t milliseconds);
    void press(const Key& key, std::vector<Event>& events);
    std::string shoot();
    std::string toggle_recording(double fps);
};

}  // namespace whorl::view
