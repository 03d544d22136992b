// [[measure]] and [[output]]: what is written down, and under which names.
#include <algorithm>

#include "core/nearest_name.hpp"
#include "core/text.hpp"
#include "render/flat_view.hpp"
#include "scene/sections.hpp"

namespace whorl {
namespace {

constexpr std::string_view measure_kinds[] = {"point",  "profile",   "total",      "maximum", "minimum",
                                              "energy", "enstrophy", "divergence", "flux",    "force"};
constexpr std::string_view output_kinds[] = {"video", "frames", "sheet", "vtk", "vdb", "mesh", "checkpoint"};

std::vector<std::string_view> views_of(const std::vector<std::string>& names) {
    return {names.begin(), names.end()};
}

bool is_plain_name(const std::string& name) {
    return !name.empty() && name.size() <= 100 && name[0] != '.' &&
           name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") ==
               std::string::npos;
}

Place inside(const Table& table, const char* key, const char* what, const Scene& scene) {
    const Place at = table.place(key, what);
    for (int axis = 0; axis < scene.dim; ++axis) {
        const double slack = 1e-9 * scene.size[axis];
        if (at[axis] < -slack || at[axis] > scene.size[axis] + slack)
            refuse(*table.find(key), text("%c = %g is outside of the domain, which reaches from 0 to %g m", "xyz"[axis],
                                          at[axis], scene.size[axis]));
    }
    return at;
}

void read_flux(const Table& table, const SceneFrame& frame, const Scene& scene, SceneMeasure& measure) {
    std::vector<std::string_view> sides(std::begin(side_names), std::begin(side_names) + 2 * frame.dim);
    if (const Node* side = table.find("side")) {
        measure.side = sides[static_cast<std::size_t>(choice_of(*side, "side", sides))];
        return;
    }
    measure.from = inside(table, "from", "a side, or from and to: two corners of a cut along the grid", scene);
    measure.to = inside(table, "to", "the other corner of the cut", scene);
    int flat = 0;
    for (int axis = 0; axis < frame.dim; ++axis) flat += measure.from[axis] == measure.to[axis];
    if (flat != 1)
        refuse(table.node(),
               "a flux is measured through a cut across one axis; let from and to agree in exactly one coordinate");
}

void read_timing(const Table& table, SceneMeasure& measure) {
    static constexpr std::string_view moments[] = {"end"};
    measure.every = table.constant("every", 0, {1e-9, 1e9});
    if (!table.find("when")) return;
    table.choice("when", 0, moments);
    measure.at_end = true;
    if (table.find("every")) refuse(*table.find("when"), "`when` and `every` are both given; choose one");
}

SceneMeasure read_measure(const SceneFrame& frame, const Node& node, const Scene& scene) {
    const Table table(
        frame, node,
        {"name", "kind", "field", "from", "to", "samples", "position", "side", "obstacle", "every", "when"});
    SceneMeasure measure{.path = node.path};
    measure.kind =
        static_cast<MeasureKind>(choice_of(table.need("kind", "what to measure"), "kind of measure", measure_kinds));
    measure.name = table.words("name", std::string(measure_kinds[static_cast<int>(measure.kind)]));
    if (!is_plain_name(measure.name))
        refuse(*table.find("name"),
               text("\"%s\" cannot be the name of a file; use letters, digits, _ - and .", measure.name.c_str()));
    for (const SceneMeasure& other : scene.measures)
        if (other.name == measure.name)
            refuse(node, text("two measures are named \"%s\"; give each its own name", measure.name.c_str()));
    std::vector<std::string> fields = field_names(scene);
    const bool is_velocity_default = measure.kind == MeasureKind::energy || measure.kind == MeasureKind::flux;
    if (is_velocity_default) fields.emplace_back("velocity");
    measure.field = read_field(table, "field", is_velocity_default ? "velocity" : "density", fields);
    if (measure.kind == MeasureKind::point) measure.from = inside(table, "position", "a point", scene);
    if (measure.kind == MeasureKind::profile) {
        measure.from = inside(table, "from", "a point", scene), measure.to = inside(table, "to", "a point", scene);
        if (measure.from == measure.to) refuse(node, "from and to are the same place; a profile runs along a line");
        measure.samples = table.whole("samples", 65, {2, 1e5});
    }
    if (measure.kind == MeasureKind::flux) read_flux(table, frame, scene, measure);
    if (measure.kind == MeasureKind::force) {
        measure.obstacle =
            need_kind(table.need("obstacle", "the name of an obstacle"), Node::Kind::text, "\"ball\"").text;
        std::vector<std::string_view> names;
        for (const SceneObstacle& obstacle : scene.obstacles) names.push_back(obstacle.name);
        if (names.empty()) refuse(node, "there are no obstacles to measure a force on; add [[obstacle]]");
        choice_of(*table.find("obstacle"), "obstacle", names);
    }
    read_timing(table, measure);
    return measure;
}

/// What a kind is called when no name is given, and what its name may end in.
struct FileRule {
    const char* usual;
    std::vector<std::string_view> endings;
    bool is_numbered;
};
FileRule rule_of(OutputKind kind) {
    switch (kind) {
        case OutputKind::video:
            return {"movie.mp4", {".mp4", ".webm", ".gif", ".apng"}, false};
        case OutputKind::frames:
            return {"frames/####.png", {".png", ".ppm", ".exr"}, true};
        case OutputKind::sheet:
            return {"sheet.png", {".png"}, false};
        case OutputKind::vtk:
            return {"vtk/####.vti", {".vti"}, true};
        case OutputKind::vdb:
            return {"vdb/####.vdb", {".vdb"}, true};
        case OutputKind::mesh:
            return {"mesh/####.obj", {".obj", ".ply"}, true};
        case OutputKind::checkpoint:
            return {"checkpoint", {""}, false};
    }
    return {};
}

void check_file(const Node& node, const std::string& file, const FileRule& rule) {
    if (file.empty() || file.size() > 200 || file[0] == '/' || ("/" + file + "/").find("/../") != std::string::npos ||
        ("/" + file).find("/.") != std::string::npos || file.find('\0') != std::string::npos || file.back() == '/')
        refuse(node,
               text("\"%s\" cannot be written; give a name inside the results' folder, without \"..\" and hidden parts",
                    file.c_str()));
    if (file == "scene.toml" || file.starts_with("measure/"))
        refuse(node, text("\"%s\" is used for something else; choose another name", file.c_str()));
    const bool ends_well = std::any_of(rule.endings.begin(), rule.endings.end(),
                                       [&](std::string_view end) { return file.ends_with(end); });
    std::string allowed;
    for (const std::string_view end : rule.endings) allowed += (allowed.empty() ? "" : " ") + std::string(end);
    if (!ends_well)
        refuse(node,
               text("\"%s\" ends in nothing that can be written; the endings are %s", file.c_str(), allowed.c_str()));
    const std::size_t first = file.find('#'), last = file.rfind('#');
    if (rule.is_numbered && first == std::string::npos)
        refuse(node, text("\"%s\" has no place for the number of a frame; write #### there", file.c_str()));
    if (first != std::string::npos && (!rule.is_numbered || file.find_first_not_of('#', first) <= last))
        refuse(node,
               text("\"%s\" has # where it cannot be; a numbered file has one run of them, such as frames/####.png",
                    file.c_str()));
}

std::vector<std::string_view> output_keys(OutputKind kind) {
    std::vector<std::string_view> keys{"kind", "file"};
    if (kind == OutputKind::video || kind == OutputKind::frames || kind == OutputKind::sheet) {
        const auto look = look_keys();
        keys.insert(keys.end(), look.begin(), look.end());
        keys.push_back("every");
    }
    if (kind == OutputKind::video) keys.push_back("card");
    if (kind == OutputKind::frames) keys.insert(keys.end(), {"bits", "alpha", "when"});
    if (kind == OutputKind::mesh) keys.insert(keys.end(), {"field", "level", "range", "every", "when"});
    if (kind == OutputKind::sheet) keys.insert(keys.end(), {"columns", "tiles"});
    if (kind == OutputKind::vtk || kind == OutputKind::vdb) keys.insert(keys.end(), {"fields", "every"});
    if (kind == OutputKind::vdb) keys.push_back("up");
    if (kind == OutputKind::checkpoint) keys.insert(keys.end(), {"every", "keep"});
    return keys;
}

/// What depends on the kind of file.
void check_look(const Table& table, const Scene& scene, const SceneOutput& output) {
    const SceneLook& look = output.look;
    const std::string base = layers_of(look.view)[0];
    const bool is_film = output.kind == OutputKind::video || output.kind == OutputKind::sheet;
    if (look.bar && is_film && !look.range && !look.exposure && base != "density")
        refuse(*table.find("bar"),
               "a colour bar that fits itself to every frame tells nothing in a film or sheet; give a range");
    const std::vector<std::string> fields = field_names(scene);
    const bool is_field = std::find(fields.begin(), fields.end(), look.view) != fields.end();
    const bool holds_heights = output.file.ends_with(".png") || output.file.ends_with(".exr");
    if (look.palette == "height" && (is_film || !holds_heights || !look.mesh.empty() || !is_field))
        refuse(*table.find("palette"),
               "heights are the values of a field, as `frames` in .png or .exr files; give such a view, or another "
               "palette");
}

/// How colours and values are stored.
void read_bits(const Table& table, SceneOutput& output) {
    const bool is_exr = output.file.ends_with(".exr");
    output.bits = table.whole("bits", is_exr || output.look.palette == "height" ? 16 : 8, {8, 32});
    if (output.bits != 16 && output.bits != (is_exr ? 32 : 8))
        refuse(*table.find("bits"), text("%d bits cannot be written; use %s", output.bits,
                                         is_exr ? "16 or 32 for .exr" : "8 or 16, or write .exr for 32"));
    if (output.bits == 16 && output.file.ends_with(".ppm"))
        refuse(table.node(), "PPM pictures have 8 bits here; write .png for 16");
    output.look.alpha = table.truth("alpha", false);
    if (output.look.alpha && output.file.ends_with(".ppm"))
        refuse(table.node(), "PPM pictures have no alpha; write .png");
}

void read_card(const Table& table, const SceneFrame& frame, SceneCard& card) {
    const Node* node = table.find("card");
    if (!node) return;
    if (node->kind == Node::Kind::number) {
        card.seconds = constant_of(*node, {0.1, 3600});
        return;
    }
    const Table words(frame, *node, {"seconds", "lines"});
    card.seconds = words.constant("seconds", 2, {0.1, 3600});
    if (const Node* lines = words.find("lines"))
        for (const Node& line : need_kind(*lines, Node::Kind::array, "[\"viscosity 1e-4\"]").children)
            card.lines.push_back(need_kind(line, Node::Kind::text, "words in quotes").text);
}

SceneOutput read_output(const SceneFrame& frame, const Node& node, const Scene& scene) {
    need_kind(node, Node::Kind::table, "[[output]]");
    const Node* name = node.find("kind");
    if (!name) refuse(node, "the key \"kind\" is missing; give video, frames, sheet, vtk, vdb, mesh or checkpoint");
    SceneOutput output{.path = node.path,
                       .kind = static_cast<OutputKind>(choice_of(*name, "kind of output", output_kinds))};
    const Table table(frame, node, output_keys(output.kind));
    FileRule rule = rule_of(output.kind);
    static constexpr std::string_view moments[] = {"end"};
    if (table.find("when")) {
        table.choice("when", 0, moments);
        output.at_end = true;
        rule.is_numbered = false;
        rule.usual = output.kind == OutputKind::mesh ? "mesh.obj" : "picture.png";
        if (table.find("every")) refuse(*table.find("when"), "`when` and `every` are both given; choose one");
    }
    output.file = table.words("file", rule.usual);
    check_file(table.find("file") ? *table.find("file") : node, output.file, rule);
    for (const SceneOutput& other : scene.outputs)
        if (other.file == output.file)
            refuse(node, text("two outputs are written to \"%s\"; give each its own file", output.file.c_str()));
    if (output.kind == OutputKind::checkpoint) {
        output.seconds = table.constant("every", output.seconds, {0, 1e9});
        output.keep = table.whole("keep", output.keep, {1, 1e6});
        return output;
    }
    static constexpr std::string_view ups[] = {"z", "y"};
    output.up = ups[table.choice("up", 0, ups)][0];
    output.every = table.whole("every", 1, {1, 1e7});
    output.columns = table.whole("columns", output.columns, {1, 100});
    output.tiles = table.whole("tiles", output.tiles, {1, 1000});
    if (output.kind == OutputKind::mesh) {
        output.look.field = read_field(table, "field", output.look.field, field_names(scene));
        output.look.level = table.constant("level", output.look.level, {-1e12, 1e12});
        read_range(table, output.look);
    } else {
        output.look = read_look(table, frame, scene);
        check_look(table, scene, output);
        read_bits(table, output);
        read_card(table, frame, output.card);
    }
    if (const Node* fields = table.find("fields"))
        for (const Node& each : need_kind(*fields, Node::Kind::array, "[\"density\", \"velocity\"]").children) {
            std::vector<std::string> names = field_names(scene);
            names.emplace_back("velocity");
            if (output.kind == OutputKind::vdb && !scene.dyes.empty()) names.emplace_back("dyes");
            output.fields.push_back(names[static_cast<std::size_t>(choice_of(each, "field", views_of(names)))]);
        }
    if (output.fields.empty()) output.fields = {"density", "temperature", "velocity"};
    return output;
}

}  // namespace

std::string read_field(const Table& table, const char* key, const std::string& otherwise,
                       const std::vector<std::string>& names) {
    const Node* given = table.find(key);
    if (!given) return otherwise;
    return names[static_cast<std::size_t>(choice_of(*given, "field", views_of(names)))];
}

std::vector<std::string> field_names(const Scene& scene) {
    std::vector<std::string> names;
    for (const SceneScalar& scalar : scene.scalars) names.push_back(scalar.name);
    for (const char* name : {"pressure", "velocity.x", "velocity.y", "speed", "vorticity", "divergence"})
        names.emplace_back(name);
    if (scene.dim == 3)
        for (const char* name : {"velocity.z", "vorticity.x", "vorticity.y", "vorticity.z"}) names.emplace_back(name);
    return names;
}

void read_measures(const Node& root, const SceneFrame& frame, Scene& scene) {
    for (const Node* each : list_of(root, "measure")) scene.measures.push_back(read_measure(frame, *each, scene));
}
void read_outputs(const Node& root, const SceneFrame& frame, Scene& scene) {
    for (const Node* each : list_of(root, "output")) scene.outputs.push_back(read_output(frame, *each, scene));
}

}  // namespace whorl
