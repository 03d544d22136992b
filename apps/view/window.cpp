#include "window.hpp"

#include <SDL.h>
#include <backends/imgui_impl_opengl3.h>
#include <backends/imgui_impl_sdl.h>
#include <epoxy/gl.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/text.hpp"
#include "gl_picture.hpp"
#include "panels.hpp"
#include "simulation_thread.hpp"

namespace whorl::view {
namespace {

constexpr double recorded_fps = 30;  // of what is recorded while a person plays

/// Debian's face for screens if it is there; ImGui's own is small and knows no other size.
constexpr const char* font_files[] = {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                      "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
                                      "/usr/share/fonts/TTF/DejaVuSans.ttf"};

float display_scale(SDL_Window* window) {
    int points = 0, pixels = 0, unused = 0;
    SDL_GetWindowSize(window, &points, &unused);
    SDL_GL_GetDrawableSize(window, &pixels, &unused);
    if (points > 0 && pixels > points) return static_cast<float>(pixels) / static_cast<float>(points);
    float dpi = 0;
    if (SDL_GetDisplayDPI(SDL_GetWindowDisplayIndex(window), nullptr, &dpi, nullptr) != 0 || dpi < 60 || dpi > 600)
        return 1;
    return std::clamp(std::round(dpi / 96 * 4) / 4, 1.0f, 3.0f);
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
        default:
            break;
    }
    if (key.sym < '0' || key.sym > 'z') return "";
    const std::string letter(1, static_cast<char>(key.sym));
    return (is_control ? "ctrl-" : is_shifted ? "shift-" : "") + letter;
}

std::string free_name(const char* pattern) {
    std::error_code ignored;
    for (int number = 1;; ++number) {
        const std::string name =
            std::string(pattern).replace(std::string_view(pattern).find('#'), 1, text("%03d", number));
        if (!std::filesystem::exists(name, ignored)) return name;
    }
}

}  // namespace

struct Window::Parts {
    WindowOptions options{};
    SDL_Window* window = nullptr;
    SDL_GLContext context = nullptr;
    bool has_imgui = false;
    std::unique_ptr<PicturePainter> painter{};
    std::unique_ptr<PanelPainter> panels{};
    std::unique_ptr<Recorder> recorder{};
    bool styled_light = false, is_styled = false;
    float scale = 1;
    Frame frames[2]{};
    int held = -1;  // frame that the left button went down in
    bool is_live = false, is_turning = false, wants_shot = false, wants_recording_toggled = false, was_closed = false,
         was_touched = false;
    Orbit orbit{};
    std::uint64_t counted_since = 0;
    double usual_milliseconds = 10;  // of drawing a frame
    int counted = 0;

    ~Parts();
    bool is_volume(const Look& look) const { return look.depth_size > 0 && !panels->shows_slice; }
    void lay_out(const Look& look);
    Vec<double, 2> domain_place(const Look& look, int frame, float x, float y) const;
    void hear(const SDL_Event& event, const Look& look, double now, std::vector<Event>& events);
    void poll(const Look& look, double now, std::vector<Event>& events);
    void draw(const Look& look, std::vector<Event>& events);
    void paint(const Look& look, const Picture& picture, const Frame& frame);
    Image8 pixels() const;
    void ease(std::uint64_t milliseconds);
    void press(const Key& key, std::vector<Event>& events);
    std::string shoot();
    std::string toggle_recording(double fps);
};

Window::Parts::~Parts() {
    recorder.reset();
    panels.reset(), painter.reset();
    if (has_imgui) {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplSDL2_Shutdown();
        ImGui::DestroyContext();
    }
    if (context) SDL_GL_DeleteContext(context);
    if (window) SDL_DestroyWindow(window);
    SDL_Quit();
}

