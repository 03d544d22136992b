// PNG pictures, 8 bits a channel, through libpng.
#pragma once

#include <string>

#include "render/image.hpp"

namespace whorl {

/// Opaque pictures are written without alpha. On failure there is no file, or the earlier one.
Result<void> write_png(const std::string& path, const Image8& image);
Result<void> write_png(const std::string& path, const Image& image);

/// Any PNG; 16-bit, gray and indexed ones are converted.
Result<Image8> read_png(const std::string& path);

}  // namespace whorl
