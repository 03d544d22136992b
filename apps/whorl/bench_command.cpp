#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>

#include "commands.hpp"
#include "io/file.hpp"
#include "run/bench.hpp"
#include "run/machine.hpp"

namespace whorl {
namespace {

/// For work that leaves nothing half done behind.
void stop_at_once(int) {
    constexpr char sentence[] = "\nwhorl: interrupted\n";
    [[maybe_unused]] const auto written = write(STDERR_FILENO, sentence, sizeof sentence - 1);
    _exit(interrupted);
}

/// All of them if none is named; in the order of the list.
std::vector<Benchmark> chosen_by(const std::vector<std::string>& names) {
    std::vector<Benchmark> chosen;
    for (const Benchmark& each : benchmarks())
        if (names.empty() || std::find(names.begin(), names.end(), each.name) != names.end()) chosen.push_back(each);
    return chosen;
}

}  // namespace

int run_bench(const BenchCommand& command) {
    if (const int wrong = check_threads(command.threads)) return wrong;
    std::vector<std::string> known;
    for (const Benchmark& each : benchmarks()) known.emplace_back(each.name);
    for (const std::string& name : command.names)
        if (std::find(known.begin(), known.end(), name) == known.end()) return refuse_name("benchmark", name, known);

    if (command.quick && command.full) return refuse("--quick and --full do not go together; give one of them");
    if (const int wrong = choose_named_isa(command.isa)) return wrong;
    if (!command.csv.empty())  // what is wrong with the folder is said before minutes of measuring
        if (const auto file = PendingFile::create(command.csv); !file) return refuse(file.error().message);

    std::signal(SIGINT, stop_at_once);
    BenchOptions options;
    options.threads = command.threads;
    options.quick = command.quick;
    options.full = command.full;
    options.progress = [](const std::string& line) { std::fprintf(stderr, "%s\n", line.c_str()); };
    const std::vector<Benchmark> chosen = chosen_by(command.names);
    std::vector<BenchRow> rows;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const std::string part =
            "[" + std::to_string(i + 1) + "/" + std::to_string(chosen.size()) + "] " + chosen[i].name;
        options.tell(part + ": " + chosen[i].summary);
        const auto start = std::chrono::steady_clock::now();
        for (BenchRow& row : chosen[i].run(options)) rows.push_back(std::move(row));
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        options.tell(part + ": " + std::to_string(std::lround(spent.count())) + " s");
    }
    print(command.json ? bench_json(rows) : bench_table(rows));
    if (!command.csv.empty()) {
        const std::string csv = bench_csv(rows, this_machine());
        if (const auto written = write_file(command.csv, csv.data(), csv.size()); !written)
            return refuse(written.error().message, failed);
        options.tell("wrote " + command.csv);
    }
    const bool held =
        std::all_of(rows.begin(), rows.end(), [](const BenchRow& row) { return row.holds.value_or(true); });
    return held ? done : failed;
}

}  // namespace whorl