Window::Window(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Window::~Window() = default;

Result<std::unique_ptr<Window>> Window::open(const WindowOptions& options) {
    auto parts = std::make_unique<Parts>();
    parts->options = options;
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return Error{text("no window can be opened here: %s", SDL_GetError())};
    for (const auto& [name, value] : {std::pair{SDL_GL_CONTEXT_MAJOR_VERSION, 3},
                                      {SDL_GL_CONTEXT_MINOR_VERSION, 3},
                                      {SDL_GL_CONTEXT_PROFILE_MASK, int{SDL_GL_CONTEXT_PROFILE_CORE}},
                                      {SDL_GL_DOUBLEBUFFER, 1},
                                      {SDL_GL_DEPTH_SIZE, 0}})
        SDL_GL_SetAttribute(name, value);
    std::uint32_t flags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    if (options.is_screensaver && options.parent == 0) flags |= SDL_WINDOW_FULLSCREEN_DESKTOP;
    if (options.parent != 0) {
        SDL_SetHint(SDL_HINT_VIDEO_FOREIGN_WINDOW_OPENGL, "1");
        parts->window = SDL_CreateWindowFrom(reinterpret_cast<void*>(options.parent));
    } else {
        parts->window = SDL_CreateWindow(options.title.c_str(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                         options.width, options.height, flags);
    }
    if (!parts->window) return Error{text("no window can be opened here: %s", SDL_GetError())};
    parts->context = SDL_GL_CreateContext(parts->window);
    if (!parts->context || epoxy_gl_version() < 33)
        return Error{text("OpenGL 3.3 is needed and this display has none: %s", SDL_GetError())};
    SDL_GL_SetSwapInterval(1);
    parts->scale = display_scale(parts->window);
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    load_font(parts->scale);
    ImGui_ImplSDL2_InitForOpenGL(parts->window, parts->context);
    ImGui_ImplOpenGL3_Init("#version 330 core");
    parts->has_imgui = true;
    auto painter = PicturePainter::make();
    if (!painter) return painter.error();
    parts->painter = std::make_unique<PicturePainter>(std::move(painter).value());
    parts->panels = std::make_unique<PanelPainter>(parts->scale);
    parts->panels->shows_status = !options.is_screensaver;
    if (options.is_screensaver) SDL_ShowCursor(SDL_DISABLE);
    parts->counted_since = SDL_GetTicks64();
    return std::unique_ptr<Window>(new Window(std::move(parts)));
}

std::string Window::driver() const {
    const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return name ? name : "unknown";
}

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

Vec<double, 2> Window::Parts::domain_place(const Look& look, int frame, float x, float y) const {
    const Frame& where = frames[frame];
    Vec<double, 2> at = where.part(x, y);
    if (is_volume(look))
        at = plane_hit(at, static_cast<double>(where.width / where.height),
                       {look.size[0], look.size[1], look.depth_size}, orbit, look.depth);
    for (double& part : at.component) part = std::clamp(part, 0.0, 1.0);
    return at;
}

void Window::Parts::press(const Key& key, std::vector<Event>& events) {
    if (key.action == Action::screenshot)
        wants_shot = true;
    else if (key.action == Action::record)
        wants_recording_toggled = true;
    else
        events.push_back({.kind = Event::Kind::key, .key = &key});
}

void Window::Parts::hear(const SDL_Event& event, const Look& look, double now, std::vector<Event>& events) {
    const ImGuiIO& io = ImGui::GetIO();
    const auto frame_at = [&](float x, float y) {
        for (int i = 0; i < (look.has_second ? 2 : 1); ++i)
            if (frames[i].holds(x, y)) return i;
        return -1;
    };
    // When it happened, not when it is read.
    const double then = now - (SDL_GetTicks() - event.common.timestamp) / 1000.0;
    switch (event.type) {
        case SDL_QUIT:
            was_closed = true;
            break;
        case SDL_WINDOWEVENT:
            if (event.window.event == SDL_WINDOWEVENT_CLOSE) was_closed = true;
            break;
        case SDL_KEYDOWN: {
            was_touched = true;
            if (io.WantTextInput) break;
            const Key* key = find_key(key_name(event.key.keysym));
            if (key && (event.key.repeat == 0 || key->action == Action::turn || key->action == Action::single_step))
                press(*key, events);
            break;
        }
        case SDL_MOUSEBUTTONDOWN: {
            was_touched = true;
            if (io.WantCaptureMouse) break;
            const float x = static_cast<float>(event.button.x), y = static_cast<float>(event.button.y);
            if (event.button.button == SDL_BUTTON_RIGHT) panels->open_menu();
            const bool turns = event.button.button == SDL_BUTTON_MIDDLE ||
                               (event.button.button == SDL_BUTTON_LEFT && (SDL_GetModState() & KMOD_ALT));
            if (turns && is_volume(look))
                is_turning = true;
            else if (event.button.button == SDL_BUTTON_LEFT && (held = frame_at(x, y)) >= 0)
                events.push_back({.kind = Event::Kind::down, .time = then, .at = domain_place(look, held, x, y)});
            break;
        }
        case SDL_MOUSEMOTION: {
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
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
        ImGui_ImplSDL2_ProcessEvent(&event);
        hear(event, look, now, events);
    }
}

void Window::Parts::paint(const Look& look, const Picture& picture, const Frame& frame) {
    int points = 0, unused = 0, pixels_wide = 0, pixels_high = 0;
    SDL_GetWindowSize(window, &points, &unused);
    SDL_GL_GetDrawableSize(window, &pixels_wide, &pixels_high);
    const float dense = static_cast<float>(pixels_wide) / static_cast<float>(std::max(points, 1));
    const Rect where{static_cast<int>(std::lround(frame.x * dense)),
                     pixels_high - static_cast<int>(std::lround((frame.y + frame.height) * dense)),
                     static_cast<int>(std::lround(frame.width * dense)),
                     static_cast<int>(std::lround(frame.height * dense))};
    if (is_volume(look))
        painter->draw_volume(picture, look.theme, where, {look.size[0], look.size[1], look.depth_size}, orbit);
    else
        painter->draw(picture, look.theme, where, look.depth);
}

void Window::Parts::draw(const Look& look, std::vector<Event>& events) {
    if (!is_styled || styled_light != look.theme.is_light) panels->style(styled_light = look.theme.is_light);
    is_styled = true;
    lay_out(look);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplSDL2_NewFrame();
    ImGui::NewFrame();
    std::vector<Event> clicked;
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
    paint(look, look.picture, frames[0]);
    if (look.has_second) paint(look, look.second, frames[1]);
    glViewport(0, 0, width, height);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    ++counted;
    if (const std::uint64_t now = SDL_GetTicks64(); is_live && now > counted_since + 500) {
        panels->frames_a_second = counted * 1000.0 / static_cast<double>(now - counted_since);
        counted = 0, counted_since = now;
    }
}

Image8 Window::Parts::pixels() const {
    int width = 0, height = 0;
    SDL_GL_GetDrawableSize(window, &width, &height);
    Image8 out{width, height, std::vector<std::uint8_t>(static_cast<std::size_t>(width) * height * 4)};
    std::vector<std::uint8_t> upside_down(out.rgba.size());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, upside_down.data());
    const std::size_t row = static_cast<std::size_t>(width) * 4;
    for (int y = 0; y < height; ++y)
        std::copy_n(upside_down.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(height - 1 - y)),
                    row, out.rgba.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(y)));
    for (std::size_t i = 3; i < out.rgba.size(); i += 4) out.rgba[i] = 255;
    return out;
}

