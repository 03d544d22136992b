// Apps without a window, for tests.
#pragma once

#include <gtest/gtest.h>

#include "apps/view/app.hpp"
#include "apps/view/play.hpp"
#include "whorl/parallel.hpp"

namespace whorl::view {

inline std::unique_ptr<LiveFluid> nealen(int cells = 32) {
    return std::move(std::move(make_nealen(cells, serial_scheduler())).value().fluid);
}

inline std::unique_ptr<LiveFluid> scene(const std::string& extra = "", int cells = 32) {
    const std::string size = std::to_string(cells);
    return std::move(read_live_scene("[domain]\ncells = [" + size + ", " + size +
                                         "]\n[time]\nfps = 60\n[fluid]\nviscosity = 1e-4\n[scalars.red]\n"
                                         "[scalars.blue]\n" +
                                         extra,
                                     "test.toml", serial_scheduler()))
        .value();
}

inline App app_of(std::unique_ptr<LiveFluid> fluid) {
    return App(std::move(fluid), serial_scheduler());
}

inline void play_words(App& app, const std::string& words) {
    const auto script = parse_script(words, "script");
    ASSERT_TRUE(script) << script.error().message;
    NoScreen nothing;
    const auto played = play(app, script.value(), nothing);
    ASSERT_TRUE(played) << played.error().message;
}

inline double total(const std::vector<float>& values) {
    double sum = 0;
    for (const float value : values) sum += static_cast<double>(value);
    return sum;
}

inline double most(const std::vector<float>& values) {
    float high = 0;
    for (const float value : values) high = std::max(high, std::abs(value));
    return static_cast<double>(high);
}

inline double parameter(App& app, std::string_view id) {
    const auto list = app.fluid().parameters();
    const Parameter* found = find_parameter(list, id);
    return found ? found->value : -1e300;
}

/// Turns a slider, which must not complain.
inline void turn(App& app, const std::string& id, double value) {
    app.say("");
    app.handle({.kind = Event::Kind::parameter, .name = id, .value = value});
    EXPECT_EQ(app.message(), "") << id;
}

constexpr const char* a_drag =
    "down 0.3 0.5\nwait 0.05\nmove 0.4 0.52\nwait 0.05\nmove 0.5 0.5\nwait 0.05\n"
    "move 0.6 0.45\nwait 0.05\nup\n";

/// At the start of a test that holds for Nealen's own solver; without FFTW the engine stands in for it, which takes
/// matter in units of its own.
#if WHORL_HAS_SPECTRAL
#define WHORL_NEEDS_NEALEN() (void)0
#else
#define WHORL_NEEDS_NEALEN() GTEST_SKIP() << "no FFTW"
#endif

}  // namespace whorl::view
