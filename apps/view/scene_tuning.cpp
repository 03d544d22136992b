// What may be turned, chosen, placed and taken away in a scene that runs.
#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "run/obstacles.hpp"
#include "scene_fluid.hpp"

namespace whorl::view {
namespace {

constexpr const char* fluid_keys[][2] = {{"viscosity", "fluid.viscosity"},
                                         {"confinement", "fluid.vorticity_confinement"},
                                         {"buoyancy", "fluid.buoyancy"},
                                         {"weight", "fluid.weight"}};

const Number* number_of(const Scene& scene, std::string_view id) {
    if (id == "viscosity") return &scene.fluid.viscosity;
    if (id == "confinement") return &scene.fluid.vorticity_confinement;
    if (id == "buoyancy") return &scene.fluid.buoyancy;
    if (id == "weight") return &scene.fluid.weight;
    if (id == "dissipation") return &scene.scalars[0].kept;
    return nullptr;
}

const char* path_of(std::string_view id) {
    for (const auto& [key, path] : fluid_keys)
        if (id == key) return path;
    return nullptr;
}

}  // namespace

std::vector<Parameter> SceneFluid::parameters() const {
    const double shortest = std::min(scene_.size[0], scene_.size[scene_.dim - 1]);
    std::vector<Parameter> list{
        {"time_step", "Time step", "s", "Length of a step. The picture keeps pace with the clock either way.", 1e-4, 1,
         true, dt_},
        {"viscosity", "Viscosity", "m2/s", "How thick the fluid is: honey is high, air is low.", 0, 10, true, 0},
        {"confinement", "Swirl strength", "1/s",
         "How much the small whirls that the grid loses are given back (vorticity confinement).", 0, 100, false, 0},
        {"buoyancy", "Rise of heat", "m/s2 a degree", "How strongly warm smoke rises.", -100, 100, false, 0},
        {"weight", "Weight of smoke", "m/s2 a unit", "How strongly thick smoke sinks.", -100, 100, false, 0},
        {"dissipation", "Smoke kept", "of 1", "What is left of the smoke after a step: 1 keeps all of it.", 0, 1, false,
         0}};
    std::erase_if(list, [&](const Parameter& each) {  // what moves by itself cannot be turned
        const Number* number = number_of(scene_, each.id);
        return number && !number->is_constant();
    });
    for (Parameter& each : list)
        if (const Number* number = number_of(scene_, each.id)) each.value = number->at(0);
    list.push_back({"matter", "Injected smoke", "a pass", "How much smoke the brush leaves where it passes.", 0, 100,
                    false, matter_});
    list.push_back(
        {"brush", "Brush size", "m", "Half the width of the brush.", 0.002 * shortest, 0.3 * shortest, false, brush_});
    list.push_back({"grip", "Grip of the brush", "1/s", "How fast the fluid takes on the speed of the brush.", 0, 1000,
                    false, grip_});
    list.push_back({"is_confined", "Swirl on", "yes or no", "Whether whirls are given back at all.", 0, 1, false,
                    scene_.fluid.vorticity_confinement.at(0) > 0 ? 1.0 : 0.0});
    return list;
}

std::vector<std::string> SceneFluid::smoke_paths(const char* key) const {
    std::vector<std::string> paths;
    for (const SceneScalar& scalar : scene_.scalars)
        if (scalar.name != "temperature") paths.push_back("scalars." + scalar.name + "." + key);
    return paths;
}

/// Paths take a value, at once and in the log; put back if the engine refuses.
Result<void> SceneFluid::turn(const std::vector<std::string>& paths, double before, double value) {
    const std::vector<std::string> earlier = set_;
    for (const std::string& path : paths) {
        std::erase_if(set_, [&](const std::string& each) { return each.starts_with(path + "="); });
        set_.push_back(path + "=" + exact(value));
    }
    if (auto done = rewrite(); !done) {
        set_ = earlier;
        return done;
    }
    for (const std::string& path : paths)
        log_.turn(path, simulator_->time() > 0 ? simulator_->time() - dt_ / 2 : 0, before, value);
    return {};
}

Result<void> SceneFluid::set(std::string_view id, double value) {
    const std::vector<Parameter> known = parameters();
    const Parameter* found = find_parameter(known, id);
    if (!found) return Error{text("%s follows a formula of the scene and cannot be turned", std::string(id).c_str())};
    if (!(value >= found->low && value <= found->high))
        return Error{text("%s would be %g %s; it stays between %g and %g", found->label.c_str(), value,
                          found->unit.c_str(), found->low, found->high)};
    if (id == "matter") return matter_ = value, Result<void>();
    if (id == "brush") return brush_ = value, Result<void>();
    if (id == "grip") return grip_ = value, Result<void>();
    if (id == "time_step") {
        has_varied_step_ = has_varied_step_ || simulator_->steps() > 0;
        return dt_ = value, Result<void>();
    }
    if (id == "dissipation") return turn(smoke_paths("kept"), found->value, value);
    if (id == "is_confined") {
        const double now = scene_.fluid.vorticity_confinement.at(0);
        if ((value > 0.5) == (now > 0)) return {};
        if (now > 0) swirl_ = now;
        return turn({path_of("confinement")}, now, value > 0.5 ? swirl_ : 0);
    }
    return turn({path_of(id)}, found->value, value);
}

std::vector<Choice> SceneFluid::choices() const {
    static constexpr const char* schemes[] = {"linear", "maccormack", "upwind"};
    static constexpr const char* traces[] = {"euler", "rk2", "rk3"};
    const SceneSolver& solver = scene_.solver;
    return {
        {"pressure",
         "Pressure solver",
         "Who makes the flow free of divergence. Watch the residual and the time of \"project\".",
         {"auto", "multigrid", "mgpcg", "pcg", "cg", "sor", "gauss-seidel", "red-black", "jacobi"},
         solver.pressure},
        {"advection",
         "Advection",
         "How fields are carried along: linear smears, maccormack keeps edges, upwind blows up (for teaching).",
         {"maccormack", "linear", "upwind"},
         schemes[static_cast<int>(solver.advection) % 3]},
        {"trace",
         "Trace",
         "How a particle is followed backwards: first, second, third order.",
         {"euler", "rk2", "rk3"},
         traces[static_cast<int>(solver.trace) % 3]},
        {"order",
         "Order of the step",
         "Which stage follows which: ours, or those of the papers.",
         {"whorl", "stam2003", "stam1999", "harris2004", "slides", "thesis"},
         solver.order},
    };
}

Result<void> SceneFluid::choose(std::string_view id, const std::string& name) {
    const std::string path = "solver." + std::string(id);
    const std::vector<std::string> earlier = set_;
    std::erase_if(set_, [&](const std::string& each) { return each.starts_with(path + "="); });
    set_.push_back(path + "=\"" + name + "\"");
    if (auto done = rewrite(); !done) {
        set_ = earlier;
        return done;
    }
    if (simulator_->steps() > 0)
        log_.note(text("%s was changed to %s at t = %g s; here it holds from the start.", path.c_str(), name.c_str(),
                       simulator_->time()));
    return {};
}

/// Of a ball that was carried, with keyframes: straight between the ends of steps.
std::string SceneFluid::center_text(const Thing& thing, bool with_path) const {
    std::string out = "[";
    for (int axis = 0; axis < scene_.dim; ++axis) {
        out += axis > 0 ? ", " : "";
        if (!with_path || thing.path.empty()) {
            out += exact(place_of(thing.home, 0.5)[axis]);
            continue;
        }
        std::string keys =
            "[" + exact(thing.path.front().first - dt_) + ", " + exact(place_of(thing.home, 0.5)[axis]) + "]";
        Vec<double, 2> last = thing.home;
        double reached = thing.path.front().first - dt_;
        for (const auto& [time, at] : thing.path) {
            if (time - dt_ > reached + dt_ / 2)  // it rested until this step began
                keys += ", [" + exact(time - dt_) + ", " + exact(place_of(last, 0.5)[axis]) + "]";
            keys += ", [" + exact(time) + ", " + exact(place_of(at, 0.5)[axis]) + "]";
            last = at, reached = time;
        }
        out += "{ keys = [" + keys + "], ease = \"linear\" }";
    }
    return out + "]";
}

std::string SceneFluid::thing_text(const Thing& thing, bool with_path) const {
    const std::string shape = std::string("shape = { ") + (scene_.dim == 3 ? "sphere" : "circle") +
                              " = { center = " + center_text(thing, with_path) + ", radius = " + exact(thing.radius) +
                              " } }\n";
    if (thing.kind == ThingKind::wall) return text("\n[[obstacle]]\nname = \"placed %d\"\n", thing.id) + shape;
    std::string out = "\n[[emitter]]\n" + shape + text("density = %g\ntemperature = %g\n", 4 * matter_, 4 * matter_);
    const std::vector<std::string> names = inks();
    if (!names.empty()) out += names[static_cast<std::size_t>(thing.id) % names.size()] + text(" = %g\n", 4 * matter_);
    return out + (thing.start > 0 ? "start = " + exact(thing.start) + "\n" : "");
}

SceneFluid::Thing* SceneFluid::ball() {
    for (Thing& thing : things_)
        if (thing.is_ball) return &thing;
    return nullptr;
}

Result<void> SceneFluid::take_ball(const Vec<double, 2>& at, double radius) {
    const Place here = place_of(at, 0.5);
    if (const Thing* there = ball()) {
        const Place now = place_of(there->at, 0.5);
        if (std::hypot(here[0] - now[0], here[1] - now[1], here[2] - now[2]) < 2 * radius) return carry_ball(at);
        std::erase_if(things_, [](const Thing& thing) { return thing.is_ball; });
    }
    if (auto placed = place(ThingKind::wall, at, radius); !placed) return placed;
    things_.back().is_ball = true;
    return settle();
}

Result<void> SceneFluid::carry_ball(const Vec<double, 2>& to) {
    ball_goes_ = to;
    return {};
}

Result<void> SceneFluid::place(ThingKind kind, const Vec<double, 2>& at, double radius) {
    constexpr std::size_t most_things = 2000;
    if (things_.size() >= most_things) return Error{"two thousand things are enough; erase some first"};
    things_.push_back({kind, at, radius, simulator_->time(), ++named_});
    things_.back().home = at;
    is_stale_ = true;
    if (kind == ThingKind::wall && simulator_->steps() > 0 && log_.notes().empty())
        log_.note("Walls and balls that were put in on the way are there from the start here.");
    return {};
}

Result<void> SceneFluid::settle() {
    if (!is_stale_) return {};
    is_stale_ = false;
    if (auto done = rewrite(); !done) {
        things_ = settled_;
        return done;
    }
    settled_ = things_;
    return {};
}

Result<void> SceneFluid::erase(const Vec<double, 2>& at, double radius) {
    if (auto settled = settle(); !settled) return settled;  // so that the scene's list is the present one
    const Place here = place_of(at, 0.5);
    const std::size_t count = things_.size();
    std::erase_if(things_, [&](const Thing& thing) {
        const Place there = place_of(thing.at, 0.5);
        return std::hypot(here[0] - there[0], here[1] - there[1], here[2] - there[2]) < radius + thing.radius;
    });
    is_stale_ = is_stale_ || things_.size() != count;
    if (Node* walls = base_.find("obstacle"); walls && scene_.dim == 2)
        for (std::size_t i = walls->children.size(); i-- > 0;)
            if (i < scene_.obstacles.size() &&
                obstacle_at(scene_.obstacles[i], 2, simulator_->time()).distance(here) < radius)
                walls->children.erase(walls->children.begin() + static_cast<std::ptrdiff_t>(i)), is_stale_ = true;
    return {};
}

}  // namespace whorl::view
