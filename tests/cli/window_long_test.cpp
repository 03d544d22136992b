// The real window, under a virtual screen, with a mouse and a keyboard that are not there: keys, drags, the menu,
// panels, resizing, saving, quitting.
#include <gtest/gtest.h>

#include "process.hpp"

namespace whorl {
namespace {

/// Starts a screen and the program in it, runs `deeds`, and prints the program's exit code. `drag X Y DX DY` moves in
/// ten steps; ImGui wants a moment between moves and clicks.
std::string session(const std::string& arguments, const std::string& deeds) {
    return "rm -f number; Xvfb -displayfd 9 -screen 0 1200x860x24 9>number >/dev/null 2>&1 & screen=$!\n"
           "trap 'kill $screen' EXIT\n"
           "for i in $(seq 100); do test -s number && break; sleep 0.1; done\n"
           "export DISPLAY=:$(cat number)\n"
           "unset SDL_VIDEODRIVER WAYLAND_DISPLAY\n"
           "drag() { xdotool mousemove $1 $2; sleep 0.3; xdotool mousedown 1; sleep 0.2\n"
           "  for i in 1 2 3 4 5 6 7 8 9 10; do xdotool mousemove_relative -- $3 $4; sleep 0.05; done\n"
           "  sleep 0.2; xdotool mouseup 1; sleep 0.3; }\n"
           "key() { xdotool key $1; sleep 0.3; }\n" WHORL_VIEW_PROGRAM " " +
           arguments +
           " 2>errors & viewer=$!\n"
           "for i in $(seq 200); do window=$(xdotool search --name whorl 2>/dev/null | head -n 1)\n"
           "  test -n \"$window\" && break; sleep 0.1; done\n"
           "sleep 2; xdotool windowfocus $window; sleep 0.5\n" +
           deeds +
           "\nfor i in $(seq 200); do kill -0 $viewer 2>/dev/null || break; sleep 0.1; done\n"
           "kill $viewer 2>/dev/null; wait $viewer; echo \"ended $?\"; cat errors\n";
}

class RealWindow : public testing::Test {
  protected:
    void SetUp() override {
        for (const char* tool : {"Xvfb", "xdotool"})
            if (run({"sh", "-c", std::string("command -v ") + tool}).code != 0) GTEST_SKIP() << "no " << tool;
        if (run({WHORL_VIEW_PROGRAM, "--probe"}, {.environment = {{"SDL_VIDEODRIVER", "offscreen"}}}).code != 0)
            GTEST_SKIP() << "built without a window";
    }
    std::string play(const std::string& arguments, const std::string& deeds) {
        return run({"bash", "-c", session(arguments, deeds)}, {.folder = folder_.path()}).out;
    }
    bool exists(const std::string& name) { return std::filesystem::exists(folder_.path() / name); }

