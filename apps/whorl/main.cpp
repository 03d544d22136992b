// The command line: reads what is asked for, hands it on, and turns the answer into an exit code.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <string>
#include <thread>
#include <vector>

#include "commands.hpp"
#include "demo.hpp"
#include "info.hpp"
#include "run/bench.hpp"
#include "run/optional_parts.hpp"

namespace {

using namespace whorl;

std::vector<std::string> subcommand_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(each->get_name());
    return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* each : app.get_options())
        if (!each->get_lnames().empty()) names.push_back("--" + each->get_lnames().front());
    return names;
}

/// What CLI11 could not place: the subcommand or option that does not exist.
int refuse_extras(const CLI::App& app) {
    const std::string word = app.remaining(true).front();
    const auto chosen = app.get_subcommands();
    const CLI::App& asked = chosen.empty() ? app : *chosen.front();
    if (word.starts_with("-")) return refuse_name("option", word, option_names(asked));
    if (chosen.empty()) return refuse_name("command", word, subcommand_names(app));
    return refuse("`" + asked.get_name() + "` takes no argument `" + word + "`; see `whorl " + asked.get_name() +
                  " --help`");
}

CLI::App* add_demo(CLI::App& app, DemoOptions& command) {
    CLI::App* sub = app.add_subcommand("demo", "Hot smoke around a ball: a movie and a contact sheet");
    sub->add_option("--out", command.out, "Folder; the files go to `demo` in it")
        ->type_name("DIR")
        ->capture_default_str();
    sub->add_option("--frames", command.frames, "Frames to make")->type_name("N")->capture_default_str();
    sub->add_option("--cells", command.cells, "Cells across")->type_name("N")->capture_default_str();
    return sub;
}

CLI::App* add_run(CLI::App& app, RunCommand& command) {
    CLI::App* sub = app.add_subcommand("run", "Run a scene: pictures, film, volumes and measures");
    sub->add_option("SCENE", command.scene, "A file, or the name of a scene of the gallery")->type_name("")->required();
    sub->add_option("--out", command.out, "Folder for the results [out/NAME]")->type_name("DIR");
    sub->add_option("--frames", command.frames, "Frames to make, instead of the scene's")->type_name("N");
    sub->add_option("--threads", command.threads, "Threads to use")->type_name("N")->capture_default_str();
    sub->add_option("--set", command.set, "Change a number of the scene: key.path=value")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    sub->add_option("--resume", command.resume, "Go on from a checkpoint of this scene")->type_name("FILE");
    sub->add_option("--branch", command.branch, "Start from a checkpoint of another scene on the same grid")
        ->type_name("FILE");
    sub->add_flag("--check", command.check, "Read and check the scene, and write nothing");
    sub->add_flag("--overwrite", command.overwrite, "Into a folder that holds something else");
    sub->add_option("--max-memory", command.max_memory, "Refuse a scene that needs more: bytes, or 512M, 4G")
        ->type_name("N");
    sub->add_flag("--json", command.json, "Print the result as JSON");
    sub->add_option("--progress", command.progress, "json: a line of JSON for each frame")->type_name("HOW");
    return sub;
}

CLI::App* add_compare(CLI::App& app, CompareCommand& command) {
    CLI::App* sub = app.add_subcommand("compare", "Run two scenes, or one with two settings: a film side by side");
    const auto settings = [&](const char* name, std::vector<std::string>& to, const char* words) {
        sub->add_option(name, to, words)->type_name("KEY=VALUE")->allow_extra_args(false);
    };
    sub->add_option("SCENE", command.left_scene, "The scene on the left: a file or a name of the gallery")
        ->type_name("")
        ->required();
    sub->add_option("OTHER", command.right_scene, "The scene on the right [the same]")->type_name("");
    settings("--left", command.left, "Change a number of the left one");
    settings("--right", command.right, "Change a number of the right one");
    settings("--set", command.set, "Change a number of both");
    sub->add_option("--out", command.out, "Folder for the film [out/compare-NAME]")->type_name("DIR");
    sub->add_option("--frames", command.frames, "Frames to make, instead of the scene's")->type_name("N");
    sub->add_option("--threads", command.threads, "Threads to use")->type_name("N")->capture_default_str();
    sub->add_option("--card", command.card, "Seconds of the title card; 0: none")
        ->type_name("S")
        ->capture_default_str();
    sub->add_flag("--overwrite", command.overwrite, "Into a folder that holds something else");
    return sub;
}

