// PNG pictures, 8 or 16 bits a channel, through libpng.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "render/image.hpp"

namespace whorl {

/// Opaque pictures are written without alpha. On failure there is no file, or the earlier one. One that hurries takes a
/// fraction of the time and is larger.
Result<void> write_png(const std::string& path, const Image8& image, bool hurries = false);
Result<void> write_png(const std::string& path, const Image& image);

/// 16 bits a channel, sRGB codes and straight alpha.
Result<void> write_png16(const std::string& path, const Image& image);

/// 16 bits of gray, as they are: 0 is black. For heights, where a code is a length and no light.
Result<void> write_gray16(const std::string& path, int width, int height, const std::vector<std::uint16_t>& values);

/// The codes of a 16-bit gray picture.
Result<std::vector<std::uint16_t>> read_gray16(const std::string& path);

/// Any PNG; 16-bit, gray and indexed ones are converted.
Result<Image8> read_png(const std::string& path);

}  // namespace whorl
