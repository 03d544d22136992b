// JSON that other programs read: it parses, and has the fields that were promised.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "process.hpp"

namespace whorl {
namespace {

using nlohmann::json;

TEST(InfoJson, TellsWhatTheTextTells) {
    const Outcome outcome = run({WHORL_PROGRAM, "info", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const json info = json::parse(outcome.out);
    EXPECT_EQ(info.at("licence"), "MIT");
    EXPECT_FALSE(info.at("version").get<std::string>().empty());
    EXPECT_TRUE(info.at("build").at("options").contains("WHORL_APPS"));
    EXPECT_GE(info.at("threads").get<int>(), 1);
    bool chosen = false;
    for (const json& isa : info.at("isas")) chosen |= isa.at("name") == info.at("isa") && isa.at("on_this_cpu") == true;
    EXPECT_TRUE(chosen);
    EXPECT_GE(info.at("parts").size(), 2u);
}

TEST(BenchJson, HasThePromisedFieldsInEveryRow) {
    const Outcome outcome = run({WHORL_PROGRAM, "bench", "classic", "--quick", "--json", "--threads", "1"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const json rows = json::parse(outcome.out);
    ASSERT_TRUE(rows.is_array());
    ASSERT_FALSE(rows.empty());
    for (const json& row : rows) {
        for (const char* field : {"name", "cells", "threads", "ms_per_step", "ns_per_cell", "bytes_per_cell",
                                  "residual", "divergence", "ratio", "ratio_to"})
            EXPECT_TRUE(row.contains(field)) << field << " in " << row;
        EXPECT_EQ(row.contains("bar"), row.contains("holds")) << row;
        EXPECT_TRUE(row.at("name").is_string());
        EXPECT_GT(row.at("cells").get<std::int64_t>(), 0);
        EXPECT_GT(row.at("ms_per_step").get<double>(), 0);
        EXPECT_EQ(row.at("threads"), 1);
    }
    EXPECT_FALSE(outcome.err.empty()) << "progress goes to stderr";
}

}  // namespace
}  // namespace whorl
