// libFuzzer: any bytes as a checkpoint are read or refused. The checksum is mended first, or nothing would get past it.
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/hash.hpp"
#include "io/checkpoint_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::vector<std::byte> bytes(size);
    if (size > 0) std::memcpy(bytes.data(), data, size);
    (void)whorl::parse_checkpoint(bytes, "fuzz");
    if (size < 32) return 0;
    whorl::Hash hash;
    hash.add(bytes.data(), size - 8);
    const std::uint64_t value = hash.value();
    std::memcpy(bytes.data() + size - 8, &value, 8);
    std::memcpy(bytes.data(), "whorlrun\1\0\0\0\0\0\0\0", 16);
    hash = whorl::Hash();
    hash.add(bytes.data(), size - 8);
    const std::uint64_t mended = hash.value();
    std::memcpy(bytes.data() + size - 8, &mended, 8);
    (void)whorl::parse_checkpoint(bytes, "fuzz");
    return 0;
}
