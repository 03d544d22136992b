// Frames of the window to files while it runs: film by ffmpeg, GIF, or numbered pictures. A thread of its own writes,
// so that drawing does not wait.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "io/video.hpp"
#include "render/image.hpp"

namespace whorl::view {

class Recorder {
  public:
    /// `.mp4 .webm .mkv .gif .apng` are film; `.png .ppm` with a run of # for the number are pictures. Refuses other
    /// names, and film without ffmpeg.
    static Result<std::unique_ptr<Recorder>> open(const std::string& file, int width, int height, double fps);
    ~Recorder();

    /// Takes the frame over; waits only if a second of them is waiting already.
    void add(Image8 frame);
    /// Completes the file.
    Result<void> finish();

    const std::string& file() const { return file_; }
    int frames() const { return frames_; }
    int width() const { return width_; }
    int height() const { return height_; }

  private:
    Recorder(std::string file, int width, int height) : file_(std::move(file)), width_(width), height_(height) {}
    void work();
    Result<void> write(const Image8& frame);

    std::string file_, part_{}, pattern_{};
    int width_, height_, frames_ = 0, written_ = 0;
    std::optional<VideoWriter> video_{};
    std::deque<Image8> waiting_{};
    std::mutex mutex_{};
    std::condition_variable changed_{};
    bool ends_ = false;
    Result<void> fault_{};
    std::thread thread_{};
};

}  // namespace whorl::view
