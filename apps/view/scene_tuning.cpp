// What may be turned in a scene that runs.
#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "run/obstacles.hpp"
#include "scene_fluid.hpp"

namespace whorl::view {
namespace {

constexpr const char* fluid_keys[][2] = {
    {"viscosity", "fluid.viscosity"},         {"confinement", "fluid.vorticity_confinement"},
    {"buoyancy", "fluid.buoyancy"},           {"weight", "fluid.weight"},
    {"ambient", "fluid.ambient_temperature"}, {"cooling", "scalars.temperature.dissipation"}};

constexpr const char* gravity_ids[] = {"gravity.x", "gravity.y", "gravity.z"};

const Number* number_of(const Scene& scene, std::string_view id) {
    if (id == "viscosity") return &scene.fluid.viscosity;
    if (id == "confinement") return &scene.fluid.vorticity_confinement;
    if (id == "buoyancy") return &scene.fluid.buoyancy;
    if (id == "weight") return &scene.fluid.weight;
    if (id == "ambient") return &scene.fluid.ambient_temperature;
    if (id == "cooling") return &scene.scalars[1].dissipation;
    if (id == "spread") return &scene.scalars[0].diffusion;
    if (id == "dissipation") return &scene.scalars[0].kept;
    for (int axis = 0; axis < scene.dim; ++axis)
        if (id == gravity_ids[axis]) return &scene.fluid.gravity[axis];
    return nullptr;
}

std::string path_of(std::string_view id) {
    for (const auto& [key, path] : fluid_keys)
        if (id == key) return path;
    for (int axis = 0; axis < 3; ++axis)
        if (id == gravity_ids[axis]) return "fluid.gravity." + std::to_string(axis);
    return id == "spread" ? "scalars.density.diffusion" : "scalars.density.kept";
}

}  // namespace

std::vector<Parameter> SceneFluid::parameters() const {
    const double shortest = std::min(scene_.size[0], scene_.size[scene_.dim - 1]);
    std::vector<Parameter> list{
        {"time_step", "Time step", "s", "Length of a step. The picture keeps pace with the clock either way.", 1e-4, 1,
         true, dt_},
        {"viscosity", "Viscosity", "m2/s", "How thick the fluid is: honey is high, air is low.", 0, 10, true, 0},
        {"confinement", "Swirl strength", "1/s",
         "How much the small whirls that the grid loses are given back (vorticity confinement).", 0, 100, true, 0},
        {"buoyancy", "Rise of heat", "m/s2 a degree", "How strongly warm smoke rises.", -100, 100, true, 0},
        {"weight", "Weight of smoke", "m/s2 a unit", "How strongly thick smoke sinks.", -100, 100, true, 0},
        {"dissipation", "Smoke kept", "of 1", "What is left of the smoke after a step: 1 keeps all of it.", 0, 1, false,
         0},
        {"spread", "Spread of smoke", "m2/s", "How fast smoke spreads into its neighbours by itself.", 0, 10, true, 0},
        {"ambient", "Warmth of the air", "degrees", "Warmer than this rises, colder sinks.", -100, 100, true, 0},
        {"cooling", "Cooling", "1/s", "How fast warm smoke becomes as warm as 0 degrees.", 0, 100, true, 0}};
    for (int axis = 0; axis < scene_.dim; ++axis)
        list.push_back({gravity_ids[axis], std::string("Gravity along ") + gravity_ids[axis][8], "m/s2",
                        "Pulls at all of the fluid. Between closed walls the pressure bears it and nothing moves: to "
                        "make smoke sink or rise, give it weight or heat.",
                        -100, 100, true, 0});
    for (Parameter& each : list)
        if (const Number* number = number_of(scene_, each.id)) {
            each.value = number->at(simulator_->time());
            each.words = follows(node_at(document_, path_of(each.id)), *number, simulator_->time());
        }
    list.push_back({"matter", "Injected smoke", "a pass", "How much smoke the brush leaves where it passes.", 0, 100,
                    true, matter_});
    list.push_back(
        {"brush", "Brush size", "m", "Half the width of the brush.", 0.002 * shortest, 0.3 * shortest, false, brush_});
    list.push_back({"grip", "Grip of the brush", "1/s", "How fast the fluid takes on the speed of the brush.", 0, 1000,
                    true, grip_});
    if (scene_.solver.tolerance > 0)  // else it has a budget
        list.push_back({"tolerance", "Tolerance of the pressure", "of 1",
                        "What the pressure solver may leave of what flows together. Smaller is slower.", 1e-8, 1, true,
                        scene_.solver.tolerance});
    list.push_back({"top_speed", "Top speed", "box lengths a second", "No flow is ever faster than this.", 1, 1000,
                    true, scene_.solver.max_speed});
    const double confinement = scene_.fluid.vorticity_confinement.at(simulator_->time());
    list.push_back({"is_confined", "Swirl on", "yes or no", "Whether whirls are given back at all.", 0, 1, false,
                    confinement > 0 ? 1.0 : 0.0, find_parameter(list, "confinement")->words});
    return list;
}

std::vector<std::string> SceneFluid::smoke_paths(const char* key) const {
    std::vector<std::string> paths;
    for (const SceneScalar& scalar : scene_.scalars)
        if (scalar.name != "temperature") paths.push_back("scalars." + scalar.name + "." + key);
    return paths;
}

/// Keys take values, at once and in the log; put back if the engine refuses.
Result<void> SceneFluid::turn(const std::vector<Turn>& turns, Reach reach) {
    const std::vector<std::string> earlier = set_;
    for (const Turn& each : turns) {
        if (each.path.starts_with("fluid.gravity.") && !node_at(document_, "fluid.gravity"))
            set_.push_back(scene_.dim == 2 ? "fluid.gravity=[0.0, 0.0]" : "fluid.gravity=[0.0, 0.0, 0.0]");
        std::erase_if(set_, [&](const std::string& one) { return one.starts_with(each.path + "="); });
        set_.push_back(each.path + "=" + exact(each.value));
    }
    const bool had_keys = std::any_of(turns.begin(), turns.end(), [&](const Turn& each) {
        return has_passed_keys(node_at(document_, each.path), simulator_->time());
    });
    if (auto done = rewrite(reach); !done) {
        set_ = earlier;
        return done;
    }
    const bool sets_rest = std::any_of(turns.begin(), turns.end(), [](const Turn& each) {
        return each.path.ends_with(".ambient") || each.path.ends_with(".ambient_temperature");
    });
    if (sets_rest && simulator_->steps() == 0) {  // a field is at its rest at first
        std::erase_if(next_, [](const Deed& deed) { return deed.is_first; });
        if (auto started = start(); !started) return started;
    }
    if (had_keys) start_anew("what had keyframes was turned");  // which the log cannot add to
    for (const Turn& each : turns)
        log_.turn(each.path, simulator_->time() > 0 ? simulator_->time() - dt_ / 2 : 0, each.before, each.value);
    return {};
}

Result<void> SceneFluid::turn_all(const std::vector<std::string>& paths, double before, double value) {
    std::vector<Turn> turns;
    for (const std::string& each : paths) turns.push_back({each, before, value});
    return turn(turns);
}

Result<void> SceneFluid::set(std::string_view id, double value) {
    const std::vector<Parameter> known = parameters();
    const Parameter* found = find_parameter(known, id);
    if (!found) return set_part(id, value);
    if (!found->words.empty())
        return Error{text("%s cannot be turned: %s", found->label.c_str(), found->words.c_str())};
    if (!(value >= found->low && value <= found->high))
        return Error{text("%s would be %g %s; it stays between %g and %g", found->label.c_str(), value,
                          found->unit.c_str(), found->low, found->high)};
    if (id == "matter") return matter_ = value, Result<void>();
    if (id == "brush") return brush_ = value, Result<void>();
    if (id == "grip") return grip_ = value, Result<void>();
    if (id == "time_step") {
        if (value != dt_) start_anew("the time step was changed");
        return dt_ = value, Result<void>();
    }
    if (value == found->value) return {};
    if (id == "tolerance") return assign({"solver.tolerance=" + exact(value)}, "the tolerance was changed");
    if (id == "top_speed") return assign({"solver.max_speed=" + exact(value)}, "the top speed was changed");
    if (id == "dissipation") return turn_all(smoke_paths("kept"), found->value, value);
    if (id == "spread") return turn_all(smoke_paths("diffusion"), found->value, value);
    if (id == "is_confined") {
        const double now = scene_.fluid.vorticity_confinement.at(0);
        if ((value > 0.5) == (now > 0)) return {};
        if (now > 0) swirl_ = now;
        return turn_all({path_of("confinement")}, now, value > 0.5 ? swirl_ : 0);
    }
    return turn_all({path_of(id)}, found->value, value);
}

}  // namespace whorl::view
