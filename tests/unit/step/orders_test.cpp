// The verbs of each order, as an observer hears them, and as docs/step.md lists them.
#include "step/orders.hpp"

#include <fstream>
#include <map>
#include <sstream>

#include "tests/fluids.hpp"

namespace whorl {
namespace {

struct Listener : Observer {
    std::string heard{};
    void after(std::string_view verb) override { heard += (heard.empty() ? "" : " ") + std::string(verb); }
};

std::string heard(const std::string& order) {
    auto fluid = Fluid2::make({.cells = {8, 8}, .order = order}).value();
    Listener listener;
    fluid.observe(&listener);
    (void)fluid.step(0.1).value();
    return listener.heard;
}

TEST(StepOrders, AreThoseOfTheSources) {
    EXPECT_EQ(
        heard("stam2003"),
        "add_forces confine_vorticity diffuse_velocity project advect_velocity project add_sources diffuse_scalars "
        "advect_scalars dissipate check");
    EXPECT_EQ(heard("stam1999"),
              "add_sources add_forces confine_vorticity advect_velocity diffuse_velocity project advect_scalars "
              "diffuse_scalars dissipate check");
    EXPECT_EQ(heard("harris2004"),
              "advect_velocity diffuse_velocity add_forces confine_vorticity project add_sources advect_scalars "
              "diffuse_scalars dissipate check");
    EXPECT_EQ(heard("slides"),
              "add_forces confine_vorticity diffuse_velocity advect_velocity project add_sources diffuse_scalars "
              "advect_scalars dissipate check");
    EXPECT_EQ(
        heard("thesis"),
        "add_sources advect_scalars diffuse_scalars dissipate add_forces confine_vorticity diffuse_velocity project "
        "advect_velocity project check");
    EXPECT_EQ(heard("whorl"),
              "add_sources extrapolate add_half_forces carry advect diffuse_scalars dissipate add_half_forces "
              "confine_vorticity diffuse_velocity project check");
}

TEST(StepOrders, ReflectionIsZehnders) {
    EXPECT_EQ(
        heard("reflection"),
        "add_sources advect_velocity_half add_half_forces project advect_scalars diffuse_scalars dissipate reflect "
        "advect_velocity_half add_half_forces confine_vorticity diffuse_velocity project check");
}

TEST(StepOrders, UnknownNamesAreAnsweredWithTheNearest) {
    const auto wrong = Fluid2::make({.cells = {8, 8}, .order = "stam2004"});
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.error().message.find("did you mean \"stam2003\"?"), std::string::npos) << wrong.error().message;
}

// docs/step.md has, for each order, a line "- `name`: verb, verb, ...", and for each verb a heading.
TEST(StepOrders, AreTheOnesInTheDocs) {
    std::ifstream file(WHORL_SOURCE_DIR "/docs/step.md");
    ASSERT_TRUE(file);
    std::stringstream all;
    all << file.rdbuf();
    const std::string docs = all.str();
    for (const Order& order : orders()) {
        std::string line = "- `" + std::string(order.name) + "`: ";
        for (std::size_t i = 0; i < order.verbs.size(); ++i)
            line += (i ? ", " : "") + std::string(name_of(order.verbs[i]));
        EXPECT_NE(docs.find(line + "\n"), std::string::npos) << line;
        for (const Verb verb : order.verbs)
            EXPECT_NE(docs.find("\n### " + std::string(name_of(verb)) + "\n"), std::string::npos) << name_of(verb);
    }
}

// What a verb does not do shows in the state: without viscosity, confinement and so on nothing happens in it.
TEST(StepOrders, AllOfThemCarrySmokeUpwards) {
    for (const Order& order : orders()) {
        auto fluid = Fluid2::make({.cells = {32, 32}, .buoyancy = 5, .order = std::string(order.name)}).value();
        for (int step = 0; step < 20; ++step) {
            (void)fluid.add(Circle{{0.5f, 0.25f}, 0.1f}, {.density = 1, .temperature = 5});
            const auto report = fluid.step(0.05).value();
            EXPECT_LE(report.divergence, 1.1e-4 * report.divergence_before + 1e-5) << order.name;
        }
        EXPECT_GT(fluid.sample("velocity.y", {0.5, 0.4}), 0.05) << order.name;
        EXPECT_GT(fluid.sample("density", {0.5, 0.45}), 0.01) << order.name;
    }
}

}  // namespace
}  // namespace whorl
