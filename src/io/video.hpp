// Film: raw frames sent to the `ffmpeg` program, which encodes them while the next one is made.
//
// .mp4 is H.264, 4:2:0, BT.709, with the index at the front of the file, so that every browser and player opens it;
// .webm is VP9; .mkv is FFV1, which loses nothing, and serves as the parts of .gif and .apng. A film may be made in
// parts and joined, so that what was made before a crash is kept.
#pragma once

#include <string>
#include <vector>

#include "io/child_process.hpp"
#include "io/file.hpp"
#include "render/image.hpp"

namespace whorl {

struct VideoStyle {
    int width = 0, height = 0;  ///< of the frames; an odd side is filled up to an even one, as 4:2:0 needs
    double fps = 30;            ///< 0.001 to 240
    int quality = 17;           ///< x264's rate factor, 0 (no loss) to 51
    bool hurries = false;       ///< frames come in real time: a fraction of the work for a larger file
};

class VideoWriter {
  public:
    /// Starts ffmpeg. Its absence, a folder that cannot be written and a name that does not end in .mp4, .webm or
    /// .mkv are refused here, not at frame 100.
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

/// What the parts of a film to be joined as `path` end in.
std::string part_ending(const std::string& path);

/// One film (.mp4, .webm, .gif, .apng) from parts in `folder`, in the order given. They were written by VideoWriter and
/// have one size and rate.
Result<void> join_video(const std::string& path, const std::string& folder, const std::vector<std::string>& parts);

}  // namespace whorl
