// What the hand does to the flow of a scene: strokes, and fields that are cleared.
#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "run/fields.hpp"
#include "scene_fluid.hpp"

namespace whorl::view {
namespace {

constexpr const char* components[] = {"velocity.x", "velocity.y", "velocity.z"};

SceneShape capsule_of(const Place& from, const Place& to, double radius) {
    SceneShape shape{.kind = ShapeKind::capsule, .radius = radius};
    shape.points = {{from[0], from[1], from[2]}, {to[0], to[1], to[2]}};
    return shape;
}

}  // namespace

Result<void> SceneFluid::check_hands() const {
    if (scene_.solver.method == "engine") return {};
    return Error{
        text("the %s solver runs a scene as it is written and cannot be stirred; say [solver] method = "
             "\"engine\" to play with it",
             scene_.solver.method.c_str())};
}

/// A hand of the brush's width leaves `matter` behind wherever it passes, at any speed, and the flow under it follows.
Result<void> SceneFluid::stir(const Stroke& stroke) {
    if (auto ok = check_hands(); !ok) return ok;
    Deed deed;
    const Place from = place_of(stroke.from, stroke.depth), to = place_of(stroke.to, stroke.depth);
    double squared = 0;
    for (int axis = 0; axis < 3; ++axis) squared += (to[axis] - from[axis]) * (to[axis] - from[axis]);
    const double length = std::sqrt(squared);
    const SceneShape shape = capsule_of(stroke.is_dab ? to : from, to, brush_);
    SceneEmitter emitter{.path = "stroke", .shape = shape};
    // The round ends of pieces overlap; with this share of them a path adds up to its length, however it is cut.
    const double ends = (scene_.dim == 2 ? 1.5707963267948966 : 4.0 / 3) * brush_;
    const double rate = matter_ * (stroke.is_dab ? 0.5 : length / (length + ends)) / dt_;
    const std::vector<std::string> names = inks();
    emitter.scalars.emplace_back("density", rate);
    if (!names.empty()) emitter.scalars.emplace_back(names[static_cast<std::size_t>(stroke.ink) % names.size()], rate);
    if (rate > 0) deed.emitters.push_back(emitter);
    if (!stroke.is_dab && length > 0 && grip_ > 0) {
        SceneForce force{.path = "stroke", .kind = ForceKind::fan, .shape = shape, .rate = grip_};
        for (int axis = 0; axis < 3; ++axis)
            force.vector[axis] = (to[axis] - from[axis]) / std::max(stroke.seconds, 1e-6);
        deed.forces.push_back(force);
    }
    if (!deed.emitters.empty() || !deed.forces.empty()) next_.push_back(std::move(deed));
    return {};
}

std::vector<Stroke> SceneFluid::waiting() const {
    const int up = scene_.dim - 1;
    std::vector<Stroke> out;
    for (const Deed& deed : next_)
        for (const SceneEmitter& each : deed.emitters) {
            if (deed.is_first) continue;  // a cleared field, which is seen
            const auto part = [&](const Place3& at) {
                return Vec<double, 2>{at[0].at(0) / scene_.size[0], at[up].at(0) / scene_.size[up]};
            };
            out.push_back({.from = part(each.shape.points[0]), .to = part(each.shape.points[1])});
        }
    return out;
}

/// Sets fields in the whole box at once, and logs it as an emitter that sets them before the next step.
Result<void> SceneFluid::wipe(SceneEmitter emitter) {
    SceneShape everywhere{.kind = ShapeKind::box, .points = {{}, {}}};
    for (int axis = 0; axis < scene_.dim; ++axis) {
        const double h = spacing(scene_, axis);
        everywhere.points[0][axis] = -2 * h, everywhere.points[1][axis] = scene_.size[axis] + 2 * h;
    }
    emitter.path = "wipe", emitter.shape = everywhere, emitter.set = true;
    for (const auto& [name, value] : emitter.scalars)
        if (auto filled = simulator_->fill(name, 0); !filled) return filled;
    for (int axis = 0; emitter.velocity && axis < scene_.dim; ++axis)
        if (auto filled = simulator_->fill(components[axis], 0); !filled) return filled;
    bool is_closed = true;
    for (int side = 0; side < 2 * scene_.dim; ++side)
        for (const SceneSegment& each : scene_.sides[side])
            is_closed = is_closed && (each.kind == SideKind::wall || each.kind == SideKind::periodic);
    // An emitter does not reach the faces of a side that the flow passes.
    if (emitter.velocity && !is_closed) start_anew("the flow was stopped");
    next_.push_back({.is_first = true, .emitters = {std::move(emitter)}});
    return {};
}

Result<void> SceneFluid::still() {
    return wipe({.velocity = Place3{}});
}

Result<void> SceneFluid::clear_smoke() {
    SceneEmitter emitter;
    for (const SceneScalar& scalar : scene_.scalars)
        if (scalar.name != "temperature") emitter.scalars.emplace_back(scalar.name, 0.0);
    return wipe(std::move(emitter));
}

}  // namespace whorl::view
