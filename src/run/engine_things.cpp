// What is in the flow at a moment: emitters, forces, obstacles.
#include <algorithm>
#include <cmath>

#include "run/engine_simulator.hpp"
#include "run/force_field.hpp"

namespace whorl {
namespace {

constexpr const char* components[] = {"velocity.x", "velocity.y", "velocity.z"};

/// The share of the step from t to t + dt that lies between start and end.
double share_of(double t, double dt, double start, double end) {
    if (!(dt > 0)) return 0;
    const double share = (std::min(t + dt, end) - std::max(t, start)) / dt;
    return share > 1e-9 ? share : 0;  // a step that rounding lets touch the span is outside
}

Error at_key(const std::string& path, const Error& error) {
    return {path + ": " + error.message};
}

}  // namespace

template <int Dim, class T>
Result<void> EngineSimulator<Dim, T>::emit(const SceneEmitter& emitter, double t, double dt) {
    const double share = share_of(t, dt, emitter.start, emitter.end);
    if (share == 0) return {};
    bool varies = emitter.set;
    for (const auto& [name, value] : emitter.scalars) varies = varies || value.depends_on_place();
    if (emitter.velocity)
        for (const Number& number : emitter.velocity->component) varies = varies || number.depends_on_place();
    const auto shape = engine_shape<Dim>(still(emitter.shape, Dim, t));
    const auto done =
        varies || !shape ? emit_by_hand(emitter, t, dt, share) : emit_by_engine(emitter, *shape, t, share);
    return done ? done : Result<void>(at_key(emitter.path, done.error()));
}

template <int Dim, class T>
Result<void> EngineSimulator<Dim, T>::emit_by_engine(const SceneEmitter& emitter, const Shape<Dim>& shape, double t,
                                                     double share) {
    Emission<Dim> emission;
    for (const auto& [name, value] : emitter.scalars) emission.scalars.push_back({name, share * value.at(t)});
    if (emitter.velocity) {
        Vec<float, Dim> velocity{};
        for (int axis = 0; axis < Dim; ++axis) velocity[axis] = static_cast<float>((*emitter.velocity)[axis].at(t));
        emission.velocity = velocity;
    }
    return fluid_.add(shape, emission);
}

template <int Dim, class T>
Result<void> EngineSimulator<Dim, T>::emit_by_hand(const SceneEmitter& emitter, double t, double dt, double share) {
    const CoveredShape shape = covered(emitter.shape, t);
    bool is_finite = true;
    const auto towards = [&](T& value, double part, double wanted) {
        is_finite = is_finite && std::abs(wanted) <= 1e12;
        value += static_cast<T>(part * (wanted - static_cast<double>(value)));
    };
    for (const auto& [name, number] : emitter.scalars)
        each_covered_value(scene_, shape, -1, fluid_.edit(name), [&](T& value, double part, const Place& at) {
            const double given = number.at(t, at);
            if (emitter.set) return towards(value, part, given);
            is_finite = is_finite && std::abs(given) <= 1e12;
            value += static_cast<T>(part * share * dt * given);
        });
    if (emitter.velocity)
        for (int axis = 0; axis < Dim; ++axis)
            each_covered_value(scene_, shape, axis, fluid_.edit(components[axis]),
                               [&](T& value, double part, const Place& at) {
                                   towards(value, part, (*emitter.velocity)[axis].at(t, at));
                               });
    if (!is_finite) return Error{text("a formula gives no finite number up to 1e+12 at t = %g s", t)};
    return {};
}

template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::apply(const SceneForce& force, double t, double dt) {
    const double share = share_of(t, dt, force.start, force.end);
    if (share == 0) return {};
    const ForceField field(scene_, force, t);
    if (force.kind == ForceKind::gravity && !force.shape) {
        Vec<float, Dim> low{}, high{}, acceleration{};
        for (int axis = 0; axis < Dim; ++axis) {
            low[axis] = static_cast<float>(-scene_.size[axis]), high[axis] = static_cast<float>(2 * scene_.size[axis]);
            acceleration[axis] = static_cast<float>(share * field.along(axis, {}));
        }
        const auto pushed = fluid_.push(Box<Dim>{low, high}, acceleration);
        return pushed ? pushed : Result<void>(at_key(force.path, pushed.error()));
    }
    SceneShape everywhere{.points = {{}, {scene_.size[0], scene_.size[1], scene_.size[2]}}};
    const CoveredShape box = covered(force.shape ? *force.shape : everywhere, t);
    bool is_finite = true;
    for (int axis = 0; axis < Dim; ++axis)
        each_covered_value(
            scene_, box, axis, fluid_.edit(components[axis]), [&](T& value, double covered_part, const Place& at) {
                const double part = share * dt * (force.shape ? covered_part : 1), wanted = field.along(axis, at);
                is_finite = is_finite && std::abs(wanted) <= 1e12;
                const double pull = part * field.pull(), u = static_cast<double>(value);
                value = static_cast<T>(pull > 0           ? (u + pull * wanted) / (1 + pull)
                                       : field.pull() > 0 ? u
                                                          : u + part * wanted);
            });
    if (!is_finite) return at_key(force.path, {text("the force is not finite at t = %g s", t)});
    return {};
}

template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::set_obstacles(double t) {
    const bool is_first = obstacles_.empty();
    walls_.clear();
    for (std::size_t i = 0; i < scene_.obstacles.size(); ++i) {
        const SceneObstacle& each = scene_.obstacles[i];
        walls_.push_back(obstacle_at(each, Dim, t));
        auto made = make_obstacle<Dim>(each, walls_.back(), picture_of(each.shape));
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
        if (const ObstacleMoment now = obstacle_at(each, Dim, t); !now.has_shape_of(walls_[i])) {
            auto made = make_obstacle<Dim>(each, now, picture_of(each.shape));
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
