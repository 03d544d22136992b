// README keeps its promises to a newcomer. That its program compiles and runs is the ctest `readme_1`.
#include <gtest/gtest.h>

#include <regex>

#include "repository.hpp"

namespace whorl {
namespace {

std::string first_program(const std::string& document) {
    const std::string opening = "\n```cpp\n";
    const std::size_t start = document.find(opening);
    if (start == std::string::npos) return "";
    const std::size_t end = document.find("\n```", start + opening.size());
    return document.substr(start + opening.size(), end - start - opening.size() + 1);
}

TEST(Readme, ShowsTheFirstExampleAsItIs) {
    const std::string program = first_program(read("README.md"));
    ASSERT_NE(program.find("int main()"), std::string::npos);
    const std::string example = read("examples/01_hello.cpp");
    EXPECT_TRUE(example.ends_with(program)) << "README and examples/01_hello.cpp differ below the head of the file";
    EXPECT_LT(lines_of(program).size(), 40u);
}

TEST(Readme, NamesTheTwoCommands) {
    const std::string readme = read("README.md");
    EXPECT_NE(readme.find("./dev demo"), std::string::npos);
    EXPECT_NE(readme.find("./dev test"), std::string::npos);
}

TEST(Readme, CarriesThePatentNote) {
    const std::string readme = read("README.md");
    EXPECT_NE(readme.find("6,266,071"), std::string::npos);
    EXPECT_NE(readme.find("expired"), std::string::npos);
}

/// Links between documents, and pictures, lead to files that exist.
TEST(Readme, LinksLeadSomewhere) {
    static const std::regex link(R"(\]\(([^)#:]+)(#[^)]*)?\))");
    int links = 0;
    for (const std::string& file : files_below(".")) {
        if (!file.ends_with(".md")) continue;
        const std::string text = read(file);
        const std::filesystem::path folder =
            std::filesystem::path(WHORL_SOURCE_DIR) / std::filesystem::path(file).parent_path();
        for (std::sregex_iterator match(text.begin(), text.end(), link), end; match != end; ++match, ++links)
            EXPECT_TRUE(std::filesystem::exists(folder / (*match)[1].str())) << file << ": " << (*match)[1];
    }
    EXPECT_GT(links, 3);
}

}  // namespace
}  // namespace whorl
