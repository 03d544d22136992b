#include "scene_parts.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/names.hpp"
#include "core/text.hpp"
#include "run/fields.hpp"
#include "scene/table.hpp"

namespace whorl::view {
namespace {

using Way = PartNumber::Way;
constexpr std::size_t most_points = 500;  // of a polygon that is moved as one

struct Range {
    double low = 0, high = 1;
    bool is_logarithmic = false;
};

/// A power of ten times `least` that holds the value.
double reach(double least, double value) {
    while (least < std::abs(value)) least *= 10;
    return least;
}

class PartMaker {
  public:
    PartMaker(const Node& root, const Scene& scene, double t) : root_(root), scene_(scene), t_(t) {
        frame_.dim = scene.dim;
        for (const SceneScalar& each : scene.scalars) frame_.scalars.push_back(each.name);
        for (int axis = 0; axis < scene.dim; ++axis) longest_ = std::max(longest_, scene.size[axis]);
    }

    void begin(ScenePart::Kind kind, const std::string& id, const std::string& label) {
        parts_.push_back({kind, id, label, {}});
    }
    /// One key or several that belong together; `otherwise` what their lack means.
    void add(const std::string& name, std::vector<std::string> paths, Way way, Parameter shown, double otherwise = 0);
    void vector(const std::string& key, const char* label, const char* unit, const char* tip, double most);
    void scalars(bool is_rate);
    void shape(const Node& node, const std::string& path);
    void span(const Node& node);
    void force(const Node& node);
    const std::string& id() const { return parts_.back().id; }
    const Node* find(const std::string& key) const { return node_at(root_, id() + "." + key); }

    std::vector<ScenePart> take() {
        std::erase_if(parts_, [](const ScenePart& each) { return each.numbers.empty(); });
        return std::move(parts_);
    }

  private:
    void place(const std::vector<std::string>& points, const char* name, const char* label, const char* tip, Way way);
    void extent(const std::string& low, const std::string& high);
    void radius(const std::string& path, const char* tip);

