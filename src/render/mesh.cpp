#include "render/mesh.hpp"

#include <map>
#include <numbers>
#include <utility>

namespace whorl {
namespace {

Vec3 corner(const Mesh& mesh, const Vec<int, 3>& triangle, int which) {
    return mesh.positions[static_cast<std::size_t>(triangle[which])];
}

/// Twice the area, along the normal.
Vec3 area_vector(const Mesh& mesh, const Vec<int, 3>& triangle) {
    const Vec3 a = corner(mesh, triangle, 0);
    return cross(corner(mesh, triangle, 1) - a, corner(mesh, triangle, 2) - a);
}

/// A surface of revolution about z: profile(v) gives radius and height for v from 0, at the foot, to 1.
template <class Profile> Mesh revolve(int around, int high, Profile profile) {
    Mesh mesh;
    for (int j = 0; j <= high; ++j)
        for (int i = 0; i <= around; ++i) {  // the seam's corners are there twice: the texture has two ends
            const float s = static_cast<float>(i) / static_cast<float>(around);
            const float t = static_cast<float>(j) / static_cast<float>(high);
            const float angle = 2 * std::numbers::pi_v<float> * (i == around ? 0 : s);
            const auto [radius, z] = profile(t);
            mesh.positions.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
            mesh.texture.push_back({s, t});
            const float d = 1e-3f;
            const auto [r0, z0] = profile(std::max(t - d, 0.0f));
            const auto [r1, z1] = profile(std::min(t + d, 1.0f));
            mesh.normals.push_back(normalized({(z1 - z0) * std::cos(angle), (z1 - z0) * std::sin(angle), r0 - r1}));
        }
    const int row = around + 1;
    for (int j = 0; j < high; ++j)
        for (int i = 0; i < around; ++i) {
            const int a = j * row + i, b = a + 1, c = a + row, d = c + 1;
            mesh.triangles.push_back({a, b, d});
            mesh.triangles.push_back({a, d, c});
        }
    return mesh;
}

}  // namespace

void add_normals(Mesh& mesh) {
    mesh.normals.assign(mesh.positions.size(), Vec3{0, 0, 0});
    for (const Vec<int, 3>& triangle : mesh.triangles) {
        const Vec3 area = area_vector(mesh, triangle);
        for (int which = 0; which < 3; ++which) {
            Vec3& normal = mesh.normals[static_cast<std::size_t>(triangle[which])];
            normal = normal + area;
        }
    }
    for (Vec3& normal : mesh.normals) normal = normalized(normal);
}

double area_of(const Mesh& mesh) {
    double sum = 0;
    for (const Vec<int, 3>& triangle : mesh.triangles)
        sum += 0.5 * static_cast<double>(length(area_vector(mesh, triangle)));
    return sum;
}

double volume_of(const Mesh& mesh) {
    double sum = 0;
    for (const Vec<int, 3>& triangle : mesh.triangles)
        sum += static_cast<double>(dot(corner(mesh, triangle, 0), area_vector(mesh, triangle))) / 6;
    return sum;
}

bool is_closed_manifold(const Mesh& mesh) {
    std::map<std::pair<int, int>, int> runs;  // how often a directed edge occurs
    for (const Vec<int, 3>& triangle : mesh.triangles)
        for (int which = 0; which < 3; ++which) ++runs[{triangle[which], triangle[(which + 1) % 3]}];
    for (const auto& [edge, count] : runs) {
        const auto back = runs.find({edge.second, edge.first});
        if (count != 1 || back == runs.end() || back->second != 1) return false;
    }
    return !mesh.triangles.empty();
}

Mesh make_globe(int around, int high) {
    return revolve(around, high, [](float t) {
        const float angle = std::numbers::pi_v<float> * (t - 0.5f);
        return std::pair{std::cos(angle), std::sin(angle)};
    });
}

Mesh make_vase(int around, int high) {
    return revolve(around, high, [](float t) {
        // A sine from foot over belly and neck to the lip.
        return std::pair{0.38f + 0.20f * std::sin(2 * std::numbers::pi_v<float> * (0.95f * t - 0.05f)), 2 * t - 1};
    });
}

}  // namespace whorl
