#include "recorder.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <filesystem>

#include "core/text.hpp"
#include "io/png.hpp"
#include "io/ppm.hpp"
#include "run/output.hpp"

namespace whorl::view {
namespace {

constexpr std::size_t most_waiting = 256 << 20;  // bytes

/// This thread, and what it starts, come after those that a person waits for.
void step_back() {
    ::setpriority(PRIO_PROCESS, 0, 10);  // of a thread, on Linux
}

bool ends_in(const std::string& file, std::initializer_list<const char*> endings) {
    for (const char* each : endings)
        if (file.ends_with(each)) return true;
    return false;
}

}  // namespace

void turn_over(Image8& picture) {
    const auto row = static_cast<std::ptrdiff_t>(picture.width) * 4;
    const auto begin = picture.rgba.begin();
    for (int y = 0; y < picture.height / 2; ++y)
        std::swap_ranges(begin + row * y, begin + row * (y + 1), begin + row * (picture.height - 1 - y));
    for (std::size_t i = 3; i < picture.rgba.size(); i += 4) picture.rgba[i] = 255;
}

Result<std::unique_ptr<Recorder>> Recorder::open(const std::string& file, int width, int height, double fps,
                                                 bool is_live) {
    std::unique_ptr<Recorder> made(new Recorder(file, width, height, is_live));
    if (ends_in(file, {".png", ".ppm"})) {
        const std::size_t dot = file.rfind('.');
        made->pattern_ = file.find('#') == std::string::npos ? file.substr(0, dot) + "-####" + file.substr(dot) : file;
        const std::string folder = std::filesystem::path(file).parent_path().string();
        if (!folder.empty())
            if (auto ready = make_folder(folder); !ready) return ready.error();
    } else if (ends_in(file, {".mp4", ".webm", ".mkv", ".gif", ".apng"})) {
        if (auto opened = made->open_video(fps); !opened) return opened.error();
    } else {
        return Error{
            text("cannot record to \"%s\"; use a name that ends in .mp4 .webm .gif .png or .ppm", file.c_str())};
    }
    made->thread_ = std::thread(&Recorder::work, made.get());
    return made;
}

Result<void> Recorder::open_video(double fps) {
    std::string name = file_;
    if (ends_in(file_, {".gif", ".apng"})) {  // lossless first; its colours are known only at the end
        if (auto ready = make_folder(file_ + ".parts"); !ready) return ready.error();
        name = part_ = file_ + ".parts/part" + part_ending(file_);
    }
    Result<void> opened{};
    std::thread starter([&] {  // the encoder is as polite as who starts it
        if (is_live_) step_back();
        auto video = VideoWriter::open(name, {.width = width_, .height = height_, .fps = fps, .hurries = is_live_});
        if (video)
            video_ = std::move(video).value();
        else
            opened = video.error();
    });
    starter.join();
    return opened;
}

Recorder::~Recorder() {
    if (thread_.joinable()) finish();
}

void Recorder::add(Image8 frame, int times) {
    std::unique_lock lock(mutex_);
    const std::size_t room = std::max<std::size_t>(4, most_waiting / std::max<std::size_t>(frame.rgba.size(), 1));
    changed_.wait(lock, [&] { return waiting_.size() < room; });
    waiting_.push_back({std::move(frame), times});
    frames_ += times;
    changed_.notify_all();
}

Result<void> Recorder::write(const Frame& frame) {
    const Image8& picture = frame.picture;
    if (picture.width != width_ || picture.height != height_) return {};  // the window was resized: it is left out
    std::string first;
    for (int i = 0; i < frame.times; ++i) {
        if (video_) {
            if (auto added = video_->add(picture); !added) return added;
            continue;
        }
        const std::string name = numbered(pattern_, ++written_);
        if (i > 0) {
            std::error_code fault;
            std::filesystem::copy_file(first, name, std::filesystem::copy_options::overwrite_existing, fault);
            if (fault) return Error{text("cannot write \"%s\": %s", name.c_str(), fault.message().c_str())};
            continue;
        }
        first = name;
        const auto written = name.ends_with(".ppm") ? write_ppm(name, picture) : write_png(name, picture, is_live_);
        if (!written) return written;
    }
    return {};
}

void Recorder::work() {
    if (is_live_) step_back();
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return ends_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        Frame frame = std::move(waiting_.front());
        waiting_.pop_front();
        changed_.notify_all();
        lock.unlock();
        turn_over(frame.picture);
        auto done = fault_ ? write(frame) : fault_;
        lock.lock();
        fault_ = done;
    }
}

Result<void> Recorder::finish() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
        changed_.notify_all();
    }
    if (thread_.joinable()) thread_.join();
    if (!fault_ || !video_) return fault_;
    if (auto finished = video_->finish(); !finished || part_.empty()) return finished;
    const std::string folder = file_ + ".parts";
    auto joined = join_video(file_, folder, {std::filesystem::path(part_).filename().string()});
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    return joined;
}

}  // namespace whorl::view
