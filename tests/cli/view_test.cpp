// whorl-view as a person uses it: scripts, pictures, films, and every way in which a window cannot be had.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "process.hpp"

namespace whorl {
namespace {

class ViewProgram : public testing::Test {
  protected:
    Outcome view(std::vector<std::string> arguments, const std::string& driver = "offscreen") {
        arguments.insert(arguments.begin(), WHORL_VIEW_PROGRAM);
        return run(arguments, {.folder = folder_.path(),
                               .environment = {{"SDL_VIDEODRIVER", driver}, {"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}}});
    }
    void write(const std::string& name, const std::string& words) { std::ofstream(folder_.path() / name) << words; }
    bool exists(const std::string& name) { return std::filesystem::exists(folder_.path() / name); }
    bool has_window() { return view({"--probe"}).code == 0; }

    ScratchFolder folder_;
    const std::string drag_ = "down 0.3 0.5\nwait 0.03\nmove 0.5 0.55\nwait 0.03\nmove 0.7 0.5\nwait 0.03\nup\n";
};

TEST_F(ViewProgram, AScriptEndsInAScreenshot) {
    if (!has_window()) GTEST_SKIP() << "no window without a screen here";
    write("s.txt",
          drag_ +
              "key u\nkey 1\nkey 2\nkey 3\nkey 4\nkey f\nkey F\nkey h\nwait 0.1\nmenu side by side\nwait 0.05\n"
              "shot all.png\nkey h\nquit\nwait 100\n");
    const Outcome outcome = view({"64", "--script", "s.txt", "--screenshot", "out.png", "--size", "640x480"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err.empty(), WHORL_WITH_FFTW != 0) << outcome.err;  // without, it says what stands in
    EXPECT_TRUE(exists("all.png") && exists("out.png"));
    EXPECT_GT(std::filesystem::file_size(folder_.path() / "out.png"), 5000u);
}

TEST_F(ViewProgram, RecordsPicturesAndFilm) {
    if (!has_window()) GTEST_SKIP() << "no window without a screen here";
    write("s.txt", drag_);
    const Outcome pictures = view({"32", "--script", "s.txt", "--record", "f/##.ppm", "--size", "160x120"});
    EXPECT_EQ(pictures.code, 0) << pictures.err;
    EXPECT_TRUE(exists("f/01.ppm") && exists("f/06.ppm") && !exists("f/07.ppm"));
    const Outcome film = view({"32", "--script", "s.txt", "--record", "film.gif", "--size", "160x120"});
    if (run({"sh", "-c", "command -v ffmpeg"}).code != 0) GTEST_SKIP() << "no ffmpeg";
    EXPECT_EQ(film.code, 0) << film.err;
    EXPECT_TRUE(exists("film.gif") && !exists("film.gif.parts"));
}

/// Through SDL's own queue and the loop of a window that a person plays in.
TEST_F(ViewProgram, AFingerStirsAndAFileThatIsDroppedOpens) {
    if (!has_window()) GTEST_SKIP() << "no window without a screen here";
    write("other.toml", "[domain]\ncells = [24, 24]\n[time]\nfps = 60\n");
    write("hand.txt",
          "0.2 finger-down 7 0.40 0.5\n0.4 finger-move 7 0.45 0.5\n0.6 finger-move 7 0.50 0.5\n"
          "0.8 finger-move 7 0.55 0.5\n1 finger-up 7 0.55 0.5\n1.4 key ctrl-s\n1.7 drop other.toml\n"
          "2.1 drop missing.toml\n2.4 finger-down 1 0.5 0.5\n2.6 finger-up 1 0.5 0.5\n3 key ctrl-s\n3.4 key q\n");
    const Outcome played = view({"stir", "--pretend", "hand.txt", "--size", "320x240"});
    EXPECT_EQ(played.code, 0) << played.err;
    std::stringstream first, second;
    first << std::ifstream(folder_.path() / "session-1.toml").rdbuf();
    second << std::ifstream(folder_.path() / "session-2.toml").rdbuf();
    EXPECT_NE(first.str().find("capsule"), std::string::npos) << "strokes are emitters";
    EXPECT_NE(first.str().find("\"fan\""), std::string::npos) << "and push";
    EXPECT_NE(second.str().find("cells = [24, 24]"), std::string::npos) << "one that is missing leaves the old one";
    EXPECT_NE(second.str().find("capsule"), std::string::npos);
}

/// Two fingers turn the box and leave no ink. The lower half of the window has words in it, which count steps.
TEST_F(ViewProgram, TwoFingersTurnTheBox) {
    if (!has_window()) GTEST_SKIP() << "no window without a screen here";
    write("box.toml", "[domain]\ncells = [16, 16, 16]\n[initial]\ndensity = \"4*x\"\n");
    write("hand.txt",
          "0.1 key p\n0.7 finger-down 1 0.4 0.5\n0.75 finger-down 2 0.6 0.5\n0.8 finger-move 1 0.5 0.5\n"
          "0.8 finger-move 2 0.7 0.5\n0.9 finger-up 1 0.5 0.5\n0.9 finger-up 2 0.7 0.5\n1.4 key ctrl-s\n1.6 key q\n");
    const Outcome played = view({"box.toml", "--pretend", "hand.txt", "--record", "f/##.ppm", "--size", "240x180"});
    EXPECT_EQ(played.code, 0) << played.err;
    const auto frame_name = [](int number) {
        return "f/" + std::string(number < 10 ? "0" : "") + std::to_string(number) + ".ppm";
    };
    const auto upper_half = [&](const std::string& name) {
        std::stringstream bytes;
        bytes << std::ifstream(folder_.path() / name, std::ios::binary).rdbuf();
        const std::string all = bytes.str(), head = "P6\n240 180\n255\n";
        EXPECT_TRUE(all.starts_with(head)) << name;
        return all.substr(std::min(head.size(), all.size()), 240 * 90 * 3);
    };
    const auto differing = [](const std::string& a, const std::string& b) {
        int count = 0;
        for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
            count += std::abs(static_cast<unsigned char>(a[i]) - static_cast<unsigned char>(b[i])) > 8;
        return count;
    };
    // A busy machine draws fewer frames in that time.
    int frames = 0;
    while (exists(frame_name(frames + 1))) ++frames;
    ASSERT_GE(frames, 3) << played.err;
    const auto frame_at = [&](double part) {
        return upper_half(frame_name(std::max(1, static_cast<int>(part * frames))));
    };
    const std::string before = frame_at(0.3), still = frame_at(0.38), after = frame_at(1);
    EXPECT_LT(differing(before, still), 100);
    EXPECT_GT(differing(before, after), 2000);
    std::stringstream session;
    session << std::ifstream(folder_.path() / "session-1.toml").rdbuf();
    EXPECT_NE(session.str().find("cells = [16, 16, 16]"), std::string::npos);
    EXPECT_EQ(session.str().find("capsule"), std::string::npos) << "two fingers stirred";
}

TEST_F(ViewProgram, WithoutADisplayScriptsGoOnAndAPersonIsToldWhy) {
    write("s.txt", drag_);
    const Outcome script = view({"plume", "--script", "s.txt", "--screenshot", "out.png"}, "x11");
    EXPECT_EQ(script.code, 0) << script.err;
    EXPECT_TRUE(has(script.err, "going on without one")) << script.err;
    EXPECT_TRUE(exists("out.png"));
    const Outcome person = view({}, "x11");
    EXPECT_EQ(person.code, 1);
    EXPECT_TRUE(has(person.err, "whorl run SCENE")) << person.err;
    EXPECT_EQ(view({"--probe"}, "x11").code, 1);
    // Nor does it open one that nobody sees.
    const Outcome unseen = view({}, "");
    EXPECT_EQ(unseen.code, 1);
    EXPECT_TRUE(has(unseen.err, "whorl run SCENE")) << unseen.err;
    EXPECT_EQ(view({"--probe"}, "").code, 1);
    EXPECT_EQ(view({"32", "--script", "s.txt", "--screenshot", "seen.png"}, "").code, 0);
    EXPECT_TRUE(exists("seen.png"));
}

/// Mesa's driver for the CPU can be told to have an OpenGL from before shaders.
TEST_F(ViewProgram, WithoutOpenGl33ScriptsGoOnAndAPersonIsToldWhy) {
    if (!has_window()) GTEST_SKIP() << "no window without a screen here";
    const auto old = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), WHORL_VIEW_PROGRAM);
        return run(arguments, {.folder = folder_.path(),
                               .environment = {{"SDL_VIDEODRIVER", "offscreen"},
                                               {"LIBGL_ALWAYS_SOFTWARE", "1"},
                                               {"MESA_GL_VERSION_OVERRIDE", "2.1"}}});
    };
    const Outcome person = old({"stir"});
    if (person.code == 0) GTEST_SKIP() << "this driver has OpenGL 3.3 all the same";
    EXPECT_EQ(person.code, 1);
    EXPECT_TRUE(has(person.err, "OpenGL 3.3 is needed") && has(person.err, "whorl run SCENE")) << person.err;
    write("s.txt", drag_);
    const Outcome script = old({"stir", "--script", "s.txt", "--screenshot", "out.png"});
    EXPECT_EQ(script.code, 0) << script.err;
    EXPECT_TRUE(has(script.err, "going on without one") && exists("out.png")) << script.err;
}

TEST_F(ViewProgram, HeadlessNeedsNoWindowAtAll) {
    write("s.txt", drag_ + "key ctrl-s\nwait 0.1\n");
    const Outcome outcome = view({"stir", "--headless", "--script", "s.txt", "--screenshot", "a.ppm"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(exists("a.ppm"));
    ASSERT_TRUE(exists("session-1.toml"));
    EXPECT_EQ(run({WHORL_PROGRAM, "run", "session-1.toml", "--check"}, {.folder = folder_.path()}).code, 0);
    EXPECT_EQ(view({"--headless"}).code, 2);
}

TEST_F(ViewProgram, OddSizesAreCorrectedAndSaid) {
    const Outcome outcome = view({"63", "--headless", "--bench"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(has(outcome.out, "64 x 64")) << outcome.out;
    EXPECT_TRUE(has(outcome.out, "step ") && has(outcome.out, "draw ")) << outcome.out;
}

TEST_F(ViewProgram, WrongUseIsASentenceAndTwo) {
    write("bad.txt", "wait 1\njump 3\n");
    const auto refused = [&](const std::vector<std::string>& arguments, const char* part) {
        const Outcome outcome = view(arguments);
        EXPECT_EQ(outcome.code, 2) << outcome.err;
        EXPECT_TRUE(has(outcome.err, part)) << outcome.err;
    };
    refused({"64", "--headless", "--script", "bad.txt"}, "bad.txt:2: ");
    refused({"64", "--headless", "--script", "none.txt"}, "none.txt");
    refused({"no-such-scene", "--headless", "--bench"}, "no-such-scene");
    refused({"1", "--headless", "--bench"}, "2 to 4096");
    refused({"--scrpt", "x"}, "--script");
    refused({"64", "128"}, "128");
    refused({"--size", "10"}, "1280x800");
    refused({"--screenshot", "a.jpg"}, ".png");
    refused({"--window-id", "soon"}, "soon");
}

}  // namespace
}  // namespace whorl
