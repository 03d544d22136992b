#include "render/isosurface.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/text.hpp"

namespace whorl {
namespace {

constexpr int middle = 12;  // an edge's number that stands for the middle of a loop

/// The two corners of an edge, the lower first.
constexpr Vec<int, 2> corners_of(int edge) {
    const int axis = edge / 4, place = edge % 4;
    const int first = (axis + 1) % 3, second = (axis + 2) % 3;
    const int low = (place & 1) << first | (place >> 1) << second;
    return {low, low | 1 << axis};
}

int edge_between(int a, int b) {
    for (int edge = 0; edge < 12; ++edge)
        if (corners_of(edge) == Vec<int, 2>{std::min(a, b), std::max(a, b)}) return edge;
    return -1;
}

/// Corners of each face, anticlockwise seen from outside.
std::array<std::array<int, 4>, 6> faces() {
    std::array<std::array<int, 4>, 6> result{};
    for (int axis = 0; axis < 3; ++axis)
        for (int high = 0; high < 2; ++high) {
            const int u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3, base = high << axis;
            auto& face = result[static_cast<std::size_t>(2 * axis + high)];
            face = {base, base | u, base | u | v, base | v};
            if (!high) std::swap(face[1], face[3]);
        }
    return result;
}

bool share_a_face(int a, int b) {
    const Vec<int, 2> p = corners_of(a), q = corners_of(b);
    for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 2; ++side) {
            const auto on = [&](int corner) { return (corner >> axis & 1) == side; };
            if (on(p[0]) && on(p[1]) && on(q[0]) && on(q[1])) return true;
        }
    return false;
}

using Case = std::vector<Vec<int, 3>>;

/// For each edge that the surface crosses, the edge to go to next. On a face, walking around it anticlockwise, a run of
/// inside corners begins at one edge and ends at another: the line runs from the first to the second. An edge that
/// begins a run on one of its two faces ends one on the other, so the lines of a cube join into loops.
std::array<int, 12> next_edges(int corners) {
    std::array<int, 12> next;
    next.fill(-1);
    const auto is_inside = [corners](int corner) { return (corners >> corner & 1) != 0; };
    for (const std::array<int, 4>& face : faces())
        for (std::size_t i = 0; i < 4; ++i) {
            if (is_inside(face[i]) || !is_inside(face[(i + 1) % 4])) continue;  // no run begins here
            const int begin = edge_between(face[i], face[(i + 1) % 4]);
            std::size_t j = i + 1;
            while (is_inside(face[(j + 1) % 4])) ++j;
            next[static_cast<std::size_t>(begin)] = edge_between(face[j % 4], face[(j + 1) % 4]);
        }
    return next;
}

/// Fills a loop with a fan. Its inner edges must not lie on a face of the cube, where the neighbour might draw the same
/// one: if no corner of the loop will do as the hub, a point in the middle does.
void fill_loop(Case& triangles, const std::vector<int>& loop) {
    const std::size_t count = loop.size();
    const auto at = [&](std::size_t i) { return loop[i % count]; };
    for (std::size_t hub = 0; hub < count; ++hub) {
        bool is_good = true;
        for (std::size_t i = 2; i + 1 < count; ++i) is_good = is_good && !share_a_face(at(hub), at(hub + i));
        if (!is_good) continue;
        for (std::size_t i = 1; i + 1 < count; ++i) triangles.push_back({at(hub), at(hub + i), at(hub + i + 1)});
        return;
    }
    for (std::size_t i = 0; i < count; ++i) triangles.push_back({middle, at(i), at(i + 1)});
}

Case make_case(int corners) {
    std::array<int, 12> next = next_edges(corners);
    Case triangles;
    for (int start = 0; start < 12; ++start) {
        std::vector<int> loop;
        for (int edge = start; next[static_cast<std::size_t>(edge)] >= 0;) {
            loop.push_back(edge);
            edge = std::exchange(next[static_cast<std::size_t>(edge)], -1);
        }
        if (!loop.empty()) fill_loop(triangles, loop);
    }
    return triangles;
}

const std::array<Case, 256>& cases() {
    static const std::array<Case, 256> made = [] {
        std::array<Case, 256> all;
        for (int corners = 0; corners < 256; ++corners) all[static_cast<std::size_t>(corners)] = make_case(corners);
        return all;
    }();
    return made;
}

class CubeMarcher {
  public:
    CubeMarcher(View<const float, 3> field, float level, const Box3& box) : field_(field), level_(level), box_(box) {
        for (int axis = 0; axis < 3; ++axis) nodes_[axis] = field.shape[axis] + 2;
        made_.assign(3 * static_cast<std::size_t>(nodes_[0]) * nodes_[1] * nodes_[2], -1);
    }