CLI::App* add_hash(CLI::App& app, HashCommand& command) {
    CLI::App* sub = app.add_subcommand("hash", "Run a scene without writing, and print the hash of its state");
    sub->add_option("SCENE", command.scene, "A file, or the name of a scene of the gallery")->type_name("")->required();
    sub->add_option("--frames", command.frames, "Frames to make, instead of the scene's")->type_name("N");
    sub->add_option("--threads", command.threads, "Threads to use")->type_name("N")->capture_default_str();
    sub->add_option("--isa", command.isa, "Instruction set to use; see `whorl info`")->type_name("NAME");
    sub->add_option("--set", command.set, "Change a number of the scene: key.path=value")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    return sub;
}

CLI::App* add_bench(CLI::App& app, BenchCommand& command) {
    CLI::App* sub = app.add_subcommand("bench", "Measure speed; without a name, everything, in some minutes");
    sub->add_option("NAME", command.names, "Which")->type_name("");
    sub->add_option("--threads", command.threads, "Threads to use")->type_name("N")->capture_default_str();
    sub->add_option("--isa", command.isa, "Instruction set: scalar sse2 avx2 avx512; the best if not given")
        ->type_name("NAME");
    sub->add_flag("--full", command.full, "More repeats, which takes about twice as long");
    sub->add_flag("--quick", command.quick, "Smallest sizes and few steps: shows that it runs, measures nothing");
    sub->add_option("--csv", command.csv, "Also write a file with all rows and the machine")->type_name("FILE");
    sub->add_flag("--json", command.json, "Print JSON instead of a table");
    return sub;
}

int run(int argc, char** argv) {
    const int every_core = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    CLI::App app("whorl, a real-time fluid simulator", "whorl");
    app.allow_extras();  // so that the answer can name the nearest right word
    app.set_version_flag("--version", std::string("whorl ") + version());

    DemoOptions demo_options;
    RunCommand run_command{.threads = every_core};
    CompareCommand compare_command;
    compare_command.threads = every_core;
    HashCommand hash_command{.threads = every_core};
    BenchCommand bench_command{.threads = every_core};
    const CLI::App* demo = add_demo(app, demo_options);
    const CLI::App* run_one = add_run(app, run_command);
    const CLI::App* compare_two = add_compare(app, compare_command);
    const CLI::App* hash = add_hash(app, hash_command);
    const CLI::App* bench = add_bench(app, bench_command);

    std::string new_file;
    CLI::App* new_one = app.add_subcommand("new", "Write a commented scene to start from");
    new_one->add_option("FILE", new_file, "Its name")->type_name("")->required();

    bool as_json = false;
    CLI::App* info = app.add_subcommand("info", "Version, licence, build options, parts found, ISA, threads, memory");
    info->add_flag("--json", as_json, "Print JSON");

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // --help and --version
        const auto chosen = app.get_subcommands();
        const std::string help = "whorl " + (chosen.empty() ? "" : chosen.front()->get_name() + " ") + "--help";
        std::string sentence = error.what();
        if (const std::string_view start = "Could not convert: "; sentence.starts_with(start))
            sentence = sentence.substr(start.size()) + " is not a number that can be used";
        return refuse(sentence + "; see `" + help + "`");
    }
    if (app.remaining_size(true) > 0) return refuse_extras(app);
    if (demo->parsed()) return run_demo(demo_options);
    if (run_one->parsed()) return run_scene(run_command);
    if (compare_two->parsed()) return compare_scenes(compare_command);
    if (hash->parsed()) return hash_scene(hash_command);
    if (new_one->parsed()) return new_scene(new_file);
    if (bench->parsed()) return run_bench(bench_command);
    if (info->parsed()) return print(as_json ? info_json(gather_info()) : info_text(gather_info())), done;
    return welcome();
}

}  // namespace

int main(int argc, char** argv) {
    try {
        register_optional_parts();
        return run(argc, argv);
    } catch (const std::exception& error) {
        return refuse(error.what(), failed);
    }
}
