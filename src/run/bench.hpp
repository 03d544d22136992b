// Benchmarks by name, and the rows that they report. The list itself is in bench/registry.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace whorl {

struct BenchOptions {
    int threads = 1;     ///< to use at most, 1 or more
    bool quick = false;  ///< smallest sizes, few steps: shows that it runs, measures nothing
    bool full = false;   ///< as many repeats as noise asks for, instead of as many as a few minutes for all of it allow
    std::function<void(const std::string&)> progress;  ///< called with a line of text before each row; may be empty

    void tell(const std::string& line) const {
        if (progress) progress(line);
    }
};

/// What a piece of work moves, at the least, and how fast.
struct Bandwidth {
    double bytes_per_cell = 0;
    double achieved = 0;  ///< GB/s
    double copy = 0;      ///< GB/s of a copy over as much memory, with the same threads
};

/// One measurement. What does not apply is left out, and is `null` in JSON.
struct BenchRow {
    std::string name;                        ///< "classic/tuned/512x512"
    std::int64_t cells = 0;                  ///< in all
    int threads = 1;                         ///< that were used
    std::optional<double> ms_per_step{};     ///< milliseconds
    std::optional<double> ns_per_cell{};     ///< nanoseconds a step and cell
    std::optional<double> bytes_per_cell{};  ///< of memory held by the solver
    std::optional<double> residual{};        ///< of the last pressure solve, relative, L2
    std::optional<double> divergence{};      ///< rms after the last projection over that before it, at step 50
    std::optional<double> ratio{};           ///< how many times faster than `ratio_to`
    std::optional<std::string> ratio_to{};   ///< the name of the row that `ratio` compares with
    std::vector<std::pair<std::string, double>> stages{};  ///< milliseconds of each verb of a step, in order
    std::optional<double> share{};                         ///< of the time of the step that the row is a part of
    std::optional<Bandwidth> bandwidth{};
    std::optional<double> value{};  ///< what is held to the bar
    std::optional<double> bar{};
    std::optional<bool> holds{};
};

struct Machine;

struct Benchmark {
    const char* name;
    const char* summary;
    std::vector<BenchRow> (*run)(const BenchOptions&);
};

std::span<const Benchmark> benchmarks();

/// Columns for people; columns that no row fills are left out.
std::string bench_table(std::span<const BenchRow> rows);

/// An array of objects. `value`, `bar` and `holds` are there for rows that have a value, which may be held to a bar;
/// `share` for parts of a step; `moved_bytes_per_cell`, `gb_per_s` and `copy_gb_per_s` where a bandwidth is known.
std::string bench_json(std::span<const BenchRow> rows);

/// A header with the names of the JSON and those of the machine, then a line for each row; what does not apply is
/// empty. Lines carry the machine, so that files can be joined.
std::string bench_csv(std::span<const BenchRow> rows, const Machine& machine);

}  // namespace whorl