    Mesh run() {
        for (int z = 0; z + 1 < nodes_[2]; ++z)
            for (int y = 0; y + 1 < nodes_[1]; ++y)
                for (int x = 0; x + 1 < nodes_[0]; ++x) cube({x, y, z});
        add_normals(mesh_);
        return std::move(mesh_);
    }

  private:
    /// Nodes are cell centres with one layer around them, which is outside.
    bool is_outer(const Vec<int, 3>& node) const {
        for (int axis = 0; axis < 3; ++axis)
            if (node[axis] == 0 || node[axis] == nodes_[axis] - 1) return true;
        return false;
    }
    float value(const Vec<int, 3>& node) const { return field_(node[0] - 1, node[1] - 1, node[2] - 1); }
    bool is_inside(const Vec<int, 3>& node) const { return !is_outer(node) && value(node) > level_; }

    static Vec<int, 3> moved(const Vec<int, 3>& node, int corner) {
        return {node[0] + (corner & 1), node[1] + (corner >> 1 & 1), node[2] + (corner >> 2)};
    }

    void cube(const Vec<int, 3>& node) {
        int corners = 0;
        for (int corner = 0; corner < 8; ++corner) corners |= is_inside(moved(node, corner)) << corner;
        if (corners == 0 || corners == 255) return;
        int hub = -1;
        Vec3 sum{0, 0, 0};
        int count = 0;
        for (const Vec<int, 3>& triangle : cube_triangles(corners)) {
            Vec<int, 3> made{};
            for (int which = 0; which < 3; ++which) {
                if (triangle[which] != middle) {
                    made[which] = crossing(node, triangle[which]);
                    continue;
                }
                if (which == 0 && hub < 0) {
                    hub = static_cast<int>(mesh_.positions.size());
                    mesh_.positions.push_back({0, 0, 0});
                }
                made[which] = hub;
            }
            if (triangle[0] == middle) {
                sum = sum + mesh_.positions[static_cast<std::size_t>(made[1])];
                ++count;
            }
            mesh_.triangles.push_back(made);
        }
        if (hub >= 0) mesh_.positions[static_cast<std::size_t>(hub)] = (1 / static_cast<float>(count)) * sum;
    }

    /// The corner of the mesh on an edge of a cube; cubes around the edge share it.
    int crossing(const Vec<int, 3>& node, int edge) {
        const Vec<int, 2> ends = corners_of(edge);
        const Vec<int, 3> a = moved(node, ends[0]), b = moved(node, ends[1]);
        const std::size_t place =
            3 * ((static_cast<std::size_t>(a[2]) * nodes_[1] + a[1]) * nodes_[0] + a[0]) + edge / 4;
        if (made_[place] >= 0) return made_[place];
        // Beyond the outermost centres the inside ends at the box's wall, half a cell on.
        float share = 0.5f;
        if (!is_outer(a) && !is_outer(b)) {
            share = (level_ - value(a)) / (value(b) - value(a));
            share = share > 0 ? std::min(share, 1.0f) : 0;  // also where a value is not finite
        }
        Vec3 at{};
        for (int axis = 0; axis < 3; ++axis) {
            const float cell = static_cast<float>(a[axis]) - 0.5f + (axis == edge / 4 ? share : 0);
            at[axis] =
                box_.low[axis] + cell * (box_.high[axis] - box_.low[axis]) / static_cast<float>(nodes_[axis] - 2);
        }
        mesh_.positions.push_back(at);
        return made_[place] = static_cast<int>(mesh_.positions.size()) - 1;
    }

    View<const float, 3> field_;
    float level_;
    Box3 box_;
    Vec<int, 3> nodes_{};
    std::vector<int> made_;
    Mesh mesh_;
};

}  // namespace

std::span<const Vec<int, 3>> cube_triangles(int corners) {
    return cases()[static_cast<std::size_t>(corners & 255)];
}

Result<Mesh> isosurface(View<const float, 3> field, float level, const Box3& box) {
    for (int axis = 0; axis < 3; ++axis)
        if (field.shape[axis] < 1)
            return Error{text("a field of %d x %d x %d cells has no surface; each side must be at least 1",
                              field.shape[0], field.shape[1], field.shape[2])};
    if (!std::isfinite(level))
        return Error{text("the surface's level is %g; it must be finite", static_cast<double>(level))};
    for (int axis = 0; axis < 3; ++axis)
        if (!(box.high[axis] > box.low[axis]))
            return Error{text("the box runs from %g to %g along axis %d; it must have a length above 0",
                              static_cast<double>(box.low[axis]), static_cast<double>(box.high[axis]), axis)};
    return CubeMarcher(field, level, box).run();
}

}  // namespace whorl
