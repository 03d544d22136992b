// whorl-view: reads the command line, opens a fluid and a window, and turns the end into an exit code.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>

#include "core/text.hpp"
#include "game.hpp"
#include "ghost.hpp"
#include "options.hpp"
#include "play.hpp"
#include "run/optional_parts.hpp"
#if WHORL_HAS_WINDOW
#include "window.hpp"
#endif

namespace {

using namespace whorl;
using namespace whorl::view;

enum Exit { done = 0, failed = 1, wrong_use = 2 };

int refuse(const std::string& sentence, Exit code) {
    std::fprintf(stderr, "whorl-view: %s\n", sentence.c_str());
    return code;
}

void notice(const std::string& sentence) {
    if (!sentence.empty()) std::fprintf(stderr, "whorl-view: %s\n", sentence.c_str());
}

bool is_number(const std::string& word) {
    return !word.empty() && word.find_first_not_of("0123456789") == std::string::npos && word.size() < 9;
}

Result<std::unique_ptr<LiveFluid>> open_fluid(const Options& options, Scheduler& scheduler) {
    if (options.what == "game") {
        auto game = make_game(scheduler);
        if (!game) return game.error();
        return std::unique_ptr<LiveFluid>(std::move(game).value());
    }
    if (!options.what.empty() && !is_number(options.what))
        return options.fits ? open_fitting(options.what, scheduler) : open_scene(options.what, scheduler);
    auto start = make_nealen(options.what.empty() ? 64 : std::stoi(options.what), scheduler);
    if (!start) return start.error();
    notice(start.value().notice);
    return std::move(start.value().fluid);
}

int play_script(const Options& options, App& app, Screen& screen) {
    auto script = options.script.empty() ? parse_script("wait 1\n", "") : read_script(options.script);
    if (!script) return refuse(script.error().message, wrong_use);
    if (auto played = play(app, script.value(), screen); !played) return refuse(played.error().message, failed);
    if (options.screenshot.empty()) return done;
    const auto picture = screen.picture(app);
    if (!picture) return refuse(picture.error().message, failed);
    if (auto written = write_picture(options.screenshot, picture.value()); !written)
        return refuse(written.error().message, failed);
    return done;
}

/// Steps while the ghost stirs, and draws where there is a window: what each costs, apart.
double milliseconds_a_step(App& app) {
    Ghost ghost(Ghost::Kind::stir_only);
    const int frames = 120;
    const auto before = app.fluid().steps();
    for (int i = 0; i < frames; ++i) {
        ghost.play(app, app.clock());
        app.advance(frame_seconds);
    }
    const auto steps = std::max<std::int64_t>(1, app.fluid().steps() - before);
    return app.step_milliseconds() / static_cast<double>(steps);
}

void print_bench(App& app, double step, double draw, const std::string& driver) {
    const Vec<int, 3> cells = app.fluid().cells();
    const double count = static_cast<double>(cells[0]) * cells[1] * cells[2];
    std::printf("fluid  %s\n", app.fluid().title().c_str());
    std::printf("step   %8.3f ms   %8.1f steps a second   %.1f ns a cell\n", step, 1000 / step, step * 1e6 / count);
    if (draw > 0) std::printf("draw   %8.3f ms   %8.1f draws a second   %s\n", draw, 1000 / draw, driver.c_str());
    if (draw <= 0) std::printf("draw   not measured: no window\n");
}

int run_without_window(const Options& options, App& app) {
    if (options.bench) return print_bench(app, milliseconds_a_step(app), 0, ""), done;
    NoScreen screen;
    return play_script(options, app, screen);
}

#if WHORL_HAS_WINDOW
/// From frame to frame in the window that a person has; with --record the same while it is recorded.
int bench_pace(const Options& options, App& app, Window& window) {
    constexpr double seconds = 4;
    std::vector<std::pair<const char*, std::string>> passes{{"frame", ""}};
    if (!options.record.empty()) passes.emplace_back("filmed", options.record);
    for (const auto& [name, file] : passes) {
        Ghost ghost(Ghost::Kind::stir_only);
        const auto pace = window.pace(
            app, seconds, [&](double now, std::vector<Event>& events) { return ghost.play(now, events), true; }, file);
        if (!pace) return refuse(pace.error().message, failed);
        std::printf("%-6s %8.3f ms   one in 20 takes more than %.1f ms, the longest %.1f ms; %.1f steps a second\n",
                    name, pace.value().median, pace.value().slow, pace.value().slowest, pace.value().steps);
    }
    return done;
}

int run_in_window(const Options& options, App& app, Window& window) {
    window.serve(app);
    if (options.bench) {
        const double step = milliseconds_a_step(app);
        print_bench(app, step, window.bench(app, 60), window.driver());
        return bench_pace(options, app, window);
    }
    if (!options.script.empty() || !options.screenshot.empty()) {
        const int code = play_script(options, app, window);
        if (auto finished = window.finish_recording(); !finished) return refuse(finished.error().message, failed);
        return code;
    }
    Ghost ghost(Ghost::Kind::screensaver);
    Window::Tick tick;
    if (options.is_screensaver)
        tick = [&](double now, std::vector<Event>& events) {
            ghost.play(now, events);
            window.fade(ghost.darkness(now));
            return true;
        };
    if (auto lived = window.live(app, tick); !lived) return refuse(lived.error().message, failed);
    if (auto finished = window.finish_recording(); !finished) return refuse(finished.error().message, failed);
    return done;
}
#endif

int run(const Options& options) {
    auto pool = make_thread_pool(options.threads);
    if (!pool) return refuse(pool.error().message, failed);
    auto fluid = open_fluid(options, *pool.value());
    if (!fluid) return refuse(fluid.error().message, wrong_use);
    App app(std::move(fluid).value(), *pool.value());
    const bool is_unattended = !options.script.empty() || !options.screenshot.empty() || options.bench;
    if (options.is_headless && !is_unattended)
        return refuse("--headless needs something to do: --script FILE, --screenshot FILE or --bench", wrong_use);
    if (options.is_headless) return run_without_window(options, app);
#if WHORL_HAS_WINDOW
    auto window = Window::open({.width = options.width,
                                .height = options.height,
                                .scale = options.scale,
                                .title = "whorl - " + app.fluid().title(),
                                .loses_context = options.loses_context,
                                .pretended = options.pretended,
                                .record = options.bench ? "" : options.record,
                                .parent = options.window_id,
                                .is_unattended = is_unattended,
                                .is_screensaver = options.is_screensaver,
                                .hears_parent = options.hears_window});
    if (window && options.probes)
        return std::printf("a window opens, drawn by %s\n", window.value()->driver().c_str()), done;
    if (window) return run_in_window(options, app, *window.value());
    const std::string why = window.error().message;
#else
    const std::string why =
        "it was built without a window (install libsdl2-dev libimgui-dev libepoxy-dev and build again)";
#endif
    if (options.probes) return refuse(why, failed);
    if (!is_unattended || !options.record.empty())
        return refuse(why +
                          "; `whorl run SCENE` makes films and pictures without one, and SDL_VIDEODRIVER=offscreen or "
                          "--headless plays scripts",
                      failed);
    notice(why + "; going on without one");
    return run_without_window(options, app);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        register_optional_parts();
        Options options;
        if (const int code = read_options(argc, argv, options); code >= 0) return code;
        return run(options);
    } catch (const std::exception& error) {
        return refuse(error.what(), failed);
    }
}
