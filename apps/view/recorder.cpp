#include "recorder.hpp"

#include <filesystem>

#include "core/text.hpp"
#include "io/png.hpp"
#include "io/ppm.hpp"
#include "run/output.hpp"

namespace whorl::view {
namespace {

constexpr std::size_t most_waiting = 60;

bool ends_in(const std::string& file, std::initializer_list<const char*> endings) {
    for (const char* each : endings)
        if (file.ends_with(each)) return true;
    return false;
}

}  // namespace

Result<std::unique_ptr<Recorder>> Recorder::open(const std::string& file, int width, int height, double fps) {
    std::unique_ptr<Recorder> made(new Recorder(file, width, height));
    if (ends_in(file, {".png", ".ppm"})) {
        const std::size_t dot = file.rfind('.');
        made->pattern_ = file.find('#') == std::string::npos ? file.substr(0, dot) + "-####" + file.substr(dot) : file;
        const std::string folder = std::filesystem::path(file).parent_path().string();
        if (!folder.empty())
            if (auto ready = make_folder(folder); !ready) return ready.error();
    } else if (ends_in(file, {".mp4", ".webm", ".mkv", ".gif", ".apng"})) {
        const bool is_joined = ends_in(file, {".gif", ".apng"});
        if (is_joined) {  // lossless first; its colours are known only at the end
            if (auto ready = make_folder(file + ".parts"); !ready) return ready.error();
            made->part_ = file + ".parts/part" + part_ending(file);
        }
        auto video = VideoWriter::open(is_joined ? made->part_ : file, {.width = width, .height = height, .fps = fps});
        if (!video) return video.error();
        made->video_ = std::move(video).value();
    } else {
        return Error{
            text("cannot record to \"%s\"; use a name that ends in .mp4 .webm .gif .png or .ppm", file.c_str())};
    }
    made->thread_ = std::thread(&Recorder::work, made.get());
    return made;
}

Recorder::~Recorder() {
    if (thread_.joinable()) finish();
}

void Recorder::add(Image8 frame) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_.size() < most_waiting; });
    waiting_.push_back(std::move(frame));
    ++frames_;
    changed_.notify_all();
}

Result<void> Recorder::write(const Image8& frame) {
    if (frame.width != width_ || frame.height != height_) return {};  // the window was resized: that frame is left out
    if (video_) return video_->add(frame);
    const std::string name = numbered(pattern_, ++written_);
    return name.ends_with(".ppm") ? write_ppm(name, frame) : write_png(name, frame);
}

void Recorder::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return ends_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        const Image8 frame = std::move(waiting_.front());
        waiting_.pop_front();
        changed_.notify_all();
        lock.unlock();
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
