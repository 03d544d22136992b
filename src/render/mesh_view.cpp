#include "render/mesh_view.hpp"

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "render/each_row.hpp"
#include "render/resample.hpp"

namespace whorl {
namespace {

constexpr int samples = 2;  // across and down a pixel
constexpr int band = 16;    // rows that a task draws
constexpr float near_plane = 1e-3f;

/// What is interpolated across a triangle.
struct Fragment {
    Vec3 at, normal;
    Vec<float, 2> texture;
    Color color;
};

Color texel(const Image& skin, const Vec<float, 2>& at) {
    const auto wrap = [](int i, int count) { return (i % count + count) % count; };
    const float u = at[0] - std::floor(at[0]), v = std::clamp(at[1], 0.0f, 1.0f);
    const float x = u * static_cast<float>(skin.width()) - 0.5f;
    const float y =
        std::clamp((1 - v) * static_cast<float>(skin.height()) - 0.5f, 0.0f, static_cast<float>(skin.height() - 1));
    const int i = static_cast<int>(std::floor(x)), j = static_cast<int>(y);
    const float s = x - std::floor(x), t = y - static_cast<float>(j);
    Color sum{0, 0, 0, 0};
    for (int corner = 0; corner < 4; ++corner) {
        const Color& c = skin(wrap(i + (corner & 1), skin.width()), std::min(j + (corner >> 1), skin.height() - 1));
        const float weight = (corner & 1 ? s : 1 - s) * (corner >> 1 ? t : 1 - t);
        sum = {sum.r + weight * c.r, sum.g + weight * c.g, sum.b + weight * c.b, sum.a + weight * c.a};
    }
    return sum;
}

class MeshPainter {
  public:
    MeshPainter(const Mesh& mesh, const Camera& camera, std::span<const Light> lights, const MeshStyle& style)
        : mesh_(mesh),
          eye_(camera, style.width * samples, style.height * samples),
          lights_(lights),
          style_(style) {
        seen_.reserve(mesh.positions.size());
        for (const Vec3& at : mesh.positions) seen_.push_back(eye_.see(at));
    }

    /// Rows `top` up to `bottom` of the image, which has all samples.
    void paint(Image& image, int top, int bottom) const {
        std::vector<float> nearest(static_cast<std::size_t>(bottom - top) * image.width(), 0);  // 1 / depth
        for (const Vec<int, 3>& triangle : mesh_.triangles) paint(image, nearest, top, bottom, triangle);
    }

  private:
    void paint(Image& image, std::vector<float>& nearest, int top, int bottom, const Vec<int, 3>& triangle) const {
        const Eye::Seen &a = seen_[index(triangle, 0)], &b = seen_[index(triangle, 1)], &c = seen_[index(triangle, 2)];
        if (!(a.depth >= near_plane && b.depth >= near_plane && c.depth >= near_plane)) return;
        const float twice = side(a.at, b.at, c.at);
        if (twice == 0) return;
        const auto [low_x, high_x] = std::minmax({a.at[0], b.at[0], c.at[0]});
        const auto [low_y, high_y] = std::minmax({a.at[1], b.at[1], c.at[1]});
        const auto cut = [](float value, int low, int high) {
            return static_cast<int>(std::clamp(value, static_cast<float>(low), static_cast<float>(high)));
        };
        const int left = cut(std::floor(low_x), 0, image.width()), right = cut(std::ceil(high_x), 0, image.width());
        for (int y = cut(std::floor(low_y), top, bottom); y < cut(std::ceil(high_y), top, bottom); ++y)
            for (int x = left; x < right; ++x) {
                const Point2 at{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f};
                const float u = side(b.at, c.at, at) / twice, v = side(c.at, a.at, at) / twice, w = 1 - u - v;
                if (u < 0 || v < 0 || w < 0) continue;
                const Vec3 weights{u / a.depth, v / b.depth, w / c.depth};
                const float closeness = weights[0] + weights[1] + weights[2];
                float& best = nearest[static_cast<std::size_t>(y - top) * image.width() + x];
                if (closeness <= best) continue;
                best = closeness;
                image(x, y) = shade(between(triangle, (1 / closeness) * weights));
            }
    }

    static float side(const Point2& a, const Point2& b, const Point2& c) {
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    }
    static std::size_t index(const Vec<int, 3>& triangle, int which) {
        return static_cast<std::size_t>(triangle[which]);
    }

