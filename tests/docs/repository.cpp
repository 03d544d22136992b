#include "repository.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace whorl {
namespace {

const std::filesystem::path root = WHORL_SOURCE_DIR;

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

std::string read(const std::filesystem::path& file) {
    std::ifstream stream(root / file, std::ios::binary);
    EXPECT_TRUE(stream) << "cannot read " << file;
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

std::vector<std::string> files_below(const std::string& folder) {
    std::vector<std::string> files;
    if (!std::filesystem::exists(root / folder)) return files;
    for (auto entry = std::filesystem::recursive_directory_iterator(root / folder); entry != end(entry); ++entry) {
        const std::filesystem::path path = std::filesystem::relative(entry->path(), root);
        const std::string top = path.begin()->string();
        if (top == ".git" || top == "out" || top.starts_with("build")) {
            if (entry->is_directory()) entry.disable_recursion_pending();
        } else if (entry->is_regular_file()) {
            files.push_back(path.generic_string());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::vector<std::vector<std::string>> table_rows(const std::string& text) {
    std::vector<std::vector<std::string>> rows;
    for (const std::string& line : lines_of(text)) {
        if (!line.starts_with("|") || line.starts_with("|--")) continue;
        std::vector<std::string> cells;
        std::istringstream stream(line.substr(1));
        for (std::string cell; std::getline(stream, cell, '|');) cells.push_back(trimmed(cell));
        rows.push_back(cells);
    }
    return rows;
}

std::vector<std::string> quoted_in(const std::string& text) {
    std::vector<std::string> quoted;
    std::size_t open = 0;
    while ((open = text.find('`', open)) != std::string::npos) {
        const std::size_t close = text.find('`', open + 1);
        if (close == std::string::npos) break;
        quoted.push_back(text.substr(open + 1, close - open - 1));
        open = close + 1;
    }
    return quoted;
}

}  // namespace whorl
