// A TOML file as a tree that remembers where everything stood, so that an error can point at it. toml++ reads it, in
// this file's source alone.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/types.hpp"

namespace whorl {

struct Node {
    enum class Kind { table, array, text, number, boolean };

    Kind kind = Kind::table;
    std::string name{};                           ///< its key; of an element of an array its number
    std::string path{};                           ///< all keys down to it: "domain.cells[0]"
    std::shared_ptr<const std::string> source{};  ///< the file, or the option that set it
    int line = 0, column = 0;

    std::string text{};
    double number = 0;
    bool is_whole = false;  ///< written without a point
    bool truth = false;
    std::vector<Node> children{};

    const Node* find(std::string_view key) const;
    Node* find(std::string_view key);
};

/// "a table", "an array", ...
const char* kind_name(Node::Kind kind);

/// Inside the reader an error is thrown and turned into a Result at its door: nearly every line of it can meet one.
struct SceneFault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Throws a SceneFault: file, line, column, key, and the sentence.
[[noreturn]] void refuse(const Node& at, const std::string& sentence);

Result<Node> parse_document(std::string_view text, const std::string& file);

/// `--set key.path=value`: changes or adds what the path leads to. Elements of arrays are numbers: emitter.0.density.
/// The value is TOML; what is no TOML is taken as text. Refuses a path that leads through something that is no table.
Result<void> set_in_document(Node& root, const std::string& assignment);

/// The tree as TOML again, in a fixed order: for the copy beside the results, and for fingerprints.
std::string document_text(const Node& root);

}  // namespace whorl