    ScratchFolder folder_;
};

TEST_F(RealWindow, KeysDragsPanelsSaveResizeAndQuit) {
    const std::string told =
        play("stir",
             "drag 300 300 30 5\nkey u\nkey shift+c\nkey ctrl+s\nsleep 1\nkey 1\nkey 2\nkey 3\nkey f\nkey shift+f\n"
             "sleep 1\nkey f\nkey shift+f\n"
             "xdotool windowsize $window 700 500\nsleep 1\ndrag 200 200 10 10\nkey x\nsleep 2\nkey q\n");
    EXPECT_TRUE(has(told, "ended 0\n")) << told;
    EXPECT_TRUE(exists("whorl-001.png"));
    ASSERT_TRUE(exists("session-1.toml"));
    const std::string scene = text_of(folder_.path() / "session-1.toml");
    EXPECT_TRUE(has(scene, "capsule")) << "the drag is in it";
    EXPECT_TRUE(has(scene, "vorticity_confinement = { ")) << "and the key";
    EXPECT_EQ(run({WHORL_PROGRAM, "run", "session-1.toml", "--check"}, {.folder = folder_.path()}).code, 0);
}

/// Six down from the first is the last group of keys, and its first entry quits.
TEST_F(RealWindow, TheMenuOpensAndTheKeyboardWalksThroughIt) {
    const std::string told = play(
        "64",
        "xdotool mousemove 400 300\nsleep 0.4\nxdotool click 3\nsleep 1\nkey Escape\nsleep 0.5\n"
        "key F10\nsleep 0.5\nfor i in 1 2 3 4 5 6; do key Down; done\nkey Right\nsleep 0.5\nkey Return\nsleep 1\n");
    EXPECT_TRUE(has(told, "ended 0\n")) << "the first entry of the last group quits: " << told;
}

/// By its owner's wish, as a window manager passes it on; by somebody who destroys it; by one who cuts the program off;
/// and by the end of the whole display. Only the first is no error, and none loses what was played.
TEST_F(RealWindow, AWindowThatIsTakenAwayLosesNothing) {
    const std::string drag = "drag 300 300 30 5\n";
    if (run({"sh", "-c", "command -v python3"}).code == 0) {
        const std::string ask =
            "python3 - $window <<'END'\n"
            "import ctypes, sys\n"
            "x = ctypes.CDLL('libX11.so.6')\n"
            "x.XOpenDisplay.restype = ctypes.c_void_p\n"
            "x.XInternAtom.restype = ctypes.c_ulong\n"
            "display = ctypes.c_void_p(x.XOpenDisplay(None))\n"
            "class Message(ctypes.Structure):\n"
            "    _fields_ = [('type', ctypes.c_int), ('serial', ctypes.c_ulong), ('sent', ctypes.c_int),\n"
            "                ('display', ctypes.c_void_p), ('window', ctypes.c_ulong), ('kind', ctypes.c_ulong),\n"
            "                ('format', ctypes.c_int), ('data', ctypes.c_long * 5), ('rest', ctypes.c_char * 96)]\n"
            "window = int(sys.argv[1])\n"
            "message = Message(type=33, window=window, format=32, kind=x.XInternAtom(display, b'WM_PROTOCOLS', 0))\n"
            "message.data[0] = x.XInternAtom(display, b'WM_DELETE_WINDOW', 0)\n"
            "x.XSendEvent(display, ctypes.c_ulong(window), 0, 0, ctypes.byref(message))\n"
            "x.XCloseDisplay(display)\nEND\n";
        const std::string told = play("stir", drag + ask);
        EXPECT_TRUE(has(told, "ended 0\n")) << told;
    }
    const struct {
        const char *how, *words, *session;
    } ways[] = {{"xdotool windowclose $window\n", "the window was taken away", "session-1.toml"},
                {"xdotool windowkill $window\n", "the display closed the connection", "session-2.toml"},
                {"kill $screen\n", "the display closed the connection", "session-3.toml"}};
    for (const auto& way : ways) {
        const std::string told = play("stir", drag + way.how);
        EXPECT_TRUE(has(told, "ended 1\n") && has(told, way.words)) << way.how << told;
        EXPECT_FALSE(has(told, "X Error") || has(told, "XIO")) << told;
        ASSERT_TRUE(exists(way.session)) << told;
        EXPECT_EQ(run({WHORL_PROGRAM, "run", way.session, "--check"}, {.folder = folder_.path()}).code, 0);
    }
}

TEST_F(RealWindow, ALostContextIsMadeAgain) {
    const std::string told = play("stir --lose-context 1", "key 1\nkey f\nsleep 2\nkey x\nsleep 1\nkey q\n");
    EXPECT_TRUE(has(told, "ended 0\n")) << told;
    EXPECT_TRUE(exists("whorl-001.png"));
}

/// Ended from outside while it records: the film is whole.
TEST_F(RealWindow, ASignalEndsTheFilm) {
    if (run({"sh", "-c", "command -v ffprobe"}).code != 0) GTEST_SKIP() << "no ffmpeg";
    const std::string told = play("stir --record film.mp4", "sleep 2\nkill -TERM $viewer\n");
    EXPECT_TRUE(has(told, "ended 0\n")) << told;
    EXPECT_EQ(run({"ffprobe", "-v", "error", "film.mp4"}, {.folder = folder_.path()}).code, 0);
}

TEST_F(RealWindow, TheScreensaverEndsAtATouch) {
    const std::string told =
        play("--screensaver", "sleep 2\nxdotool mousemove 300 300\nsleep 0.3\nxdotool mousemove 500 400\n");
    EXPECT_TRUE(has(told, "ended 0\n")) << told;
}

/// In a window of another program: a touch of that window ends it, one elsewhere does not; one that is taken away is
/// told in a sentence and leaves no files, and so is one that is not there.
TEST_F(RealWindow, TheScreensaverInAGivenWindow) {
    if (run({"sh", "-c", "command -v python3"}).code != 0) GTEST_SKIP() << "no python3";
    const std::string given =
        "xdotool mousemove 10 10\npython3 - >id <<'END' &\n"
        "import ctypes, time\n"
        "x = ctypes.CDLL('libX11.so.6')\n"
        "x.XOpenDisplay.restype = ctypes.c_void_p\n"
        "x.XDefaultRootWindow.restype = x.XCreateSimpleWindow.restype = ctypes.c_ulong\n"
        "display = ctypes.c_void_p(x.XOpenDisplay(None))\n"
        "root = ctypes.c_ulong(x.XDefaultRootWindow(display))\n"
        "window = ctypes.c_ulong(x.XCreateSimpleWindow(display, root, 100, 100, 400, 300, 0, 0, 0))\n"
        "x.XMapWindow(display, window)\nx.XSync(display, 0)\nprint(window.value, flush=True)\ntime.sleep(60)\nEND\n"
        "owner=$!\nfor i in $(seq 100); do test -s id && break; sleep 0.1; done\n" WHORL_VIEW_PROGRAM
        " --screensaver --window-id $(cat id) 2>>errors & saver=$!\nsleep 2\n"
        "xdotool mousemove 700 600\nsleep 0.5\nkill -0 $saver && echo goes on\n";
    const std::string touch = given + "xdotool mousemove 300 200\nwait $saver\necho \"touched $?\"\nkill $owner\n";
    const std::string taken = given + "kill $owner\nwait $saver\necho \"taken $?\"\n";
    const std::string missing = WHORL_VIEW_PROGRAM " --window-id 0x999999 2>>errors\necho \"missing $?\"\n";
    const std::string told = play("--probe", touch + taken + missing);
    EXPECT_TRUE(has(told, "goes on\ntouched 0\n")) << told;
    EXPECT_TRUE(has(told, "goes on\ntaken 1\n") && has(told, "the window was taken away")) << told;
    EXPECT_TRUE(has(told, "missing 1\n") && has(told, "there is no window 10066329 (0x999999)")) << told;
    EXPECT_FALSE(has(told, "X Error")) << told;
    EXPECT_FALSE(exists("session-1.toml"));
}

}  // namespace
}  // namespace whorl
