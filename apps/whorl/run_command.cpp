#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>

#include "commands.hpp"
#include "progress_report.hpp"
#include "run/gallery.hpp"
#include "run/interrupt.hpp"
#include "run/run.hpp"
#include "run/run_json.hpp"

namespace whorl {
namespace {

/// "4G" -> bytes; below 0 if it is no size.
double bytes_of(const std::string& words) {
    char* end = nullptr;
    const double number = std::strtod(words.c_str(), &end);
    const std::string unit = end;
    const double factor = unit.empty() ? 1 : unit == "K" ? 1 << 10 : unit == "M" ? 1 << 20 : unit == "G" ? 1 << 30 : 0;
    return end != words.c_str() && number > 0 && number < 1e18 && factor > 0 ? number * factor : -1;
}

Result<Scene> open_scene(const std::string& word, const std::vector<std::string>& set) {
    const auto file = find_scene(word);
    if (!file) return file.error();
    return read_scene(file.value(), set);
}

int check_command(const RunCommand& command) {
    if (command.frames < 0) return refuse(fmt::format("--frames {} is out of range; use 1 or more", command.frames));
    if (!command.resume.empty() && !command.branch.empty())
        return refuse("--resume and --branch are both given; choose one");
    if (!command.progress.empty() && command.progress != "json")
        return refuse(fmt::format("--progress {} is unknown; use json", command.progress));
    if (!command.max_memory.empty() && bytes_of(command.max_memory) < 0)
        return refuse(fmt::format("--max-memory {} is no size; write bytes, or 512M, 4G", command.max_memory));
    return check_threads(command.threads);
}

void print_check(const Scene& scene) {
    fmt::print(
        "{}: {}{}x{}{} cells, {} frames, {} emitters, {} obstacles, {} forces, {} measures, {} outputs: all right\n",
        scene.file, scene.title.empty() ? "" : scene.title + ", ", scene.cells[0], scene.cells[1],
        scene.dim == 3 ? fmt::format("x{}", scene.cells[2]) : "", scene.time.frames, scene.emitters.size(),
        scene.obstacles.size(), scene.forces.size(), scene.measures.size(), scene.outputs.size());
}

void print_result(const RunResult& result, bool as_json) {
    for (const std::string& warning : result.warnings) fmt::print(stderr, "whorl: note: {}\n", warning);
    if (as_json) return print(run_json(result));
    for (const std::string& file : result.files) fmt::print("{}\n", file);
    fmt::print("state {:016x} after {} frames, {} steps, {:.6g} s\n", result.hash, result.frames, result.steps,
               result.seconds);
}

/// As a shell takes it for one word.
std::string quoted(const std::string& word) {
    const bool is_plain =
        word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,") ==
        std::string::npos;
    if (is_plain && !word.empty()) return word;
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

/// The line that goes on from a checkpoint, with all that shaped the run.
std::string resume_line(const RunCommand& command, const std::string& out, const std::string& checkpoint) {
    std::string line = "whorl run " + quoted(command.scene) + " --out " + quoted(out);
    for (const std::string& each : command.set) line += " --set " + quoted(each);
    if (command.frames > 0) line += fmt::format(" --frames {}", command.frames);
    return line + " --resume " + quoted(checkpoint);
}

}  // namespace

int run_scene(const RunCommand& command) {
    if (const int wrong = check_command(command)) return wrong;
    const auto scene = open_scene(command.scene, command.set);
    if (!scene) return refuse(scene.error().message);
    const Interrupt interrupt;
    ProgressReport report(command.progress == "json" ? ProgressReport::Style::json : ProgressReport::Style::automatic);
    RunOptions options;
    options.out = command.out.empty() ? "out/" + scene.value().name : command.out;
    options.frames = command.frames, options.threads = command.threads;
    options.overwrite = command.overwrite || command.check;
    options.max_memory = command.max_memory.empty() ? 0 : bytes_of(command.max_memory);
    options.resume = command.resume, options.branch = command.branch;
    options.progress = [&](const RunProgress& progress) { report.show(progress); };
    options.stop = [&] { return interrupt.requested(); };
    auto run = Run::prepare(scene.value(), options);
    if (!run) return refuse(run.error().message);
    if (command.check) return print_check(scene.value()), done;
    const auto result = run.value().go();
    report.end();
    if (!result) return refuse(result.error().message, failed);
    print_result(result.value(), command.json);
    if (!result.value().stopped) return done;
    const int frames = command.frames > 0 ? command.frames : scene.value().time.frames;
    const std::string& checkpoint = result.value().checkpoint;
    if (scene.value().solver.max_milliseconds > 0)
        return refuse(fmt::format("stopped after {} of {} frames; to start from here: --branch {}",
                                  result.value().frames, frames, checkpoint),
                      interrupted);
    return refuse(fmt::format("stopped after {} of {} frames; to go on: {}", result.value().frames, frames,
                              resume_line(command, options.out, checkpoint)),
                  interrupted);
}

int hash_scene(const HashCommand& command) {
    if (const int wrong = check_threads(command.threads)) return wrong;
    if (command.frames < 0) return refuse(fmt::format("--frames {} is out of range; use 1 or more", command.frames));
    if (const int wrong = choose_named_isa(command.isa)) return wrong;
    const auto scene = open_scene(command.scene, command.set);
    if (!scene) return refuse(scene.error().message);
    if (scene.value().solver.max_milliseconds > 0)
        return refuse(scene.value().file +
                      ": solver.budget: a budget of milliseconds gives another hash each time; use { cycles = 4 }");
    RunOptions options;
    options.frames = command.frames, options.threads = command.threads, options.writes = false;
    auto run = Run::prepare(scene.value(), options);
    if (!run) return refuse(run.error().message);
    const auto result = run.value().go();
    if (!result) return refuse(result.error().message, failed);
    fmt::print("{:016x}\n", result.value().hash);
    return done;
}

}  // namespace whorl
