// A run's checkpoints: when they are due, what is in them, and how one is taken up again.
#include <algorithm>
#include <cstring>
#include <filesystem>

#include "core/text.hpp"
#include "io/checkpoint_file.hpp"
#include "io/file.hpp"
#include "run/branch.hpp"
#include "run/run.hpp"

namespace whorl {
namespace {

constexpr double usual_seconds = 30;  // between checkpoints
constexpr double long_run = 60;       // seconds; shorter runs write none unless asked to

/// What a run knows beside the fluid.
struct Position {
    std::int64_t frame = 0, base_frame = 0, base_steps = 0;
    double base_time = 0;
    std::uint64_t fingerprint = 0;
};

const SceneOutput* checkpoint_output(const Scene& scene) {
    const auto found = std::find_if(scene.outputs.begin(), scene.outputs.end(),
                                    [](const SceneOutput& output) { return output.kind == OutputKind::checkpoint; });
    return found == scene.outputs.end() ? nullptr : &*found;
}

}  // namespace

bool Run::checkpoint_is_due() const {
    const SceneOutput* asked = checkpoint_output(scene_);
    const double since = std::chrono::duration<double>(Clock::now() - last_checkpoint_).count();
    if (since < (asked ? asked->seconds : usual_seconds)) return false;
    if (asked) return true;
    const double spent = std::chrono::duration<double>(Clock::now() - start_).count();
    const int made = std::max(1, frame_ - first_frame_);
    return spent / made * (scene_.time.frames - first_frame_) > long_run;
}

std::string Run::checkpoint_folder() const {
    const SceneOutput* asked = checkpoint_output(scene_);
    return options_.out + "/" + (asked ? asked->file : "checkpoint");
}

std::string Run::checkpoint_path(std::int64_t steps) const {
    return checkpoint_folder() + text("/%010lld.whorl", static_cast<long long>(steps));
}

/// Those of the run that is resumed count among the ones to keep.
void Run::adopt_checkpoints() {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(checkpoint_folder(), ignored))
        if (const std::string path = checkpoint_folder() + "/" + entry.path().filename().string();
            entry.path().extension() == ".whorl" && path <= checkpoint_path(simulator_->steps()))
            checkpoints_.push_back(path);
    std::sort(checkpoints_.begin(), checkpoints_.end());
}

// Outputs settle first: a checkpoint never promises frames that a crash could still take.
Result<std::string> Run::write_checkpoint_now() {
    for (const auto& output : outputs_)
        if (auto settled = output->settle(); !settled) return settled.error();
    const SceneOutput* asked = checkpoint_output(scene_);
    const std::string folder = checkpoint_folder();
    if (auto made = make_folder(folder); !made) return made.error();

    CheckpointFile file;
    file.add("about",
             text("whorl checkpoint\nscene %s\nframe %d of %d\nstep %lld\ntime %.9g s\n", scene_.name.c_str(), frame_,
                  scene_.time.frames, static_cast<long long>(simulator_->steps()), simulator_->time()));
    file.add("scene.toml", scene_.text);
    const Position position{frame_, base_frame_, base_steps_, base_time_, scene_.fingerprint};
    std::vector<std::byte> bytes(sizeof position);
    std::memcpy(bytes.data(), &position, sizeof position);
    file.add("position", std::move(bytes));
    file.add("measures", measures_.save());
    file.add("fluid", simulator_->save());
    const std::string path = checkpoint_path(simulator_->steps());
    if (auto written = write_checkpoint(path, file); !written) return written.error();

    if (checkpoints_.empty() || checkpoints_.back() != path) checkpoints_.push_back(path);
    const std::size_t keep = asked ? static_cast<std::size_t>(asked->keep) : 2;
    while (checkpoints_.size() > keep) {
        std::error_code ignored;
        std::filesystem::remove(checkpoints_.front(), ignored);
        checkpoints_.erase(checkpoints_.begin());
    }
    last_checkpoint_ = Clock::now();
    return path;
}

Result<void> Run::load(const std::string& path, bool is_branch) {
    const auto read = read_checkpoint(path);
    if (!read) return read.error();
    const CheckpointFile& file = read.value();
    const auto* fluid = file.find("fluid");
    const auto* bytes = file.find("position");
    Position position;
    if (!fluid || !bytes || bytes->size() != sizeof position)
        return Error{text("cannot read \"%s\": parts of it are missing", path.c_str())};
    std::memcpy(&position, bytes->data(), sizeof position);
    if (!is_branch && position.fingerprint != scene_.fingerprint)
        return Error{
            text("\"%s\" belongs to another scene than \"%s\" as it is now; use the scene as it was, or --branch to go "
                 "on with changed numbers",
                 path.c_str(), scene_.file.c_str())};
    if (!is_branch && scene_.solver.max_milliseconds > 0)
        return Error{
            text("\"%s\": solver.budget: a run with a budget of milliseconds cannot be resumed to the same bits; "
                 "use --branch, or { cycles = 4 }",
                 scene_.file.c_str())};
    if (const auto saved = parse_scene(file.text_of("scene.toml"), path); is_branch && saved)
        if (const std::string why = obstacle_to_branch(saved.value(), scene_); !why.empty())
            return Error{text("\"%s\" cannot be the start of \"%s\": %s; a branch keeps these and may change the rest",
                              path.c_str(), scene_.file.c_str(), why.c_str())};
    if (auto loaded = simulator_->load(*fluid); !loaded)
        return Error{text("\"%s\": %s", path.c_str(), loaded.error().message.c_str())};
    frame_ = static_cast<int>(position.frame);
    if (is_branch) {
        base_time_ = simulator_->time(), base_steps_ = simulator_->steps(), base_frame_ = frame_;
    } else {
        base_time_ = position.base_time, base_steps_ = position.base_steps,
        base_frame_ = static_cast<int>(position.base_frame);
        if (auto loaded = measures_.load(file.text_of("measures")); !loaded) return loaded;
        is_fresh_ = false;
    }
    // A run that was killed after its last frame still has films to join and tables to write.
    const double past = simulator_->time() - base_time_ - (frame_ - base_frame_) / scene_.time.fps;
    const bool can_end_here = !is_branch && past < 1e-6 / scene_.time.fps;
    if (can_end_here ? frame_ > scene_.time.frames : frame_ >= scene_.time.frames)
        return Error{text("\"%s\" is at frame %d and the run ends at %d; ask for more with --frames", path.c_str(),
                          frame_, scene_.time.frames)};
    return {};
}

}  // namespace whorl
