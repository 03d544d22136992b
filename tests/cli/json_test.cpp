// JSON that other programs read: it parses, and has the fields that were promised.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "process.hpp"

namespace whorl {
namespace {

using nlohmann::json;

TEST(InfoJson, TellsWhatTheTextTells) {
    const Outcome outcome = run({WHORL_PROGRAM, "info", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const json info = json::parse(outcome.out);
    EXPECT_EQ(info.at("licence").get<std::string>().substr(0, 3), "MIT");
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

TEST(BenchJson, WithoutANameEverythingIsMeasured) {
    const Outcome outcome = run({WHORL_PROGRAM, "bench", "--quick", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::map<std::string, int> rows;  // by what stands before the first stroke
    for (const json& row : json::parse(outcome.out)) {
        const std::string name = row.at("name");
        ++rows[name.substr(0, name.find('/'))];
    }
    for (const char* part :
         {"smoke2d_512", "memory3d", "profile", "classic", "engine", "solvers", "transport", "render"})
        EXPECT_GT(rows[part], 0) << part;
    EXPECT_TRUE(has(outcome.err, "[1/") && has(outcome.err, "] render: ")) << outcome.err;
}

/// Every promise about speed and memory is a row with its value; a quick run holds none to its bar.
TEST(BenchJson, PerformanceHasEveryPromise) {
    const Outcome outcome = run({WHORL_PROGRAM, "bench", "performance", "--quick", "--json", "--threads", "2"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::map<std::string, json> rows;
    for (const json& row : json::parse(outcome.out)) rows[row.at("name")] = row;
    for (const char* name :
         {"smoke2d_512", "smoke2d_512_tuned", "smoke2d_512_full",   "smoke3d_128",     "smoke3d_128_tuned",
          "sweep_512",   "sweep_128",         "vcycle_512",         "vcycle_128",      "advect_512",
          "advect_128",  "growth2d",          "growth3d",           "threads2d",       "threads3d",
          "shared",      "memory3d",          "memory3d_obstacles", "obstacles_solid", "obstacles_walls",
          "startup",     "onecore_64",        "onecore_256",        "realtime_512",    "realtime_64"}) {
        ASSERT_TRUE(rows.contains(name)) << name;
        EXPECT_GT(rows[name].at("value").get<double>(), 0) << name;
        EXPECT_TRUE(rows[name].at("bar").is_null() && rows[name].at("holds").is_null()) << name;
    }
    for (const char* name : {"spectral_512", "historic_256"}) EXPECT_EQ(rows.contains(name), WHORL_WITH_FFTW) << name;
}

/// The verbs of each step add up to the whole of it, and those that pass over the grid have bandwidths.
TEST(BenchJson, TheProfileHasSharesAndBandwidths) {
    const Outcome outcome = run({WHORL_PROGRAM, "bench", "profile", "--quick", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::map<std::string, double> shares, moved;
    for (const json& row : json::parse(outcome.out)) {
        const std::string name = row.at("name");
        shares[name.substr(0, name.rfind('/'))] += row.at("share").get<double>();
        if (!row.contains("gb_per_s")) continue;
        moved[name] = row.at("moved_bytes_per_cell");
        EXPECT_GT(row.at("gb_per_s").get<double>(), 0) << name;
        EXPECT_GT(row.at("copy_gb_per_s").get<double>(), 0) << name;
    }
    ASSERT_EQ(shares.size(), 3u);
    for (const auto& [step, share] : shares) EXPECT_NEAR(share, 1, 0.02) << step;
    EXPECT_EQ(moved["profile/smoke2d_512/advect"], 32);             // two that trace, two and a scalar in and out
    EXPECT_EQ(moved["profile/smoke3d_128/add_half_forces"], 24);    // twice: heat, and the flow upwards in and out
    EXPECT_EQ(moved["profile/smoke3d_128/confine_vorticity"], 24);  // the flow in and out
    EXPECT_GE(moved["profile/smoke2d_512/project"], 48);            // at least one cycle
    EXPECT_FALSE(moved.contains("profile/smoke2d_512/confine_vorticity")) << "it has none";
}

/// Every method of the slides' table is measured, with the exponent that the slides print beside its own.
TEST(BenchJson, SolversHaveExponentsBesideThePublishedOnes) {
    const Outcome outcome = run({WHORL_PROGRAM, "bench", "solvers", "--quick", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::map<std::string, json> rows;
    for (const json& row : json::parse(outcome.out)) {
        rows[row.at("name")] = row;
        if (row.contains("value")) continue;
        EXPECT_LE(row.at("residual").get<double>(), 1e-4) << row;
    }
    const std::map<std::string, double> published = {
        {"elimination", 3}, {"gauss-seidel", 2}, {"cg", 1.5}, {"cyclic-reduction", 1}, {"multigrid", 1}};
    for (const auto& [name, exponent] : published) {
        const json& row = rows["solvers/" + name + "/exponent"];
        ASSERT_TRUE(row.contains("bar")) << name;
        EXPECT_EQ(row.at("bar"), exponent) << name;
        EXPECT_TRUE(row.at("value").is_number() && row.at("holds").is_null()) << row;  // quick runs prove nothing
    }
    EXPECT_EQ(rows.contains("solvers/dct/8x8x8"), WHORL_WITH_FFTW);
    for (const char* name : {"sor", "pcg", "mgpcg", "direct", "jacobi", "red-black"})
        EXPECT_TRUE(rows.contains("solvers/" + std::string(name) + "/8x8x8")) << name;
}

/// Every scheme is measured on both shapes in both dimensions, and every order on the vortex.
TEST(BenchJson, TransportHasEverySchemeAndOrder) {
    const Outcome outcome = run({WHORL_PROGRAM, "bench", "transport", "--quick", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::map<std::string, json> rows;
    for (const json& row : json::parse(outcome.out)) rows[row.at("name")] = row;
    for (const char* flow : {"zalesak", "leveque"})
        for (const char* scheme : {"linear", "cubic", "bfecc", "maccormack", "flux"})
            for (const char* what : {"16x16/l1", "16x16/peak", "16x16/total", "16x16x16/l1"}) {
                const std::string name = std::string("transport/") + flow + "/" + scheme + "/" + what;
                ASSERT_TRUE(rows.contains(name)) << name;
                EXPECT_TRUE(rows[name].at("value").is_number()) << name;
            }
    EXPECT_TRUE(rows.contains("transport/taylor-green/reflection/16x16/energy"));
}

#if WHORL_WITH_FFTW
TEST(BenchJson, TheSpectralStepHasItsExponent) {
    const Outcome outcome = run({WHORL_PROGRAM, "bench", "spectral", "--quick", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    int exponents = 0;
    for (const json& row : json::parse(outcome.out)) {
        if (!row.contains("bar")) continue;
        EXPECT_TRUE(row.at("value").is_number() && row.at("bar") == 1) << row;
        ++exponents;
    }
    EXPECT_EQ(exponents, 2);
}
#endif

}  // namespace
}  // namespace whorl
