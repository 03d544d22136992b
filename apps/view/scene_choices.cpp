// What may be chosen in a scene that runs: solver, schemes, sides, qualities, presets.
#include <algorithm>

#include "core/text.hpp"
#include "scene_fluid.hpp"

namespace whorl::view {
namespace {

constexpr const char* schemes[] = {"linear", "maccormack", "upwind", "cubic", "bfecc", "flux"};
constexpr const char* traces[] = {"euler", "rk2", "rk3"};
constexpr const char* side_kinds[] = {"wall", "noslip", "periodic", "inflow", "outflow", "open"};

/// From the dearest to the cheapest.
constexpr struct Quality {
    const char *name, *advection, *trace;
    double tolerance;
} qualities[] = {
    {"fine", "bfecc", "rk3", 1e-5}, {"usual", "maccormack", "rk2", 1e-4}, {"quick", "linear", "euler", 1e-2}};

/// Where presets are put, one after the other; parts of the domain's width.
constexpr double preset_places[] = {0.5, 0.3, 0.7, 0.2, 0.8};

std::string quality_of(const SceneSolver& solver) {
    for (const Quality& each : qualities)
        if (std::string_view(each.advection) == schemes[static_cast<int>(solver.advection)] &&
            std::string_view(each.trace) == traces[static_cast<int>(solver.trace)] &&
            each.tolerance == solver.tolerance)
            return each.name;
    return "your own";
}

std::vector<Choice> solver_choices(const SceneSolver& solver) {
    return {
        {"pressure",
         "Pressure solver",
         "Who makes the flow free of divergence. Watch the residual and the time of \"project\".",
         {"auto", "multigrid", "mgpcg", "pcg", "cg", "sor", "gauss-seidel", "red-black", "jacobi", "cyclic-reduction",
          "direct", "dct", "fft"},
         solver.pressure},
        {"advection",
         "Advection",
         "How fields are carried along: linear smears, cubic less, maccormack and bfecc keep edges; upwind blows up, "
         "for teaching.",
         {"maccormack", "bfecc", "cubic", "linear", "upwind"},
         schemes[static_cast<int>(solver.advection)]},
        {"trace",
         "Trace",
         "How a particle is followed backwards: first, second, third order.",
         {"euler", "rk2", "rk3"},
         traces[static_cast<int>(solver.trace)]},
        {"order",
         "Order of the step",
         "Which stage follows which: ours, or those of the papers. The flow goes on.",
         {"whorl", "reflection", "stam2003", "stam1999", "harris2004", "slides", "thesis"},
         solver.order},
    };
}

}  // namespace

std::vector<Choice> SceneFluid::choices() const {
    std::vector<Choice> list{
        {"preset",
         "Presets",
         "Something to begin with: a thin thread of smoke, a chimney, a stream of air from the left, or walls all "
         "around. Erase what is too much (key b), or undo it.",
         {"cigarette", "smokestack", "wind-tunnel", "closed box"},
         "add one ..."},
        {"quality",
         "Quality",
         "Fine keeps the most detail, quick is for slow machines: scheme, trace and tolerance at once.",
         {"fine", "usual", "quick"},
         quality_of(scene_.solver)},
    };
    for (Choice& each : solver_choices(scene_.solver)) list.push_back(std::move(each));
    for (int i = 0; i < 2 * scene_.dim; ++i) {
        const SceneSide& side = scene_.sides[i];
        if (side.size() != 1 || !side[0].scalars.empty()) continue;  // there is more to it
        if (side[0].kind == SideKind::periodic) continue;
        list.push_back({side_names[i],
                        std::string("Side: ") + side_names[i],
                        "A wall lets the flow slip along it, noslip holds it fast, open lets it out and still air in.",
                        {"wall", "noslip", "open", "outflow"},
                        side_kinds[static_cast<int>(side[0].kind)]});
    }
    return list;
}

/// Keys take values at once.
Result<void> SceneFluid::assign(const std::vector<std::string>& assignments, const std::string& why) {
    const std::vector<std::string> earlier = set_;
    for (const std::string& each : assignments) {
        const std::string path = each.substr(0, each.find('='));
        std::erase_if(set_, [&](const std::string& one) {  // what stood below it goes with it
            return one.starts_with(path + "=") || one.starts_with(path + ".");
        });
        set_.push_back(each);
    }
    if (auto done = rewrite(); !done) {
        set_ = earlier;
        return done;
    }
    for (const std::string& each : assignments) log_.forget(each.substr(0, each.find('=')));
    start_anew(why);
    return {};
}

Result<void> SceneFluid::add_preset(const std::string& name) {
    if (name == "cigarette" || name == "smokestack") {
        const auto count = std::count_if(built_.things.begin(), built_.things.end(),
                                         [](const Thing& thing) { return !thing.preset.empty(); });
        const double x = preset_places[static_cast<std::size_t>(count) % std::size(preset_places)];
        const double radius = (name == "cigarette" ? 0.01 : 0.06) * scene_.size[0];
        if (auto placed = place_thing(ThingKind::emitter, {x, 0.15}, radius); !placed) return placed;
        built_.things.back().preset = name;
        return settle();
    }
    const bool has_wind = name == "wind-tunnel";
    const std::string speed = exact(scene_.size[0]);
    const std::string stream = "{ kind = \"inflow\", velocity = [" + speed + (scene_.dim == 3 ? ", 0, 0] }" : ", 0] }");
    std::vector<std::string> sides{"domain.left=" + (has_wind ? stream : "\"wall\""),
                                   std::string("domain.right=\"") + (has_wind ? "outflow" : "wall") + "\""};
    for (int i = 2; i < 2 * scene_.dim; ++i) sides.push_back(std::string("domain.") + side_names[i] + "=\"wall\"");
    return assign(sides, "the sides became a " + name);
}

Result<void> SceneFluid::choose(std::string_view id, const std::string& name) {
    const std::vector<Choice> known = choices();
    const auto found = std::find_if(known.begin(), known.end(), [&](const Choice& choice) { return choice.id == id; });
    if (found == known.end()) return Error{text("there is no \"%s\" to choose here", std::string(id).c_str())};
    if (std::find(found->names.begin(), found->names.end(), name) == found->names.end())
        return Error{text("%s cannot be \"%s\"", found->label.c_str(), name.c_str())};
    if (found->value == name) return {};
    if (id == "preset") return add_preset(name);
    const std::string why = found->label + " became " + name;
    if (id == "quality") {
        for (const Quality& each : qualities) {
            if (name != each.name) continue;
            std::vector<std::string> keys{std::string("solver.advection=\"") + each.advection + "\"",
                                          std::string("solver.trace=\"") + each.trace + "\""};
            const Node* solver = built_.base.find("solver");
            if (!solver || !solver->find("budget")) keys.push_back("solver.tolerance=" + exact(each.tolerance));
            return assign(keys, why);
        }
    }
    const bool is_side = std::find(std::begin(side_names), std::end(side_names), id) != std::end(side_names);
    return assign({(is_side ? "domain." : "solver.") + std::string(id) + "=\"" + name + "\""}, why);
}

bool SceneFluid::ease() {
    const std::string now = quality_of(scene_.solver);
    return now != "quick" && choose("quality", now == "fine" ? "usual" : "quick");
}

}  // namespace whorl::view
