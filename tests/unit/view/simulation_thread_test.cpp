// The app beside the drawing: what a window does to it, without one.
#include "apps/view/simulation_thread.hpp"

#include "../io/scratch_folder.hpp"
#include "apps/view/recorder.hpp"
#include "tests/unit/view/apps.hpp"

namespace whorl::view {
namespace {

using Events = std::vector<Event>;

Events key(const char* name) {
    return {{.kind = Event::Kind::key, .key = find_key(name)}};
}

/// Looks, as a window does between frames, until it sees what is waited for; false after ten seconds.
template <class Seen> bool look_until(SimulationThread& simulation, Seen seen) {
    for (int i = 0; i < 2000; ++i) {
        if (seen(*simulation.look())) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

TEST(ViewThread, StepsGoOnWhileEventsComeInAndLooksGoOut) {
    auto pool = make_thread_pool(2);
    ASSERT_TRUE(pool);
    auto fluid = read_live_scene("[domain]\ncells = [48, 48]\n[time]\nfps = 60\n", "test.toml", *pool.value());
    ASSERT_TRUE(fluid);
    App app(std::move(fluid).value(), *pool.value());
    {
        SimulationThread simulation(app);
        EXPECT_TRUE(look_until(simulation, [](const Look& look) { return look.steps > 3; }));
        for (int i = 0; i < 40; ++i) {
            const auto kind = i == 0 ? Event::Kind::down : Event::Kind::move;
            simulation.send({{.kind = kind, .time = simulation.now(), .at = {0.2 + 0.015 * i, 0.5}}});
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        simulation.send({{.kind = Event::Kind::up, .time = simulation.now()}});
        EXPECT_TRUE(look_until(simulation, [](const Look& look) {
            return std::any_of(look.picture.values.begin(), look.picture.values.end(),
                               [](float v) { return v > 0.1f; });
        }));
        for (const char* each : {"1", "2", "3", "4", "f", "F", "u", "w", "5"}) simulation.send(key(each));
        EXPECT_TRUE(look_until(simulation, [](const Look& look) {
            return look.has_second && !look.verbs.empty() && !look.parameters.empty() && !look.velocity.empty();
        }));
        simulation.send({{.kind = Event::Kind::choice, .name = "quality", .text = "fine"}});
        simulation.say("hello");
        simulation.set_recording(true);
        EXPECT_TRUE(look_until(simulation, [](const Look& look) { return look.is_recording; }));
        double clock = 0;
        simulation.between([&](App& inside) { clock = inside.clock(); });
        EXPECT_GT(clock, 0);
        simulation.send(key("p"));
        EXPECT_TRUE(look_until(simulation, [](const Look& look) { return look.is_paused; }));
        simulation.send(key("q"));
        EXPECT_TRUE(look_until(simulation, [&](const Look&) { return simulation.has_quit(); }));
    }
    EXPECT_TRUE(app.fluid().saved_scene("s")) << "and all of it is a session";
}

TEST(ViewThread, ARecorderWritesBesideTheDrawing) {
    const ScratchFolder folder;
    auto recorder = Recorder::open(folder / "##.ppm", 8, 4, 30);
    ASSERT_TRUE(recorder) << recorder.error().message;
    for (int i = 0; i < 70; ++i) recorder.value()->add({8, 4, std::vector<std::uint8_t>(8 * 4 * 4, 7)});
    recorder.value()->add({9, 4, std::vector<std::uint8_t>(9 * 4 * 4, 7)});  // the window was resized: left out
    EXPECT_TRUE(recorder.value()->finish());
    EXPECT_EQ(folder.entries(), 70);
    EXPECT_FALSE(Recorder::open(folder / "film.doc", 8, 4, 30));
}

}  // namespace
}  // namespace whorl::view
