// [domain] and [time]: how large, how fine, between which sides, and for how long.
#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "scene/sections.hpp"

namespace whorl {
namespace {

std::vector<std::string_view> side_keys(int dim) {
    return {std::begin(side_names), std::begin(side_names) + 2 * dim};
}

SceneSegment read_segment(const SceneFrame& frame, const Node& node, bool is_part) {
    std::vector<std::string_view> keys{"kind", "velocity"};
    if (is_part) keys.insert(keys.end(), {"from", "to"});
    keys.insert(keys.end(), frame.scalars.begin(), frame.scalars.end());
    const Table table(frame, node, keys);
    SceneSegment segment;
    const Node& name =
        need_kind(table.need("kind", "wall noslip periodic inflow outflow or open"), Node::Kind::text, "\"wall\"");
    const auto kind = find_side_kind(name.text);
    if (!kind) refuse(name, kind.error().message);
    segment.kind = kind.value();
    if (const Node* velocity = table.find("velocity")) {
        if (segment.kind != SideKind::inflow && segment.kind != SideKind::noslip)
            refuse(*velocity, "only an inflow and a noslip wall have a velocity; leave it out or change the kind");
        segment.velocity = vector_of(frame, *velocity, limits::speeds, Free::place_and_time);
    } else if (segment.kind == SideKind::inflow) {
        refuse(node, text("an inflow needs a velocity; write { kind = \"inflow\", velocity = %s }",
                          frame.dim == 2 ? "[1, 0]" : "[1, 0, 0]"));
    }
    segment.scalars = table.scalar_values(limits::values, Free::time);
    const auto along = [&](const char* key, Vec<double, 2>& place) {
        const Node* given = table.find(key);
        if (!given) return;
        if (frame.dim == 2)
            place[0] = constant_of(*given, {0, 1e9});
        else {
            need_kind(*given, Node::Kind::array, "[0.2, 0.2]");
            if (given->children.size() != 2)
                refuse(*given, "a side of a 3D domain has two axes of its own; give two numbers");
            for (int i = 0; i < 2; ++i) place[i] = constant_of(given->children[static_cast<std::size_t>(i)], {0, 1e9});
        }
    };
    along("from", segment.from), along("to", segment.to);
    if (table.find("from") && !table.find("to")) refuse(node, "`from` is given without `to`; give both");
    for (int i = 0; i < frame.dim - 1; ++i)
        if (table.find("to") && segment.from[i] >= segment.to[i])
            refuse(node,
                   text("the part from %g to %g is empty; `from` must be below `to`", segment.from[i], segment.to[i]));
    return segment;
}

SceneSide read_side(const SceneFrame& frame, const Node& node) {
    if (node.kind == Node::Kind::text) {
        const auto kind = find_side_kind(node.text);
        if (!kind) refuse(node, kind.error().message);
        if (kind.value() == SideKind::inflow)
            refuse(node, text("an inflow needs a velocity; write { kind = \"inflow\", velocity = %s }",
                              frame.dim == 2 ? "[1, 0]" : "[1, 0, 0]"));
        return {SceneSegment{.kind = kind.value()}};
    }
    if (node.kind == Node::Kind::table) return {read_segment(frame, node, false)};
    need_kind(node, Node::Kind::array, "a name, a table, or an array of tables");
    SceneSide side;
    for (const Node& each : node.children) side.push_back(read_segment(frame, each, true));
    if (side.empty()) refuse(node, "a side without parts; give at least one, or leave the key out for a wall");
    return side;
}

}  // namespace

void read_domain_box(const Node& root, SceneFrame& frame, Scene& scene) {
    const Node* domain = root.find("domain");
    if (!domain) refuse(root, "the section [domain] is missing; give at least [domain] and cells = [128, 128]");
    need_kind(*domain, Node::Kind::table, "[domain]");
    const Node* cells = domain->find("cells");
    if (!cells) refuse(*domain, "the key \"cells\" is missing; give two numbers for 2D, three for 3D");
    need_kind(*cells, Node::Kind::array, "[128, 192]");
    if (cells->children.size() != 2 && cells->children.size() != 3)
        refuse(*cells, text("there are %zu numbers; give two for 2D or three for 3D", cells->children.size()));
    frame.dim = scene.dim = static_cast<int>(cells->children.size());
    int longest = 1;
    for (int axis = 0; axis < scene.dim; ++axis) {
        const Node& each = cells->children[static_cast<std::size_t>(axis)];
        const double count = constant_of(each, {1, 1 << 20});
        if (count != static_cast<int>(count))
            refuse(each, text("%g is no whole number of cells; write %.0f", count, std::ceil(count)));
        scene.cells[axis] = static_cast<int>(count);
        longest = std::max(longest, scene.cells[axis]);
    }
    for (int axis = 0; axis < scene.dim; ++axis) scene.size[axis] = static_cast<double>(scene.cells[axis]) / longest;
    if (const Node* size = domain->find("size")) {
        const Place3 given = vector_of(frame, *size, {1e-6, 1e9}, Free::none);
        for (int axis = 0; axis < scene.dim; ++axis) scene.size[axis] = given[axis].at(0);
    }
}

void read_sides(const Node& root, const SceneFrame& frame, Scene& scene) {
    const Node& domain = *root.find("domain");
    std::vector<std::string_view> keys{"cells", "size"};
    for (const std::string_view side : side_keys(frame.dim)) keys.push_back(side);
    const Table table(frame, domain, keys);
    for (int side = 0; side < 6; ++side) {
        const Node* given = table.find(side_names[side]);
        scene.sides[side] = given ? read_side(frame, *given) : SceneSide{SceneSegment{}};
    }
    const auto is_periodic = [](const SceneSide& side) { return side[0].kind == SideKind::periodic; };
    for (int side = 0; side < 2 * frame.dim; side += 2)
        if (is_periodic(scene.sides[side]) != is_periodic(scene.sides[side + 1]))
            refuse(domain, text("of %s and %s one is periodic and the other is not; make both periodic or neither",
                                side_names[side], side_names[side + 1]));
}

void read_time(const Node& root, const SceneFrame& frame, Scene& scene) {
    const Table table(frame, section(root, "time"), {"fps", "frames", "step", "substeps", "cfl", "max_step"});
    SceneTime& time = scene.time;
    time.fps = table.constant("fps", time.fps, {1e-3, 1e10});
    time.frames = table.whole("frames", time.frames, {1, 1e7});
    time.substeps = table.whole("substeps", time.substeps, {1, 10000});
    time.step = table.constant("step", 0, {1e-9, 1e3});
    time.cfl = table.constant("cfl", 0, {1e-3, 1e4});
    time.max_step = table.constant("max_step", 0, {1e-9, 1e3});
    int given = 0;
    for (const char* key : {"step", "substeps", "cfl"}) given += table.find(key) != nullptr;
    if (given > 1) refuse(table.node(), "more than one of step, substeps and cfl is given; choose one");
    if (table.find("max_step") && !table.find("cfl"))
        refuse(*table.find("max_step"), "max_step goes with cfl; give cfl too, or use step");
    if (time.step * time.fps > 1e4)
        refuse(*table.find("step"),
               text("a step of %g s lasts %g frames; use at most 10000", time.step, time.step * time.fps));
    if (time.step > 0 && 1 / (time.fps * time.step) > 1e4)
        refuse(*table.find("step"), text("steps of %g s are more than 10000 a frame; use larger ones", time.step));
}

}  // namespace whorl
