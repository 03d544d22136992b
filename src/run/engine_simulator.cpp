#include "run/engine_simulator.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/memory.hpp"
#include "io/png.hpp"
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
Result<std::unique_ptr<Simulator>> EngineSimulator<Dim, T>::make(const Scene& scene, Scheduler& scheduler) {
    FluidConfig<Dim> config = config_of<Dim>(scene, 0);
    config.scheduler = &scheduler;
    auto fluid = Fluid<Dim, T>::make(config);
    if (!fluid) return fluid.error();
    std::unique_ptr<EngineSimulator> made(new EngineSimulator(scene, scheduler, std::move(fluid).value()));
    if (auto ok = made->read_pictures(); !ok) return ok.error();
    if (auto ok = made->set_initial(); !ok) return ok.error();
    if (auto ok = made->set_obstacles(0); !ok) return ok.error();
    return std::unique_ptr<Simulator>(std::move(made));
}

/// Names are relative to the scene's file.
template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::read_pictures() {
    const auto read = [&](const SceneShape& shape, const std::string& path) -> Result<void> {
        if (shape.kind != ShapeKind::image) return {};
        auto picture = read_png((std::filesystem::path(scene_.file).parent_path() / shape.file).string());
        if (!picture) return at_key(path + ".shape.image.file", picture.error());
        pictures_[shape.file] = std::move(picture).value();
        return {};
    };
    for (const SceneEmitter& emitter : scene_.emitters)
        if (auto ok = read(emitter.shape, emitter.path); !ok) return ok;
    for (const SceneObstacle& obstacle : scene_.obstacles)
        if (auto ok = read(obstacle.shape, obstacle.path); !ok) return ok;
    return {};
}

template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::set_initial() {
    if (scene_.initial.velocity)
        for (int axis = 0; axis < Dim; ++axis)
            if (auto ok = set_field(components[axis], "initial.velocity", (*scene_.initial.velocity)[axis], axis); !ok)
                return ok;
    for (const auto& [name, value] : scene_.initial.scalars)
        if (auto ok = set_field(name.c_str(), "initial." + name, value, -1); !ok) return ok;
    return {};
}

template <int Dim, class T>
Result<void> EngineSimulator<Dim, T>::set_field(const char* name, const std::string& key, const Number& value,
                                                int staggered) {
    const View<T, Dim> view = fluid_.edit(name);
    std::vector<double> row(static_cast<std::size_t>(view.shape[0]));
    Vec<int, Dim> at{};
    while (true) {
        Point place{};
        double h = 1;
        for (int axis = 0; axis < Dim; ++axis) {
            const double spacing = scene_.size[axis] / scene_.cells[axis];
            place[axis] = (at[axis] + (axis == staggered ? 0 : 0.5)) * spacing;
            if (axis == 0) h = spacing;
        }
        value.fill_row(0, place, h, row);
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (!(std::abs(row[i]) <= 1e30))
                return Error{text("%s is %g at x = %g, y = %g; it must be finite everywhere", key.c_str(), row[i],
                                  place[0] + static_cast<double>(i) * h, place[1])};
            (&view[at])[i] = static_cast<T>(row[i]);
        }
        int axis = 1;
        while (axis < Dim && ++at[axis] == view.shape[axis]) at[axis++] = 0;
        if (axis == Dim) return {};
    }
}

// The engine's configuration does not change under it; where the scene's moves, the state changes house.
template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::follow_config(double t) {
    if (!config_moves_) return {};
    std::vector<double> numbers = config_numbers(scene_, t);
    if (numbers == numbers_) return {};
    FluidConfig<Dim> config = config_of<Dim>(scene_, t);
    config.scheduler = &scheduler_;
    auto fluid = Fluid<Dim, T>::make(config);
    if (!fluid) return Error{text("at t = %g s: %s", t, fluid.error().message.c_str())};
    if (auto ok = fluid.value().load(fluid_.save()); !ok) return ok;
    fluid_ = std::move(fluid).value();
    numbers_ = std::move(numbers);
    obstacles_.clear();
    return set_obstacles(t);
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

template <int Dim, class T> const Image8* EngineSimulator<Dim, T>::picture_of(const SceneShape& shape) const {
    const auto found = pictures_.find(shape.file);
    return shape.kind == ShapeKind::image && found != pictures_.end() ? &found->second : nullptr;
}

template <int Dim, class T> CoveredShape EngineSimulator<Dim, T>::covered(const SceneShape& shape, double t) const {
    return {still(shape, Dim, t), picture_of(shape)};
}

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
        each_covered_value(scene_, shape, -1, fluid_.edit(name), [&](T& value, double part, const Point& at) {
            const double given = number.at(t, at);
            if (emitter.set) return towards(value, part, given);
            is_finite = is_finite && std::abs(given) <= 1e12;
            value += static_cast<T>(part * share * dt * given);
        });
    if (emitter.velocity)
        for (int axis = 0; axis < Dim; ++axis)
            each_covered_value(scene_, shape, axis, fluid_.edit(components[axis]),
                               [&](T& value, double part, const Point& at) {
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
            scene_, box, axis, fluid_.edit(components[axis]), [&](T& value, double covered_part, const Point& at) {
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

template <int Dim, class T> Result<Report> EngineSimulator<Dim, T>::step(double dt) {
    const double t = fluid_.time();
    if (auto ok = follow_config(t); !ok) return ok.error();
    if (auto ok = move_obstacles(t, dt); !ok) return ok.error();
    for (const SceneEmitter& emitter : scene_.emitters)
        if (auto ok = emit(emitter, t, dt); !ok) return ok.error();
    for (const SceneForce& force : scene_.forces)
        if (auto ok = apply(force, t, dt); !ok) return ok.error();
    return fluid_.step(dt);
}

template <int Dim, class T> double EngineSimulator<Dim, T>::fastest() const {
    double most = 0;
    for (int axis = 0; axis < Dim; ++axis) {
        const double h = scene_.size[axis] / scene_.cells[axis];
        for (const double u : read(components[axis]).values) most = std::max(most, std::abs(u) / h);
    }
    return most;
}

template <int Dim, class T> Array3 EngineSimulator<Dim, T>::read(std::string_view field) const {
    const View<const T, Dim> view = fluid_.view(field);
    Array3 out;
    if (!view.data) return out;
    for (int axis = 0; axis < Dim; ++axis) out.shape[axis] = view.shape[axis];
    out.values.resize(static_cast<std::size_t>(view.cells()));
    Vec<int, Dim> at{};
    for (std::size_t next = 0; next < out.values.size(); next += static_cast<std::size_t>(view.shape[0])) {
        const T* row = &view[at];
        std::copy(row, row + view.shape[0], out.values.begin() + static_cast<std::ptrdiff_t>(next));
        int axis = 1;
        while (axis < Dim && ++at[axis] == view.shape[axis]) at[axis++] = 0;
    }
    return out;
}

template <int Dim, class T> double EngineSimulator<Dim, T>::sample(std::string_view field, const Point& at) const {
    Vec<double, Dim> place{};
    for (int axis = 0; axis < Dim; ++axis) place[axis] = at[axis];
    return fluid_.sample(field, place);
}

template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::load(const std::vector<std::byte>& saved) {
    if (auto loaded = fluid_.load(saved); !loaded) return loaded;
    return set_obstacles(fluid_.time());
}

template class EngineSimulator<2, float>;
template class EngineSimulator<3, float>;
template class EngineSimulator<2, double>;
template class EngineSimulator<3, double>;

}  // namespace whorl
