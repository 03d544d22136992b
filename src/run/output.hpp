// What a run leaves behind, frame by frame.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "run/simulator.hpp"

namespace whorl {

/// Where outputs write. Unfinished work (parts of films, tiles of sheets) lives in a folder of its own, `work`, where a
/// run that is resumed finds it; it goes with the last checkpoint.
struct OutputPlace {
    std::string folder{}, work{};
    double fps = 24;
    int first_frame = 0;  ///< frames up to this one were made before
    int frames = 0;
    bool is_resumed = false;  ///< and their parts lie in `work`
    const Scene* scene = nullptr;
    Scheduler* scheduler = nullptr;  ///< that draws
};

class Output {
  public:
    virtual ~Output() = default;

    virtual Result<void> add(int frame, const Simulator& simulator) = 0;
    /// Puts everything so far where a killed run would leave it.
    virtual Result<void> settle() { return {}; }
    /// Completes the files and adds their paths.
    virtual Result<void> finish(std::vector<std::string>& files) = 0;
};

/// Refuses what this build or machine cannot write, and pictures that are known to fail. Null for checkpoints, which
/// the run itself writes.
Result<void> check_output(const SceneOutput& output, const Scene& scene);
Result<std::unique_ptr<Output>> make_output(const SceneOutput& output, const OutputPlace& place);

/// "frames/####.png" and 7 give "frames/0007.png".
std::string numbered(const std::string& pattern, int number);

/// Whether a kind of output draws its look.
bool is_drawn(OutputKind kind);

/// Whether a frame is written, and to which file; its folder is made by `make_folder_of`.
bool is_due(const SceneOutput& output, const OutputPlace& place, int frame);
std::string path_of(const SceneOutput& output, const OutputPlace& place, int frame);
Result<void> make_folder_of(const std::string& path);
/// Adds what a run says that it wrote.
void add_name(const SceneOutput& output, const OutputPlace& place, std::vector<std::string>& files);

/// A resumed run without the parts of its films and sheets would leave them incomplete.
Error early_frames_are_gone(const SceneOutput& output, const OutputPlace& place, const std::string& folder);

/// The first executable file of this name on PATH.
bool has_program(const std::string& name);

}  // namespace whorl
