// `whorl bench` and `whorl-microbench` without regard to time: names, columns, files, refusals.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "process.hpp"

namespace whorl {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}
std::string first_field(const std::string& line) {
    return line.substr(0, line.find(','));
}

constexpr const char* columns =
    "name,cells,threads,ms_per_step,ns_per_cell,bytes_per_cell,residual,divergence,ratio,ratio_to,share,"
    "moved_bytes_per_cell,gb_per_s,copy_gb_per_s,value,bar,holds,cpu,cores,caches";

/// The results in the repository are what the command writes, row by row; only their numbers differ.
TEST(Bench, TheFileOfResultsIsWhatTheCommandWrites) {
    const ScratchFolder folder;
    const std::string file = (folder.path() / "performance.csv").string();
    const Outcome outcome = whorl({"bench", "performance", "--quick", "--threads", "2", "--csv", file});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(has(outcome.err, "[1/1] performance: ") && has(outcome.err, "wrote " + file)) << outcome.err;
    EXPECT_TRUE(outcome.out.starts_with("name ")) << outcome.out;
    std::vector<std::string> written = lines_of(text_of(file));
    const auto kept = lines_of(text_of(std::filesystem::path(WHORL_SOURCE_DIR) / "bench/performance.csv"));
    ASSERT_GT(written.size(), 20u);
    EXPECT_EQ(written[0], columns);
    EXPECT_EQ(kept.at(0), columns);
    std::set<std::string> names, kept_names;
    for (const std::string& line : written) names.insert(first_field(line));
    for (const std::string& line : kept) kept_names.insert(first_field(line));
    if (!WHORL_WITH_FFTW) kept_names.erase("spectral_512"), kept_names.erase("historic_256");
    EXPECT_TRUE(std::includes(names.begin(), names.end(), kept_names.begin(), kept_names.end()))
        << "the file has a row that is no longer measured";
    EXPECT_TRUE(has(written[1], "smoke2d_512,1024,2,")) << written[1];
    EXPECT_TRUE(has(written[1], ",classic/published/32x32,,,,,")) << "what does not apply is empty: " << written[1];
}

TEST(Bench, WrongOptionsAreRefusedBeforeAnythingIsMeasured) {
    const ScratchFolder folder;
    const auto refused = [&](const std::vector<std::string>& options, const std::vector<std::string>& words) {
        std::vector<std::string> arguments = {"bench", "classic"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Outcome outcome = whorl(arguments, {.folder = folder.path()});
        EXPECT_EQ(outcome.code, 2) << options[0];
        EXPECT_EQ(outcome.out, "");
        for (const std::string& word : words) EXPECT_TRUE(has(outcome.err, word)) << outcome.err;
        EXPECT_FALSE(has(outcome.err, "[1/1]")) << outcome.err;
    };
    refused({"--isa", "mmx"}, {"mmx", "scalar, sse2, avx2, avx512"});
    refused({"--quick", "--full"}, {"--quick", "--full"});
    refused({"--quick", "--csv", "nosuch/file.csv"}, {"nosuch/file.csv", "nosuch"});
    refused({"--quick", "--cvs", "file.csv"}, {"--cvs", "--csv"});
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Bench, RunsOnTheInstructionSetThatIsNamed) {
    EXPECT_EQ(whorl({"bench", "profile", "--quick", "--isa", "scalar"}).code, 0);
}

TEST(Ablation, RefusesWhatItDoesNotKnow) {
    if (run({"sh", "-c", "command -v python3"}).code != 0) GTEST_SKIP() << "there is no python3";
    const std::string script = std::string(WHORL_SOURCE_DIR) + "/bench/ablation/ablate";
    const Outcome idea = run({"python3", script, "--build", WHORL_BUILD_DIR, "--ideas", "waves,magic"});
    EXPECT_EQ(idea.code, 2);
    EXPECT_TRUE(has(idea.err, "\"magic\"") && has(idea.err, "waves, shared_traces")) << idea.err;
    const Outcome row = run({"python3", script, "--build", WHORL_BUILD_DIR, "--rows", "smoke4d"});
    EXPECT_EQ(row.code, 2);
    EXPECT_TRUE(has(row.err, "smoke4d") && has(row.err, "smoke2d_512_full")) << row.err;
    const Outcome folder = run({"python3", script, "--build", "nosuch"});
    EXPECT_EQ(folder.code, 2);
    EXPECT_TRUE(has(folder.err, "nosuch") && has(folder.err, "./dev build")) << folder.err;
}

#if WHORL_WITH_MICROBENCH
Outcome microbench(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), WHORL_MICROBENCH_PROGRAM);
    return run(arguments);
}

TEST(Microbench, RunsEveryKernelOnEveryGrid) {
    const Outcome outcome = microbench({"--small", "--benchmark_min_time=0.0001", "--benchmark_format=csv"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::istringstream lines(outcome.out);
    std::string line;
    std::getline(lines, line);
    EXPECT_TRUE(has(line, "bytes_per_second") && has(line, "items_per_second")) << line;
    std::set<std::string> seen;
    while (std::getline(lines, line)) {
        EXPECT_TRUE(line.starts_with('"') && !has(line, "true,")) << line;  // the column error_occurred
        seen.insert(line.substr(1, line.find('"', 1) - 1));
    }
    for (const char* kernel : {"copy",
                               "triad",
                               "sweep",
                               "add_scaled",
                               "extrapolate",
                               "dot",
                               "max_abs",
                               "count_nonfinite",
                               "scalar_ghosts",
                               "velocity_ghosts",
                               "buoyancy",
                               "vorticity",
                               "confine_vorticity",
                               "limit",
                               "trace_both_ways",
                               "advect_linear",
                               "advect_linear_traced",
                               "advect_maccormack_traced",
                               "divergence",
                               "divergence_with_guess",
                               "subtract_gradient",
                               "relax",
                               "relax_from_zero",
                               "residual",
                               "restrict",
                               "interpolate"})
        for (const char* size : {"40x40", "12x12x12"})
            EXPECT_TRUE(seen.contains(std::string(kernel) + "/scalar/" + size)) << kernel << " " << size;
}

TEST(Microbench, RefusesWhatItDoesNotKnow) {
    for (const char* wrong : {"--bogus", "word", "--threads=0", "--threads=two", "--threads=257"}) {
        const Outcome outcome = microbench({"--small", wrong});
        EXPECT_EQ(outcome.code, 2) << wrong;
        EXPECT_EQ(outcome.out, "");
        EXPECT_TRUE(has(outcome.err, wrong)) << outcome.err;
        EXPECT_TRUE(has(outcome.err, "--threads=N") || has(outcome.err, "1 to 256")) << outcome.err;
    }
    EXPECT_EQ(microbench({"--small", "--benchmark_filter=nosuch"}).code, 2);
}
#endif

}  // namespace
}  // namespace whorl
