#include "io/ppm.hpp"

#include "core/text.hpp"
#include "io/file.hpp"

namespace whorl {

Result<void> write_ppm(const std::string& path, const Image8& image) {
    std::string bytes = text("P6\n%d %d\n255\n", image.width, image.height);
    for (std::size_t i = 0; i < image.rgba.size(); i += 4)
        bytes.append(reinterpret_cast<const char*>(&image.rgba[i]), 3);
    return write_file(path, bytes.data(), bytes.size());
}

}  // namespace whorl
