#include "demo.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "commands.hpp"
#include "io/terminal_player.hpp"
#include "progress_report.hpp"
#include "run/gallery.hpp"
#include "run/interrupt.hpp"
#include "run/picture.hpp"
#include "run/run.hpp"

namespace whorl {
namespace {

/// The scene at the size that was asked for. Without ffmpeg there is no film, and it says so.
Result<Scene> demo_scene(const DemoOptions& options) {
    const auto file = find_scene("demo");
    if (!file) return file.error();
    auto scene = read_scene(file.value(), {fmt::format("domain.cells=[{},{}]", options.cells, options.cells * 3 / 2),
                                           fmt::format("time.frames={}", options.frames)});
    if (!scene) return scene;
    for (SceneOutput& output : scene.value().outputs)
        if (output.kind == OutputKind::frames) output.every = options.frames;  // the still
    std::erase_if(scene.value().outputs, [&](const SceneOutput& output) {
        const auto possible = check_output(output, scene.value());
        if (!possible) fmt::print(stderr, "whorl: no film this time, pictures only: {}\n", possible.error().message);
        return !possible;
    });
    return scene;
}

// Shows a frame in whatever way standard error allows. Only a picture that will be seen is drawn.
class Screen {
  public:
    explicit Screen(Picture picture) : picture_(std::move(picture)), lines_(ProgressReport::Style::automatic) {}

    void show(const RunProgress& progress) {
        if (!player_.on()) return lines_.show(progress);
        if (progress.frame != progress.frames && !player_.due()) return;
        if (const auto image = picture_.draw(*progress.simulator)) player_.show(image.value(), progress_line(progress));
    }

  private:
    Picture picture_;
    ProgressReport lines_;
    TerminalPlayer player_;
};

void print_result(const RunResult& result) {
    for (const std::string& path : result.files) fmt::print("{}\n", path);
    fmt::print("state {:016x} after {} steps, the same on every machine\n", result.hash, result.steps);
    fmt::print(
        "\ntry next\n"
        "  build/bin/whorl                  the gallery: run any of its scenes\n"
        "  build/bin/whorl new mine.toml    a scene of your own to start from\n"
        "  ./dev test                       every claim, checked\n");
}

}  // namespace

int run_demo(const DemoOptions& options) {
    if (options.frames < 1 || options.frames > 1'000'000)
        return refuse(fmt::format("{} frames cannot be made; use 1 to 1000000", options.frames));
    if (options.cells < 8 || options.cells > 8192)
        return refuse(fmt::format("{} cells cannot be made; use 8 to 8192", options.cells));
    const auto scene = demo_scene(options);
    if (!scene) return refuse(scene.error().message);
    const Interrupt interrupt;
    auto picture =
        Picture::make(scene.value().outputs.empty() ? SceneLook{} : scene.value().outputs.front().look, scene.value());
    if (!picture) return refuse(picture.error().message);
    Screen screen(std::move(picture).value());
    RunOptions run_options;
    run_options.out = options.out + "/demo";
    run_options.overwrite = true;
    run_options.progress = [&](const RunProgress& progress) { screen.show(progress); };
    run_options.stop = [&] { return interrupt.requested(); };
    auto run = Run::prepare(scene.value(), run_options);
    if (!run) return refuse(run.error().message);
    const auto result = run.value().go();
    if (!result) return refuse(result.error().message, failed);
    if (result.value().stopped)
        return refuse(fmt::format("stopped after {} of {} frames", result.value().frames, options.frames), interrupted);
    print_result(result.value());
    return done;
}

}  // namespace whorl
