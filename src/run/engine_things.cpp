// What is in the flow at a moment: emitters, forces, obstacles.
#include "run/engine_simulator.hpp"

namespace whorl {

template <int Dim, class T>
Result<void> EngineSimulator<Dim, T>::emit_now(const SceneEmitter& emitter, double t, double dt) {
    const Moment moment = Moment::of(t, dt, emitter.start, emitter.end);
    if (moment.share == 0) return {};
    bool varies = emitter.set;
    for (const auto& [name, value] : emitter.scalars) varies = varies || value.depends_on_place();
    if (emitter.velocity)
        for (const Number& number : emitter.velocity->component) varies = varies || number.depends_on_place();
    const CoveredShape covered = pictures_.covered(emitter.shape, Dim, t);
    const auto shape = engine_shape<Dim>(covered.shape);
    return varies || !shape ? emit(scene_, emitter, covered, moment, editable())
                            : emit_by_engine(emitter, *shape, moment);
}

template <int Dim, class T>
Result<void> EngineSimulator<Dim, T>::emit_by_engine(const SceneEmitter& emitter, const Shape<Dim>& shape,
                                                     const Moment& moment) {
    Emission<Dim> emission;
    for (const auto& [name, value] : emitter.scalars)
        emission.scalars.push_back({name, moment.share * value.at(moment.t)});
    if (emitter.velocity) {
        Vec<float, Dim> velocity{};
        for (int axis = 0; axis < Dim; ++axis)
            velocity[axis] = static_cast<float>((*emitter.velocity)[axis].at(moment.t));
        emission.velocity = velocity;
    }
    const auto added = fluid_.add(shape, emission);
    return added ? added : Result<void>(at_key(emitter.path, added.error()));
}

template <int Dim, class T>
Result<void> EngineSimulator<Dim, T>::apply_now(const SceneForce& force, double t, double dt) {
    const Moment moment = Moment::of(t, dt, force.start, force.end);
    if (moment.share == 0) return {};
    if (force.kind != ForceKind::gravity || force.shape) return apply(scene_, force, pictures_, moment, editable());
    Vec<float, Dim> low{}, high{}, acceleration{};
    for (int axis = 0; axis < Dim; ++axis) {
        low[axis] = static_cast<float>(-scene_.size[axis]), high[axis] = static_cast<float>(2 * scene_.size[axis]);
        acceleration[axis] = static_cast<float>(moment.share * force.vector[axis].at(t));
    }
    const auto pushed = fluid_.push(Box<Dim>{low, high}, acceleration);
    return pushed ? pushed : Result<void>(at_key(force.path, pushed.error()));
}

template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::set_obstacles(double t) {
    const bool is_first = obstacles_.empty();
    walls_.clear();
    for (std::size_t i = 0; i < scene_.obstacles.size(); ++i) {
        const SceneObstacle& each = scene_.obstacles[i];
        walls_.push_back(obstacle_at(each, Dim, t));
        if (const auto put = carried_.find(each.name); put != carried_.end()) walls_.back().origin = put->second;
        auto made = make_obstacle<Dim>(each, walls_.back(), pictures_.of(each.shape));
        if (!made) return made.error();
        if (is_first) {
            const auto number = fluid_.set_obstacle(made.value());
            if (!number) return at_key(each.path, number.error());
            obstacles_.push_back(number.value());
        } else if (auto set = fluid_.set_obstacle(obstacles_[i], made.value()); !set) {
            return at_key(each.path, set.error());
        }
    }
    return {};
}

// During the step a wall goes evenly from where it is to where its numbers say it will be; one that changes its shape
// does so between steps.
template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::move_obstacles(double t, double dt) {
    for (std::size_t i = 0; i < scene_.obstacles.size(); ++i) {
        const SceneObstacle& each = scene_.obstacles[i];
        if (!each.shape.depends_on_time() && !each.angle.depends_on_time()) continue;
        if (carried_.contains(each.name)) continue;
        if (const ObstacleMoment now = obstacle_at(each, Dim, t); !now.has_shape_of(walls_[i])) {
            auto made = make_obstacle<Dim>(each, now, pictures_.of(each.shape));
            if (!made) return made.error();
            if (auto set = fluid_.set_obstacle(obstacles_[i], made.value()); !set)
                return at_key(each.path, set.error());
            walls_[i] = now;
        }
        const auto moved = fluid_.move_obstacle(obstacles_[i], pose_of<Dim>(obstacle_at(each, Dim, t + dt)));
        if (!moved) return at_key(each.path, moved.error());
    }
    return {};
}

template <int Dim, class T> std::vector<double> EngineSimulator<Dim, T>::force_on(std::string_view obstacle) const {
    std::vector<double> values;
    for (std::size_t i = 0; i < scene_.obstacles.size(); ++i) {
        if (scene_.obstacles[i].name != obstacle) continue;
        const ObstacleForce<Dim> force = fluid_.force_on(obstacles_[i]);
        values.insert(values.end(), force.pressure.component, force.pressure.component + Dim);
        values.insert(values.end(), force.friction.component, force.friction.component + Dim);
        values.insert(values.end(), force.torque.component, force.torque.component + (Dim == 2 ? 1 : 3));
    }
    return values;
}

template class EngineSimulator<2, float>;
template class EngineSimulator<3, float>;
template class EngineSimulator<2, double>;
template class EngineSimulator<3, double>;

}  // namespace whorl
