#include "core/memory.hpp"

#include <cstring>
#include <limits>
#include <new>

#include "core/text.hpp"

namespace whorl {

std::size_t available_memory() {
    constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();
    std::FILE* file = std::fopen("/proc/meminfo", "r");
    if (!file) return unknown;
    unsigned long long kib = 0;
    bool found = false;
    char line[128];
    while (!found && std::fgets(line, sizeof line, file)) found = std::sscanf(line, "MemAvailable: %llu kB", &kib) == 1;
    std::fclose(file);
    return found ? static_cast<std::size_t>(kib) * 1024 : unknown;
}

Result<void> check_memory(double bytes, const std::string& what) {
    const auto available = static_cast<double>(available_memory());
    if (bytes <= available) return {};
    return Error{text("%s needs %.3g GiB of memory and %.3g GiB are available; use fewer cells", what.c_str(),
                      bytes / (1 << 30), available / (1 << 30))};
}

Result<Block> Block::allocate(std::size_t bytes) {
    Block block;
    block.data_ = static_cast<std::byte*>(::operator new (bytes, std::align_val_t{cache_line}, std::nothrow));
    if (!block.data_)
        return Error{
            text("%.3g GiB of memory could not be allocated; use fewer cells", static_cast<double>(bytes) / (1 << 30))};
    block.bytes_ = bytes;
    std::memset(block.data_, 0, bytes);
    return block;
}

Block::~Block() {
    if (bytes_ > 0) ::operator delete (data_, std::align_val_t{cache_line});
}

}  // namespace whorl
