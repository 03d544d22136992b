#include <nlohmann/json.hpp>

#include "run/bench.hpp"

namespace whorl {
namespace {

template <class T> nlohmann::ordered_json or_null(const std::optional<T>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

nlohmann::ordered_json object(const BenchRow& row) {
    nlohmann::ordered_json json = {
        {"name", row.name},
        {"cells", row.cells},
        {"threads", row.threads},
        {"ms_per_step", or_null(row.ms_per_step)},
        {"ns_per_cell", or_null(row.ns_per_cell)},
        {"bytes_per_cell", or_null(row.bytes_per_cell)},
        {"residual", or_null(row.residual)},
        {"divergence", or_null(row.divergence)},
        {"ratio", or_null(row.ratio)},
        {"ratio_to", or_null(row.ratio_to)},
    };
    for (const auto& [verb, ms] : row.stages) json["stages"].push_back({{"verb", verb}, {"ms", ms}});
    if (row.share) json["share"] = *row.share;
    if (row.bandwidth) {
        json["moved_bytes_per_cell"] = row.bandwidth->bytes_per_cell;
        json["gb_per_s"] = row.bandwidth->achieved;
        json["copy_gb_per_s"] = row.bandwidth->copy;
    }
    if (row.value) {
        json["value"] = or_null(row.value);
        json["bar"] = or_null(row.bar);
        json["holds"] = or_null(row.holds);
    }
    return json;
}

}  // namespace

std::string bench_json(std::span<const BenchRow> rows) {
    nlohmann::ordered_json array = nlohmann::ordered_json::array();
    for (const BenchRow& row : rows) array.push_back(object(row));
    return array.dump(2);
}

}  // namespace whorl
