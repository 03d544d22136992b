// docs/coverage.md tells the truth: each row of the mission once, each file and each test that it names in existence.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>

#include "repository.hpp"

namespace whorl {
namespace {

constexpr int mission_rows = 192;

/// Suite.Name of every test in a source, however it is typed or parametrised.
std::set<std::string> tests_in(const std::string& source) {
    static const std::regex definition(R"((?:^|\n)\s*(?:TYPED_)?TEST(?:_F|_P)?\s*\(\s*(\w+)\s*,\s*(\w+)\s*\))");
    std::set<std::string> tests;
    for (std::sregex_iterator match(source.begin(), source.end(), definition), end; match != end; ++match)
        tests.insert((*match)[1].str() + "." + (*match)[2].str());
    return tests;
}

std::set<std::string> all_tests() {
    std::set<std::string> tests;
    for (const std::string& file : files_below("tests"))
        if (file.ends_with(".cpp")) tests.merge(tests_in(read(file)));
    return tests;
}

bool exists(const std::string& file) {
    return std::filesystem::exists(std::filesystem::path(WHORL_SOURCE_DIR) / file);
}

/// What is wrong with one row of the table: number, what, file, test.
std::vector<std::string> faults(const std::vector<std::string>& row, const std::set<std::string>& tests) {
    if (row.size() != 4) return {"has not four columns"};
    if (row[2] == "later" && row[3] == "later") return {};
    std::vector<std::string> found;
    const auto files = quoted_in(row[2]), proofs = quoted_in(row[3]);
    if (files.empty()) found.push_back("names no file and does not say later");
    if (proofs.empty()) found.push_back("names no test and does not say later");
    for (const std::string& file : files)
        if (!exists(file)) found.push_back("names the file " + file + ", which does not exist");
    for (const std::string& test : proofs)
        if (!tests.contains(test)) found.push_back("names the test " + test + ", which does not exist");
    return found;
}

TEST(Coverage, FindsTestsOfEveryKind) {
    const std::set<std::string> found = tests_in(
        "TEST(Plain, One) {\n  TEST_F(Fixture, Two) {\n\nTYPED_TEST(Typed, Three) {\nTEST_P(Many,\n     Four) {\n// "
        "TEST(Not, This)");
    EXPECT_EQ(found, (std::set<std::string>{"Plain.One", "Fixture.Two", "Typed.Three", "Many.Four"}));
}

TEST(Coverage, ReportsWhatDoesNotExist) {
    const std::set<std::string> tests{"A.B"};
    EXPECT_EQ(faults({"1", "x", "`README.md`", "`A.B`"}, tests).size(), 0u);
    EXPECT_EQ(faults({"1", "x", "later", "later"}, tests).size(), 0u);
    EXPECT_EQ(faults({"1", "x", "`no/such.cpp`", "`A.B`"}, tests).size(), 1u);
    EXPECT_EQ(faults({"1", "x", "`README.md`", "`A.C`"}, tests).size(), 1u);
    EXPECT_EQ(faults({"1", "x", "`README.md`", "later"}, tests).size(), 1u);
    EXPECT_EQ(faults({"1", "x", "", ""}, tests).size(), 2u);
}

TEST(Coverage, HasEveryRowOfTheMissionOnceAndIsTrue) {
    const std::set<std::string> tests = all_tests();
    EXPECT_GT(tests.size(), 20u);
    std::map<int, int> seen;
    for (const auto& row : table_rows(read("docs/coverage.md"))) {
        if (row.empty() || row[0].find_first_not_of("0123456789") != std::string::npos) continue;
        ++seen[std::stoi(row[0])];
        for (const std::string& fault : faults(row, tests)) ADD_FAILURE() << "row " << row[0] << " " << fault;
    }
    for (int row = 1; row <= mission_rows; ++row) EXPECT_EQ(seen[row], 1) << "row " << row;
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(mission_rows));
}

}  // namespace
}  // namespace whorl
