// OpenEXR pictures: linear light in half or single precision, alpha premultiplied, as compositing programs want them.
// OpenEXR is included by one source alone, which is left out where the library is missing.
#pragma once

#include <span>
#include <string>

#include "render/image.hpp"

namespace whorl {

enum class ExrDepth {
    half,   ///< 16 bits, up to 65504; larger numbers are cut off there
    single  ///< 32 bits
};

/// The version of OpenEXR; empty if this build has none.
std::string exr_version();

/// Channels R, G, B and, if asked for, A.
Result<void> write_exr(const std::string& path, const Image& image, ExrDepth depth, bool has_alpha);

/// Numbers that are no light: one channel, Y. Row 0 is the top.
Result<void> write_exr(const std::string& path, int width, int height, std::span<const float> values, ExrDepth depth);

}  // namespace whorl
