// What `whorl info` tells: the program, how it was built, which optional parts it found, and the machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace whorl {

struct Info {
    /// An optional part: a library that was built in, or a program that is looked for each time.
    struct Part {
        std::string name, use;
        std::optional<std::string> found;  ///< its version or place; empty: not there
    };
    /// A set of instructions that kernels are compiled for.
    struct Isa {
        std::string name;
        bool on_this_cpu;
    };

    std::string version, licence, build_type, compiler, flags;
    std::vector<std::pair<std::string, std::string>> options;
    std::vector<Part> parts;
    std::vector<Isa> isas;
    std::string isa;  ///< the one in use
    std::string cpu, caches;
    int threads = 1;
    std::optional<std::uint64_t> memory;  ///< bytes available; empty where the system does not tell
};

const char* version();
Info gather_info();
std::string info_text(const Info& info);
std::string info_json(const Info& info);

/// The first executable file of this name on PATH.
std::optional<std::string> find_program(const std::string& name);

}  // namespace whorl
