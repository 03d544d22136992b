#include "demo.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "demo_files.hpp"
#include "run/interrupt.hpp"
#include "io/terminal_player.hpp"
#include "progress.hpp"

namespace whorl {
namespace {

enum Exit { done = 0, failed = 1, wrong_input = 2, interrupted = 130 };

int refuse(Exit code, const std::string& sentence) {
    fmt::print(stderr, "whorl: {}\n", sentence);
    return code;
}

// Shows a frame in whatever way standard error allows.
class Screen {
  public:
    Screen(int frames, bool quiet) : progress_(frames), quiet_(quiet) {}

    void show(const Image& image, int frame, std::int64_t steps, bool last) {
        if (quiet_) return;
        if (player_.on()) {
            if (last || player_.due()) player_.show(image, progress_.line(frame, steps));
        } else if (progress_.at_tenth(frame)) {
            fmt::print(stderr, "{}\n", progress_.line(frame, steps));
        }
    }

  private:
    Progress progress_;
    bool quiet_;
    TerminalPlayer player_;
};

// Returns how many frames were made: all, unless a person stopped it.
Result<int> play(StirringScene& scene, DemoFiles& files, const DemoOptions& options, const Interrupt& interrupt) {
    Screen screen(options.frames, options.quiet);
    for (int frame = 1; frame <= options.frames; ++frame) {
        if (auto stepped = scene.step(); !stepped) return stepped.error();
        const auto image = draw_stirring(scene);
        if (!image) return image.error();
        if (auto added = files.add(image.value(), scene.time()); !added) return added.error();
        if (interrupt.requested()) return frame;
        screen.show(image.value(), frame, scene.steps(), frame == options.frames);
    }
    return options.frames;
}

void print_results(const std::vector<std::string>& paths, const StirringScene& scene) {
    for (const std::string& path : paths) fmt::print("{}\n", path);
    fmt::print("state {:016x} after {} steps, the same on every machine\n", scene.hash(), scene.steps());
}

void print_what_next() {
    fmt::print(
        "\ntry next\n"
        "  build/bin/whorl bench classic    how fast the published solver runs here\n"
        "  build/bin/whorl info             what this build can do on this machine\n"
        "  ./dev test                       every claim, checked\n");
}

}  // namespace

int run_demo(const DemoOptions& options) {
    if (options.frames < 1 || options.frames > 1'000'000)
        return refuse(wrong_input, fmt::format("{} frames cannot be made; use 1 to 1000000", options.frames));
    auto scene = StirringScene::make(options.cells);
    if (!scene) return refuse(wrong_input, scene.error().message);
    const auto first = draw_stirring(scene.value());
    if (!first) return refuse(wrong_input, first.error().message);
    auto files =
        DemoFiles::make(options.out + "/demo", options.frames, {first.value().width(), first.value().height()});
    if (!files) return refuse(failed, files.error().message);
    if (!files.value().film_error().empty())
        fmt::print(stderr, "whorl: no film this time, pictures only: {}\n", files.value().film_error());

    const Interrupt interrupt;
    const auto made = play(scene.value(), files.value(), options, interrupt);
    if (!made) return refuse(failed, made.error().message);
    const auto paths = files.value().finish();
    if (!paths) return refuse(failed, paths.error().message);
    print_results(paths.value(), scene.value());
    if (interrupt.requested())
        return refuse(interrupted,
                      fmt::format("stopped after {} of {} frames; the files above are complete and hold them",
                                  made.value(), options.frames));
    print_what_next();
    return done;
}

}  // namespace whorl
