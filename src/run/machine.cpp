#include "run/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

namespace whorl {
namespace {

std::string word_in(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::string word;
    stream >> word;
    return word;
}

/// "2048K" as "2 MiB".
std::string readable(const std::string& size) {
    if (size.size() < 2 || size.back() != 'K') return size;
    const long kib = std::strtol(size.c_str(), nullptr, 10);
    return kib % 1024 == 0 ? fmt::format("{} MiB", kib / 1024) : fmt::format("{} KiB", kib);
}

std::string name_of_cpu(const std::string& cpuinfo) {
    std::ifstream stream(cpuinfo);
    for (std::string line; std::getline(stream, line);)
        if (line.starts_with("model name"))
            if (const auto colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
    return "unknown";
}

std::string list_caches(const std::string& folder) {
    std::string list;
    for (int index = 0;; ++index) {
        const std::filesystem::path cache = std::filesystem::path(folder) / fmt::format("index{}", index);
        const std::string level = word_in(cache / "level"), type = word_in(cache / "type");
        if (level.empty()) break;
        if (type == "Instruction") continue;
        list += fmt::format("{}L{}{} {}", list.empty() ? "" : ", ", level, type == "Data" ? "d" : "",
                            readable(word_in(cache / "size")));
    }
    return list.empty() ? "unknown" : list;
}

}  // namespace

Machine machine_of(const std::string& cpuinfo, const std::string& caches, int cores) {
    return {name_of_cpu(cpuinfo), cores, list_caches(caches)};
}

Machine this_machine() {
    return machine_of("/proc/cpuinfo", "/sys/devices/system/cpu/cpu0/cache",
                      std::max(1, static_cast<int>(std::thread::hardware_concurrency())));
}

}  // namespace whorl
