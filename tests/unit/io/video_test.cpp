#include "io/video.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstdio>
#include <fstream>

#include "tests/unit/io/scratch_folder.hpp"

namespace whorl {
namespace {

// A PATH for the length of a test.
class SearchPath {
  public:
    explicit SearchPath(const std::string& path) : before_(std::getenv("PATH")) { setenv("PATH", path.c_str(), 1); }
    ~SearchPath() { setenv("PATH", before_.c_str(), 1); }

  private:
    std::string before_;
};

Image8 plain(int width, int height, std::uint8_t red) {
    Image8 image{width, height, {}};
    for (int i = 0; i < width * height; ++i) image.rgba.insert(image.rgba.end(), {red, 40, 90, 255});
    return image;
}

std::string output_of(const std::string& command) {
    std::string words;
    std::FILE* pipe = popen(command.c_str(), "r");
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) words += static_cast<char>(c);
    pclose(pipe);
    return words;
}

bool has_children() {
    return waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD;
}

// A stand-in for ffmpeg: a script in a folder of its own.
void make_encoder(const ScratchFolder& folder, const std::string& script) {
    std::ofstream(folder / "ffmpeg") << "#!/bin/sh\n" << script << "\n";
    std::filesystem::permissions(folder / "ffmpeg", std::filesystem::perms::owner_all);
}

// Adds frames until the writer complains; returns its sentence.
std::string first_error(VideoWriter& writer, int frames) {
    for (int i = 0; i < frames; ++i)
        if (auto added = writer.add(plain(64, 64, 0)); !added) return added.error().message;
    const auto finished = writer.finish();
    return finished ? "" : finished.error().message;
}

TEST(Video, TenFramesOfOddSize) {
    const ScratchFolder folder;
    auto writer = VideoWriter::open(folder / "a.mp4", {.width = 63, .height = 47, .fps = 25}).value();
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(writer.add(plain(63, 47, static_cast<std::uint8_t>(20 * i))));
    EXPECT_FALSE(std::filesystem::exists(folder / "a.mp4"));
    const auto finished = writer.finish();
    ASSERT_TRUE(finished) << finished.error().message;
    EXPECT_EQ(writer.frames(), 10);
    EXPECT_EQ(folder.entries(), 1);
    EXPECT_EQ(output_of("ffprobe -v error -count_frames -select_streams v -of csv=p=0 -show_entries "
                        "stream=codec_name,width,height,pix_fmt,r_frame_rate,nb_read_frames " +
                        (folder / "a.mp4")),
              "h264,64,48,yuv420p,25/1,10\n");
}

// A run that is killed leaves parts of any length, of a single frame too.
TEST(Video, PartsOfAnyLengthJoin) {
    for (const char* ending : {".mp4", ".webm"}) {
        const ScratchFolder folder;
        std::vector<std::string> parts;
        for (const int frames : {1, 2, 12, 1, 3, 5}) {
            parts.push_back("part" + std::to_string(parts.size()) + ending);
            auto writer = VideoWriter::open(folder / parts.back(), {.width = 64, .height = 64, .fps = 24});
            ASSERT_TRUE(writer);
            ASSERT_EQ(first_error(writer.value(), frames), "");
        }
        const std::string film = folder / (std::string("film") + ending);
        const auto joined = join_video(film, folder.path(), parts);
        ASSERT_TRUE(joined) << joined.error().message;
        EXPECT_EQ(output_of("ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 " + film),
                  "24\n");
    }
}

TEST(Video, ColoursSurvive) {
    const ScratchFolder folder;
    auto writer = VideoWriter::open(folder / "a.mp4", {.width = 32, .height = 32}).value();
    ASSERT_TRUE(writer.add(plain(32, 32, 200)));
    ASSERT_TRUE(writer.finish());
    const std::string rgb = output_of("ffmpeg -v error -i " + (folder / "a.mp4") +
                                      " -vf scale=in_color_matrix=bt709 -f rawvideo -pix_fmt rgb24 -");
    ASSERT_EQ(rgb.size(), 32u * 32 * 3);
    EXPECT_NEAR(static_cast<std::uint8_t>(rgb[0]), 200, 3);
    EXPECT_NEAR(static_cast<std::uint8_t>(rgb[1]), 40, 3);
    EXPECT_NEAR(static_cast<std::uint8_t>(rgb[2]), 90, 3);
}

// The index before the data: a browser starts to play before it has everything.
TEST(Video, IndexComesFirst) {
    const ScratchFolder folder;
    auto writer = VideoWriter::open(folder / "a.mp4", {.width = 64, .height = 64}).value();
    ASSERT_TRUE(writer.add(plain(64, 64, 1)));
    ASSERT_TRUE(writer.finish());
    std::ifstream file(folder / "a.mp4");
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    ASSERT_NE(bytes.find("moov"), std::string::npos);
    EXPECT_LT(bytes.find("moov"), bytes.find("mdat"));
}

TEST(Video, NamesThatAShellWouldMisreadAreJustNames) {
    const ScratchFolder folder;
    const std::string name = "a b;$(exit 1)'\"&:%d.mp4";
    auto writer = VideoWriter::open(folder / name, {.width = 64, .height = 64}).value();
    ASSERT_EQ(first_error(writer, 2), "");
    EXPECT_TRUE(std::filesystem::exists(folder / name));
}

TEST(Video, MissingEncoderIsKnownWhenOpened) {
    const ScratchFolder folder;
    const SearchPath nowhere(folder / "empty");
    const auto writer = VideoWriter::open(folder / "a.mp4", {.width = 64, .height = 64});
    ASSERT_FALSE(writer);
    EXPECT_NE(writer.error().message.find("install the package ffmpeg"), std::string::npos) << writer.error().message;
    EXPECT_EQ(folder.entries(), 0);
    EXPECT_FALSE(has_children());
}

TEST(Video, AnEncoderThatDiesIsQuotedAndDoesNotKillUs) {
    const ScratchFolder folder, programs;
    make_encoder(programs, "echo first line >&2; echo 'Unknown encoder libx264' >&2; exit 3");
    std::string error;
    {
        const SearchPath path(programs.path());
        auto writer = VideoWriter::open(folder / "a.mp4", {.width = 64, .height = 64}).value();
        error = first_error(writer, 1000);
    }
    EXPECT_NE(error.find("ffmpeg stopped: Unknown encoder libx264"), std::string::npos) << error;
    EXPECT_EQ(error.find("first line"), std::string::npos);
    EXPECT_EQ(folder.entries(), 0);
    EXPECT_FALSE(has_children());
}

TEST(Video, AnEncoderThatFailsAtTheEndLeavesTheEarlierFilm) {
    const ScratchFolder folder, programs;
    std::ofstream(folder / "a.mp4") << "earlier";
    make_encoder(programs, "/bin/cat >/dev/null; exit 1");
    {
        const SearchPath path(programs.path());
        auto writer = VideoWriter::open(folder / "a.mp4", {.width = 64, .height = 64}).value();
        EXPECT_NE(first_error(writer, 3).find("gave no reason"), std::string::npos);
    }
    EXPECT_EQ(std::filesystem::file_size(folder / "a.mp4"), 7u);
    EXPECT_EQ(folder.entries(), 1);
}

// A limit on the size of files stands in for a full disk; ffmpeg would see it through to a broken film and call it
// done.
TEST(Video, AFullDiskIsAnError) {
    const ScratchFolder folder;
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small{600, before.rlim_max};
    const auto earlier = signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    std::string error;
    {
        auto writer = VideoWriter::open(folder / "a.mp4", {.width = 64, .height = 64}).value();
        error = first_error(writer, 20);
    }
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, earlier);
    EXPECT_NE(error.find("File too large"), std::string::npos) << error;
    EXPECT_EQ(folder.entries(), 0);
}

