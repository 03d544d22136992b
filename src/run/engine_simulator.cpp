#include "run/engine_simulator.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/for_box.hpp"
#include "core/memory.hpp"
#include "io/png.hpp"

namespace whorl {
namespace {

constexpr const char* components[] = {"velocity.x", "velocity.y", "velocity.z"};

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
    if (auto ok = made->set_viscosity(0); !ok) return ok.error();
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
        Place place{};
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

/// Where the scene's viscosity differs from place to place: of each cell, with the scalars there as they are now.
template <int Dim, class T> Result<void> EngineSimulator<Dim, T>::set_viscosity(double t) {
    if (!scene_.fluid.has_varying_viscosity()) return {};
    const View<T, Dim> view = fluid_.edit("viscosity");
    std::vector<View<const T, Dim>> scalars;
    for (const SceneScalar& scalar : scene_.scalars) scalars.push_back(fluid_.view(scalar.name));
    std::vector<double> values(scalars.size());
    std::string fault;
    for_box({}, view.shape, [&](const Vec<int, Dim>& at) {
        Place place{};
        for (int axis = 0; axis < Dim; ++axis) place[axis] = (at[axis] + 0.5) * scene_.size[axis] / scene_.cells[axis];
        for (std::size_t i = 0; i < scalars.size(); ++i) values[i] = static_cast<double>(scalars[i][at]);
        const double value = scene_.fluid.viscosity.at(t, place, values);
        if (!(value >= 0 && value <= 1e15) && fault.empty())
            fault = text("fluid.viscosity is %g at x = %g, y = %g; it must be from 0 to 1e+15 everywhere", value,
                         place[0], place[1]);
        view[at] = static_cast<T>(value);
    });
    if (!fault.empty()) return Error{fault};
    return {};
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

template <int Dim, class T> const Image8* EngineSimulator<Dim, T>::picture_of(const SceneShape& shape) const {
    const auto found = pictures_.find(shape.file);
    return shape.kind == ShapeKind::image && found != pictures_.end() ? &found->second : nullptr;
}

template <int Dim, class T> CoveredShape EngineSimulator<Dim, T>::covered(const SceneShape& shape, double t) const {
    return {still(shape, Dim, t), picture_of(shape)};
}

template <int Dim, class T> Result<Report> EngineSimulator<Dim, T>::step(double dt) {
    const double t = fluid_.time();
    if (auto ok = follow_config(t); !ok) return ok.error();
    const Number& viscosity = scene_.fluid.viscosity;
    if (viscosity.depends_on_time() || viscosity.depends_on_scalars())
        if (auto ok = set_viscosity(t); !ok) return ok.error();
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

template <int Dim, class T> double EngineSimulator<Dim, T>::sample(std::string_view field, const Place& at) const {
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
