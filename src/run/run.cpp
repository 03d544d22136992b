#include "run/run.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/memory.hpp"
#include "core/text.hpp"
#include "io/file.hpp"
#include "render/view.hpp"

namespace whorl {
namespace {

std::string work_folder(const RunOptions& options) {
    return options.out + "/.run";
}

std::string gibibytes(double bytes) {
    return bytes < 1e9 ? text("%.1f MiB", bytes / (1 << 20)) : text("%.1f GiB", bytes / (1 << 30));
}

/// Of the shadows in pictures of 3D flows: at most four numbers a cell for each light, in three colours for dyes.
double shadow_bytes_a_cell(const Scene& scene) {
    const bool is_drawn_in_space =
        scene.dim == 3 && std::any_of(scene.outputs.begin(), scene.outputs.end(), [](const SceneOutput& output) {
            return is_drawn(output.kind) && is_in_space(3, output.look.view);
        });
    const auto lights = static_cast<double>(scene.lights.empty() ? 2 : scene.lights.size());
    return is_drawn_in_space ? 4 * 4 * lights * (scene.dyes.empty() ? 1 : 3) : 0;
}

/// The fluid, copies of a few fields in double precision for pictures and measures, and shadows.
Result<void> check_memory_of(const Scene& scene, double allowed) {
    const double cells = static_cast<double>(scene.cells[0]) * scene.cells[1] * scene.cells[2];
    if (cells < 1 << 16 && allowed == 0) return {};
    const auto fluid = estimate_memory(scene);
    if (!fluid) return Error{scene.file + ": " + fluid.error().message};
    const double needed = fluid.value() + (4 * 8 + shadow_bytes_a_cell(scene)) * cells,
                 limit = allowed > 0 ? allowed : static_cast<double>(available_memory());
    if (needed <= limit) return {};
    return Error{text("domain.cells: %d x %d x %d cells need about %s of memory, and %s %s; use fewer cells",
                      scene.cells[0], scene.cells[1], scene.cells[2], gibibytes(needed).c_str(),
                      gibibytes(limit).c_str(), allowed > 0 ? "are allowed" : "are available")};
}

void add_flags(const Report& report, bool has_budget, std::vector<std::string>& warnings) {
    const auto warn = [&](bool flag, const char* words) {
        if (flag && std::find(warnings.begin(), warnings.end(), words) == warnings.end()) warnings.emplace_back(words);
    };
    warn(report.tolerance_missed && !report.at_float_floor && !has_budget,
         "the pressure solver missed its tolerance; raise [solver] tolerance or give it a larger budget");
    warn(report.viscosity_missed && !has_budget,
         "the viscosity solver missed its tolerance; lower the contrast of fluid.viscosity or use double precision");
    warn(report.flow_unbalanced, "more flows into a closed box than out; open a side or balance the inflows");
    warn(report.speed_capped, "the flow reached max_speed and was held to it; push less or take smaller steps");
}

}  // namespace

Run::Run(const Scene& scene, const RunOptions& options) : scene_(scene), options_(options), measures_(scene) {}

Result<Run> Run::prepare(const Scene& scene, const RunOptions& options) {
    Run run(scene, options);
    if (options.frames > 0) run.scene_.time.frames = options.frames;
    if (auto ok = check_memory_of(scene, options.max_memory); !ok) return ok.error();
    if (options.writes) {
        for (const SceneOutput& output : scene.outputs) {
            if (auto ok = check_output(output, scene); !ok) return Error{scene.file + ": " + ok.error().message};
            if (output.kind == OutputKind::video && scene.time.fps / output.every > 240)
                return Error{text("%s: film of %g frames a second cannot be made; raise `every`", output.path.c_str(),
                                  scene.time.fps / output.every)};
        }
        if (auto ok = run.check_folder(); !ok) return ok.error();
    }
    auto pool = make_thread_pool(options.threads);
    if (!pool) return pool.error();
    run.scheduler_ = std::move(pool).value();
    auto simulator = make_simulator(run.scene_, *run.scheduler_);
    if (!simulator) return Error{scene.file + ": " + simulator.error().message};
    run.simulator_ = std::move(simulator).value();
    run.base_time_ = run.simulator_->time(), run.base_steps_ = run.simulator_->steps();
    if (!options.resume.empty() || !options.branch.empty())
        if (auto ok = run.load(options.branch.empty() ? options.resume : options.branch, !options.branch.empty()); !ok)
            return ok.error();
    return run;
}

/// A folder that holds another scene's results, or something else, is left alone.
Result<void> Run::check_folder() const {
    std::error_code ignored;
    if (options_.overwrite || !std::filesystem::exists(options_.out, ignored)) return {};
    if (!std::filesystem::is_directory(options_.out, ignored))
        return Error{text("\"%s\" is a file; give a folder with --out", options_.out.c_str())};
    if (std::filesystem::is_empty(options_.out, ignored)) return {};
    const auto earlier = read_scene(options_.out + "/scene.toml");
    if (earlier && earlier.value().fingerprint == scene_.fingerprint) return {};
    return Error{text("the folder \"%s\" holds %s; choose another with --out, or say --overwrite", options_.out.c_str(),
                      earlier ? "the results of another scene" : "something else")};
}

Result<void> Run::open_outputs() {
    const OutputPlace place{options_.out, work_folder(options_), scene_.time.fps,
                            frame_,       scene_.time.frames,    !is_fresh_,
                            &scene_,      scheduler_.get()};
    for (const SceneOutput& each : scene_.outputs) {
        auto output = make_output(each, place);
        if (!output) return output.error();
        if (output.value()) outputs_.push_back(std::move(output).value());
    }
    return {};
}

/// The length of the next step of the current frame; 0 if the frame is done.
double Run::next_step() const {
    const SceneTime& time = scene_.time;
    const int frames = frame_ + 1 - base_frame_;
    const std::int64_t steps = simulator_->steps() - base_steps_;
    if (time.step > 0)  // on the grid n * step; a frame shows the last one that is not after it
        return static_cast<double>(steps + 1) * time.step <= frames / time.fps + 1e-6 * time.step ? time.step : 0;
    if (time.cfl > 0) {
        const double left = base_time_ + frames / time.fps - simulator_->time();
        if (left <= 1e-9 / time.fps) return 0;
        const double by_flow = left * simulator_->fastest() / time.cfl,
                     by_time = time.max_step > 0 ? left / time.max_step : 0;
        return left / std::clamp(std::ceil(std::max(by_flow, by_time) - 1e-6), 1.0, 1e4);
    }
    return steps < static_cast<std::int64_t>(frames) * time.substeps ? 1 / (time.fps * time.substeps) : 0;
}

/// False if it was asked to stop.
Result<bool> Run::advance_a_frame(RunResult& result) {
    for (double dt = next_step(); dt > 0; dt = next_step()) {
        auto report = simulator_->step(dt);
        if (!report) return Error{scene_.file + ": " + report.error().message};
        report_ = report.value();
        result.max_divergence = std::max(result.max_divergence, report_.divergence);
        add_flags(report_, scene_.solver.tolerance == 0, result.warnings);
        if (options_.writes) measures_.after_step(*simulator_);
        if (Clock::now() - last_told_ > std::chrono::seconds(2)) tell(true);
        is_asked_to_stop_ = is_asked_to_stop_ || (options_.stop && options_.stop());
        if (is_asked_to_stop_ && next_step() > 0) return false;  // a frame that is complete is kept
    }
    return true;
}

Result<void> Run::record_frame() {
    if (!options_.writes) return {};
    measures_.after_frame(*simulator_);
    for (const auto& output : outputs_)
        if (auto added = output->add(frame_, *simulator_); !added) return added;
    if (!checkpoint_is_due()) return {};
    const auto written = write_checkpoint_now();
    return written ? Result<void>() : Result<void>(written.error());
}

void Run::tell(bool is_between) {
    last_told_ = Clock::now();
    if (!options_.progress) return;
    RunProgress progress{frame_, scene_.time.frames, simulator_->steps(), simulator_->time()};
    progress.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    const int made = frame_ - first_frame_;
    progress.seconds_left = made > 0 ? progress.seconds / made * (scene_.time.frames - frame_) : 0;
    const double cells = static_cast<double>(scene_.cells[0]) * scene_.cells[1] * scene_.cells[2];
    const double steps = static_cast<double>(simulator_->steps() - first_steps_);
    progress.cells_per_second = progress.seconds > 0 ? cells * steps / progress.seconds : 0;
    progress.residual = report_.divergence_before > 0 ? report_.divergence / report_.divergence_before : 0;
    progress.is_between = is_between;
    progress.simulator = simulator_.get();
    options_.progress(progress);
}

Result<RunResult> Run::go() {
    RunResult result;
    start_ = last_checkpoint_ = last_told_ = Clock::now();
    first_steps_ = simulator_->steps();
    first_frame_ = frame_;
    if (options_.writes) {
        if (auto made = make_folder(options_.out); !made) return made.error();
        if (is_fresh_) std::filesystem::remove_all(work_folder(options_));
        if (auto made = make_folder(work_folder(options_)); !made) return made.error();
        if (auto written = write_file(options_.out + "/scene.toml", scene_.text.data(), scene_.text.size()); !written)
            return written.error();
        if (auto opened = open_outputs(); !opened) return opened.error();
        if (is_fresh_)
            measures_.at_start(*simulator_);
        else
            adopt_checkpoints();
    }
    while (frame_ < scene_.time.frames) {
        const auto done = advance_a_frame(result);
        if (!done) return done.error();
        if (!done.value()) return stop_early(std::move(result));
        ++frame_;
        if (auto recorded = record_frame(); !recorded) return recorded.error();
        tell();
        if (is_asked_to_stop_ && frame_ < scene_.time.frames) return stop_early(std::move(result));
    }
    return finish(std::move(result));
}

Result<RunResult> Run::finish(RunResult result) {
    result.frames = frame_;
    result.steps = simulator_->steps(), result.seconds = simulator_->time(), result.hash = simulator_->hash();
    if (!options_.writes) return result;
    measures_.at_end(*simulator_);
    if (scene_.outputs.empty() && scene_.measures.empty())
        result.warnings.emplace_back("the scene asks for no pictures and no numbers; add [[output]] or [[measure]]");
    for (const SceneOutput& output : scene_.outputs)
        if (output.kind != OutputKind::checkpoint && output.every > scene_.time.frames)
            result.warnings.push_back(text("%s wrote nothing: `every` is %d and there were %d frames",
                                           output.path.c_str(), output.every, scene_.time.frames));
    for (const auto& output : outputs_)
        if (auto finished = output->finish(result.files); !finished) return finished.error();
    if (auto written = measures_.write(options_.out, result.files); !written) return written.error();
    result.files.push_back(options_.out + "/scene.toml");
    const bool keeps = std::any_of(scene_.outputs.begin(), scene_.outputs.end(),
                                   [](const SceneOutput& output) { return output.kind == OutputKind::checkpoint; });
    std::error_code ignored;
    if (keeps) {  // more frames may be asked for later, and join those that are there
        result.files.insert(result.files.end(), checkpoints_.begin(), checkpoints_.end());
        return result;
    }
    std::filesystem::remove_all(options_.out + "/checkpoint", ignored);
    std::filesystem::remove_all(work_folder(options_), ignored);
    return result;
}

Result<RunResult> Run::stop_early(RunResult result) {
    result.stopped = true;
    result.frames = frame_;
    result.steps = simulator_->steps(), result.seconds = simulator_->time(), result.hash = simulator_->hash();
    if (!options_.writes) return result;
    const auto written = write_checkpoint_now();
    if (!written) return written.error();
    result.checkpoint = written.value();
    if (auto measured = measures_.write(options_.out, result.files); !measured) return measured.error();
    return result;
}

}  // namespace whorl
