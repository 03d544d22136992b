#include "window.hpp"

#include <backends/imgui_impl_opengl3.h>
#include <backends/imgui_impl_sdl.h>
#include <epoxy/gl.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "core/text.hpp"
#include "pretended_input.hpp"
#include "run/interrupt.hpp"
#include "simulation_thread.hpp"
#include "window_parts.hpp"
#include "x_display.hpp"

namespace whorl::view {
namespace {

constexpr int usual_width = 1120, usual_height = 800;  // points
constexpr double recorded_fps = 30;                    // of what is recorded while a person plays

/// Debian's face for screens if it is there; ImGui's own is small and knows no other size.
constexpr const char* font_files[] = {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                      "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
                                      "/usr/share/fonts/TTF/DejaVuSans.ttf"};

float display_scale(SDL_Window* window) {
    int points = 0, pixels = 0, unused = 0;
    SDL_GetWindowSize(window, &points, &unused);
    SDL_GL_GetDrawableSize(window, &pixels, &unused);
    if (points > 0 && pixels > points) return static_cast<float>(pixels) / static_cast<float>(points);
    auto dpi = static_cast<float>(asked_dpi());
    if (dpi == 0) SDL_GetDisplayDPI(SDL_GetWindowDisplayIndex(window), nullptr, &dpi, nullptr);
    if (dpi < 60 || dpi > 600) return 1;
    return std::clamp(std::round(dpi / 96 * 4) / 4, 1.0f, 3.0f);
}

/// Where letters are larger by `scale` so is the window, as far as the screen has room.
void grow_window(SDL_Window* window, float scale) {
    int points = 0, pixels = 0, unused = 0;
    SDL_GetWindowSize(window, &points, &unused);
    SDL_GL_GetDrawableSize(window, &pixels, &unused);
    SDL_Rect room{};
    if (pixels > points || scale <= 1 || SDL_GetDisplayUsableBounds(0, &room) != 0) return;
    SDL_SetWindowSize(window, std::min(static_cast<int>(usual_width * scale), room.w),
                      std::min(static_cast<int>(usual_height * scale), room.h));
    SDL_SetWindowPosition(window, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED);
}

/// Where there is no display SDL draws into memory without a word, and a person would wait for a window: that is for
/// scripts, or for who asks for it.
Result<void> start_video(bool is_unattended) {
    const bool is_asked = std::getenv("SDL_VIDEODRIVER") && *std::getenv("SDL_VIDEODRIVER");
    if (!is_asked && !std::getenv("WAYLAND_DISPLAY") && !std::getenv("XDG_RUNTIME_DIR"))
        SDL_SetHint(SDL_HINT_VIDEODRIVER, is_unattended ? "x11,KMSDRM,offscreen" : "x11,KMSDRM");
    const bool is_told = SDL_Init(SDL_INIT_VIDEO) != 0;
    const auto is_set = [](const char* name) { return std::getenv(name) && *std::getenv(name); };
    if (is_told && !is_asked && !is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY"))
        return Error{"no window can be opened here: there is no display ($DISPLAY is not set)"};
    if (is_told) return Error{text("no window can be opened here: %s", SDL_GetError())};
    const char* driver = SDL_GetCurrentVideoDriver();
    const std::string_view name = driver ? driver : "";
    if (is_asked || is_unattended || (name != "offscreen" && name != "dummy" && name != "evdev")) return {};
    return Error{"no window can be opened here: there is no display"};
}

void load_font(float scale) {
    ImFontAtlas* fonts = ImGui::GetIO().Fonts;
    for (const char* file : font_files) {
        std::error_code ignored;
        if (std::filesystem::exists(file, ignored) && fonts->AddFontFromFileTTF(file, 14 * scale)) return;
    }
    ImFontConfig config;
    config.SizePixels = 13 * std::round(scale);
    fonts->AddFontDefault(&config);
}

}  // namespace

Window::Parts::~Parts() {
    recorder.reset();
    drop_context();
    panels.reset();
    if (has_imgui) ImGui::DestroyContext();
    if (guard && guard->window_is_gone()) return;  // to close what is gone would be an error again
    if (window) SDL_DestroyWindow(window);
    SDL_Quit();
}

void Window::Parts::drop_context() {
    if (panels) panels->forget_pictures();
    painter.reset();
    if (has_imgui && ImGui::GetIO().BackendRendererUserData) ImGui_ImplOpenGL3_Shutdown();
    if (has_imgui && ImGui::GetIO().BackendPlatformUserData) ImGui_ImplSDL2_Shutdown();
    if (context) SDL_GL_DeleteContext(std::exchange(context, nullptr));
}

Result<void> Window::Parts::make_context() {
    // A driver that is asked to tells when it has lost everything; not all can.
    for (const int notice : {int{SDL_GL_CONTEXT_RESET_LOSE_CONTEXT}, int{SDL_GL_CONTEXT_RESET_NO_NOTIFICATION}}) {
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_RESET_NOTIFICATION, notice);
        if (!context) context = SDL_GL_CreateContext(window);
    }
    if (!context || epoxy_gl_version() < 33)
        return Error{text("OpenGL 3.3 is needed and this display has none: %s", SDL_GetError())};
    can_lose_context = epoxy_has_gl_extension("GL_KHR_robustness") || epoxy_gl_version() >= 45;
    SDL_GL_SetSwapInterval(1);
    ImGui_ImplSDL2_InitForOpenGL(window, context);
    ImGui_ImplOpenGL3_Init("#version 330 core");
    auto made = PicturePainter::make();
    if (!made) return made.error();
    painter = std::make_unique<PicturePainter>(std::move(made).value());
    return {};
}

bool Window::Parts::has_lost_context() const {
    return can_lose_context && glGetGraphicsResetStatus() != GL_NO_ERROR;
}

Window::Window(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Window::~Window() = default;

Result<std::unique_ptr<Window>> Window::open(const WindowOptions& options) {
    auto parts = std::make_unique<Parts>();
    parts->options = options;
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    if (auto shown = start_video(options.is_unattended); !shown) return shown.error();
    for (const auto& [name, value] : {std::pair{SDL_GL_CONTEXT_MAJOR_VERSION, 3},
                                      {SDL_GL_CONTEXT_MINOR_VERSION, 3},
                                      {SDL_GL_CONTEXT_PROFILE_MASK, int{SDL_GL_CONTEXT_PROFILE_CORE}},
                                      {SDL_GL_DOUBLEBUFFER, 1},
                                      {SDL_GL_DEPTH_SIZE, 0}})
        SDL_GL_SetAttribute(name, value);
    std::uint32_t flags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    if (options.is_screensaver && options.parent == 0) flags |= SDL_WINDOW_FULLSCREEN_DESKTOP;
    int width = options.width > 0 ? options.width : usual_width,
        height = options.height > 0 ? options.height : usual_height;
    SDL_Rect screen{};
    if (options.is_screensaver && SDL_GetDisplayBounds(0, &screen) == 0) width = screen.w, height = screen.h;
    parts->guard = std::make_unique<DisplayGuard>([inside = parts.get()] {
        const std::string words = inside->rescue ? inside->rescue() : "";
        std::fprintf(stderr, "whorl-view: the display closed the connection%s\n", words.c_str());
    });
    if (options.parent != 0) {
        SDL_SetHint(SDL_HINT_VIDEO_FOREIGN_WINDOW_OPENGL, "1");
        parts->window = SDL_CreateWindowFrom(reinterpret_cast<void*>(options.parent));
    } else {
        parts->window = SDL_CreateWindow(options.title.c_str(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width,
                                         height, flags);
    }
    if (options.parent != 0 && parts->guard->window_is_gone())
        return Error{text("there is no window %lu (0x%lx) on this display; `xwininfo` tells the number of one",
                          options.parent, options.parent)};
    if (!parts->window) return Error{text("no window can be opened here: %s", SDL_GetError())};
    ImGui::CreateContext();
    parts->has_imgui = true;
    ImGui::GetIO().IniFilename = nullptr;
    if (auto made = parts->make_context(); !made) return made.error();
    parts->scale = options.scale > 0 ? static_cast<float>(options.scale) : display_scale(parts->window);
    if (options.width == 0 && options.parent == 0 && !options.is_screensaver) grow_window(parts->window, parts->scale);
    load_font(parts->scale);
    parts->panels = std::make_unique<PanelPainter>(parts->scale);
    parts->panels->shows_status = !options.is_screensaver;
    if (options.is_screensaver) SDL_ShowCursor(SDL_DISABLE);
    if (options.hears_parent) parts->parent_touch = std::make_unique<TouchWatch>(options.parent);
    parts->counted_since = SDL_GetTicks64();
    return std::unique_ptr<Window>(new Window(std::move(parts)));
}

std::string Window::driver() const {
    const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return name ? name : "unknown";
}

void Window::serve(App& app) {
    app.take_screenshot = [this] { return Result<std::string>(parts_->shoot()); };
    app.toggle_recording = [this]() -> Result<std::string> { return parts_->toggle_recording(1 / frame_seconds); };
}

Result<void> Window::frame(App& app) {
    Parts& parts = *parts_;
    if (!parts.options.record.empty() && !parts.recorder) {
        const std::string said = parts.toggle_recording(1 / frame_seconds);
        if (!parts.recorder) return Error{said};
    }
    const char* driver_name = SDL_GetCurrentVideoDriver();
    const bool is_seen = !driver_name || std::string_view(driver_name) != "offscreen";
    if (!is_seen && !parts.recorder) return {};  // nobody sees it: only shots are drawn
    const Look look = app.look();
    std::vector<Event> events;
    parts.lay_out(look);
    parts.poll(look, app.clock(), events);
    parts.draw(look, events);
    if (parts.recorder) parts.recorder->add(parts.pixels_upwards());
    SDL_GL_SwapWindow(parts.window);
    if (parts.guard->window_is_gone()) return Error{"the window was taken away"};
    if (parts.was_closed) app.press("q");
    return {};
}

Result<Image8> Window::picture(App& app) {
    const Look look = app.look();
    std::vector<Event> events;
    parts_->panels->redraws_all = true;
    for (int i = 0; i < 2; ++i) {  // ImGui knows the size of a window from the frame before
        parts_->poll(look, app.clock(), events);
        parts_->draw(look, events);
        if (i == 0) SDL_GL_SwapWindow(parts_->window);
    }
    parts_->panels->redraws_all = false;
    return parts_->pixels();
}

Result<void> Window::live(App& app, const Tick& tick) {
    Parts& parts = *parts_;
    SimulationThread simulation(app);
    parts.rescue = [&] { return rescue(simulation); };
    const struct Forget {
        std::function<std::string()>& what;
        ~Forget() { what = nullptr; }
    } forget{parts.rescue};
    const Interrupt interrupt;
    double next_recorded = simulation.now();
    PretendedInput pretended;
    if (!parts.options.pretended.empty()) {
        auto read = PretendedInput::read(parts.options.pretended);
        if (!read) return read.error();
        pretended = std::move(read).value();
    }
    parts.is_live = true;
    if (!parts.options.record.empty()) parts.wants_recording_toggled = true;
    while (!simulation.has_quit() && !parts.was_closed && !interrupt.requested()) {
        const std::uint64_t start = SDL_GetTicks64();
        if (auto kept = keep_context(simulation); !kept) return kept;
        const std::shared_ptr<const Look> look = simulation.look();
        std::vector<Event> events;
        parts.lay_out(*look);
        pretended.push(simulation.now());
        parts.poll(*look, simulation.now(), events);
        parts.draw(*look, events);
        simulation.send(std::move(events));
        glFinish();
        parts.ease(SDL_GetTicks64() - start);
        if (std::exchange(parts.wants_shot, false)) simulation.say(parts.shoot());
        if (std::exchange(parts.wants_recording_toggled, false)) {
            simulation.say(parts.toggle_recording(recorded_fps));
            simulation.set_recording(parts.recorder != nullptr);
            next_recorded = simulation.now();
        }
        int times = 0;  // a frame that came late counts twice
        for (; parts.recorder && next_recorded <= simulation.now(); next_recorded += 1 / recorded_fps) ++times;
        if (times > 0) parts.recorder->add(parts.pixels_upwards(), times);
        SDL_GL_SwapWindow(parts.window);
        if (parts.guard->window_is_gone()) return Error{"the window was taken away" + rescue(simulation)};
        if (tick) {
            std::vector<Event> more;
            const bool goes_on = tick(simulation.now(), more);
            simulation.send(std::move(more));
            if (parts.parent_touch && parts.parent_touch->is_touched()) parts.was_touched = true;
            if (!goes_on || (parts.options.is_screensaver && parts.was_touched && simulation.now() > 0.5)) break;
        }
        // Where nothing waits for the screen, 60 frames a second are plenty.
        if (const std::uint64_t spent = SDL_GetTicks64() - start; spent < 15)
            SDL_Delay(static_cast<std::uint32_t>(15 - spent));
    }
    return {};
}

Result<void> Window::keep_context(SimulationThread& simulation) {
    Parts& parts = *parts_;
    const bool pretends = parts.options.loses_context > 0 && simulation.now() > parts.options.loses_context;
    if (!pretends && !parts.has_lost_context()) return {};
    parts.options.loses_context = 0;
    parts.drop_context();
    if (auto made = parts.make_context(); !made)
        return Error{"the graphics driver lost its state; " + made.error().message + rescue(simulation)};
    simulation.say("the graphics driver lost its state; all of it was made again");
    return {};
}

std::string Window::rescue(SimulationThread& simulation) {
    std::string words;
    simulation.between([&](App& app) {
        if (!app.was_played() || parts_->options.is_screensaver) return;
        app.press("ctrl-s");
        words = "; " + app.message();
    });
    if (auto finished = finish_recording(); !finished) words += "; " + finished.error().message;
    return words;
}

double Window::bench(App& app, int count) {
    const Look look = app.look();
    std::vector<Event> events;
    SDL_GL_SetSwapInterval(0);
    parts_->draw(look, events);
    glFinish();
    const std::uint64_t start = SDL_GetPerformanceCounter();
    for (int i = 0; i < count; ++i) {
        parts_->painter->forget();
        parts_->draw(look, events);
        glFinish();
    }
    return 1000.0 * static_cast<double>(SDL_GetPerformanceCounter() - start) /
           static_cast<double>(SDL_GetPerformanceFrequency()) / count;
}

Result<Window::Pace> Window::pace(App& app, double seconds, const Tick& tick, const std::string& record) {
    parts_->options.record = record;
    std::vector<double> spent;
    std::uint64_t last = SDL_GetPerformanceCounter();
    const double begin = app.clock();
    const std::int64_t steps = app.fluid().steps();
    const auto lived = live(app, [&](double now, std::vector<Event>& events) {
        const std::uint64_t then = std::exchange(last, SDL_GetPerformanceCounter());
        spent.push_back(1000.0 * static_cast<double>(last - then) / static_cast<double>(SDL_GetPerformanceFrequency()));
        return tick(now, events) && now < begin + seconds;
    });
    if (!lived) return lived.error();
    if (auto finished = finish_recording(); !finished) return finished.error();
    std::sort(spent.begin(), spent.end());
    return Pace{spent[spent.size() / 2], spent[spent.size() * 95 / 100], spent.back(),
                static_cast<double>(app.fluid().steps() - steps) / seconds};
}

void Window::fade(double darkness) {
    parts_->panels->darkness = static_cast<float>(darkness);
}

Result<void> Window::finish_recording() {
    if (!parts_->recorder) return {};
    const auto finished = parts_->recorder->finish();
    parts_->recorder.reset();
    return finished;
}

}  // namespace whorl::view
