#include <fmt/format.h>

#include <algorithm>

#include "run/bench.hpp"

namespace whorl {
namespace {

/// A title and one text per row; empty where the row has nothing to say.
struct Column {
    std::string title;
    std::vector<std::string> texts;
    bool left = false;

    bool empty() const {
        return std::all_of(texts.begin(), texts.end(), [](const std::string& text) { return text.empty(); });
    }
    std::size_t width() const {
        std::size_t width = title.size();
        for (const std::string& text : texts) width = std::max(width, text.size());
        return width;
    }
    std::string padded(const std::string& text) const {
        return left ? fmt::format("{:<{}}", text, width()) : fmt::format("{:>{}}", text, width());
    }
};

std::string short_number(const std::optional<double>& value) {
    return value ? fmt::format("{:.4g}", *value) : "";
}

std::vector<Column> columns_of(std::span<const BenchRow> rows) {
    std::vector<Column> columns;
    const auto column = [&](const char* title, auto text, bool left = false) {
        columns.push_back({title, {}, left});
        for (const BenchRow& row : rows) columns.back().texts.push_back(text(row));
    };
    column(
        "name", [](const BenchRow& row) { return row.name; }, true);
    column("cells", [](const BenchRow& row) { return fmt::format("{}", row.cells); });
    column("threads", [](const BenchRow& row) { return fmt::format("{}", row.threads); });
    column("ms/step", [](const BenchRow& row) { return short_number(row.ms_per_step); });
    column("ns/cell", [](const BenchRow& row) { return short_number(row.ns_per_cell); });
    column("bytes/cell", [](const BenchRow& row) { return short_number(row.bytes_per_cell); });
    column("residual", [](const BenchRow& row) { return short_number(row.residual); });
    column("divergence", [](const BenchRow& row) { return short_number(row.divergence); });
    column("ratio", [](const BenchRow& row) { return short_number(row.ratio); });
    column(
        "to", [](const BenchRow& row) { return row.ratio_to.value_or(""); }, true);
    column("share", [](const BenchRow& row) { return row.share ? fmt::format("{:.1f}%", 100 * *row.share) : ""; });
    const auto bandwidth = [&](const char* title, double Bandwidth::*part) {
        column(title, [part](const BenchRow& row) {
            return row.bandwidth ? fmt::format("{:.4g}", (*row.bandwidth).*part) : std::string();
        });
    };
    bandwidth("moved/cell", &Bandwidth::bytes_per_cell);
    bandwidth("GB/s", &Bandwidth::achieved);
    bandwidth("copy GB/s", &Bandwidth::copy);
    column("value", [](const BenchRow& row) { return short_number(row.value); });
    column("bar", [](const BenchRow& row) { return short_number(row.bar); });
    column("holds", [](const BenchRow& row) { return row.holds ? std::string(*row.holds ? "yes" : "NO") : ""; });
    std::erase_if(columns, [](const Column& each) { return each.empty(); });
    return columns;
}

}  // namespace

std::string bench_table(std::span<const BenchRow> rows) {
    const std::vector<Column> columns = columns_of(rows);
    std::string table;
    const auto end_line = [&] { table.erase(table.find_last_not_of(' ') + 1), table += '\n'; };
    for (const Column& column : columns) table += column.padded(column.title) + "  ";
    end_line();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (const Column& column : columns) table += column.padded(column.texts[row]) + "  ";
        end_line();
        std::string stages;
        for (const auto& [verb, ms] : rows[row].stages) stages += fmt::format("  {} {:.3g}", verb, ms);
        if (!stages.empty()) table += "   " + stages + "\n";
    }
    return table;
}

}  // namespace whorl
