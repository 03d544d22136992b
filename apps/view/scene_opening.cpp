// From words, files and the gallery to a fluid that can be played with, and the size that the machine can bear.
#include <algorithm>
#include <chrono>

#include "core/text.hpp"
#include "run/gallery.hpp"
#include "scene_fluid.hpp"

namespace whorl::view {

Result<std::unique_ptr<LiveFluid>> read_live_scene(const std::string& text, const std::string& file,
                                                   Scheduler& scheduler) {
    return SceneFluid::make(text, file, scheduler);
}

Result<std::unique_ptr<LiveFluid>> open_scene(const std::string& word, Scheduler& scheduler) {
    auto file = find_scene(word);
    if (!file) return file.error();
    auto scene = read_scene(file.value());  // refuses what is no scene, with its place in the file
    if (!scene) return scene.error();
    return SceneFluid::make(scene.value().text, file.value(), scheduler);
}

namespace {

constexpr double fitting_milliseconds = 9;  // of the 16.7 that a frame has; the rest is for drawing and others

/// Milliseconds a step while it is stirred; it is as new afterwards.
Result<double> tried(LiveFluid& fluid) {
    constexpr int steps = 6;
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < steps; ++i) {
        const double part = i / 6.0;
        const Stroke stroke{.from = {0.2 + 0.1 * part, 0.5}, .to = {0.3 + 0.1 * part, 0.5}, .seconds = 0.02};
        if (auto stirred = fluid.stir(stroke); !stirred) return stirred.error();
        if (auto report = fluid.step(); !report) return report.error();
    }
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
    if (auto back = fluid.reset(); !back) return back.error();
    return spent.count() / steps;
}

/// With so many times the scene's cells along each axis.
Result<std::unique_ptr<LiveFluid>> open_scaled(const std::string& file, const Scene& scene, double factor,
                                               Scheduler& scheduler) {
    const auto cells = [&](int axis) { return std::max(8, static_cast<int>(scene.cells[axis] * factor)); };
    std::string size = text("domain.cells=[%d, %d", cells(0), cells(1));
    size += scene.dim == 3 ? text(", %d]", cells(2)) : "]";
    const auto scaled = read_scene(file, {size});
    if (!scaled) return scaled.error();
    return SceneFluid::make(scaled.value().text, file, scheduler);
}

}  // namespace

Result<std::unique_ptr<LiveFluid>> open_fitting(const std::string& word, Scheduler& scheduler) {
    auto best = open_scene(word, scheduler);
    if (!best) return best;
    const auto file = find_scene(word);
    const auto scene = read_scene(file.value());
    const auto fits = [](LiveFluid& fluid) {
        const auto spent = tried(fluid);
        return spent && spent.value() <= fitting_milliseconds;
    };
    if (fits(*best.value())) {
        for (const double factor : {1.5, 2.0, 3.0, 4.0}) {
            auto larger = open_scaled(file.value(), scene.value(), factor, scheduler);
            if (!larger || !fits(*larger.value())) break;
            best = std::move(larger);
        }
        return best;
    }
    for (const double factor : {0.67, 0.5, 0.33, 0.25}) {
        auto smaller = open_scaled(file.value(), scene.value(), factor, scheduler);
        if (!smaller) break;
        best = std::move(smaller);
        if (fits(*best.value())) break;
    }
    return best;
}

}  // namespace whorl::view
