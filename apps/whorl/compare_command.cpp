#include <fmt/format.h>

#include "commands.hpp"
#include "progress_report.hpp"
#include "run/compare.hpp"
#include "run/gallery.hpp"
#include "run/interrupt.hpp"

namespace whorl {
namespace {

Result<CompareSide> open_side(const std::string& word, const CompareCommand& command,
                              const std::vector<std::string>& own) {
    const auto file = find_scene(word);
    if (!file) return file.error();
    std::vector<std::string> set = command.set;
    set.insert(set.end(), own.begin(), own.end());
    auto scene = read_scene(file.value(), set);
    if (!scene) return scene.error();
    std::string label;
    for (const std::string& each : own) label += (label.empty() ? "" : ", ") + each;
    if (label.empty()) label = scene.value().title.empty() ? scene.value().name : scene.value().title;
    return CompareSide{std::move(scene).value(), label};
}

}  // namespace

int compare_scenes(const CompareCommand& command) {
    if (command.frames < 0) return refuse(fmt::format("--frames {} is out of range; use 1 or more", command.frames));
    if (!(command.card >= 0 && command.card <= 3600))
        return refuse(fmt::format("--card {} is out of range; use 0 to 3600 seconds", command.card));
    if (const int wrong = check_threads(command.threads)) return wrong;
    const auto left = open_side(command.left_scene, command, command.left);
    if (!left) return refuse(left.error().message);
    const auto right =
        open_side(command.right_scene.empty() ? command.left_scene : command.right_scene, command, command.right);
    if (!right) return refuse(right.error().message);
    const Interrupt interrupt;
    ProgressReport report(ProgressReport::Style::automatic);
    CompareOptions options{.out = command.out.empty() ? "out/compare-" + left.value().scene.name : command.out,
                           .frames = command.frames,
                           .threads = command.threads,
                           .overwrite = command.overwrite,
                           .card = command.card};
    options.progress = [&](const RunProgress& progress) { report.show(progress); };
    options.stop = [&] { return interrupt.requested(); };
    if (auto good = check_comparison(left.value(), right.value(), options); !good) return refuse(good.error().message);
    const auto result = compare(left.value(), right.value(), options);
    report.end();
    if (!result) return refuse(result.error().message, failed);
    if (result.value().stopped) return refuse("stopped; nothing was kept", interrupted);
    for (const std::string& file : result.value().files) fmt::print("{}\n", file);
    return done;
}

}  // namespace whorl
