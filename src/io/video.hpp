// Film: raw frames sent to the `ffmpeg` program, which encodes them while the next one is made.
//
// H.264 in mp4, 4:2:0, BT.709, with the index at the front of the file, so that every browser and player opens it.
#pragma once

#include <string>

#include "io/child_process.hpp"
#include "io/file.hpp"
#include "render/image.hpp"

namespace whorl {

struct VideoStyle {
    int width = 0, height = 0;  ///< of the frames; an odd side is filled up to an even one, as 4:2:0 needs
    int fps = 30;               ///< 1 to 240
    int quality = 17;           ///< x264's rate factor, 0 (no loss) to 51
};

class VideoWriter {
  public:
    /// Starts ffmpeg. Its absence, a folder that cannot be written and a name that does not end in .mp4 are refused
    /// here, not at frame 100.
    static Result<VideoWriter> open(const std::string& path, const VideoStyle& style);

    /// Alpha is ignored. After an error the writer is of no further use.
    Result<void> add(const Image8& frame);

    /// Completes the film and gives it its name. Without it, the end of the writer's life removes what was begun.
    Result<void> finish();

    int frames() const { return frames_; }

  private:
    VideoWriter(PendingFile file, ChildProcess encoder, const VideoStyle& style);
    Error encoder_error();

    // In this order, so that the encoder is gone before the file that it writes is removed.
    PendingFile file_;
    ChildProcess encoder_;
    VideoStyle style_;
    int frames_ = 0;
};

}  // namespace whorl
