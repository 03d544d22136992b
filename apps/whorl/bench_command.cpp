#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>

#include "commands.hpp"
#include "run/bench.hpp"

namespace whorl {
namespace {

/// For work that leaves nothing half done behind.
void stop_at_once(int) {
    constexpr char sentence[] = "\nwhorl: interrupted\n";
    [[maybe_unused]] const auto written = write(STDERR_FILENO, sentence, sizeof sentence - 1);
    _exit(interrupted);
}

}  // namespace

int run_bench(const BenchCommand& command) {
    if (const int wrong = check_threads(command.threads)) return wrong;
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

}  // namespace whorl