    const Node& root_;
    const Scene& scene_;
    double t_, longest_ = 0;
    SceneFrame frame_{};
    std::vector<ScenePart> parts_{};
};

void PartMaker::add(const std::string& name, std::vector<std::string> paths, Way way, Parameter shown,
                    double otherwise) {
    PartNumber made{.shown = std::move(shown), .way = way, .paths = std::move(paths)};
    for (const std::string& path : made.paths) {
        const Node* node = node_at(root_, path);
        const Number number = node ? number_of(frame_, *node, {}, Free::all) : Number(otherwise);
        made.is_given = made.is_given && node;
        made.values.push_back(number.at(t_));
        if (made.shown.words.empty()) made.shown.words = follows(node, number, t_);
    }
    const double first = made.values.front(), last = made.values.back();
    double sum = 0;
    for (const double value : made.values) sum += value / static_cast<double>(made.values.size());
    Parameter& seen = made.shown;
    seen.value = way == Way::shift ? sum : way == Way::stretch ? last - first : first;
    seen.low = std::min(seen.low, seen.value), seen.high = std::max(seen.high, seen.value);
    seen.id = id() + "." + name;
    if (parts_.back().kind == ScenePart::Kind::wall)
        seen.tip += " The wall gets there within a second and pushes the flow on its way.";
    parts_.back().numbers.push_back(std::move(made));
}

void PartMaker::vector(const std::string& key, const char* label, const char* unit, const char* tip, double most) {
    if (!find(key)) return;
    for (int axis = 0; axis < scene_.dim; ++axis) {
        const double high = reach(most, node_at(root_, id() + "." + key + "." + std::to_string(axis))->number);
        add(key + "." + axis_names[axis], {id() + "." + key + "." + std::to_string(axis)}, Way::same,
            {"", std::string(label) + " along " + axis_names[axis], unit, tip, -high, high, true});
    }
}

void PartMaker::scalars(bool is_rate) {
    const std::string per = is_rate ? " a second" : "";
    const char* tip = is_rate ? "How much of it comes out where the shape is, each second."
                              : "How much of it there is where this is at work.";
    for (const std::string& name : frame_.scalars) {
        const Node* given = find(name);
        if (!given && !is_rate) continue;  // to hold a field at zero is not to let it alone
        const double most = reach(1000, given ? given->number : 0);
        const bool is_heat = name == "temperature";
        add(name, {id() + "." + name}, Way::same,
            {"",
             is_heat             ? "Heat"
             : name == "density" ? "Smoke"
                                 : "Ink: " + name,
             (is_heat ? "degrees" : "units") + per, tip, is_heat ? -most : std::min(0.0, given ? given->number : 0.0),
             most, true});
    }
}

void PartMaker::place(const std::vector<std::string>& points, const char* name, const char* label, const char* tip,
                      Way way) {
    for (int axis = 0; axis < scene_.dim; ++axis) {
        std::vector<std::string> paths;
        for (const std::string& each : points) paths.push_back(each + "." + std::to_string(axis));
        add(std::string(name) + "." + axis_names[axis], paths, way,
            {"", std::string(label) + " along " + axis_names[axis], "m", tip, 0, scene_.size[axis]});
    }
}

void PartMaker::extent(const std::string& low, const std::string& high) {
    for (int axis = 0; axis < scene_.dim; ++axis)
        add(std::string("extent.") + axis_names[axis],
            {low + "." + std::to_string(axis), high + "." + std::to_string(axis)}, Way::stretch,
            {"", std::string("Size along ") + axis_names[axis], "m", "From one side of it to the other.",
             0.25 * spacing(scene_, axis), scene_.size[axis]});
}

void PartMaker::radius(const std::string& path, const char* tip) {
    add("radius", {path}, Way::same, {"", "Radius", "m", tip, 0.25 * spacing(scene_, 0), longest_ / 2});
}

void PartMaker::shape(const Node& node, const std::string& path) {
    if (node.children.size() != 1) return;
    const Node& kind = node.children[0];
    const std::string at = path + "." + kind.name;
    const char* where = "Where its middle is.";
    if (kind.find("center")) place({at + ".center"}, "place", "Place", where, Way::same);
    if (kind.find("low")) {
        place({at + ".low", at + ".high"}, "place", "Place", where, Way::shift);
        extent(at + ".low", at + ".high");
    }
    if (kind.find("from")) {
        place({at + ".from"}, "from", "One end", "Where it begins.", Way::same);
        place({at + ".to"}, "to", "Other end", "Where it ends.", Way::same);
    }
    if (kind.find("radius")) radius(at + ".radius", "From its middle to its edge.");
    const Node* points = kind.find("points");
    if (!points || points->children.size() > most_points) return;
    std::vector<std::string> corners;
    for (const Node& each : points->children) corners.push_back(at + ".points." + each.name);
    place(corners, "place", "Place", where, Way::shift);
}

void PartMaker::span(const Node& node) {
    const double last = reach(10, t_);
    for (const auto& [key, label, tip] : {std::tuple{"start", "Begins at", "The moment from which on it is at work."},
                                          std::tuple{"end", "Ends at", "The moment from which on it rests."}})
        if (node.find(key)) add(key, {id() + "." + key}, Way::constant, {"", label, "s", tip, 0, last});
}

void PartMaker::force(const Node& node) {
    const auto kind = node.find("kind")->text;
    vector("acceleration", "Acceleration", "m/s2", "How fast the fluid gains speed.", 100);
    vector("velocity", "Velocity", "m/s", "The speed that the fluid is drawn towards.", 10 * longest_);
    if (node.find("center")) place({id() + ".center"}, "center", "Centre", "What it turns or pulls around.", Way::same);
    if (const Node* strength = node.find("strength")) {
        const double most = reach(100, strength->number);
        add("strength", {id() + ".strength"}, Way::same,
            {"", "Strength",
             kind == "vortex"  ? "m2/s2"
             : kind == "point" ? "m3/s2"
                               : "m/s2",
             kind == "point" ? "How hard it pulls; below 0 it pushes." : "How hard it pushes.", -most, most, true});
    }
    if (kind == "vortex" || kind == "point" || kind == "turbulence")
        add("radius", {id() + ".radius"}, Way::same,
            {"", kind == "turbulence" ? "Size of the gusts" : "Radius of the core", "m",
             "Inside of it the force is softened; gusts are about so large.", 0.25 * spacing(scene_, 0), longest_},
            0.1);
    if (kind == "wind" || kind == "fan" || kind == "turbulence")
        add("rate", {id() + ".rate"}, Way::same,
            {"", kind == "turbulence" ? "Gusts a second" : "Grip", "1/s",
             kind == "turbulence" ? "How often they turn over." : "How fast the fluid takes on that speed.", 0,
             reach(100, node.find("rate") ? node.find("rate")->number : 0), true},
            1);
    vector("axis", "Axis", "of 1", "What a vortex turns around.", 1);
    if (node.find("seed"))
        add("seed", {id() + ".seed"}, Way::constant, {"", "Seed", "", "Another number gives other gusts.", 0, 100});
    if (const Node* shape_node = node.find("shape")) shape(*shape_node, id() + ".shape");
    span(node);
}

void add_sides(PartMaker& make, const Node& root, const Scene& scene) {
    const Node* domain = root.find("domain");
    const auto one = [&](const std::string& id, const std::string& label) {
        make.begin(ScenePart::Kind::fluid, id, label);
        make.vector("velocity", "Velocity", "m/s", "Of what comes in here, or of the wall along itself.",
                    10 * scene.size[0]);
        make.scalars(false);
    };
    for (int i = 0; domain && i < 2 * scene.dim; ++i) {
        const Node* side = domain->find(side_names[i]);
        const std::string id = std::string("domain.") + side_names[i], label = std::string("side: ") + side_names[i];
        if (!side) continue;
        if (side->kind == Node::Kind::table) one(id, label);
        for (std::size_t part = 0; side->kind == Node::Kind::array && part < side->children.size(); ++part)
            one(id + "." + std::to_string(part), label + text(", part %zu", part + 1));
    }
}

void add_scalars(PartMaker& make, const Scene& scene) {
    for (const SceneScalar& scalar : scene.scalars) {
        const std::string id = "scalars." + scalar.name;
        make.begin(ScenePart::Kind::fluid, id, "all of: " + scalar.name);
        const auto number = [&](const char* key, const char* label, const char* unit, const char* tip,
                                const Range& range, double otherwise) {
            make.add(key, {id + "." + key}, Way::same,
                     {"", label, unit, tip, range.low, range.high, range.is_logarithmic}, otherwise);
        };
        number("diffusion", "Spread", "m2/s", "How fast it spreads into its neighbours by itself.", {0, 10, true}, 0);
        number("dissipation", "Loss", "1/s", "How fast it goes towards its rest.", {0, 100, true}, 0);
        number("kept", "Kept a step", "of 1", "What is left of it after a step: 1 keeps all of it.", {0, 1}, 1);
        number("ambient", "Rest", "units", "What it is lost towards, and what open sides let in.", {-100, 100, true},
               0);
    }
}

std::string kind_of(const Node& thing) {
    const Node* shape = thing.find("shape");
    return shape && shape->children.size() == 1 ? shape->children[0].name : "";
}

void add_emitters(PartMaker& make, const Node& root, const Scene& scene, double dt) {
    const Node* list = root.find("emitter");
    for (std::size_t i = 0; list && i < std::min(list->children.size(), scene.emitters.size()); ++i) {
        if (scene.emitters[i].end - scene.emitters[i].start < 2.5 * dt) continue;  // a stroke
        const Node& node = list->children[i];
        make.begin(ScenePart::Kind::source, text("emitter.%zu", i),
                   text("emitter %zu: %s", i + 1, kind_of(node).c_str()));
        make.scalars(!scene.emitters[i].set);
        make.vector("velocity", "Velocity", "m/s", "Of the smoke as it comes out.", 10 * scene.size[0]);
        if (const Node* shape = node.find("shape")) make.shape(*shape, make.id() + ".shape");
        make.span(node);
    }
}

void add_forces(PartMaker& make, const Node& root, const Scene& scene, double dt) {
    const Node* list = root.find("force");
    for (std::size_t i = 0; list && i < std::min(list->children.size(), scene.forces.size()); ++i) {
        if (scene.forces[i].end - scene.forces[i].start < 2.5 * dt) continue;
        const Node& node = list->children[i];
        make.begin(ScenePart::Kind::source, text("force.%zu", i),
                   text("force %zu: %s", i + 1, node.find("kind")->text.c_str()));
        make.force(node);
    }
}

void add_walls(PartMaker& make, const Node& root, const Scene& scene) {
    const Node* list = root.find("obstacle");
    for (std::size_t i = 0; list && i < std::min(list->children.size(), scene.obstacles.size()); ++i) {
        const Node& node = list->children[i];  // by its own name: others may have been erased before it
        make.begin(ScenePart::Kind::wall, "obstacle." + node.name,
                   text("wall %zu: %s", i + 1, (node.find("name") ? node.find("name")->text : kind_of(node)).c_str()));
        if (const Node* shape = node.find("shape")) make.shape(*shape, make.id() + ".shape");
        make.add("angle", {make.id() + ".angle"}, Way::same,
                 {"", "Angle", "rad", "Turned about its middle, against the clock; 3.14 is half a turn.", -3.15, 3.15});
    }
}

}  // namespace

std::vector<double> PartNumber::turned(double value) const {
    std::vector<double> out = values;
    for (double& each : out) each = way == Way::shift ? each + (value - shown.value) : value;
    if (way != Way::stretch) return out;
    const double middle = (values[0] + values[1]) / 2;
    return {middle - value / 2, middle + value / 2};
}

const Node* node_at(const Node& root, const std::string& path) {
    const Node* node = &root;
    for (std::size_t from = 0; node && from <= path.size();) {
        const std::size_t dot = std::min(path.find('.', from), path.size());
        node = node->find(std::string_view(path).substr(from, dot - from));
        from = dot + 1;
    }
    return node;
}

bool has_passed_keys(const Node* node, double t) {
    const Node* keys = node && node->kind == Node::Kind::table ? node->find("keys") : nullptr;
    if (!keys || keys->children.empty() || keys->children.back().children.empty()) return false;
    return keys->children.back().children[0].number <= t;
}

std::string follows(const Node* node, const Number& number, double t) {
    if (!node || number.is_constant() || has_passed_keys(node, t)) return {};
    if (node->kind == Node::Kind::text) return "the scene has a formula: " + node->text;
    return text("the scene has keyframes; now %.4g", number.at(t));
}

std::vector<ScenePart> parts_of(const Node& root, const Scene& scene, double t, double dt) {
    PartMaker make(root, scene, t);
    add_emitters(make, root, scene, dt);
    add_forces(make, root, scene, dt);
    add_walls(make, root, scene);
    add_sides(make, root, scene);
    add_scalars(make, scene);
    return make.take();
}

}  // namespace whorl::view
