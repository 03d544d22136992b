// 16-bit PNG. libpng's short interface would store linear light; these are codes, so the long one is used.
#include <png.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <memory>

#include "core/text.hpp"
#include "io/file.hpp"
#include "io/png.hpp"

namespace whorl {
namespace {

void append(png_structp png, png_bytep bytes, png_size_t count) {
    auto& out = *static_cast<std::vector<std::uint8_t>*>(png_get_io_ptr(png));
    out.insert(out.end(), bytes, bytes + count);
}
void flush(png_structp) {}

struct Picture16 {
    int width, height, channels;  // 1: gray, 4: RGBA
    const std::vector<std::uint16_t>& codes;
};

/// False if libpng gave up. Nothing with a destructor may live between setjmp and its longjmp.
bool encode(const Picture16& picture, std::vector<png_bytep>& rows, std::vector<std::uint8_t>& out) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png ? png_create_info_struct(png) : nullptr;
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_set_write_fn(png, &out, append, flush);
    png_set_IHDR(png, info, static_cast<png_uint_32>(picture.width), static_cast<png_uint_32>(picture.height), 16,
                 picture.channels == 1 ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (picture.channels == 4) png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(png, info);
    png_write_image(png, rows.data());
    png_write_end(png, nullptr);
    png_destroy_write_struct(&png, &info);
    return true;
}

Result<void> write(const std::string& path, const Picture16& picture) {
    std::vector<std::uint8_t> bytes, out;
    for (const std::uint16_t code : picture.codes)  // PNG has the high byte first
        bytes.push_back(static_cast<std::uint8_t>(code >> 8)), bytes.push_back(static_cast<std::uint8_t>(code & 255));
    std::vector<png_bytep> rows;
    for (int y = 0; y < picture.height; ++y)
        rows.push_back(bytes.data() + static_cast<std::size_t>(y) * picture.width * picture.channels * 2);
    if (!encode(picture, rows, out))
        return Error{text("cannot write \"%s\": libpng refused the picture", path.c_str())};
    return write_file(path, out.data(), out.size());
}

std::uint16_t code_of(double part) {
    return static_cast<std::uint16_t>(std::lround(65535 * std::clamp(part, 0.0, 1.0)));
}

/// The curve of IEC 61966-2-1.
double srgb_of(double light) {
    return light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

}  // namespace

Result<void> write_png16(const std::string& path, const Image& image) {
    std::vector<std::uint16_t> codes;
    for (int y = 0; y < image.height(); ++y)
        for (const Color& pixel : image.row(y)) {
            const double alpha = std::clamp(static_cast<double>(pixel.a), 0.0, 1.0),
                         straight = alpha > 0 ? 1 / alpha : 0;
            for (const float light : {pixel.r, pixel.g, pixel.b})
                codes.push_back(code_of(srgb_of(std::max(0.0, light * straight))));
            codes.push_back(code_of(alpha));
        }
    return write(path, {image.width(), image.height(), 4, codes});
}

Result<void> write_gray16(const std::string& path, int width, int height, const std::vector<std::uint16_t>& values) {
    if (width < 1 || height < 1 || values.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height))
        return Error{text("cannot write \"%s\": %zu values do not fill %d x %d pixels", path.c_str(), values.size(),
                          width, height)};
    return write(path, {width, height, 1, values});
}

Result<std::vector<std::uint16_t>> read_gray16(const std::string& path) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rbe"), &std::fclose);
    if (!file) return file_error("read", path, errno);
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png ? png_create_info_struct(png) : nullptr;
    std::vector<std::uint16_t> codes;
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_read_struct(&png, &info, nullptr);
        return Error{text("cannot read \"%s\": it is no picture of 16-bit gray", path.c_str())};
    }
    png_init_io(png, file.get());
    png_read_png(png, info, PNG_TRANSFORM_SWAP_ENDIAN, nullptr);
    if (png_get_bit_depth(png, info) == 16 && png_get_color_type(png, info) == PNG_COLOR_TYPE_GRAY) {
        const png_bytepp rows = png_get_rows(png, info);
        const std::size_t width = png_get_image_width(png, info);
        for (png_uint_32 y = 0; y < png_get_image_height(png, info); ++y) {
            const auto* row = reinterpret_cast<const std::uint16_t*>(rows[y]);
            codes.insert(codes.end(), row, row + width);
        }
    }
    png_destroy_read_struct(&png, &info, nullptr);
    if (codes.empty()) return Error{text("cannot read \"%s\": it is no picture of 16-bit gray", path.c_str())};
    return codes;
}

}  // namespace whorl
