#include "painted_walls.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/text.hpp"
#include "session_log.hpp"

namespace whorl::view {
namespace {

constexpr int pixels_a_cell = 2, most_pixels = 1024;

}  // namespace

PaintedWalls::PaintedWalls(const Scene& scene, bool is_noslip) : size_(scene.size), is_noslip_(is_noslip) {
    const auto side = [&](int axis) { return std::max(2, std::min(pixels_a_cell * scene.cells[axis], most_pixels)); };
    Image8 image{side(0), side(1), {}};
    image.rgba.assign(4 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height), 255);
    image_ = std::make_shared<Image8>(std::move(image));
}

Image8& PaintedWalls::own() {
    if (image_.use_count() > 1) image_ = std::make_shared<Image8>(*image_);
    return *image_;
}

bool PaintedWalls::paint(const Place& middle, double radius, bool is_wall) {
    Image8& image = own();
    const double wide = image.width / size_[0], high = image.height / size_[1];
    const auto within = [](double pixel, int count) { return std::clamp(static_cast<int>(pixel), 0, count - 1); };
    const int left = within((middle[0] - radius) * wide, image.width),
              right = within((middle[0] + radius) * wide, image.width);
    const int top = within((size_[1] - middle[1] - radius) * high, image.height),
              bottom = within((size_[1] - middle[1] + radius) * high, image.height);
    const std::uint8_t color = is_wall ? 0 : 255;
    bool has_changed = false;
    for (int y = top; y <= bottom; ++y)
        for (int x = left; x <= right; ++x) {
            const double dx = (x + 0.5) / wide - middle[0], dy = size_[1] - (y + 0.5) / high - middle[1];
            std::uint8_t* pixel = image.pixel(x, y);
            if (dx * dx + dy * dy > radius * radius || pixel[0] == color) continue;
            pixel[0] = pixel[1] = pixel[2] = color;
            has_changed = true;
        }
    if (has_changed && !is_wall) trim(left - 3, top - 3, right + 3, bottom + 3);
    return has_changed;
}

void PaintedWalls::trim(int left, int top, int right, int bottom) {
    Image8& image = own();
    const auto is_solid = [&](int x, int y) {  // beyond the domain there is as much wall as one likes
        return x < 0 || y < 0 || x >= image.width || y >= image.height || image.pixel(x, y)[0] == 0;
    };
    const auto is_block = [&](int cx, int cy) {
        for (int y = cy - 1; y <= cy + 1; ++y)
            for (int x = cx - 1; x <= cx + 1; ++x)
                if (!is_solid(x, y)) return false;
        return true;
    };
    const auto is_thick = [&](int cx, int cy) {
        for (int y = cy - 1; y <= cy + 1; ++y)
            for (int x = cx - 1; x <= cx + 1; ++x)
                if (is_block(x, y)) return true;
        return false;
    };
    std::vector<std::uint8_t*> thin;
    for (int y = std::max(top, 0); y <= std::min(bottom, image.height - 1); ++y)
        for (int x = std::max(left, 0); x <= std::min(right, image.width - 1); ++x)
            if (is_solid(x, y) && !is_thick(x, y)) thin.push_back(image.pixel(x, y));
    for (std::uint8_t* pixel : thin) pixel[0] = pixel[1] = pixel[2] = 255;
}

bool PaintedWalls::is_empty() const {
    if (!image_) return true;
    for (std::size_t i = 0; i < image_->rgba.size(); i += 4)
        if (image_->rgba[i] == 0) return false;
    return true;
}

SceneObstacle PaintedWalls::obstacle() const {
    SceneShape shape{.kind = ShapeKind::image, .picture = image_};
    shape.points = {{0.0, 0.0, 0.0}, {size_[0], size_[1], 0.0}};
    const char* name = is_noslip_ ? "painted, noslip" : "painted";
    return {.path = "obstacle", .name = name, .shape = shape, .is_noslip = is_noslip_};
}

std::string PaintedWalls::obstacle_text(const std::string& file) const {
    return text(
               "\n[[obstacle]]\nname = \"%s\"\nshape = { image = { file = \"%s\", low = [0.0, 0.0], high = [%s, %s] } "
               "}\n",
               obstacle().name.c_str(), file.c_str(), exact(size_[0]).c_str(), exact(size_[1]).c_str()) +
           (is_noslip_ ? "slip = \"none\"\n" : "");
}

bool image_holds(const ObstacleMoment& moment, const Image8& image, const Place& at) {
    const Place local = moment.local(at), &low = moment.shape.points[0], &high = moment.shape.points[1];
    const int x = static_cast<int>(std::floor((local[0] - low[0]) / (high[0] - low[0]) * image.width));
    const int y = static_cast<int>(std::floor((high[1] - local[1]) / (high[1] - low[1]) * image.height));
    return x >= 0 && y >= 0 && x < image.width && y < image.height && is_solid_pixel(image.pixel(x, y));
}

std::vector<float> image_cover(const Scene& scene, const ObstacleMoment& moment, const Image8& image) {
    std::vector<float> out;
    const double hx = scene.size[0] / scene.cells[0], hy = scene.size[1] / scene.cells[1];
    for (int y = 0; y < scene.cells[1]; ++y)
        for (int x = 0; x < scene.cells[0]; ++x) {
            float part = 0;
            for (const double dy : {0.25, 0.75})
                for (const double dx : {0.25, 0.75})
                    part += image_holds(moment, image, {(x + dx) * hx, (y + dy) * hy, 0}) ? 0.25f : 0.0f;
            out.push_back(part);
        }
    return out;
}

}  // namespace whorl::view
