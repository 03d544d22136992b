#include "render/image.hpp"

#include <algorithm>

#include "core/memory.hpp"
#include "core/text.hpp"

namespace whorl {
namespace {

constexpr int longest_side = 65535;

std::uint8_t alpha8(float alpha) {
    return alpha > 0 ? static_cast<std::uint8_t>(std::min(alpha, 1.0f) * 255 + 0.5f) : std::uint8_t{0};
}

void encode(const Color& color, std::uint8_t* rgba) {
    const float straight = color.a > 0 ? 1 / color.a : 0;
    rgba[0] = srgb8_of_light(color.r * straight);
    rgba[1] = srgb8_of_light(color.g * straight);
    rgba[2] = srgb8_of_light(color.b * straight);
    rgba[3] = alpha8(color.a);
}

template <class Convert> Image8 convert(const Image& image, Convert&& of_pixel) {
    Image8 result{image.width(), image.height(), {}};
    result.rgba.resize(static_cast<std::size_t>(result.width) * result.height * 4);
    std::uint8_t* next = result.rgba.data();
    for (int y = 0; y < image.height(); ++y)
        for (const Color& color : image.row(y)) encode(of_pixel(color), next), next += 4;
    return result;
}

}  // namespace

Result<Image> Image::make(int width, int height, const Color& fill) {
    if (width < 1 || height < 1 || width > longest_side || height > longest_side)
        return Error{
            text("a picture of %d x %d pixels cannot be made; each side must be 1 to %d", width, height, longest_side)};
    const double bytes = static_cast<double>(width) * height * sizeof(Color);
    if (auto fits = check_memory(bytes, text("A picture of %d x %d pixels", width, height)); !fits) return fits.error();
    return Image(width, height, fill);
}

Image8 srgb8_of(const Image& image) {
    return convert(image, [](const Color& color) { return color; });
}

Image8 srgb8_of(const Image& image, const Color& ground) {
    return convert(image, [&](const Color& color) { return over(color, ground); });
}

Image image_of(const Image8& image) {
    Image result = Image::make(image.width, image.height).value();
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const std::uint8_t* code = image.pixel(x, y);
            const float alpha = static_cast<float>(code[3]) / 255;
            result(x, y) = {light_of_srgb8(code[0]) * alpha, light_of_srgb8(code[1]) * alpha,
                            light_of_srgb8(code[2]) * alpha, alpha};
        }
    return result;
}

void paste(Image& target, const Image& tile, int x, int y) {
    const int left = std::max(0, -x), right = std::min(tile.width(), target.width() - x);
    const int top = std::max(0, -y), bottom = std::min(tile.height(), target.height() - y);
    for (int row = top; row < bottom; ++row)
        for (int column = left; column < right; ++column) {
            Color& below = target(x + column, y + row);
            below = over(tile(column, row), below);
        }
}

}  // namespace whorl
