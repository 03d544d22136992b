// `./dev` before it can do anything: wrong commands, and packages that are missing. It runs from a copy in a folder of
// its own, with stand-ins for the programs that would change the machine.
#include <gtest/gtest.h>

#include "process.hpp"

namespace whorl {
namespace {

class Dev : public testing::Test {
  protected:
    Dev() {
        std::filesystem::copy_file(std::filesystem::path(WHORL_SOURCE_DIR) / "dev", folder_.path() / "dev");
        std::filesystem::create_directory(tools());
        // Only what the script itself calls; so there is no sudo unless a test puts one there.
        for (const char* tool :
             {"bash", "cat", "dirname", "env", "grep", "mkdir", "nproc", "sh", "tail", "tee", "tr"}) {
            const Outcome found = run({"sh", "-c", std::string("command -v ") + tool});
            std::filesystem::create_symlink(found.out.substr(0, found.out.find('\n')), tools() / tool);
        }
    }

    std::filesystem::path tools() const { return folder_.path() / "tools"; }
    void stand_in(const std::string& tool, const std::string& text) { folder_.script("tools/" + tool, text); }
    Outcome dev(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"bash", (folder_.path() / "dev").string()});
        return run(arguments,
                   {.folder = folder_.path(),
                    .environment = {{"PATH", tools().string()}, {"DISPLAY", display_}, {"WAYLAND_DISPLAY", ""}}});
    }
    /// Neither root nor sudo is there, nor this one package; cmake says when the script comes as far as that.
    void without(const std::string& package) {
        stand_in("id", "echo 1000");
        stand_in("dpkg-query", "case \"$*\" in *" + package + "*) exit 1 ;; esac; echo 'install ok installed'");
        stand_in("apt-get", "exit 0");
        stand_in("cmake", "echo 'cmake was here'; exit 1");
    }
    std::string calls() const { return text_of(folder_.path() / "calls"); }

    ScratchFolder folder_;
    std::string display_{};
};

TEST_F(Dev, HelpListsTheCommands) {
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{}, {"help"}, {"--help"}}) {
        const Outcome outcome = dev(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        for (const char* command : {"demo", "test", "build", "bench", "lint", "format"})
            EXPECT_TRUE(has(outcome.out, command));
    }
}

TEST_F(Dev, UnknownCommandIsRefusedWithTheAllowedOnes) {
    const Outcome outcome = dev({"nosuch"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(has(outcome.err, "nosuch") && has(outcome.err, "demo, test, build")) << outcome.err;
    EXPECT_EQ(dev({"test", "--nosuch"}).code, 2);
    EXPECT_EQ(dev({"build", "nosuch"}).code, 2);
}

TEST_F(Dev, WithoutRootOrSudoPrintsTheOneLineToRun) {
    stand_in("id", "echo 1000");
    stand_in("dpkg-query", R"(case "$*" in *ffmpeg*|*libpng-dev*) exit 1 ;; esac; echo "install ok installed")");
    stand_in("apt-get", "echo called >>calls");
    const Outcome outcome = dev({"demo"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(has(outcome.err, "\napt-get update && apt-get install -y --no-install-recommends libpng-dev ffmpeg\n"))
        << outcome.err;
    EXPECT_EQ(calls(), "");
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "build"));
}

TEST_F(Dev, OnlyMeasuringTakesThePackagesOfMeasuring) {
    without("libbenchmark-dev");
    EXPECT_TRUE(has(dev({"demo"}).err, "cmake was here"));
    const Outcome outcome = dev({"bench"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(has(outcome.err, "--no-install-recommends libbenchmark-dev\n")) << outcome.err;
}

TEST_F(Dev, WithSudoThatRefusesPrintsTheOneLineToRun) {
    stand_in("id", "echo 1000");
    stand_in("sudo", "exit 1");
    stand_in("dpkg-query", "exit 1");
    stand_in("apt-get", "echo called >>calls");
    const Outcome outcome = dev({"test"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(has(outcome.err, "libgtest-dev clang")) << outcome.err;
    EXPECT_EQ(calls(), "");
}

TEST_F(Dev, WithSudoInstallsThroughIt) {
    stand_in("id", "echo 1000");
    stand_in("sudo", R"(test "$1" = -n && shift; echo sudo >>calls; exec "$@")");
    stand_in("true", "exit 0");
    stand_in("dpkg-query", "exit 1");
    stand_in("apt-get", R"(echo "apt-get $*" >>calls; echo "E: broken"; exit 100)");
    const Outcome outcome = dev({"demo"});
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(has(calls(), "sudo\napt-get -o")) << calls();
    EXPECT_TRUE(has(outcome.err, "E: broken")) << "the end of the log is shown: " << outcome.err;
}

TEST_F(Dev, RefreshesTheListsWhenAPackageIsNotFound) {
    stand_in("id", "echo 0");
    stand_in("dpkg-query", "exit 1");
    stand_in("apt-get", R"(echo "$*" >>calls
case "$*" in *update*) touch updated ;; esac
test -e updated && exit 0
echo "E: Unable to locate package ffmpeg"; exit 100)");
    stand_in("touch", R"(echo >"$1")");
    stand_in("cmake", "echo 'cmake was here'; exit 1");
    const Outcome outcome = dev({"demo"});
    EXPECT_EQ(outcome.code, 1);
    const std::string log = calls();
    EXPECT_TRUE(has(log, "install -y --no-install-recommends g++ cmake ninja-build")) << log;
    EXPECT_LT(log.find("update"), log.rfind("install -y")) << log;
    EXPECT_TRUE(has(outcome.err, "cmake was here")) << "after installing it goes on to configure: " << outcome.err;
}

TEST_F(Dev, InstallsNothingThatIsThere) {
    stand_in("dpkg-query", "echo 'install ok installed'");
    stand_in("apt-get", "echo called >>calls");
    stand_in("cmake", "exit 1");
    EXPECT_EQ(dev({"demo"}).code, 1);
    EXPECT_EQ(calls(), "");
}

TEST_F(Dev, TheDemoTakesTheWindowsPackagesOnlyWhereThereIsADisplay) {
    without("libsdl2-dev");
    EXPECT_TRUE(has(dev({"demo"}).err, "cmake was here"));
    display_ = ":99";
    const Outcome outcome = dev({"demo"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(has(outcome.err, "--no-install-recommends libsdl2-dev\n")) << outcome.err;
    EXPECT_TRUE(has(dev({"demo", "--frames", "2"}).err, "cmake was here"));
}

TEST_F(Dev, WithoutAptNamesWhatIsNeeded) {
    const Outcome outcome = dev({"demo"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(has(outcome.err, "cmake") && has(outcome.err, "libpng-dev")) << outcome.err;
    for (const char* tool : {"c++", "ninja", "ffmpeg"}) stand_in(tool, "exit 0");
    stand_in("cmake", "echo 'cmake was here'; exit 1");
    EXPECT_TRUE(has(dev({"demo"}).err, "cmake was here"));
}

}  // namespace
}  // namespace whorl
