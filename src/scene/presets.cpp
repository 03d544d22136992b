// Presets: a name that stands for several keys, which can each still be given beside it.
//
// cigarette and smokestack are the two smoke sources of Stam (2003); the wind tunnel is Marek's (2007): a stream
// through one side, out at the other, walls between.
#include "core/nearest_name.hpp"
#include "core/text.hpp"
#include "scene/sections.hpp"

namespace whorl {
namespace {

struct Preset {
    std::string_view name;
    const char* keys;  // TOML; W is the domain's width, X and Y the place
};

constexpr Preset emitters[] = {
    {"cigarette", "shape = { %s = { center = [%s], radius = %g } }\ndensity = 8.0\ntemperature = 4.0\n"},
    {"smokestack",
     "shape = { box = { low = [%s], high = [%s] } }\ndensity = 6.0\ntemperature = 3.0\nvelocity = [%s]\n"},
};
constexpr Preset domains[] = {
    {"wind-tunnel",
     "left = { kind = \"inflow\", velocity = [%s] }\nright = \"outflow\"\nbottom = \"wall\"\ntop = \"wall\"\n"},
};

const Preset& find_preset(const Node& node, std::span<const Preset> presets) {
    std::vector<std::string_view> names;
    for (const Preset& each : presets) names.push_back(each.name);
    return presets[static_cast<std::size_t>(choice_of(node, "preset", names))];
}

void erase(Node& node, std::string_view key) {
    std::erase_if(node.children, [&](const Node& child) { return child.name == key; });
}

/// Adds the keys that are not there. They stand where the preset was named.
void add_missing(Node& node, const std::string& keys, const Node& preset) {
    Node parsed = parse_document(keys, "preset").value();
    for (Node& child : parsed.children) {
        if (node.find(child.name)) continue;
        child.source = preset.source, child.line = preset.line, child.column = preset.column;
        child.path = node.path + "." + child.name;
        node.children.push_back(std::move(child));
    }
}

std::string list(std::initializer_list<double> numbers) {
    std::string out;
    for (const double number : numbers) out += (out.empty() ? "" : ", ") + text("%.9g", number);
    return out;
}

void apply_to_emitter(const Scene& box, Node& emitter) {
    if (emitter.kind != Node::Kind::table || !emitter.find("preset")) return;
    const Node preset = *emitter.find("preset");
    const Preset& found = find_preset(preset, emitters);
    const SceneFrame frame{.dim = box.dim};
    Place at{0.5 * box.size[0], box.dim == 2 ? 0.15 * box.size[1] : 0.5 * box.size[1], 0.15 * box.size[2]};
    if (const Node* given = emitter.find("at")) {
        const Place3 place = vector_of(frame, *given, {-1e9, 1e9}, Free::none);
        at = {place[0].at(0), place[1].at(0), place[2].at(0)};
    }
    double size = (found.name == "cigarette" ? 0.02 : 0.12) * box.size[0];
    if (const Node* given = emitter.find("size")) size = constant_of(*given, {1e-9, 1e9});
    const double r = size / 2;
    std::string keys;
    if (found.name == "cigarette")
        keys = box.dim == 2 ? text(found.keys, "circle", list({at[0], at[1]}).c_str(), r)
                            : text(found.keys, "sphere", list({at[0], at[1], at[2]}).c_str(), r);
    else
        keys = box.dim == 2 ? text(found.keys, list({at[0] - r, at[1] - r}).c_str(),
                                   list({at[0] + r, at[1] + r}).c_str(), list({0, 1}).c_str())
                            : text(found.keys, list({at[0] - r, at[1] - r, at[2] - r}).c_str(),
                                   list({at[0] + r, at[1] + r, at[2] + r}).c_str(), list({0, 0, 1}).c_str());
    for (const char* key : {"preset", "at", "size"}) erase(emitter, key);
    add_missing(emitter, keys, preset);
}

}  // namespace

void apply_presets(Node& root) {
    Node* domain = root.find("domain");
    if (!domain || domain->kind != Node::Kind::table) return;
    SceneFrame frame;
    Scene box;
    read_domain_box(root, frame, box);
    if (const Node* named = domain->find("preset")) {
        const Node preset = *named;
        const Preset& found = find_preset(preset, domains);
        double speed = 1;
        if (const Node* given = domain->find("speed")) speed = constant_of(*given, {-1e6, 1e6});
        erase(*domain, "preset"), erase(*domain, "speed");
        add_missing(*domain, text(found.keys, (frame.dim == 2 ? list({speed, 0}) : list({speed, 0, 0})).c_str()),
                    preset);
    }
    if (Node* list = root.find("emitter"))
        for (Node& each : list->children) apply_to_emitter(box, each);
}

}  // namespace whorl
