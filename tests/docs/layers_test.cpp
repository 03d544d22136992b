// A folder includes only itself and folders above it. docs/architecture.md shows the same list.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "repository.hpp"

namespace whorl {
namespace {

using Layer = std::vector<std::string>;  // folders side by side, which do not know each other

const std::vector<Layer> layers = {
    {"include/whorl"},
    {"src/core"},
    {"src/parallel"},
    {"src/simd"},
    {"src/ops"},
    {"src/classic"},
    {"src/boundary"},
    {"src/advect", "src/diffuse", "src/pressure", "src/forces"},
    {"src/tracers"},
    {"src/step"},
    {"src/spectral"},
    {"src/render"},
    {"src/scene"},
    {"src/io"},
    {"src/run"},
    {"src/capi"},
    {"apps/whorl", "apps/view"},
};
const std::string last_core_layer = "src/step";

/// What the core library may take from outside: C++20, and what threads and instruction sets are made of.
bool core_may_include(const std::string& folder, const std::string& header) {
    static const std::set<std::string> for_parallel = {"pthread.h", "sched.h", "immintrin.h", "xmmintrin.h"};
    static const std::set<std::string> for_simd = {"immintrin.h", "cpuid.h"};
    if (header.find_first_of("./") == std::string::npos) return true;  // the standard library's have no ending
    return (folder == "src/parallel" && for_parallel.contains(header)) ||
           (folder == "src/simd" && for_simd.contains(header));
}

/// Rank from the top; -1 for a folder that is in no layer.
int rank(const std::string& folder) {
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (std::find(layers[i].begin(), layers[i].end(), folder) != layers[i].end()) return static_cast<int>(i);
    return -1;
}

/// "src/core/text.cpp" -> "src/core"
std::string folder_of(const std::string& file) {
    const std::size_t second = file.find('/', file.find('/') + 1);
    return second == std::string::npos ? "" : file.substr(0, second);
}

/// The folder that an include names, from a file in `folder`; empty if it is somebody else's header.
std::string target_folder(const std::string& folder, const std::string& header, bool quoted) {
    const std::size_t slash = header.find('/');
    if (slash == std::string::npos) return quoted ? folder : "";
    const std::string first = header.substr(0, slash);
    if (first == "whorl") return "include/whorl";
    return quoted ? "src/" + first : "";
}

/// What is wrong with the includes of one file.
std::vector<std::string> violations(const std::string& file, const std::string& text) {
    static const std::regex include(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
    const std::string folder = folder_of(file);
    const int own = rank(folder);
    if (own < 0) return {file + ": the folder is in no layer"};
    std::vector<std::string> found;
    for (const std::string& line : lines_of(text)) {
        std::smatch match;
        if (!std::regex_search(line, match, include)) continue;
        const bool quoted = match[1] == "\"";
        const std::string header = match[2], target = target_folder(folder, header, quoted);
        if (header.starts_with(".")) found.push_back(file + ": includes by a relative path: " + header);
        if (target.empty()) {
            if (own <= rank(last_core_layer) && !core_may_include(folder, header))
                found.push_back(file + ": the core library needs nothing but C++20, not " + header);
        } else if (rank(target) < 0) {
            found.push_back(file + ": " + header + " is in no layer");
        } else if (target != folder && rank(target) >= own) {
            found.push_back(file + ": " + folder + " is not below " + target + ", so it may not include " + header);
        }
    }
    return found;
}

bool is_source(const std::string& file) {
    return file.ends_with(".hpp") || file.ends_with(".h") || file.ends_with(".cpp");
}

TEST(Layers, FoldersIncludeOnlyWhatIsAboveThem) {
    int files = 0;
    for (const char* top : {"include", "src", "apps"})
        for (const std::string& file : files_below(top)) {
            if (!is_source(file)) continue;
            ++files;
            for (const std::string& violation : violations(file, read(file))) ADD_FAILURE() << violation;
        }
    EXPECT_GT(files, 10);
}

TEST(Layers, ViolationsAreSeen) {
    const auto count = [](const char* file, const char* text) { return violations(file, text).size(); };
    EXPECT_EQ(count("src/core/made_up.cpp", "#include \"classic/stam2003.hpp\"\n"), 1u);
    EXPECT_EQ(count("src/advect/made_up.cpp", "#include \"pressure/cg.hpp\"\n"), 1u);
    EXPECT_EQ(count("src/step/made_up.cpp", "#include \"io/png.hpp\"\n#include \"render/image.hpp\"\n"), 2u);
    EXPECT_EQ(count("include/whorl/made_up.hpp", "  #  include \"core/field.hpp\"\n"), 1u);
    EXPECT_EQ(count("src/ops/made_up.cpp", "#include <fmt/format.h>\n#include <png.h>\n"), 2u);
    EXPECT_EQ(count("src/core/made_up.cpp", "#include <immintrin.h>\n"), 1u);
    EXPECT_EQ(count("src/core/made_up.cpp", "#include \"../run/bench.hpp\"\n"), 2u);
    EXPECT_EQ(count("src/made_up/made_up.cpp", ""), 1u);
    EXPECT_EQ(count("src/core/made_up.cpp", "#include \"nowhere/x.hpp\"\n"), 1u);
}

TEST(Layers, WhatIsAllowedPasses) {
    const auto count = [](const char* file, const char* text) { return violations(file, text).size(); };
    EXPECT_EQ(count("src/classic/x.cpp", "#include <vector>\n#include \"classic/y.hpp\"\n#include \"core/text.hpp\"\n"),
              0u);
    EXPECT_EQ(count("include/whorl/x.hpp", "#include <cstdint>\n#include \"whorl/types.hpp\"\n"), 0u);
    EXPECT_EQ(count("src/io/png.cpp", "#include <png.h>\n#include <fmt/format.h>\n"), 0u);
    EXPECT_EQ(
        count("apps/whorl/x.cpp", "#include \"demo.hpp\"\n#include \"run/bench.hpp\"\n#include <whorl/classic.hpp>\n"),
        0u);
}

TEST(Layers, TheArchitectureDocumentShowsTheSameList) {
    std::vector<Layer> shown;
    for (const auto& row : table_rows(read("docs/architecture.md"))) {
        Layer layer;
        for (std::string folder : quoted_in(row.at(0))) {
            if (folder.ends_with("/")) folder.pop_back();
            layer.push_back(folder);
        }
        if (!layer.empty()) shown.push_back(layer);
    }
    EXPECT_EQ(shown, layers);
}

}  // namespace
}  // namespace whorl
