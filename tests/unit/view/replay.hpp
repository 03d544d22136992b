// What was played, saved and run again.
#pragma once

#include "../io/scratch_folder.hpp"
#include "run/run.hpp"
#include "tests/unit/view/apps.hpp"

namespace whorl::view {

/// The hash that a run of the saved session ends with, and what was saved.
struct Replayed {
    std::uint64_t hash = 0;
    SavedScene saved{};
};

inline Replayed replay(App& app) {
    const ScratchFolder folder;
    const auto saved = app.fluid().saved_scene("s");
    EXPECT_TRUE(saved) << saved.error().message;
    if (!saved) return {};
    EXPECT_TRUE(write_saved(saved.value(), folder.path(), "s"));
    const auto scene_read = read_scene(folder.path() + "/s.toml");
    EXPECT_TRUE(scene_read) << scene_read.error().message;
    auto run = Run::prepare(scene_read.value(), {.threads = 2, .writes = false});
    EXPECT_TRUE(run) << run.error().message;
    if (!run) return {};
    const auto result = run.value().go();
    EXPECT_TRUE(result) << result.error().message;
    EXPECT_EQ(result.value().steps, app.fluid().steps());
    return {result.value().hash, saved.value()};
}

inline std::uint64_t replayed(App& app) {
    return replay(app).hash;
}

inline void choose(App& app, const char* what, const char* name) {
    app.say("");
    app.handle({.kind = Event::Kind::choice, .name = what, .text = name});
    EXPECT_EQ(app.message(), "");
}

inline void take(App& app, Tool tool) {
    app.handle({.kind = Event::Kind::tool, .value = static_cast<double>(tool)});
}

}  // namespace whorl::view
