// Shapes, each a table with one key that says which: { circle = { center = [0.5, 0.1], radius = 0.05 } }.
#include <algorithm>

#include "core/nearest_name.hpp"
#include "core/text.hpp"
#include "scene/table.hpp"

namespace whorl {
namespace {

constexpr std::string_view shape_kinds[] = {"circle",  "sphere", "box",     "capsule",
                                            "polygon", "image",  "segment", "polyline"};
constexpr Limits lengths{1e-9, 1e9};

const Node& the_one_child(const Node& node) {
    need_kind(node, Node::Kind::table, "{ circle = { center = [0.5, 0.1], radius = 0.05 } }");
    if (node.children.size() != 1)
        refuse(node, "a shape is a table with one key, such as { circle = { center = [0.5, 0.1], radius = 0.05 } }");
    return node.children[0];
}

void check_kind(const SceneFrame& frame, const Node& node, ShapeKind kind, bool is_thin) {
    if (frame.dim == 3 && (kind == ShapeKind::circle || kind == ShapeKind::polygon || kind == ShapeKind::image ||
                           kind == ShapeKind::segment || kind == ShapeKind::polyline))
        refuse(node,
               text("a %s is flat and the domain has three dimensions; use sphere, box or capsule", node.name.c_str()));
    if (frame.dim == 2 && kind == ShapeKind::sphere)
        refuse(node, "a sphere needs three dimensions and the domain has two; use circle, box, capsule or polygon");
    if (!is_thin && (kind == ShapeKind::segment || kind == ShapeKind::polyline))
        refuse(node, text("a %s has no thickness and covers nothing; only obstacles can be one", node.name.c_str()));
}

std::vector<Place3> read_points(const SceneFrame& frame, const Node& list, std::size_t least) {
    need_kind(list, Node::Kind::array, "[[0.2, 0.2], [0.8, 0.2], [0.5, 0.7]]");
    if (list.children.size() < least || list.children.size() > 10000)
        refuse(list, text("there are %zu points; give %zu to 10000", list.children.size(), least));
    std::vector<Place3> points;
    for (const Node& each : list.children) points.push_back(vector_of(frame, each, limits::places, Free::time));
    return points;
}

SceneShape read_kind(const SceneFrame& frame, const Node& node, ShapeKind kind) {
    SceneShape shape{.kind = kind};
    const auto two_points = [&](const Table& table, const char* first, const char* second) {
        for (const char* key : {first, second})
            shape.points.push_back(vector_of(frame, table.need(key, "a point"), limits::places, Free::time));
    };
    const auto read_radius = [&](const Table& table) {
        shape.radius = number_of(frame, table.need("radius", "metres"), lengths, Free::time);
    };
    if (kind == ShapeKind::circle || kind == ShapeKind::sphere) {
        const Table table(frame, node, {"center", "radius"});
        shape.points = {vector_of(frame, table.need("center", "a point"), limits::places, Free::time)};
        read_radius(table);
    } else if (kind == ShapeKind::box) {
        two_points(Table(frame, node, {"low", "high"}), "low", "high");
    } else if (kind == ShapeKind::segment) {
        two_points(Table(frame, node, {"from", "to"}), "from", "to");
    } else if (kind == ShapeKind::capsule) {
        const Table table(frame, node, {"from", "to", "radius"});
        two_points(table, "from", "to");
        read_radius(table);
    } else if (kind == ShapeKind::image) {
        const Table table(frame, node, {"file", "low", "high"});
        table.need("file", "the name of a PNG picture");
        shape.file = table.words("file", "");
        two_points(table, "low", "high");
    } else {
        const Table table(frame, node, {"points"});
        shape.points = read_points(frame, table.need("points", "a list of points"), kind == ShapeKind::polygon ? 3 : 2);
    }
    return shape;
}

}  // namespace

SceneShape read_shape(const SceneFrame& frame, const Node& node, const Place& size, bool is_thin) {
    const Node& child = the_one_child(node);
    const auto found = std::find(std::begin(shape_kinds), std::end(shape_kinds), child.name);
    if (found == std::end(shape_kinds)) refuse(child, unknown_name("shape", child.name, shape_kinds));
    const ShapeKind kind = static_cast<ShapeKind>(found - std::begin(shape_kinds));
    check_kind(frame, child, kind, is_thin);
    SceneShape shape = read_kind(frame, child, kind);
    if (shape.depends_on_time()) return shape;  // it may come in later
    const StillShape now = still(shape, frame.dim, 0);
    for (int axis = 0; axis < frame.dim; ++axis) {
        if ((kind == ShapeKind::box || kind == ShapeKind::image) && now.points[0][axis] >= now.points[1][axis])
            refuse(child, text("low is %g and high is %g along %c; low must be below high", now.points[0][axis],
                               now.points[1][axis], "xyz"[axis]));
        if (size[axis] > 0 && (now.high()[axis] < 0 || now.low()[axis] > size[axis]))
            refuse(child,
                   text("the shape lies outside of the domain, from %g to %g along %c; the domain goes from 0 to %g",
                        now.low()[axis], now.high()[axis], "xyz"[axis], size[axis]));
    }
    return shape;
}

}  // namespace whorl
