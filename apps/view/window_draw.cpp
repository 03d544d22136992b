// A frame: where the pictures lie, their drawing, and their way into files.
#include <backends/imgui_impl_opengl3.h>
#include <backends/imgui_impl_sdl.h>
#include <epoxy/gl.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "core/text.hpp"
#include "window_parts.hpp"

namespace whorl::view {
namespace {

std::string free_name(const char* pattern) {
    std::error_code ignored;
    for (int number = 1;; ++number) {
        const std::string name =
            std::string(pattern).replace(std::string_view(pattern).find('#'), 1, text("%03d", number));
        if (!std::filesystem::exists(name, ignored)) return name;
    }
}

}  // namespace

/// The picture keeps the box's proportions inside what the panels leave; two share it.
void Window::Parts::lay_out(const Look& look) {
    int width = 0, height = 0;
    SDL_GetWindowSize(window, &width, &height);
    const float room = static_cast<float>(width) - panels->column(look, static_cast<float>(width));
    const int count = look.has_second ? 2 : 1;
    const float each = room / static_cast<float>(count), tall = static_cast<float>(height);
    const float shape = is_volume(look) ? each / tall : static_cast<float>(look.size[0] / look.size[1]);
    for (int i = 0; i < count; ++i) {
        const float wide = std::min(each - (count > 1 ? 4.0f : 0.0f), tall * shape), high = wide / shape;
        frames[i] = {static_cast<float>(i) * each + (each - wide) / 2, (tall - high) / 2, wide, high};
    }
}

void Window::Parts::paint(const Look& look, const Picture& picture, int slot) {
    const Frame& frame = frames[slot];
    int points = 0, unused = 0, pixels_wide = 0, pixels_high = 0;
    SDL_GetWindowSize(window, &points, &unused);
    SDL_GL_GetDrawableSize(window, &pixels_wide, &pixels_high);
    const float dense = static_cast<float>(pixels_wide) / static_cast<float>(std::max(points, 1));
    const Rect where{static_cast<int>(std::lround(frame.x * dense)),
                     pixels_high - static_cast<int>(std::lround((frame.y + frame.height) * dense)),
                     static_cast<int>(std::lround(frame.width * dense)),
                     static_cast<int>(std::lround(frame.height * dense))};
    if (is_volume(look))
        painter->draw_volume(picture, look.theme, where, {look.size[0], look.size[1], look.depth_size}, orbit, slot);
    else
        painter->draw(picture, look.theme, where, look.depth);
}

void Window::Parts::draw(const Look& look, std::vector<Event>& events) {
    if (!is_styled || styled_light != look.theme.is_light) panels->style(styled_light = look.theme.is_light);
    is_styled = true;
    lay_out(look);
    is_volume_shown = is_volume(look);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplSDL2_NewFrame();
    ImGui::NewFrame();
    std::vector<Event> clicked;
    panels->seen = nullptr;
    if (is_volume(look))
        panels->seen = [&](const Vec<double, 2>& place, double aspect) {
            return plane_seen(place, aspect, {look.size[0], look.size[1], look.depth_size}, orbit, look.depth);
        };
    panels->draw(look, frames, clicked);
    for (Event& each : clicked)
        if (each.kind == Event::Kind::key)
            press(*each.key, events);
        else
            events.push_back(std::move(each));
    ImGui::Render();
    int width = 0, height = 0;
    SDL_GL_GetDrawableSize(window, &width, &height);
    glViewport(0, 0, width, height);
    const float ground = look.theme.is_light ? 0.90f : 0.035f;
    glClearColor(ground, ground, look.theme.is_light ? 0.92f : 0.045f, 1);
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
    glClear(GL_COLOR_BUFFER_BIT);
    paint(look, look.picture, 0);
    if (look.has_second) paint(look, look.second, 1);
    glViewport(0, 0, width, height);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    ++counted;
    if (const std::uint64_t now = SDL_GetTicks64(); is_live && now > counted_since + 500) {
        panels->frames_a_second = counted * 1000.0 / static_cast<double>(now - counted_since);
        counted = 0, counted_since = now;
    }
}

Image8 Window::Parts::pixels_upwards() const {
    int width = 0, height = 0;
    SDL_GL_GetDrawableSize(window, &width, &height);
    Image8 out{width, height, std::vector<std::uint8_t>(static_cast<std::size_t>(width) * height * 4)};
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, out.rgba.data());
    return out;
}

Image8 Window::Parts::pixels() const {
    Image8 out = pixels_upwards();
    turn_over(out);
    return out;
}

/// Drops quality, never frames: where drawing takes too long the picture is coloured in larger blocks.
void Window::Parts::ease(std::uint64_t milliseconds) {
    constexpr double too_long = 20, easy = 6;
    if (is_volume_shown && !std::exchange(painter->was_drawn, false)) return;  // it rested, which says nothing
    usual_milliseconds += 0.1 * (static_cast<double>(milliseconds) - usual_milliseconds);
    int& coarseness = painter->coarseness;
    if (usual_milliseconds > too_long && coarseness < 4 && !recorder) ++coarseness, usual_milliseconds = 14;
    if (usual_milliseconds < easy && coarseness > 1) --coarseness, usual_milliseconds = 14;
}

std::string Window::Parts::shoot() {
    const std::string name = free_name("whorl-#.png");
    const auto written = write_picture(name, pixels());
    return written ? "wrote " + name : written.error().message;
}

std::string Window::Parts::toggle_recording(double fps) {
    if (recorder) {
        const std::string name = recorder->file();
        const int count = recorder->frames();
        const auto finished = recorder->finish();
        recorder.reset();
        return finished ? text("wrote %s, %d frames", name.c_str(), count) : finished.error().message;
    }
    int width = 0, height = 0;
    SDL_GL_GetDrawableSize(window, &width, &height);
    const std::string name = options.record.empty() ? free_name("whorl-#.mp4") : options.record;
    options.record.clear();
    auto opened = Recorder::open(name, width, height, fps, is_live);
    if (!opened) return opened.error().message;
    recorder = std::move(opened).value();
    return "recording to " + name;
}

}  // namespace whorl::view
