// Scenes from a few lines, and runs of them without or with a folder.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "../io/scratch_folder.hpp"
#include "run/picture.hpp"
#include "run/run.hpp"

namespace whorl {

inline Scene scene_of(const std::string& text, const std::vector<std::string>& set = {}) {
    auto scene = parse_scene(text, "test.toml", set);
    if (!scene) ADD_FAILURE() << scene.error().message;
    return std::move(scene).value();
}

inline std::unique_ptr<Simulator> simulator_of(const Scene& scene) {
    auto made = make_simulator(scene, serial_scheduler());
    if (!made) ADD_FAILURE() << made.error().message;
    return std::move(made).value();
}

inline double total(const Simulator& simulator, const char* field) {
    return take_measure({.kind = MeasureKind::total, .field = field}, simulator)[0];
}

inline RunResult run_in(const std::string& folder, const Scene& scene, RunOptions options = {}) {
    options.out = folder;
    options.threads = 1;
    auto run = Run::prepare(scene, options);
    if (!run) ADD_FAILURE() << run.error().message;
    auto result = run.value().go();
    if (!result) ADD_FAILURE() << result.error().message;
    return std::move(result).value();
}

inline Image drawn(const SceneLook& look, const Simulator& simulator) {
    auto picture = Picture::make(look, simulator.scene());
    if (!picture) ADD_FAILURE() << picture.error().message;
    auto image = picture.value().draw(simulator);
    if (!image) ADD_FAILURE() << image.error().message;
    return std::move(image).value();
}

inline std::string text_of(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace whorl
