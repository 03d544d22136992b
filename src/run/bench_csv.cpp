#include <fmt/format.h>

#include "run/bench.hpp"
#include "run/machine.hpp"

namespace whorl {
namespace {

std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string result = "\"";
    for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
    return result + "\"";
}

std::string long_number(const std::optional<double>& value) {
    return value ? fmt::format("{:.6g}", *value) : "";
}

std::string line_of(const BenchRow& row, const Machine& machine) {
    const std::optional<Bandwidth>& speed = row.bandwidth;
    const auto of_bandwidth = [&](double Bandwidth::*part) {
        return speed ? long_number((*speed).*part) : std::string();
    };
    const std::string fields[] = {quoted(row.name),
                                  std::to_string(row.cells),
                                  std::to_string(row.threads),
                                  long_number(row.ms_per_step),
                                  long_number(row.ns_per_cell),
                                  long_number(row.bytes_per_cell),
                                  long_number(row.residual),
                                  long_number(row.divergence),
                                  long_number(row.ratio),
                                  quoted(row.ratio_to.value_or("")),
                                  long_number(row.share),
                                  of_bandwidth(&Bandwidth::bytes_per_cell),
                                  of_bandwidth(&Bandwidth::achieved),
                                  of_bandwidth(&Bandwidth::copy),
                                  long_number(row.value),
                                  long_number(row.bar),
                                  row.holds ? (*row.holds ? "true" : "false") : "",
                                  quoted(machine.cpu),
                                  std::to_string(machine.cores),
                                  quoted(machine.caches)};
    return fmt::format("{}\n", fmt::join(fields, ","));
}

}  // namespace

std::string bench_csv(std::span<const BenchRow> rows, const Machine& machine) {
    std::string csv =
        "name,cells,threads,ms_per_step,ns_per_cell,bytes_per_cell,residual,divergence,ratio,ratio_to,share,"
        "moved_bytes_per_cell,gb_per_s,copy_gb_per_s,value,bar,holds,cpu,cores,caches\n";
    for (const BenchRow& row : rows) csv += line_of(row, machine);
    return csv;
}

}  // namespace whorl
