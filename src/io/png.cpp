#include "io/png.hpp"

#include <png.h>

#include <cerrno>
#include <memory>
#include <vector>

#include "core/text.hpp"
#include "io/file.hpp"

namespace whorl {
namespace {

bool opaque(const Image8& image) {
    for (std::size_t i = 3; i < image.rgba.size(); i += 4)
        if (image.rgba[i] != 255) return false;
    return true;
}

std::vector<std::uint8_t> without_alpha(const Image8& image) {
    std::vector<std::uint8_t> rgb;
    rgb.reserve(image.rgba.size() / 4 * 3);
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) rgb.insert(rgb.end(), &image.rgba[i], &image.rgba[i] + 3);
    return rgb;
}

Error png_error(const char* verb, const std::string& path, const png_image& png) {
    return {text("cannot %s \"%s\": %s", verb, path.c_str(), png.message)};
}

}  // namespace

// Compressed in memory and written by us: libpng would tell that a write failed, but not why.
Result<void> write_png(const std::string& path, const Image8& image, bool hurries) {
    if (image.width < 1 || image.height < 1)
        return Error{
            text("cannot write \"%s\": a picture of %d x %d pixels is empty", path.c_str(), image.width, image.height)};
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    png.width = static_cast<png_uint_32>(image.width);
    png.height = static_cast<png_uint_32>(image.height);
    png.format = opaque(image) ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA;
    if (hurries) png.flags |= PNG_IMAGE_FLAG_FAST;
    const std::vector<std::uint8_t> pixels = png.format == PNG_FORMAT_RGB ? without_alpha(image) : image.rgba;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
    std::vector<std::uint8_t> bytes(size);
    if (!png_image_write_to_memory(&png, bytes.data(), &size, 0, pixels.data(), 0, nullptr))
        return png_error("write", path, png);
    return write_file(path, bytes.data(), size);
}

Result<void> write_png(const std::string& path, const Image& image) {
    return write_png(path, srgb8_of(image));
}

Result<Image8> read_png(const std::string& path) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rbe"), &std::fclose);
    if (!file) return file_error("read", path, errno);
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_stdio(&png, file.get())) return png_error("read", path, png);
    png.format = PNG_FORMAT_RGBA;
    Image8 image{static_cast<int>(png.width), static_cast<int>(png.height), {}};
    image.rgba.resize(PNG_IMAGE_SIZE(png));
    if (!png_image_finish_read(&png, nullptr, image.rgba.data(), 0, nullptr)) return png_error("read", path, png);
    return image;
}

}  // namespace whorl
