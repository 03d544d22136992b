#include "run/picture.hpp"

#include <algorithm>
#include <cmath>

#include "render/density_view.hpp"
#include "run/fields.hpp"
#include "run/obstacles.hpp"

namespace whorl {
namespace {

constexpr int usual_width = 512;        // pixels along the longer side of a picture, if none are asked for
constexpr double depth_contrast = 4.0;  // smoke fills a part of the depth; its mean alone would be faint

/// Two of the domain's axes, seen flat.
struct Plane {
    int across = 0, up = 1;
    std::vector<double> values{};  // across fastest
};

Plane plane_of(const Array3& field, const Scene& scene, bool takes_both_signs) {
    if (scene.dim == 2) return {0, 1, field.values};
    Plane plane{0, 2, {}};
    const int depth = field.shape[1];
    for (int k = 0; k < field.shape[2]; ++k)
        for (int i = 0; i < field.shape[0]; ++i) {
            double sum = 0;
            for (int j = 0; j < depth; ++j) sum += field(i, j, k);
            plane.values.push_back(takes_both_signs ? field(i, depth / 2, k) : depth_contrast * sum / depth);
        }
    return plane;
}

struct Between {
    int low, high;
    double part;
};

Between between(int pixel, int pixels, int cells, bool wraps) {
    const double x = (pixel + 0.5) * cells / pixels - 0.5;
    const int low = static_cast<int>(std::floor(x));
    if (wraps) return {(low + cells) % cells, (low + 1) % cells, x - low};
    return {std::clamp(low, 0, cells - 1), std::clamp(low + 1, 0, cells - 1), x - low};
}

Vec<int, 2> pixels_of(const SceneOutput& look, double width, double height, const Vec<int, 2>& cells) {
    // At least a pixel a cell, and small grids enlarged; an even number suits film.
    const int longest = std::max({usual_width, cells[0], cells[1]});
    const double wide = look.width > 0 ? look.width : width >= height ? longest : longest * width / height;
    const auto even = [](double x) { return std::clamp(2 * static_cast<int>(std::lround(x / 2)), 2, 8192); };
    return {look.width > 0 ? look.width : even(wide), even(wide * height / width)};
}

/// Obstacles of a 2D scene, drawn over it; sheets a pixel and a half thick.
void draw_obstacles(const Simulator& simulator, Image& image) {
    const Scene& scene = simulator.scene();
    if (scene.dim != 2) return;
    const Color solid = color_of_hex(0x7d8590);
    const double pixel = scene.size[0] / image.width();
    for (const SceneObstacle& obstacle : scene.obstacles) {
        if (obstacle.shape.kind == ShapeKind::image) continue;  // the hole in the smoke shows it
        const ObstacleMoment moment = obstacle_at(obstacle, 2, simulator.time());
        const double thickness =
            obstacle.shape.kind == ShapeKind::segment || obstacle.shape.kind == ShapeKind::polyline ? 0.75 * pixel : 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                const Place at{(x + 0.5) * pixel, scene.size[1] - (y + 0.5) * scene.size[1] / image.height(), 0};
                const double covered = std::clamp(0.5 - (moment.distance(at) - thickness) / pixel, 0.0, 1.0);
                if (covered == 0) continue;
                const auto part = static_cast<float>(covered);
                image(x, y) = over({solid.r * part, solid.g * part, solid.b * part, part}, image(x, y));
            }
    }
}

}  // namespace

FlatField flatten(const SceneOutput& look, const Simulator& simulator) {
    const Scene& scene = simulator.scene();
    const bool both = is_signed(look.view, scene.dim);
    const Plane plane = plane_of(centred(simulator, look.view), scene, both);
    const Vec<int, 2> cells{scene.cells[plane.across], scene.cells[plane.up]};
    const Vec<int, 2> pixels = pixels_of(look, scene.size[plane.across], scene.size[plane.up], cells);
    const double low = look.range ? (*look.range)[0] : both ? -1 / look.exposure : 0;
    const double high = look.range ? (*look.range)[1] : 1 / look.exposure;

    FlatField flat{pixels[0], pixels[1], {}};
    flat.values.reserve(static_cast<std::size_t>(pixels[0]) * pixels[1]);
    for (int y = 0; y < pixels[1]; ++y) {
        const Between row = between(y, pixels[1], cells[1], is_periodic(scene, plane.up));
        for (int x = 0; x < pixels[0]; ++x) {
            const Between column = between(x, pixels[0], cells[0], is_periodic(scene, plane.across));
            const auto value = [&](int i, int j) {
                return plane.values[static_cast<std::size_t>(j) * cells[0] + static_cast<std::size_t>(i)];
            };
            const double below =
                value(column.low, row.low) + column.part * (value(column.high, row.low) - value(column.low, row.low));
            const double above = value(column.low, row.high) +
                                 column.part * (value(column.high, row.high) - value(column.low, row.high));
            flat.values.push_back(static_cast<float>((below + row.part * (above - below) - low) / (high - low)));
        }
    }
    return flat;
}

Result<Image> draw_view(const SceneOutput& look, const Simulator& simulator) {
    const auto palette = find_palette(look.palette == "height" ? "gray" : look.palette);
    if (!palette) return palette.error();
    const FlatField flat = flatten(look, simulator);
    const View<const float, 2> view{flat.values.data(), {flat.width, flat.height}, {1, flat.width}};
    auto image = draw_density(view, palette.value(), {.alpha = look.alpha});
    if (image) draw_obstacles(simulator, image.value());
    return image;
}

}  // namespace whorl
