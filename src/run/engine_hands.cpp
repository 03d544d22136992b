// What a person does to a scene on the engine while it runs.
#include <algorithm>

#include "core/for_box.hpp"
#include "core/text.hpp"
#include "run/engine_simulator.hpp"
#include "step/saved_time.hpp"

namespace whorl {

template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::add(const SceneEmitter& emitter) {
    hand_emitters_.push_back(emitter);
    return {};
}

template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::add(const SceneForce& force) {
    hand_forces_.push_back(force);
    return {};
}

template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::act(double t, double dt) {
    for (const auto* list : {&scene_.emitters, &hand_emitters_})
        for (const SceneEmitter& emitter : *list)
            if (auto ok = emit_now(emitter, t, dt); !ok) return ok;
    for (const auto* list : {&scene_.forces, &hand_forces_})
        for (const SceneForce& force : *list)
            if (auto ok = apply_now(force, t, dt); !ok) return ok;
    return {};
}

template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::carry(std::string_view obstacle, const Place& to) {
    for (const SceneObstacle& each : scene_.obstacles)
        if (each.name == obstacle) return carrying_[each.name] = to, Result<void>();
    return Error{text("there is no obstacle \"%s\"", std::string(obstacle).c_str())};
}

template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::move_carried() {
    for (std::size_t i = 0; i < scene_.obstacles.size(); ++i) {
        const auto going = carrying_.find(scene_.obstacles[i].name);
        if (going == carrying_.end()) continue;
        walls_[i].origin = going->second;
        carried_[going->first] = going->second;
        if (auto moved = fluid_.move_obstacle(obstacles_[i], pose_of<Dim>(walls_[i])); !moved) return moved;
    }
    carrying_.clear();
    return {};
}

/// Another order of the step keeps other fields from step to step: what both have goes on, the rest begins anew.
template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::carry_over(Fluid<Dim, T>& to) const {
    std::vector<std::byte> state = to.save();
    set_saved_time(state, fluid_.save());
    if (auto ok = to.load(state); !ok) return ok;
    std::vector<std::string> names{"velocity.x", "velocity.y"};
    if (Dim == 3) names.emplace_back("velocity.z");
    for (const SceneScalar& scalar : scene_.scalars) names.push_back(scalar.name);
    for (const std::string& name : names) {
        const View<const T, Dim> from = fluid_.view(name);
        const View<T, Dim> into = to.edit(name);
        if (!from.data || !into.data || !(from.shape == into.shape))
            return Error{text("the field \"%s\" cannot go on", name.c_str())};
        for_box({}, into.shape, [&](const Vec<int, Dim>& at) { into[at] = from[at]; });
    }
    return {};
}

/// A fluid of the scene's present configuration takes over the state.
template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::move_house(double t) {
    FluidConfig<Dim> config = config_of<Dim>(scene_, t);
    config.scheduler = &scheduler_;
    auto fluid = Fluid<Dim, T>::make(config);
    if (!fluid) return Error{text("at t = %g s: %s", t, fluid.error().message.c_str())};
    if (!fluid.value().load(fluid_.save()))
        if (auto ok = carry_over(fluid.value()); !ok) return ok;
    fluid_ = std::move(fluid).value();
    fluid_.observe(observer_ ? observer_ : stages_.get());
    numbers_ = config_numbers(scene_, t);
    obstacles_.clear();
    if (auto ok = set_viscosity(t); !ok) return ok;
    return set_obstacles(t);
}

template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::change(const Scene& scene) {
    bool is_same = scene.dim == Dim && scene.cells == scene_.cells && scene.size == scene_.size &&
                   scene.solver.precision == scene_.solver.precision && scene.scalars.size() == scene_.scalars.size();
    for (std::size_t i = 0; is_same && i < scene.scalars.size(); ++i)
        is_same = scene.scalars[i].name == scene_.scalars[i].name;
    if (!is_same) return Error{"cells, size, precision and the names of scalars stay as they are while a scene runs"};
    auto pictures = Pictures::read(scene);
    if (!pictures) return pictures.error();
    Scene before = std::move(scene_);
    scene_ = scene;
    std::swap(pictures_, pictures.value());
    const auto changed = move_house(fluid_.time());
    if (changed) {
        config_moves_ = config_moves(scene_);
        std::erase_if(carried_, [&](const auto& put) {
            return std::none_of(scene_.obstacles.begin(), scene_.obstacles.end(),
                                [&](const SceneObstacle& each) { return each.name == put.first; });
        });
        return {};
    }
    scene_ = std::move(before);
    std::swap(pictures_, pictures.value());
    obstacles_.clear();
    if (auto back = move_house(fluid_.time()); !back) return back;
    return changed;
}

template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::change_sources(const Scene& scene) {
    auto pictures = Pictures::read(scene);
    if (!pictures) return pictures.error();
    scene_ = scene;
    pictures_ = std::move(pictures).value();
    return {};
}

template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::fill(std::string_view field, double value) {
    const View<T, Dim> view = fluid_.edit(field);
    if (!view.data) return Error{text("there is no field \"%s\"", std::string(field).c_str())};
    for_box({}, view.shape, [&](const Vec<int, Dim>& at) { view[at] = static_cast<T>(value); });
    return {};
}

template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::observe(Observer* observer) {
    observer_ = observer;
    fluid_.observe(observer_ ? observer_ : stages_.get());
    return {};
}

template class EngineSimulator<2, float>;
template class EngineSimulator<3, float>;
template class EngineSimulator<2, double>;
template class EngineSimulator<3, double>;

}  // namespace whorl
