// The command line: reads what is asked for, hands it on, and turns the answer into an exit code.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/nearest_name.hpp"
#include "demo.hpp"
#include "info.hpp"
#include "run/bench.hpp"
#include "run/optional_parts.hpp"

namespace {

using namespace whorl;

enum Exit { done = 0, failed = 1, wrong_use = 2, interrupted = 130 };

constexpr int most_threads = 256;

/// Every error is one sentence on stderr.
int refuse(const std::string& sentence, Exit code = wrong_use) {
    std::fprintf(stderr, "whorl: %s\n", sentence.c_str());
    return code;
}

int refuse_name(const char* kind, const std::string& word, const std::vector<std::string>& names) {
    return refuse(unknown_name(kind, word, std::vector<std::string_view>(names.begin(), names.end())));
}

void print(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    if (!text.empty() && text.back() != '\n') std::fputc('\n', stdout);
}

/// For work that leaves nothing half done behind.
void stop_at_once(int) {
    constexpr char sentence[] = "\nwhorl: interrupted\n";
    [[maybe_unused]] const auto written = write(STDERR_FILENO, sentence, sizeof sentence - 1);
    _exit(interrupted);
}

int welcome() {
    print(
        "whorl is a real-time fluid simulator: smoke that you can stir, on an ordinary CPU.\n"
        "\n"
        "gallery\n"
        "  demo         ink of two colours, stirred: a movie and a contact sheet\n"
        "\n"
        "three commands to try\n"
        "  whorl demo               plays it, and writes the files under out/\n"
        "  whorl bench classic      how fast the published solver runs here\n"
        "  whorl info               what this build can do on this machine\n"
        "\n"
        "`whorl --help` lists everything.");
    return done;
}

struct BenchCommand {
    std::vector<std::string> names;
    int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    bool quick = false, json = false;
};

int run_bench(const BenchCommand& command) {
    if (command.threads < 1 || command.threads > most_threads)
        return refuse("--threads " + std::to_string(command.threads) + " is out of range, 1 to " +
                      std::to_string(most_threads) + "; leave it out to use every core");
    std::vector<std::string> known;
    for (const Benchmark& each : benchmarks()) known.emplace_back(each.name);
    for (const std::string& name : command.names)
        if (std::find(known.begin(), known.end(), name) == known.end()) return refuse_name("benchmark", name, known);

    std::signal(SIGINT, stop_at_once);
    BenchOptions options;
    options.threads = command.threads;
    options.quick = command.quick;
    options.progress = [](const std::string& line) { std::fprintf(stderr, "%s\n", line.c_str()); };
    std::vector<BenchRow> rows;
    for (const Benchmark& each : benchmarks()) {
        const auto& names = command.names;
        if (!names.empty() && std::find(names.begin(), names.end(), each.name) == names.end()) continue;
        options.tell(std::string(each.name) + ": " + each.summary);
        for (BenchRow& row : each.run(options)) rows.push_back(std::move(row));
    }
    print(command.json ? bench_json(rows) : bench_table(rows));
    const bool held =
        std::all_of(rows.begin(), rows.end(), [](const BenchRow& row) { return row.holds.value_or(true); });
    return held ? done : failed;
}

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

int run(int argc, char** argv) {
    CLI::App app("whorl, a real-time fluid simulator", "whorl");
    app.allow_extras();  // so that the answer can name the nearest right word
    app.set_version_flag("--version", std::string("whorl ") + version());

    DemoOptions demo_options;
    CLI::App* demo = app.add_subcommand("demo", "Stir ink of two colours: a movie and a contact sheet");
    demo->add_option("--out", demo_options.out, "Folder; the files go to `demo` in it")
        ->type_name("DIR")
        ->capture_default_str();
    demo->add_option("--frames", demo_options.frames, "Frames to make")->type_name("N")->capture_default_str();
    demo->add_option("--cells", demo_options.cells, "Cells along each side")->type_name("N")->capture_default_str();

    BenchCommand bench_command;
    CLI::App* bench = app.add_subcommand("bench", "Measure speed; without a name, everything");
    bench->add_option("NAME", bench_command.names, "Which")->type_name("");
    bench->add_option("--threads", bench_command.threads, "Threads to use")->type_name("N")->capture_default_str();
    bench->add_flag("--quick", bench_command.quick,
                    "Smallest sizes and few steps: shows that it runs, measures nothing");
    bench->add_flag("--json", bench_command.json, "Print JSON instead of a table");

    bool as_json = false;
    CLI::App* info = app.add_subcommand("info", "Version, licence, build options, parts found, ISA, threads, memory");
    info->add_flag("--json", as_json, "Print JSON");

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // --help and --version
        const auto chosen = app.get_subcommands();
        const std::string help = "whorl " + (chosen.empty() ? "" : chosen.front()->get_name() + " ") + "--help";
        return refuse(std::string(error.what()) + "; see `" + help + "`");
    }
    if (app.remaining_size(true) > 0) return refuse_extras(app);
    if (demo->parsed()) return run_demo(demo_options);
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
