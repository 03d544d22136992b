// PPM pictures (P6): a line of text and the bytes, as Nealen's program wrote them for MPEG encoders.
#pragma once

#include <string>

#include "render/image.hpp"

namespace whorl {

/// Alpha is left out.
Result<void> write_ppm(const std::string& path, const Image8& image);

}  // namespace whorl
