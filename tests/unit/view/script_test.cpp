#include <filesystem>

#include "io/png.hpp"
#include "tests/unit/view/apps.hpp"

namespace whorl::view {
namespace {

std::string fault(const std::string& words) {
    const auto script = parse_script(words, "s.txt");
    return script ? "" : script.error().message;
}

TEST(ViewScript, EveryCommandIsRead) {
    const auto script = parse_script(
        "# a comment\nwait 0.5\n\nkey shift-c   # on\ndown 0.1 0.2\nmove 1 0\nup\nmenu velocity field\nshot a "
        "b.png\nquit\n",
        "s.txt");
    ASSERT_TRUE(script) << script.error().message;
    const auto& lines = script.value();
    ASSERT_EQ(lines.size(), 8u);
    EXPECT_EQ(lines[0].seconds, 0.5);
    EXPECT_EQ(lines[0].number, 2);
    EXPECT_EQ(lines[1].key, find_key("shift-c"));
    EXPECT_EQ(lines[2].at, (Vec<double, 2>{0.1, 0.2}));
    EXPECT_EQ(lines[5].key, find_key("u"));
    EXPECT_EQ(lines[6].file, "a b.png");
}

TEST(ViewScript, FaultsNameTheLineAndTheRemedy) {
    const auto expect = [](const std::string& words, const std::string& part) {
        EXPECT_NE(fault(words).find(part), std::string::npos) << fault(words);
    };
    expect("wait 1\nwiat 2\n", "s.txt:2: ");
    expect("wiat 2", "did you mean \"wait\"");
    expect("wait", "there are 0 numbers; write `wait 0.5`");
    expect("wait x", "\"x\" is no number");
    expect("wait -1", "it must be 0 to 3600");
    expect("wait nan", "no number");
    expect("down 0.5 1.5", "it must be 0 to 1");
    expect("down 0.5", "there are 1 numbers");
    expect("key Q", "key");
    expect("menu velocity feild", "did you mean \"velocity field\"");
    expect("shot a.jpg", "a.jpg");
    expect("up now", "takes nothing");
    EXPECT_FALSE(read_script("no/such/script"));
}

TEST(ViewScript, RunsAtSixtyFramesAndStopsAtQuit) {
    App app = app_of(nealen());
    play_words(app, "wait 1\nquit\nwait 5\n");
    EXPECT_EQ(app.fluid().steps(), 60);
    EXPECT_TRUE(app.wants_to_quit());
}

TEST(ViewScript, ShotsAreWrittenWithoutAWindow) {
    const std::string file = testing::TempDir() + "/view-shot.png";
    for (auto* make : {+[] { return nealen(); }, +[] { return scene(); }}) {
        App app = app_of(make());
        play_words(app, a_drag + std::string("shot ") + file);
        const auto picture = read_png(file);
        ASSERT_TRUE(picture);
        EXPECT_EQ(picture.value().width, 512);
        const auto lit = [&](int x, int y) { return picture.value().pixel(x, y)[0] + picture.value().pixel(x, y)[2]; };
        EXPECT_GT(lit(230, 255), lit(10, 10) + 40);  // smoke in the middle, none in the corner
        std::filesystem::remove(file);
    }
}

}  // namespace
}  // namespace whorl::view
