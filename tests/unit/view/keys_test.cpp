// The keys against appendix A of `nealen`, entry by entry, and what each does to the fluid.
#include <algorithm>
#include <set>

#include "tests/unit/view/apps.hpp"

namespace whorl::view {
namespace {

/// The appendix, typed anew: key, and what it turns and by how much.
struct Paper {
    const char* key;
    Action action;
    const char* parameter = nullptr;
    double step = 0, factor = 1;
};
constexpr Paper appendix[] = {
    {"z", Action::still},
    {"a", Action::clear_smoke},
    {"c", Action::switch_view},
    {"shift-c", Action::toggle_confinement},
    {"u", Action::toggle_velocity},
    {"w", Action::toggle_wireframe},
    {"t", Action::turn, "time_step", -0.01},
    {"shift-t", Action::turn, "time_step", 0.01},
    {"v", Action::turn, "viscosity", 0, 0.1},
    {"shift-v", Action::turn, "viscosity", 0, 10},
    {"d", Action::turn, "dissipation", -0.001},
    {"shift-d", Action::turn, "dissipation", 0.001},
    {"s", Action::turn, "matter", -1.0},
    {"shift-s", Action::turn, "matter", 1.0},
    {"o", Action::turn, "confinement", -0.01},
    {"shift-o", Action::turn, "confinement", 0.01},
    {"q", Action::quit},
    {"p", Action::pause},
    {"r", Action::reset},
    {"f", Action::toggle_decomposition},
    {"F", Action::toggle_confinement_panel},
    {"n", Action::save_state},
    {"shift-n", Action::restore_state},
};

TEST(ViewKeys, TheTableIsNealensAppendixEntryByEntry) {
    std::size_t next = 0;
    for (const Key& key : keys()) {
        if (!key.is_nealens) continue;
        ASSERT_LT(next, std::size(appendix));
        const Paper& paper = appendix[next++];
        EXPECT_STREQ(key.key, paper.key);
        EXPECT_EQ(key.action, paper.action) << key.key;
        EXPECT_STREQ(key.parameter, paper.parameter) << key.key;
        EXPECT_EQ(key.step, paper.step) << key.key;
        EXPECT_EQ(key.factor, paper.factor) << key.key;
    }
    EXPECT_EQ(next, std::size(appendix));
}

TEST(ViewKeys, EveryKeyAndNameIsThereOnce) {
    std::set<std::string> names, menu;
    for (const Key& key : keys()) {
        EXPECT_TRUE(names.insert(key.key).second) << key.key;
        EXPECT_TRUE(menu.insert(key.name).second) << key.name;
        EXPECT_EQ(find_key(key.key), &key);
        EXPECT_EQ(find_menu(key.name).value(), &key);
    }
}

TEST(ViewKeys, CapitalsMatter) {
    EXPECT_EQ(find_key("f")->action, Action::toggle_decomposition);
    EXPECT_EQ(find_key("F")->action, Action::toggle_confinement_panel);
    EXPECT_EQ(find_key("C"), find_key("shift-c"));
    EXPECT_NE(find_key("c"), find_key("C"));
    EXPECT_EQ(find_key("shift-f"), find_key("F"));
    EXPECT_EQ(find_key("Z"), nullptr);
}

TEST(ViewKeys, EveryTurnIsExact) {
    for (const auto& make : {+[] { return nealen(); }, +[] { return scene("[solver]\ntolerance = 1e-3\n"); }})
        for (const Key& key : keys()) {
            if (key.action != Action::turn) continue;
            App app = app_of(make());
            app.press("shift-d"), app.press("d"), app.press("d");  // away from the upper end
            app.press("shift-o"), app.press("shift-o");
            app.press("shift-t"), app.press("shift-s"), app.press("shift-s");
            const double before = parameter(app, key.parameter);
            app.press(key.key);
            EXPECT_DOUBLE_EQ(parameter(app, key.parameter), before * key.factor + key.step)
                << key.key << ": " << app.message();
        }
}

TEST(ViewKeys, ZAndAClear) {
    for (auto* make : {+[] { return nealen(); }, +[] { return scene(); }}) {
        App app = app_of(make());
        play_words(app, a_drag);
        ASSERT_GT(most(app.fluid().velocity(0)), 0);
        ASSERT_GT(total(app.fluid().field("density")), 0);
        app.press("z");
        EXPECT_EQ(most(app.fluid().velocity(0)), 0);
        EXPECT_EQ(most(app.fluid().velocity(1)), 0);
        EXPECT_GT(total(app.fluid().field("density")), 0);
        app.press("a");
        EXPECT_EQ(total(app.fluid().field("density")), 0);
    }
}

TEST(ViewKeys, ViewsAndPanelsSwitch) {
    App app = app_of(nealen());
    app.press("c");
    EXPECT_EQ(app.look().field, "vorticity");
    app.press("c");
    EXPECT_EQ(app.look().field, "density");
    app.press("u");
    EXPECT_EQ(app.look().velocity.size(), 32u * 32u);  // a line for each cell
    app.press("w");
    EXPECT_EQ(app.look().wires.size(), 2u * 32u * 31u);  // edges of a net of 32 x 32 nodes
    app.press("f");
    EXPECT_TRUE(app.panels().decomposition);
    EXPECT_FALSE(app.panels().confinement);
    app.press("F");
    EXPECT_TRUE(app.panels().confinement);
    app.press("C");
    EXPECT_EQ(parameter(app, "is_confined"), 1);
    app.press("q");
    EXPECT_TRUE(app.wants_to_quit());
}

TEST(ViewKeys, PauseFreezesStepsWhileSourcesLand) {
    WHORL_NEEDS_NEALEN();
    App app = app_of(nealen());
    app.press("p");
    play_words(app, "wait 0.5\ndown 0.5 0.5\nmove 0.6 0.5\nup\nwait 0.5");
    EXPECT_EQ(app.fluid().steps(), 0);
    EXPECT_GT(total(app.fluid().field("density")), 0);
    app.press("p");
    app.advance(0.1);
    EXPECT_EQ(app.fluid().steps(), 6);
}

TEST(ViewKeys, ResetSaveAndRestore) {
    for (auto* make : {+[] { return nealen(); }, +[] { return scene(); }}) {
        App app = app_of(make());
        const auto start = app.fluid().hash();
        play_words(app, a_drag);
        const auto moved = app.fluid().hash();
        app.press("n");
        app.advance(0.2);
        EXPECT_NE(app.fluid().hash(), moved);
        app.press("shift-n");
        EXPECT_EQ(app.fluid().hash(), moved);
        app.press("r");
        EXPECT_EQ(app.fluid().hash(), start);
        EXPECT_EQ(app.fluid().steps(), 0);
    }
}

TEST(ViewKeys, UndoSingleStepAndStepBack) {
    for (auto* make : {+[] { return nealen(); }, +[] { return scene(); }}) {
        App app = app_of(make());
        app.advance(0.1);
        const auto before = app.fluid().hash();
        app.press("p");
        play_words(app, "down 0.5 0.5\nmove 0.6 0.5\nup\n");
        app.press("space");
        EXPECT_EQ(app.fluid().steps(), 7);
        app.press("ctrl-z");
        EXPECT_EQ(app.fluid().hash(), before);
        app.press("space");
        const auto once = app.fluid().hash();
        app.press("space");
        app.press("backspace");
        EXPECT_EQ(app.fluid().hash(), once);
    }
}

}  // namespace
}  // namespace whorl::view
