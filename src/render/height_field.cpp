#include "render/height_field.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/text.hpp"
#include "render/sampler.hpp"

namespace whorl {
namespace {

int node(const Vec<int, 2>& cells, int x, int y) {
    return y * (cells[0] + 1) + x;
}

Result<void> check(const Vec<int, 2>& cells, const HeightStyle& style) {
    if (cells[0] < 1 || cells[1] < 1)
        return Error{
            text("a field of %d x %d cells has nothing to draw; each side must be at least 1", cells[0], cells[1])};
    const double low = style.range.low, high = style.range.high;
    if (!(std::isfinite(low) && std::isfinite(high) && low < high))
        return Error{text("a range from %g to %g cannot be drawn; the first must be below the second", low, high)};
    if (!(std::abs(style.relief) <= 100))
        return Error{text("a relief of %g cannot be drawn; it must be -100 to 100 lengths of the longer side",
                          static_cast<double>(style.relief))};
    return {};
}

// Four corners of a cell, and how far its middle is from the eye.
struct Tile {
    int corners[4];
    float distance;
};

std::vector<Tile> tiles_far_to_near(const Mesh& mesh, const Vec<int, 2>& cells, const Vec3& eye) {
    std::vector<Tile> tiles;
    for (int y = 0; y < cells[1]; ++y)
        for (int x = 0; x < cells[0]; ++x) {
            Tile tile{{node(cells, x, y), node(cells, x + 1, y), node(cells, x + 1, y + 1), node(cells, x, y + 1)}, 0};
            // Height does not count: in a landscape what stands nearer on the ground hides what is behind it.
            const Vec3 &low = mesh.positions[static_cast<std::size_t>(tile.corners[0])],
                       &high = mesh.positions[static_cast<std::size_t>(tile.corners[2])];
            tile.distance = std::hypot(0.5f * (low[0] + high[0]) - eye[0], 0.5f * (low[1] + high[1]) - eye[1]);
            tiles.push_back(tile);
        }
    std::stable_sort(tiles.begin(), tiles.end(), [](const Tile& a, const Tile& b) { return a.distance > b.distance; });
    return tiles;
}

}  // namespace

Result<Mesh> height_mesh(View<const float, 2> field, const Palette& palette, const HeightStyle& style) {
    if (auto good = check(field.shape, style); !good) return good.error();
    const Vec<int, 2>& cells = field.shape;
    const float step = 1 / static_cast<float>(std::max(cells[0], cells[1]));
    const float per_value = style.relief / std::max(std::abs(style.range.high), 1e-30f);
    const float per_range = 1 / (style.range.high - style.range.low);
    Mesh mesh;
    for (int y = 0; y <= cells[1]; ++y)
        for (int x = 0; x <= cells[0]; ++x) {
            const float value = sample_at(field, static_cast<float>(x), static_cast<float>(y));
            const float height = std::isfinite(value) ? std::clamp(per_value * value, -10.0f, 10.0f) : 0;
            mesh.positions.push_back({static_cast<float>(x) * step, static_cast<float>(y) * step, height});
            mesh.texture.push_back({static_cast<float>(x) / static_cast<float>(cells[0]),
                                    static_cast<float>(y) / static_cast<float>(cells[1])});
            mesh.colors.push_back(palette((value - style.range.low) * per_range));
        }
    for (const std::vector<int>& strip : height_strips(cells))
        for (std::size_t i = 0; i + 2 < strip.size(); ++i)
            if (i % 2 == 0)
                mesh.triangles.push_back({strip[i], strip[i + 2], strip[i + 1]});
            else
                mesh.triangles.push_back({strip[i], strip[i + 1], strip[i + 2]});
    add_normals(mesh);
    return mesh;
}

std::vector<std::vector<int>> height_strips(const Vec<int, 2>& cells) {
    std::vector<std::vector<int>> strips;
    for (int y = 0; y < cells[1]; ++y) {
        std::vector<int> strip;
        for (int x = 0; x <= cells[0]; ++x) strip.push_back(node(cells, x, y)), strip.push_back(node(cells, x, y + 1));
        strips.push_back(std::move(strip));
    }
    return strips;
}

std::vector<Vec<int, 2>> height_wires(const Vec<int, 2>& cells) {
    std::vector<Vec<int, 2>> wires;
    for (int y = 0; y <= cells[1]; ++y)
        for (int x = 0; x <= cells[0]; ++x) {
            if (x < cells[0]) wires.push_back({node(cells, x, y), node(cells, x + 1, y)});
            if (y < cells[1]) wires.push_back({node(cells, x, y), node(cells, x, y + 1)});
        }
    return wires;
}

Result<Image> draw_height(View<const float, 2> field, const Palette& palette, const HeightStyle& style) {
    auto mesh = height_mesh(field, palette, style);
    if (!mesh) return mesh.error();
    const Light lights[] = {{{-0.7f, -0.2f, 0.75f}, {0.95f, 0.92f, 0.85f, 1}},
                            {{0.8f, 0.6f, 0.35f}, {0.2f, 0.25f, 0.35f, 1}}};
    auto drawn = draw_mesh(
        mesh.value(), style.camera, lights,
        {.width = style.width, .height = style.height, .gloss = 0.18f, .ambient = 0.1f, .scheduler = style.scheduler});
    if (!drawn) return drawn;
    auto canvas = Image::make(style.width, style.height, style.ground);
    if (canvas) paste(canvas.value(), drawn.value(), 0, 0);
    return canvas;
}

Result<Image> draw_wireframe(View<const float, 2> field, const Palette& palette, const HeightStyle& style) {
    if (auto good = check_camera(style.camera); !good) return good.error();
    auto made = height_mesh(field, palette, style);
    if (!made) return made.error();
    auto canvas = Image::make(style.width, style.height, style.ground);
    if (!canvas) return canvas;
    const Mesh& mesh = made.value();
    const Eye eye(style.camera, style.width, style.height);
    std::vector<Eye::Seen> seen;
    for (const Vec3& at : mesh.positions) seen.push_back(eye.see(at));
    for (const Tile& tile : tiles_far_to_near(mesh, field.shape, eye.position())) {
        const Eye::Seen* corner[4];
        for (int i = 0; i < 4; ++i) corner[i] = &seen[static_cast<std::size_t>(tile.corners[i])];
        if (std::any_of(corner, corner + 4, [](const Eye::Seen* at) { return at->depth < 1e-3f; })) continue;
        draw_triangle(canvas.value(), corner[0]->at, corner[1]->at, corner[2]->at, style.ground);
        draw_triangle(canvas.value(), corner[0]->at, corner[2]->at, corner[3]->at, style.ground);
        for (int i = 0; i < 4; ++i)
            draw_line(canvas.value(), corner[i]->at, corner[(i + 1) % 4]->at, 1,
                      mesh.colors[static_cast<std::size_t>(tile.corners[i])]);
    }
    return canvas;
}

std::vector<std::uint16_t> height_map16(View<const float, 2> field, const ValueRange& range) {
    std::vector<std::uint16_t> map;
    const float per_range = 1 / (range.high - range.low);
    for (int y = field.shape[1] - 1; y >= 0; --y)
        for (int x = 0; x < field.shape[0]; ++x) {
            const float share = (field(x, y) - range.low) * per_range;
            map.push_back(static_cast<std::uint16_t>(share > 0 ? std::min(share, 1.0f) * 65535 + 0.5f : 0));
        }
    return map;
}

}  // namespace whorl
