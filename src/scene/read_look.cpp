// How pictures look: the keys of an [[output]] that draws, and [camera], [[light]] and [[dye]].
#include <algorithm>
#include <array>

#include "core/nearest_name.hpp"
#include "core/text.hpp"
#include "render/flat_view.hpp"
#include "render/stages.hpp"
#include "scene/sections.hpp"

namespace whorl {
namespace {

/// The camera's and the lights' places have three numbers, whatever the flow has.
SceneFrame in_space(const SceneFrame& frame) {
    SceneFrame space = frame;
    space.dim = 3;
    return space;
}

SceneCamera camera_of(const SceneFrame& flow, const Node& node) {
    const SceneFrame frame = in_space(flow);
    const Table table(frame, node, {"target", "position", "distance", "azimuth", "elevation", "fov"});
    SceneCamera camera;
    if (table.find("target")) camera.target = table.vector("target", {}, limits::places);
    if (table.find("position")) camera.position = table.vector("position", {}, limits::places);
    if (table.find("distance")) camera.distance = table.number("distance", 1.0, {1e-6, 1e6});
    if (table.find("azimuth")) camera.azimuth = table.number("azimuth", 0.0, {-1e6, 1e6});
    if (table.find("elevation")) camera.elevation = table.number("elevation", 0.0, {-90, 90});
    camera.fov = table.number("fov", camera.fov, {0.1, 169});
    for (const char* key : {"distance", "azimuth", "elevation"})
        if (camera.position && table.find(key))
            refuse(*table.find(key),
                   text("the camera has a position and circles too; give `position`, or `%s` and its sisters", key));
    return camera;
}

SceneLight light_of(const SceneFrame& flow, const Node& node) {
    const SceneFrame frame = in_space(flow);
    const Table table(frame, node, {"direction", "position", "color", "intensity"});
    SceneLight light;
    light.is_at_place = table.find("position") != nullptr;
    if (light.is_at_place == (table.find("direction") != nullptr))
        refuse(node, "a light has a direction in which it shines, such as [1, 0, -1], or a position; give one of them");
    light.place = table.vector(light.is_at_place ? "position" : "direction", {}, limits::places);
    if (!light.is_at_place && light.place[0].is_constant() && light.place[0].at(0) == 0 &&
        light.place[1].is_constant() && light.place[1].at(0) == 0 && light.place[2].is_constant() &&
        light.place[2].at(0) == 0)
        refuse(*table.find("direction"), "a light cannot shine in the direction [0, 0, 0]; give a number other than 0");
    light.color = table.color("color", light.color);
    light.intensity = table.number("intensity", light.intensity, {0, 1e6});
    return light;
}

Dye dye_of(const SceneFrame& frame, const Node& node) {
    const Table table(frame, node, {"name", "color"});
    const Node& name = table.need("name", "the name of its scalar, such as \"madder\"");
    need_kind(name, Node::Kind::text, "\"madder\"");
    check_scalar_name(name, name.text);
    table.need("color", "such as \"#d3233f\"");
    return {name.text, table.color("color", {})};
}

Volume smoke_of(const SceneFrame& flow, const Node& node, const Volume& otherwise) {
    const SceneFrame frame = in_space(flow);
    const Table table(frame, node,
                      {"extinction", "albedo", "forward", "ambient", "glow", "kelvin", "room", "step", "cut"});
    Volume smoke = otherwise;
    const auto number = [&](const char* key, float& value, Limits range) {
        value = static_cast<float>(table.constant(key, static_cast<double>(value), range));
    };
    number("extinction", smoke.extinction, {0, 1e6});
    number("forward", smoke.forward, {-0.95, 0.95});
    number("glow", smoke.glow, {0, 1e6});
    number("kelvin", smoke.kelvin, {0, 1e6});
    number("room", smoke.room, {0, 1e6});
    smoke.step = table.constant("step", smoke.step, {0.05, 4});
    smoke.albedo = table.color("albedo", smoke.albedo);
    smoke.ambient = table.color("ambient", smoke.ambient);
    if (const Node* cut = table.find("cut")) {
        const Table plane(frame, *cut, {"normal", "through"});
        const Place3 normal = vector_of(frame, plane.need("normal", "[0, -1, 0]"), limits::places, Free::none);
        const Place3 through =
            vector_of(frame, plane.need("through", "a point on the cut"), limits::places, Free::none);
        CutPlane made;
        for (int axis = 0; axis < 3; ++axis) {
            made.normal[axis] = static_cast<float>(normal[axis].at(0));
            made.offset += made.normal[axis] * static_cast<float>(through[axis].at(0));
        }
        smoke.cut = made;
    }
    return smoke;
}

Slice slice_of(const SceneFrame& frame, const Node& node) {
    static constexpr std::string_view axes[] = {"x", "y", "z"};
    const Table table(frame, node, {"axis", "at"});
    return {table.choice("axis", 1, axes), table.constant("at", 0.5, {0, 1})};
}

LineStyle lines_of(const SceneFrame& frame, const Node& node) {
    const Table table(frame, node, {"color", "width"});
    return {table.color("color", {1, 1, 1, 1}), static_cast<float>(table.constant("width", 1.2, {0.1, 100}))};
}

bool is_stage(std::string_view name) {
    return std::find(stage_names().begin(), stage_names().end(), name) != stage_names().end();
}

void check_stage(const Node& node, const Scene& scene, const std::string& view) {
    if (view.find('+') != std::string::npos)
        refuse(node, "nothing can be laid over the stages of a step; give their name alone");
    if (scene.dim != 2)
        refuse(node,
               text("the stages of \"%s\" are drawn for 2D flows, and this one is 3D; give two cells", view.c_str()));
    if (scene.solver.method != "engine")
        refuse(node, text("the method \"%s\" does not show its stages; use the method \"engine\"",
                          scene.solver.method.c_str()));
    if (scene.time.step > 1 / scene.time.fps * (1 + 1e-9))
        refuse(node,
               text("a step of %g s is longer than a frame, and a frame without a step has no stages; use at most "
                    "%g s",
                    scene.time.step, 1 / scene.time.fps));
}

void read_view(const Table& table, const Scene& scene, SceneLook& look) {
    const Node* node = table.find("view");
    if (!node) return;
    look.view = need_kind(*node, Node::Kind::text, "\"vorticity + arrows\"").text;
    std::vector<std::string> fields = field_names(scene);
    fields.insert(fields.end(), stage_names().begin(), stage_names().end());
    if (auto good = check_view(scene.dim, fields, look.view); !good) refuse(*node, good.error().message);
    const std::vector<std::string> layers = layers_of(look.view);
    if (std::any_of(layers.begin(), layers.end(), is_stage)) check_stage(*node, scene, look.view);
    if (layers[0] == "dyes" && scene.dyes.empty())
        refuse(*node, "there are no dyes to draw; add [[dye]] with a name and a color");
    std::vector<std::string> shown = field_names(scene);
    if (layers[0] == "slice" && !scene.dyes.empty()) shown.emplace_back("dyes");
    look.field = read_field(table, "field", look.field, shown);
}

/// A key that means nothing to the view is a mistake.
void check_use(const Table& table, const Scene& scene, const SceneLook& look) {
    const std::string base = layers_of(look.view)[0];
    const bool is_space = is_in_space(scene.dim, look.view);
    const auto is = [&](std::initializer_list<std::string_view> names) {
        return std::find(names.begin(), names.end(), base) != names.end();
    };
    const bool is_smoke = is({"volume", "fire", "path"}) || (scene.dim == 3 && is({"density", "dyes"}));
    const bool has_dyes = base == "dyes" || (base == "slice" && look.field == "dyes");
    const bool has_slice = scene.dim == 3 && (!is_space || is({"height", "wireframe"}));
    const bool has_height = is_space || !look.mesh.empty();
    const struct {
        const char *key, *means;
        bool is_used;
    } rules[] = {
        {"height", "is for views in perspective and meshes; that of a flat picture follows from its width", has_height},
        {"camera", "is for views in perspective and meshes", has_height},
        {"field", "is for the views height, wireframe, slice and surface",
         is({"height", "wireframe", "slice", "surface"})},
        {"level", "is for the view surface", base == "surface"},
        {"slice",
         scene.dim == 3 && base == "dyes" ? "is for flat views; write view = \"slice\" and field = \"dyes\""
                                          : "is for flat views of a 3D flow",
         has_slice},
        {"smoke", "is for the views volume, fire, path and, in 3D, dyes", is_smoke},
        {"floor", "is for the views volume, fire and, in 3D, dyes", is_smoke && base != "path"},
        {"samples", "is for the view path", base == "path"},
        {"mixing", "is for the view dyes", has_dyes},
        {"mesh", "takes a flat view as its skin", !is_space && !is_stage(base)},
        {"bar", "needs a view with a palette",
         !is({"lic", "ground", "surface"}) && !has_dyes && !is_smoke && !is_stage(base)},
    };
    for (const auto& rule : rules)
        if (const Node* found = table.find(rule.key); found && !rule.is_used)
            refuse(*found, text("`%s` %s; the view is \"%s\"", rule.key, rule.means, look.view.c_str()));
}

void read_mesh(const Table& table, SceneLook& look) {
    const Node* mesh = table.find("mesh");
    if (!mesh) return;
    look.mesh = need_kind(*mesh, Node::Kind::text, "\"globe\"").text;
    if (look.mesh != "globe" && look.mesh != "vase" && !look.mesh.ends_with(".obj"))
        refuse(*mesh, text("there is no mesh \"%s\"; use globe, vase, or the name of an .obj file", look.mesh.c_str()));
}

}  // namespace

void read_range(const Table& table, SceneLook& look) {
    const Node* range = table.find("range");
    if (!range) return;
    need_kind(*range, Node::Kind::array, "[0, 1]");
    if (range->children.size() != 2) refuse(*range, "a range is two numbers, [low, high]");
    look.range = {constant_of(range->children[0], {}), constant_of(range->children[1], {})};
    if ((*look.range)[0] >= (*look.range)[1]) refuse(*range, "the first number of a range must be below the second");
}

std::vector<std::string_view> look_keys() {
    return {"view",   "palette",   "range", "exposure", "width",   "height",  "bar",
            "title",  "obstacles", "field", "level",    "slice",   "spacing", "lines",
            "ground", "mixing",    "smoke", "floor",    "samples", "camera",  "mesh"};
}

SceneLook read_look(const Table& table, const SceneFrame& frame, const Scene& scene) {
    SceneLook look{.path = table.node().path};
    read_view(table, scene, look);
    read_mesh(table, look);
    check_use(table, scene, look);
    std::vector<std::string_view> palettes(palette_names().begin(), palette_names().end());
    palettes.push_back("height");
    if (table.find("palette")) look.palette = palettes[static_cast<std::size_t>(table.choice("palette", 0, palettes))];
    read_range(table, look);
    if (table.find("exposure")) look.exposure = table.constant("exposure", 1, {1e-9, 1e6});
    look.width = table.whole("width", 0, {1, 8192});
    look.height = table.whole("height", 0, {1, 8192});
    look.bar = table.truth("bar", false);
    look.title = table.words("title", "");
    look.obstacles = table.truth("obstacles", true);
    look.floor = table.truth("floor", true);
    look.level = table.constant("level", look.level, {-1e12, 1e12});
    look.spacing = table.constant("spacing", 0, {0.5, 1000});
    look.samples = table.whole("samples", look.samples, {1, 65536});
    static constexpr std::string_view mixings[] = {"pigment", "light"};
    look.mixing = static_cast<InkMixing>(table.choice("mixing", 0, mixings));
    if (table.find("ground")) look.ground = table.color("ground", {});
    if (const Node* slice = table.find("slice")) look.slice = slice_of(frame, *slice);
    if (const Node* lines = table.find("lines")) look.lines = lines_of(frame, *lines);
    if (const Node* smoke = table.find("smoke")) look.smoke = smoke_of(frame, *smoke, look.smoke);
    if (const Node* camera = table.find("camera")) look.camera = camera_of(frame, *camera);
    return look;
}

void read_camera(const Node& root, const SceneFrame& frame, Scene& scene) {
    if (const Node* camera = root.find("camera")) scene.camera = camera_of(frame, *camera);
}

void read_lights(const Node& root, const SceneFrame& frame, Scene& scene) {
    for (const Node* each : list_of(root, "light")) {
        if (scene.lights.size() == 16) refuse(*each, "there are more than 16 lights; use at most 16");
        scene.lights.push_back(light_of(frame, *each));
    }
}

void read_dyes(const Node& root, SceneFrame& frame, Scene& scene) {
    for (const Node* each : list_of(root, "dye")) {
        Dye dye = dye_of(frame, *each);
        for (const Dye& other : scene.dyes)
            if (other.field == dye.field)
                refuse(*each, text("two dyes are named \"%s\"; give each its own name", dye.field.c_str()));
        if (std::find(frame.scalars.begin(), frame.scalars.end(), dye.field) == frame.scalars.end()) {
            if (scene.scalars.size() == 16) refuse(*each, "there are more than 16 scalars; use at most 16");
            scene.scalars.push_back({.name = dye.field});
            frame.scalars.push_back(dye.field);
        }
        scene.dyes.push_back(std::move(dye));
    }
}

}  // namespace whorl
