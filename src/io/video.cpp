#include "io/video.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <vector>

#include "core/text.hpp"

namespace whorl {
namespace {

constexpr const char* ffmpeg_missing =
    "the ffmpeg program was not found, and film needs it; install the package ffmpeg (apt-get install ffmpeg) and see "
    "that it is on PATH";

int even(int size) {
    return size + size % 2;
}

Result<void> check(const std::string& path, const VideoStyle& style) {
    if (!path.ends_with(".mp4") && !path.ends_with(".webm") && !path.ends_with(".mkv"))
        return Error{text("cannot write film to \"%s\"; the name must end in .mp4, .webm or .mkv", path.c_str())};
    if (style.width < 1 || style.height < 1 || style.width > 16384 || style.height > 16384)
        return Error{
            text("film of %d x %d pixels cannot be made; each side must be 1 to 16384", style.width, style.height)};
    if (!(style.fps >= 0.001 && style.fps <= 240))
        return Error{text("%g frames a second cannot be made; use 0.001 to 240", style.fps)};
    if (style.quality < 0 || style.quality > 51)
        return Error{text("a quality of %d cannot be made; use 0 (best) to 51", style.quality)};
    return {};
}

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream stream(line);
    return {std::istream_iterator<std::string>(stream), {}};
}

void append(std::vector<std::string>& command, const std::vector<std::string>& more) {
    command.insert(command.end(), more.begin(), more.end());
}

/// Without -xerror ffmpeg 5 ends in peace when the disk fills up under its last bytes.
std::vector<std::string> ffmpeg() {
    return words_of("ffmpeg -nostdin -hide_banner -loglevel error -xerror -y");
}

std::vector<std::string> codec_of(const std::string& path, const VideoStyle& style) {
    if (path.ends_with(".mkv")) return words_of("-c:v ffv1 -pix_fmt bgr0 -f matroska");
    auto codec = words_of("-vf scale=out_color_matrix=bt709:out_range=tv -pix_fmt yuv420p");
    append(codec, words_of("-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv"));
    const std::string quality = std::to_string(style.quality);
    if (path.ends_with(".webm")) {
        append(codec, words_of("-c:v libvpx-vp9 -row-mt 1 -b:v 0 -deadline"));
        append(codec, words_of(style.hurries ? "realtime -cpu-used 8" : "good -cpu-used 5"));
        append(codec, {"-crf", quality, "-f", "webm"});
    } else {
        // Frames that are coded out of order (-bf) make parts of a frame or two that do not join.
        append(codec, {"-c:v", "libx264", "-preset", style.hurries ? "ultrafast" : "medium"});
        append(codec, {"-bf", "0", "-crf", quality});
        append(codec, words_of("-movflags +faststart -f mp4"));
    }
    return codec;
}

// "file:" keeps a name such as -x.mp4 from being read as an option, or a:b.mp4 as a protocol.
std::vector<std::string> encoder_command(const PendingFile& file, const VideoStyle& style) {
    auto command = ffmpeg();
    append(command, words_of("-f rawvideo -pixel_format rgba"));
    append(command, {"-video_size", text("%dx%d", even(style.width), even(style.height))});
    append(command, {"-framerate", text("%.9g", style.fps), "-i", "pipe:0"});
    append(command, codec_of(file.path(), style));
    append(command, {"file:" + file.temporary()});
    return command;
}

/// GIF has 256 colours for the whole film, chosen where it moves; APNG keeps all colours. Both repeat for ever.
std::vector<std::string> join_command(const PendingFile& file, const std::string& list) {
    auto command = ffmpeg();
    append(command, {"-f", "concat", "-safe", "0", "-i", "file:" + list});
    const std::string& path = file.path();
    if (path.ends_with(".gif")) {
        append(command,
               {"-filter_complex", "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=sierra2_4a"});
        append(command, words_of("-loop 0 -f gif"));
    } else if (path.ends_with(".apng")) {
        append(command, words_of("-pix_fmt rgb24 -plays 0 -f apng"));
    } else {
        append(command, words_of("-c copy"));
        append(command, words_of(path.ends_with(".webm") ? "-f webm" : "-movflags +faststart -f mp4"));
    }
    append(command, {"file:" + file.temporary()});
    return command;
}

// Repeats the last column and row: a black edge would show.
Image8 filled_to_even(const Image8& frame) {
    Image8 filled{even(frame.width), even(frame.height), {}};
    filled.rgba.resize(static_cast<std::size_t>(filled.width) * filled.height * 4);
    for (int y = 0; y < filled.height; ++y)
        for (int x = 0; x < filled.width; ++x) {
            const std::uint8_t* from = frame.pixel(std::min(x, frame.width - 1), std::min(y, frame.height - 1));
            std::copy(from, from + 4, filled.pixel(x, y));
        }
    return filled;
}

}  // namespace

Result<VideoWriter> VideoWriter::open(const std::string& path, const VideoStyle& style) {
    if (auto good = check(path, style); !good) return good.error();
    auto file = PendingFile::create(path);
    if (!file) return file.error();
    auto encoder = ChildProcess::start(encoder_command(file.value(), style), ffmpeg_missing);
    if (!encoder) return encoder.error();
    return VideoWriter(std::move(file).value(), std::move(encoder).value(), style);
}

VideoWriter::VideoWriter(PendingFile file, ChildProcess encoder, const VideoStyle& style)
    : file_(std::move(file)),
      encoder_(std::move(encoder)),
      style_(style) {}

Result<void> VideoWriter::add(const Image8& frame) {
    if (frame.width != style_.width || frame.height != style_.height)
        return Error{text("a frame of %d x %d pixels does not fit film of %d x %d", frame.width, frame.height,
                          style_.width, style_.height)};
    const bool odd = frame.width % 2 != 0 || frame.height % 2 != 0;
    const Image8 filled = odd ? filled_to_even(frame) : Image8{};
    const Image8& whole = odd ? filled : frame;
    if (!encoder_.send(whole.rgba.data(), whole.rgba.size())) return encoder_error();
    ++frames_;
    return {};
}

Result<void> VideoWriter::finish() {
    if (frames_ == 0) return Error{text("film \"%s\" has no frames; add at least one", file_.path().c_str())};
    if (encoder_.finish() != 0) return encoder_error();
    return file_.commit();
}

Error VideoWriter::encoder_error() {
    encoder_.finish();
    const std::string words = encoder_.last_words();
    return {text("cannot write film \"%s\": ffmpeg stopped: %s", file_.path().c_str(),
                 words.empty() ? "it gave no reason" : words.c_str())};
}

std::string part_ending(const std::string& path) {
    return path.ends_with(".mp4") ? ".mp4" : path.ends_with(".webm") ? ".webm" : ".mkv";
}

Result<void> join_video(const std::string& path, const std::string& folder, const std::vector<std::string>& parts) {
    if (parts.empty()) return Error{text("film \"%s\" has no frames; add at least one", path.c_str())};
    std::string lines;
    for (const std::string& part : parts) lines += "file '" + part + "'\n";
    const std::string list = folder + "/parts.txt";
    if (auto written = write_file(list, lines.data(), lines.size()); !written) return written;
    auto file = PendingFile::create(path);
    if (!file) return file.error();
    auto joiner = ChildProcess::start(join_command(file.value(), list), ffmpeg_missing);
    if (!joiner) return joiner.error();
    if (joiner.value().finish() != 0)
        return Error{
            text("cannot write film \"%s\": ffmpeg stopped: %s", path.c_str(), joiner.value().last_words().c_str())};
    return file.value().commit();
}

}  // namespace whorl