/// Drops quality, never frames: where drawing takes too long the picture is coloured in larger blocks.
void Window::Parts::ease(std::uint64_t milliseconds) {
    constexpr double too_long = 20, easy = 6;
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
    auto opened = Recorder::open(name, width, height, fps);
    if (!opened) return opened.error().message;
    recorder = std::move(opened).value();
    return "recording to " + name;
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
    if (parts.recorder) parts.recorder->add(parts.pixels());
    SDL_GL_SwapWindow(parts.window);
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

Result<void> Window::live(App& app, const std::function<bool(double, App&)>& tick) {
    Parts& parts = *parts_;
    SimulationThread simulation(app);
    double next_recorded = simulation.now();
    parts.is_live = true;
    if (!parts.options.record.empty()) parts.wants_recording_toggled = true;
    while (!simulation.has_quit() && !parts.was_closed) {
        const std::uint64_t start = SDL_GetTicks64();
        const std::shared_ptr<const Look> look = simulation.look();
        std::vector<Event> events;
        parts.lay_out(*look);
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
        while (parts.recorder && next_recorded <= simulation.now()) {  // a frame that came late counts twice
            parts.recorder->add(parts.pixels());
            next_recorded += 1 / recorded_fps;
        }
        SDL_GL_SwapWindow(parts.window);
        if (tick) {
            bool goes_on = true;
            simulation.between([&](App& inside) { goes_on = tick(simulation.now(), inside); });
            if (!goes_on || (parts.options.is_screensaver && parts.was_touched && simulation.now() > 0.5)) break;
        }
        // Where nothing waits for the screen, 60 frames a second are plenty.
        if (const std::uint64_t spent = SDL_GetTicks64() - start; spent < 15)
            SDL_Delay(static_cast<std::uint32_t>(15 - spent));
    }
    return {};
}

double Window::bench(App& app, int count) {
    const Look look = app.look();
    std::vector<Event> events;
    SDL_GL_SetSwapInterval(0);
    parts_->draw(look, events);
    glFinish();
    const std::uint64_t start = SDL_GetPerformanceCounter();
    for (int i = 0; i < count; ++i) {
        parts_->draw(look, events);
        glFinish();
    }
    return 1000.0 * static_cast<double>(SDL_GetPerformanceCounter() - start) /
           static_cast<double>(SDL_GetPerformanceFrequency()) / count;
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
