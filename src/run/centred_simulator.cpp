#include "run/centred_simulator.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/for_box.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "run/centred_confinement.hpp"
#include "run/fields.hpp"

namespace whorl {
namespace {

/// The opposite of gravity, or the last axis if there is none.
template <int Dim> Vec<double, Dim> up_at(const Scene& scene, double t) {
    Vec<double, Dim> up{};
    double length = 0;
    for (int axis = 0; axis < Dim; ++axis) up[axis] = -scene.fluid.gravity[axis].at(t), length += up[axis] * up[axis];
    if (length == 0) return up[Dim - 1] = 1, up;
    for (double& each : up.component) each /= std::sqrt(length);
    return up;
}

template <int Dim> Vec<bool, Dim> periodic_axes(const Scene& scene) {
    Vec<bool, Dim> periodic{};
    for (int axis = 0; axis < Dim; ++axis) periodic[axis] = is_periodic(scene, axis);
    return periodic;
}

}  // namespace

template <int Dim, class T>
Result<std::unique_ptr<Simulator>> CentredSimulator<Dim, T>::make(const Scene& scene, Pictures pictures,
                                                                  MadeCentredFluid<Dim, T> fluid) {
    if (!fluid) return fluid.error();
    std::unique_ptr<CentredSimulator> made(new CentredSimulator(scene, std::move(pictures), std::move(fluid).value()));
    if (auto ok = set_initial(scene, made->editable()); !ok) return ok.error();
    return std::unique_ptr<Simulator>(std::move(made));
}

template <int Dim, class T> int CentredSimulator<Dim, T>::number_of(std::string_view scalar) const {
    for (std::size_t i = 0; i < scene_.scalars.size(); ++i)
        if (scene_.scalars[i].name == scalar) return static_cast<int>(i);
    return -1;
}

template <int Dim, class T> View<T, Dim> CentredSimulator<Dim, T>::field(std::string_view name) const {
    for (int axis = 0; axis < Dim; ++axis)
        if (name == component_names[axis]) return fluid_->velocity(axis);
    const int number = number_of(name);
    return number < 0 ? View<T, Dim>{} : fluid_->scalar(number);
}

/// Formulas of time may leave the range that constants were held to when the scene was read.
template <int Dim, class T> Result<void> CentredSimulator<Dim, T>::check_numbers(double t) const {
    constexpr double most = 1e15;
    const auto check = [&](const std::string& key, const Number& number, double low, double high) -> Result<void> {
        const double value = number.at(t);
        if (value >= low && value <= high) return {};
        return Error{text("%s is %g at t = %g s; it must be from %g to %g", key.c_str(), value, t, low, high)};
    };
    const SceneFluid& fluid = scene_.fluid;
    for (const auto& [key, number, low] : {std::tuple("fluid.viscosity", &fluid.viscosity, 0.0),
                                           {"fluid.vorticity_confinement", &fluid.vorticity_confinement, 0.0},
                                           {"fluid.buoyancy", &fluid.buoyancy, -most},
                                           {"fluid.weight", &fluid.weight, -most},
                                           {"fluid.ambient_temperature", &fluid.ambient_temperature, -most}})
        if (auto ok = check(key, *number, low, most); !ok) return ok;
    for (const Number& each : fluid.gravity.component)
        if (auto ok = check("fluid.gravity", each, -most, most); !ok) return ok;
    for (const SceneScalar& scalar : scene_.scalars) {
        if (auto ok = check("scalars." + scalar.name + ".dissipation", scalar.dissipation, 0, most); !ok) return ok;
        if (auto ok = check("scalars." + scalar.name + ".kept", scalar.kept, 0, 1); !ok) return ok;
    }
    return {};
}

template <int Dim, class T> Result<Report> CentredSimulator<Dim, T>::step(double dt) {
    const double t = time();
    if (auto ok = check_numbers(t); !ok) return ok.error();
    if (auto ok = fluid_->follow(t); !ok) return Error{text("at t = %g s: %s", t, ok.error().message.c_str())};
    confine(t, dt);
    lift(t, dt);
    for (const SceneEmitter& each : scene_.emitters)
        if (const Moment moment = Moment::of(t, dt, each.start, each.end); moment.share > 0)
            if (auto ok = emit(scene_, each, pictures_.covered(each.shape, Dim, t), moment, editable()); !ok)
                return ok.error();
    for (const SceneForce& each : scene_.forces)
        if (const Moment moment = Moment::of(t, dt, each.start, each.end); moment.share > 0)
            if (auto ok = apply(scene_, each, pictures_, moment, editable()); !ok) return ok.error();
    auto report = fluid_->step(dt);
    if (report) fade(t, dt);
    return report;
}

template <int Dim, class T> void CentredSimulator<Dim, T>::confine(double t, double dt) {
    const double epsilon = scene_.fluid.vorticity_confinement.at(t);
    if (epsilon == 0) return;
    Vec<View<T, Dim>, Dim> u{};
    Vec<double, Dim> h{};
    for (int axis = 0; axis < Dim; ++axis)
        u[axis] = fluid_->velocity(axis), h[axis] = spacing(scene_, axis) / fluid_->unit();
    confine_centred(u, h, periodic_axes<Dim>(scene_), epsilon, dt);
}

/// acceleration = (buoyancy * (T - T0) - weight * density) * up
template <int Dim, class T> void CentredSimulator<Dim, T>::lift(double t, double dt) {
    const double buoyancy = scene_.fluid.buoyancy.at(t), weight = scene_.fluid.weight.at(t),
                 ambient = scene_.fluid.ambient_temperature.at(t);
    if (buoyancy == 0 && weight == 0) return;
    const Vec<double, Dim> up = up_at<Dim>(scene_, t);
    const View<T, Dim> heat = field("temperature"), smoke = field("density");
    for (int axis = 0; axis < Dim; ++axis) {
        const double factor = dt * up[axis] / fluid_->unit();
        if (factor == 0) continue;
        const View<T, Dim> u = fluid_->velocity(axis);
        for_box({}, u.shape, [&](const Vec<int, Dim>& at) {
            u[at] += static_cast<T>(factor * (buoyancy * (static_cast<double>(heat[at]) - ambient) -
                                              weight * static_cast<double>(smoke[at])));
        });
    }
}

template <int Dim, class T> void CentredSimulator<Dim, T>::fade(double t, double dt) {
    for (std::size_t i = 0; i < scene_.scalars.size(); ++i) {
        const SceneScalar& scalar = scene_.scalars[i];
        const double factor = scalar.kept.at(t) / (1 + dt * scalar.dissipation.at(t));
        if (factor == 1) continue;
        const View<T, Dim> view = fluid_->scalar(static_cast<int>(i));
        for_box({}, view.shape, [&](const Vec<int, Dim>& at) { view[at] *= static_cast<T>(factor); });
    }
}

template <int Dim, class T> double CentredSimulator<Dim, T>::fastest() const {
    double most = 0;
    for (int axis = 0; axis < Dim; ++axis)
        for (const double u : read(component_names[axis]).values)
            most = std::max(most, std::abs(u) / spacing(scene_, axis));
    return most;
}

template <int Dim, class T> Array3 CentredSimulator<Dim, T>::read(std::string_view name) const {
    Array3 out;
    for (int axis = 0; axis < Dim; ++axis) out.shape[axis] = scene_.cells[axis];
    if (name == "divergence") {
        out.values = fluid_->divergence();
        return out.values.empty() ? Array3{} : out;
    }
    const View<T, Dim> view = field(name);
    if (!view.data) return {};
    const double unit = unit_of(name);
    out.values.reserve(static_cast<std::size_t>(view.cells()));
    for_box({}, view.shape,
            [&](const Vec<int, Dim>& at) { out.values.push_back(unit * static_cast<double>(view[at])); });
    return out;
}

template <int Dim, class T> double CentredSimulator<Dim, T>::sample(std::string_view name, const Place& at) const {
    const View<T, Dim> view = field(name);
    if (!view.data) return 0;
    Vec<int, Dim> low{}, high{};
    Vec<double, Dim> part{};
    for (int axis = 0; axis < Dim; ++axis) {
        const int cells = view.shape[axis];
        double x = at[axis] / spacing(scene_, axis) - 0.5;
        const bool wraps = is_periodic(scene_, axis);
        x = wraps ? x - cells * std::floor(x / cells) : std::clamp(x, 0.0, cells - 1.0);
        low[axis] = std::min(static_cast<int>(x), cells - 1);
        high[axis] = wraps ? (low[axis] + 1) % cells : std::min(low[axis] + 1, cells - 1);
        part[axis] = x - low[axis];
    }
    double sum = 0;
    for (int corner = 0; corner < 1 << Dim; ++corner) {
        double weight = 1;
        Vec<int, Dim> place{};
        for (int axis = 0; axis < Dim; ++axis) {
            const bool is_far = corner >> axis & 1;
            weight *= is_far ? part[axis] : 1 - part[axis];
            place[axis] = is_far ? high[axis] : low[axis];
        }
        sum += weight * static_cast<double>(view[place]);
    }
    return unit_of(name) * sum;
}

template class CentredSimulator<2, float>;
template class CentredSimulator<3, float>;
template class CentredSimulator<2, double>;
template class CentredSimulator<3, double>;

}  // namespace whorl
