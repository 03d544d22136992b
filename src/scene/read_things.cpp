// [[emitter]], [[obstacle]] and [[force]]: what is in the flow.
#include <algorithm>

#include "core/text.hpp"
#include "scene/sections.hpp"

namespace whorl {
namespace {

constexpr Limits rates{-1e12, 1e12};

void read_span(const Table& table, double& start, double& end) {
    start = table.constant("start", start, {-1e9, 1e9});
    end = table.constant("end", end, {-1e9, 1e9});
    if (end <= start)
        refuse(table.node(), text("it ends at %g and starts at %g; it must end after its start", end, start));
}

SceneEmitter read_emitter(const SceneFrame& frame, const Node& node, const Scene& scene) {
    std::vector<std::string_view> keys{"shape", "velocity", "set", "start", "end"};
    keys.insert(keys.end(), frame.scalars.begin(), frame.scalars.end());
    const Table table(frame, node, keys);
    SceneEmitter emitter{.path = node.path};
    emitter.shape = read_shape(frame, table.need("shape", "{ circle = { center = [0.5, 0.1], radius = 0.05 } }"),
                               scene.size, false);
    emitter.scalars = table.scalar_values(rates, Free::place_and_time);
    if (const Node* velocity = table.find("velocity"))
        emitter.velocity = vector_of(frame, *velocity, limits::speeds, Free::place_and_time);
    emitter.set = table.truth("set", false);
    read_span(table, emitter.start, emitter.end);
    return emitter;
}

/// Holes in a solid, which move and turn with it.
std::vector<SceneShape> read_cuts(const SceneFrame& frame, const Table& table, ShapeKind of) {
    std::vector<SceneShape> cuts;
    const Node* list = table.find("cuts");
    if (!list) return cuts;
    need_kind(*list, Node::Kind::array, "[{ circle = { center = [0.5, 0.6], radius = 0.05 } }]");
    if (of == ShapeKind::image || of == ShapeKind::segment || of == ShapeKind::polyline)
        refuse(*list, "only solids can be cut: circle, sphere, box, capsule and polygon");
    if (list->children.size() > 1000)
        refuse(*list, text("there are %zu cuts; use at most 1000", list->children.size()));
    for (const Node& each : list->children) {
        cuts.push_back(read_shape(frame, each, {}, false));
        if (cuts.back().kind == ShapeKind::image) refuse(each, "an image cannot cut; use another shape");
        if (cuts.back().depends_on_time()) refuse(each, "a cut stays where it is in its obstacle; write numbers");
    }
    return cuts;
}

SceneObstacle read_obstacle(const SceneFrame& frame, const Node& node, const Scene& scene) {
    static constexpr std::string_view slips[] = {"free", "none"};
    const Table table(frame, node, {"name", "shape", "cuts", "angle", "slip"});
    SceneObstacle obstacle{.path = node.path, .name = table.words("name", node.name)};
    obstacle.shape =
        read_shape(frame, table.need("shape", "{ circle = { center = [0.5, 0.6], radius = 0.1 } }"), scene.size, true);
    obstacle.cuts = read_cuts(frame, table, obstacle.shape.kind);
    obstacle.angle = table.number("angle", 0.0, {-1e9, 1e9});
    obstacle.is_noslip = table.choice("slip", 0, slips) == 1;
    for (const SceneObstacle& other : scene.obstacles)
        if (other.name == obstacle.name)
            refuse(node, text("two obstacles are named \"%s\"; give each its own name", obstacle.name.c_str()));
    return obstacle;
}

/// The keys that a kind of force has beside kind, shape, start and end.
std::vector<std::string_view> force_keys(ForceKind kind) {
    switch (kind) {
        case ForceKind::gravity:
            return {"acceleration"};
        case ForceKind::wind:
        case ForceKind::fan:
            return {"velocity", "rate"};
        case ForceKind::vortex:
            return {"center", "strength", "radius", "axis"};
        case ForceKind::point:
            return {"center", "strength", "radius"};
        case ForceKind::turbulence:
            return {"strength", "radius", "rate", "seed"};
    }
    return {};
}

SceneForce read_force(const SceneFrame& frame, const Node& node, const Scene& scene) {
    static constexpr std::string_view kinds[] = {"gravity", "wind", "fan", "vortex", "point", "turbulence"};
    need_kind(node, Node::Kind::table, "[[force]]");
    const Node* name = node.find("kind");
    if (!name) refuse(node, "the key \"kind\" is missing; give gravity, wind, fan, vortex, point or turbulence");
    SceneForce force{.path = node.path, .kind = static_cast<ForceKind>(choice_of(*name, "kind of force", kinds))};
    std::vector<std::string_view> keys = force_keys(force.kind);
    const auto has = [&](std::string_view key) { return std::find(keys.begin(), keys.end(), key) != keys.end(); };
    const bool has_vector = has("velocity"), has_center = has("center"), has_strength = has("strength");
    keys.insert(keys.end(), {"kind", "shape", "start", "end"});
    const Table table(frame, node, keys);
    if (const Node* shape = table.find("shape"))
        force.shape = read_shape(frame, *shape, scene.size, false);
    else if (force.kind == ForceKind::fan)
        table.need("shape",
                   "the place that the fan blows through, such as { box = { low = [0, 0.4], high = [0.1, 0.6] } }");
    if (force.kind == ForceKind::gravity)
        force.vector = vector_of(frame, table.need("acceleration", "m/s^2, such as [0, -9.81]"), rates, Free::time);
    if (has_vector)
        force.vector =
            vector_of(frame, table.need("velocity", "m/s, such as [2, 0]"), limits::speeds, Free::place_and_time);
    if (has_center) force.center = vector_of(frame, table.need("center", "a point"), limits::places, Free::time);
    if (has_strength) force.strength = number_of(frame, table.need("strength", "a number"), rates, Free::time);
    force.rate = table.number("rate", 1.0, {0, 1e6});
    force.radius = table.number("radius", 0.1, {1e-9, 1e9});
    force.axis = table.vector("axis", {0.0, 0.0, 1.0}, limits::places);
    if (frame.dim == 2 && table.find("axis"))
        refuse(*table.find("axis"), "a vortex of a 2D domain has no axis; leave it out");
    force.seed = static_cast<std::uint64_t>(table.whole("seed", 1, {0, 1e9}));
    read_span(table, force.start, force.end);
    return force;
}

}  // namespace

std::vector<const Node*> list_of(const Node& root, const char* name) {
    const Node* found = root.find(name);
    if (!found) return {};
    if (found->kind == Node::Kind::table) refuse(*found, text("there may be several of these; write [[%s]]", name));
    need_kind(*found, Node::Kind::array, "a list of tables");
    if (found->children.size() > 10000)
        refuse(*found, text("there are %zu of them; use at most 10000", found->children.size()));
    std::vector<const Node*> list;
    for (const Node& each : found->children) list.push_back(&each);
    return list;
}

void read_emitters(const Node& root, const SceneFrame& frame, Scene& scene) {
    for (const Node* each : list_of(root, "emitter")) scene.emitters.push_back(read_emitter(frame, *each, scene));
}
void read_obstacles(const Node& root, const SceneFrame& frame, Scene& scene) {
    for (const Node* each : list_of(root, "obstacle")) scene.obstacles.push_back(read_obstacle(frame, *each, scene));
}
void read_forces(const Node& root, const SceneFrame& frame, Scene& scene) {
    for (const Node* each : list_of(root, "force")) scene.forces.push_back(read_force(frame, *each, scene));
}

}  // namespace whorl
