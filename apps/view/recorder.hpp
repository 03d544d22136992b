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

/// What OpenGL gives, rows from the bottom up, as a picture without alpha.
void turn_over(Image8& picture);

class Recorder {
  public:
    /// `.mp4 .webm .mkv .gif .apng` are film; `.png .ppm` with a run of # for the number are pictures. Refuses other
    /// names, and film without ffmpeg.
    /// `is_live`: a person plays meanwhile, whose window comes first; files are larger.
    static Result<std::unique_ptr<Recorder>> open(const std::string& file, int width, int height, double fps,
                                                  bool is_live = false);
    ~Recorder();

    /// Takes the frame over, rows from the bottom up as OpenGL gives them, to be shown so many times; nothing is ever
    /// left out. Waits only if a quarter of a gigabyte is waiting already.
    void add(Image8 frame, int times = 1);
    /// Completes the file.
    Result<void> finish();

    const std::string& file() const { return file_; }
    int frames() const { return frames_; }
    int width() const { return width_; }
    int height() const { return height_; }

  private:
    Recorder(std::string file, int width, int height, bool is_live)
        : file_(std::move(file)),
          width_(width),
          height_(height),
          is_live_(is_live) {}
    Result<void> open_video(double fps);
    void work();
    struct Frame {
        Image8 picture{};
        int times = 1;
    };
    Result<void> write(const Frame& frame);

    std::string file_, part_{}, pattern_{};
    int width_, height_, frames_ = 0, written_ = 0;
    bool is_live_;
    std::optional<VideoWriter> video_{};
    std::deque<Frame> waiting_{};
    std::mutex mutex_{};
    std::condition_variable changed_{};
    bool ends_ = false;
    Result<void> fault_{};
    std::thread thread_{};
};

}  // namespace whorl::view
