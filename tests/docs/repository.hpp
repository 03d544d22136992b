// The repository as text: its files, their lines, the tables in its documents.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace whorl {

/// The whole text of a file, named from the root of the repository; fails the test if it cannot be read.
std::string read(const std::filesystem::path& file);

/// Files below a folder, named from the root of the repository, in order; build products and output left out.
std::vector<std::string> files_below(const std::string& folder);

std::vector<std::string> lines_of(const std::string& text);

/// The cells of the rows of every Markdown table in a text, without blanks at the ends.
std::vector<std::vector<std::string>> table_rows(const std::string& text);

/// What stands between `backticks`.
std::vector<std::string> quoted_in(const std::string& text);

}  // namespace whorl