    Fragment between(const Vec<int, 3>& triangle, const Vec3& share) const {
        Fragment fragment{{0, 0, 0}, {0, 0, 0}, {0, 0}, {0, 0, 0, 0}};
        for (int which = 0; which < 3; ++which) {
            const std::size_t i = index(triangle, which);
            fragment.at = fragment.at + share[which] * mesh_.positions[i];
            if (!mesh_.normals.empty()) fragment.normal = fragment.normal + share[which] * mesh_.normals[i];
            if (!mesh_.texture.empty())
                for (int axis = 0; axis < 2; ++axis) fragment.texture[axis] += share[which] * mesh_.texture[i][axis];
            const Color& color = mesh_.colors.empty() ? style_.color : mesh_.colors[i];
            fragment.color.r += share[which] * color.r, fragment.color.g += share[which] * color.g;
            fragment.color.b += share[which] * color.b;
        }
        if (mesh_.normals.empty()) {
            const Vec3 a = mesh_.positions[index(triangle, 0)];
            fragment.normal = cross(mesh_.positions[index(triangle, 1)] - a, mesh_.positions[index(triangle, 2)] - a);
        }
        if (style_.skin) fragment.color = texel(*style_.skin, fragment.texture);
        return fragment;
    }

    Color shade(const Fragment& fragment) const {
        const Vec3 view = normalized(eye_.position() - fragment.at);
        Vec3 normal = normalized(fragment.normal);
        if (dot(normal, view) < 0) normal = -1.0f * normal;  // sheets are seen from both sides
        Color light{style_.ambient, style_.ambient, style_.ambient, 1}, gloss{0, 0, 0, 1};
        for (const Light& lamp : lights_) {
            const Arriving from = arriving(lamp, fragment.at);
            const float half = 0.5f * dot(normal, from.toward) + 0.5f;
            const float lit = half * half * from.strength;
            light = {light.r + lit * lamp.color.r, light.g + lit * lamp.color.g, light.b + lit * lamp.color.b, 1};
            const float mirror = std::max(dot(normal, normalized(from.toward + view)), 0.0f);
            const float shine = style_.gloss * std::pow(mirror, 48.0f) * from.strength;
            gloss = {gloss.r + shine * lamp.color.r, gloss.g + shine * lamp.color.g, gloss.b + shine * lamp.color.b, 1};
        }
        const Color& own = fragment.color;
        return {own.r * light.r + gloss.r, own.g * light.g + gloss.g, own.b * light.b + gloss.b, 1};
    }

    const Mesh& mesh_;
    Eye eye_;
    std::span<const Light> lights_;
    const MeshStyle& style_;
    std::vector<Eye::Seen> seen_;
};

Result<void> check_mesh(const Mesh& mesh, const MeshStyle& style) {
    if (mesh.triangles.empty()) return Error{"the mesh has no triangles; there is nothing to draw"};
    const int corners = static_cast<int>(mesh.positions.size());
    for (const Vec<int, 3>& triangle : mesh.triangles)
        for (int which = 0; which < 3; ++which)
            if (triangle[which] < 0 || triangle[which] >= corners)
                return Error{text("a triangle names corner %d; there are 0 to %d", triangle[which], corners - 1)};
    const auto fits = [&](std::size_t count) { return count == 0 || count == mesh.positions.size(); };
    if (!fits(mesh.normals.size()) || !fits(mesh.texture.size()) || !fits(mesh.colors.size()))
        return Error{"normals, texture and colours of a mesh must be one for each corner, or none"};
    if (style.skin && mesh.texture.empty())
        return Error{"the mesh has no places in a texture to wrap a picture around; give \"vt\" lines"};
    return {};
}

}  // namespace

Arriving arriving(const Light& light, const Vec3& at) {
    if (!light.is_at_place) return {normalized(light.toward), 1, 1e30f};
    const Vec3 way = light.toward - at;
    const float distance = std::max(length(way), 1e-4f);
    return {(1 / distance) * way, 1 / (distance * distance), distance};
}

Result<Image> draw_mesh(const Mesh& mesh, const Camera& camera, std::span<const Light> lights, const MeshStyle& style) {
    if (auto good = check_camera(camera); !good) return good.error();
    if (auto good = check_mesh(mesh, style); !good) return good.error();
    if (auto tried = Image::make(style.width, style.height); !tried) return tried;
    auto large = Image::make(style.width * samples, style.height * samples);
    if (!large) return large;
    const MeshPainter painter(mesh, camera, lights, style);
    const int rows = large.value().height();
    each_row(style.scheduler, (rows + band - 1) / band,
             [&](int index) { painter.paint(large.value(), index * band, std::min((index + 1) * band, rows)); });
    return shrink(large.value(), style.width, style.height);
}

}  // namespace whorl
