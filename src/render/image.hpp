// Pictures: floats in linear light to work in, 8-bit sRGB to hand out.
//
// Row 0 is the top of a picture. Fields have y upwards, so whoever draws a field turns it over; nobody else does.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "render/color.hpp"
#include "whorl/types.hpp"

namespace whorl {

/// The working format: premultiplied linear RGBA.
class Image {
  public:
    /// Refuses sizes outside 1 to 65535 pixels, and what does not fit into memory.
    static Result<Image> make(int width, int height, const Color& fill = {0, 0, 0, 0});

    int width() const { return width_; }
    int height() const { return height_; }

    Color& operator()(int x, int y) { return pixels_[index(x, y)]; }
    const Color& operator()(int x, int y) const { return pixels_[index(x, y)]; }
    std::span<Color> row(int y) { return {&pixels_[index(0, y)], static_cast<std::size_t>(width_)}; }
    std::span<const Color> row(int y) const { return {&pixels_[index(0, y)], static_cast<std::size_t>(width_)}; }

  private:
    Image(int width, int height, const Color& fill)
        : width_(width),
          height_(height),
          pixels_(static_cast<std::size_t>(width) * height, fill) {}
    std::size_t index(int x, int y) const { return static_cast<std::size_t>(y) * width_ + x; }

    int width_, height_;
    std::vector<Color> pixels_;
};

/// What files and screens take: four bytes a pixel, sRGB codes and straight (not premultiplied) alpha.
struct Image8 {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba;

    std::uint8_t* pixel(int x, int y) { return &rgba[(static_cast<std::size_t>(y) * width + x) * 4]; }
    const std::uint8_t* pixel(int x, int y) const { return &rgba[(static_cast<std::size_t>(y) * width + x) * 4]; }
};

Image8 srgb8_of(const Image& image);

/// Every pixel laid over an opaque ground, for what knows no transparency: film and terminals.
Image8 srgb8_of(const Image& image, const Color& ground);

Image image_of(const Image8& image);

/// Lays `tile` over `target` with its top left corner at (x, y); what falls outside is cut off.
void paste(Image& target, const Image& tile, int x, int y);

}  // namespace whorl