TEST(Video, AnAbandonedFilmLeavesNothing) {
    const ScratchFolder folder;
    {
        auto writer = VideoWriter::open(folder / "a.mp4", {.width = 64, .height = 64}).value();
        ASSERT_TRUE(writer.add(plain(64, 64, 1)));
        EXPECT_EQ(folder.entries(), 1);
    }
    EXPECT_EQ(folder.entries(), 0);
    EXPECT_FALSE(has_children());
}

TEST(Video, AnEncoderThatNeverEndsIsEnded) {
    const ScratchFolder folder, programs;
    make_encoder(programs, "exec /bin/sleep 1000");
    {
        const SearchPath path(programs.path());
        auto writer = VideoWriter::open(folder / "a.mp4", {.width = 64, .height = 64}).value();
    }
    EXPECT_FALSE(has_children());
    EXPECT_EQ(folder.entries(), 0);
}

// An inherited end of another writer's channel would keep that one's encoder waiting for ever.
TEST(Video, EncodersInheritNothingFromEachOther) {
    const ScratchFolder folder, programs;
    make_encoder(programs, "echo sockets: $(ls -l /proc/$$/fd | grep -c socket) >&2; exit 1");
    const SearchPath path(programs.path() + ":/usr/bin:/bin");
    std::vector<VideoWriter> writers;
    for (int i = 0; i < 3; ++i)
        writers.push_back(
            VideoWriter::open(folder / (std::to_string(i) + ".mp4"), {.width = 64, .height = 64}).value());
    const auto listed = [&](int i) {
        const std::string error = first_error(writers[static_cast<std::size_t>(i)], 1000);
        return error.substr(std::min(error.find("sockets: "), error.size()));
    };
    const std::string alone = listed(0);
    EXPECT_NE(alone, "");
    EXPECT_EQ(listed(2), alone);
}

TEST(Video, RefusesNonsense) {
    const ScratchFolder folder;
    EXPECT_FALSE(VideoWriter::open(folder / "a.xyz", {.width = 64, .height = 64}));
    EXPECT_FALSE(VideoWriter::open(folder / "a.mp4", {.width = 0, .height = 64}));
    EXPECT_FALSE(VideoWriter::open(folder / "a.mp4", {.width = 64, .height = 64, .fps = 0}));
    EXPECT_FALSE(VideoWriter::open(folder / "a.mp4", {.width = 64, .height = 64, .quality = 52}));
    const auto nowhere = VideoWriter::open(folder / "none/a.mp4", {.width = 64, .height = 64});
    ASSERT_FALSE(nowhere);
    EXPECT_NE(nowhere.error().message.find("does not exist"), std::string::npos);
    auto writer = VideoWriter::open(folder / "a.mp4", {.width = 64, .height = 64}).value();
    EXPECT_FALSE(writer.add(plain(32, 64, 1)));
    EXPECT_FALSE(writer.finish());
}

}  // namespace
}  // namespace whorl
