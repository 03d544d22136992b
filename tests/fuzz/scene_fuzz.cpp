// libFuzzer: any bytes as a scene are read or refused, and what is read writes itself down and reads back the same.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "scene/scene.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto scene = whorl::parse_scene(text, "fuzz.toml");
    if (!scene) return 0;
    const auto again = whorl::parse_scene(scene.value().text, "again.toml");
    if (!again || again.value().fingerprint != scene.value().fingerprint) std::abort();
    return 0;
}
