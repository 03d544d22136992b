#include "run/engine_simulator.hpp"

#include <algorithm>
#include <cmath>

#include "core/for_box.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "run/picture.hpp"

namespace whorl {
namespace {}  // namespace

template <int Dim, class T>
Result<std::unique_ptr<Simulator>> EngineSimulator<Dim, T>::make(const Scene& scene, Scheduler& scheduler) {
    FluidConfig<Dim> config = config_of<Dim>(scene, 0);
    config.scheduler = &scheduler;
    auto fluid = Fluid<Dim, T>::make(config);
    if (!fluid) return fluid.error();
    std::unique_ptr<EngineSimulator> made(new EngineSimulator(scene, scheduler, std::move(fluid).value()));
    auto pictures = Pictures::read(scene);
    if (!pictures) return pictures.error();
    made->pictures_ = std::move(pictures).value();
    if (auto ok = set_initial(scene, made->editable()); !ok) return ok.error();
    if (auto ok = made->set_viscosity(0); !ok) return ok.error();
    if (auto ok = made->set_obstacles(0); !ok) return ok.error();
    made->watch_stages();
    return std::unique_ptr<Simulator>(std::move(made));
}

template <int Dim, class T> void EngineSimulator<Dim, T>::watch_stages() {
    if constexpr (Dim == 2)
        if (std::any_of(scene_.outputs.begin(), scene_.outputs.end(),
                        [](const SceneOutput& output) { return shows_stages(output.look); }))
            stages_ = std::make_unique<StageRecorder<T>>(fluid_);
}

template <int Dim, class T>
Result<Image> EngineSimulator<Dim, T>::draw_stage(std::string_view name, const StageStyle& style) const {
    return stages_ ? whorl::draw_stage(*stages_, name, style) : Simulator::draw_stage(name, style);
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
    if (config_numbers(scene_, t) == numbers_) return {};
    return move_house(t);
}

template <int Dim, class T> Result<Report> EngineSimulator<Dim, T>::step(double dt) {
    const double t = fluid_.time();
    if (auto ok = follow_config(t); !ok) return ok.error();
    const Number& viscosity = scene_.fluid.viscosity;
    if (viscosity.depends_on_time() || viscosity.depends_on_scalars())
        if (auto ok = set_viscosity(t); !ok) return ok.error();
    if (auto ok = move_obstacles(t, dt); !ok) return ok.error();
    if (auto ok = move_carried(); !ok) return ok.error();
    const auto acted = act(t, dt);
    hand_emitters_.clear(), hand_forces_.clear();
    if (!acted) return acted.error();
    return fluid_.step(dt);
}

template <int Dim, class T> double EngineSimulator<Dim, T>::fastest() const {
    double most = 0;
    for (int axis = 0; axis < Dim; ++axis) {
        const double h = scene_.size[axis] / scene_.cells[axis];
        for (const double u : read(component_names[axis]).values) most = std::max(most, std::abs(u) / h);
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
