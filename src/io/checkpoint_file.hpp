// The file that a run is resumed from: named sections of bytes behind a header, and a checksum over all of it.
//
//     "whorlrun" | version | number of sections | each: length of name, name, length, bytes | XXH64 of all before
//
// Numbers are 64 bits, little-endian. The section "about" is text that says what the rest is.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "whorl/types.hpp"

namespace whorl {

struct CheckpointFile {
    std::vector<std::pair<std::string, std::vector<std::byte>>> sections{};

    void add(const std::string& name, std::vector<std::byte> bytes) { sections.emplace_back(name, std::move(bytes)); }
    void add(const std::string& name, const std::string& text);

    /// Null if there is none.
    const std::vector<std::byte>* find(const std::string& name) const;
    std::string text_of(const std::string& name) const;  ///< empty if there is none
};

Result<void> write_checkpoint(const std::string& path, const CheckpointFile& checkpoint);

/// Refuses what is no checkpoint, of another version, cut short or damaged.
Result<CheckpointFile> read_checkpoint(const std::string& path);

/// The same from bytes; `path` is for the message.
Result<CheckpointFile> parse_checkpoint(const std::vector<std::byte>& bytes, const std::string& path);

}  // namespace whorl
