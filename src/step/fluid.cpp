// The public face of the engine: checks what comes in from outside, and steps.
#include <algorithm>
#include <cmath>

#include "core/for_box.hpp"
#include "core/names.hpp"
#include "core/nearest_name.hpp"
#include "core/text.hpp"
#include "simd/field_kernels.hpp"
#include "step/obstacle_force.hpp"
#include "step/saved_state.hpp"
#include "step/smoke_step.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

template <int Dim, class T> struct Fluid<Dim, T>::State {
    Parameters<T, Dim> parameters;
    Changing<T, Dim> changing;
    Workspace<T, Dim> work;
    std::vector<Emitter<T, Dim>> emitters{};
    Observer* observer = nullptr;
    Report report{};
    bool is_edited = false;  // from outside, since the last step

    Scheduler& scheduler() const {
        return parameters.config.scheduler ? *parameters.config.scheduler : serial_scheduler();
    }

    Field<T, Dim>* find(std::string_view name) {
        for (int axis = 0; axis < Dim; ++axis)
            if (name == component_names[axis]) return &changing.u.component[axis];
        for (std::size_t i = 0; i < changing.scalars.size(); ++i)
            if (name == parameters.scalar_names[i]) return &changing.scalars[i];
        if (name == "viscosity" && parameters.has_viscosity_field()) return &changing.viscosity;
        if (name != "pressure") return nullptr;
        return parameters.order.reflects ? &changing.q.front() : &changing.q.back();
    }

    Result<void> check_dt(double dt) const {
        if (dt >= 0 && dt <= 1e6) return {};
        return Error{text("dt is %g; it must be from 0 to 1e+06 seconds", dt)};
    }

    /// Once after views were handed out for writing: a step never makes a number that is not finite by itself.
    Result<void> check_state() {
        if (!is_edited) return {};
        std::int64_t bad = 0;
        changing.each_field(
            [&](const View<T, Dim>& view) { bad += count_nonfinite(scheduler(), interior(view), view); });
        if (bad > 0)
            return Error{
                text("%lld values of the state are not finite; write finite ones", static_cast<long long>(bad))};
        if (auto ok = check_viscosity(); !ok) return ok;
        is_edited = false;
        return {};
    }

    Result<void> check_viscosity() {
        if (!parameters.has_viscosity_field()) return {};
        double bad = 0;
        const View<T, Dim> view = changing.viscosity.view();
        for_box({}, view.shape, [&](const Vec<int, Dim>& at) {
            const double value = static_cast<double>(view[at]);
            if (!(value >= 0 && value <= 1e15)) bad = value;
        });
        if (bad == 0) return {};
        return Error{text("the field viscosity holds %g; its values must be from 0 to 1e+15 m^2/s", bad)};
    }

    Result<void> check_shape(const Shape<Dim>& shape) const {
        bool is_finite = std::isfinite(shape.radius) && shape.radius >= 0;
        for (int axis = 0; axis < Dim; ++axis)
            is_finite = is_finite && std::isfinite(shape.low[axis]) && std::isfinite(shape.high[axis]);
        if (is_finite) return {};
        return Error{"the shape has a place or radius that is not finite, or a radius below 0"};
    }

    /// The part of an advance that lies between `begin` and `end`, dt seconds long.
    Report one_step(double dt, double begin = 0, double end = 1) {
        // Where they are before they move has to be known too: after a `load` the step must go on to the same bits.
        if (work.obstacles.is_dirty() && work.place_obstacles(begin, begin, 0)) follow_walls();
        if (work.place_obstacles(begin, end, dt)) follow_walls();
        SmokeStep<T, Dim>({parameters, changing, work, emitters, scheduler(), observer}, dt, report).run();
        return report;
    }

    void follow_walls() {
        const Walls<T, Dim>& walls = *work.obstacles.walls();
        double cell = 1;
        for (int axis = 0; axis < Dim; ++axis) cell *= parameters.grid.spacing(axis);
        for (std::size_t i = 0; i < changing.scalars.size(); ++i) {
            const double added = refill(walls, changing.scalars[i].view(),
                                        {.ambient = static_cast<T>(parameters.config.scalars[i].ambient),
                                         .is_in_solids = parameters.scheme_of(i) == Scheme::flux,
                                         .has_moved = work.obstacles.is_moving()});
            if (static_cast<int>(i) == parameters.density) report.swept += added * cell;
        }
        for (auto& q : changing.q) refill_pressure(walls, q.view());
        if (changing.carried.bytes() > 0) refill_pressure(walls, changing.carried.view());
        work.follow_walls(parameters);
    }

    /// How many steps, and of which length, `advance(seconds)` takes from here.
    struct Plan {
        int steps;
        double dt;
        bool is_capped;
    };
    Plan plan(double seconds) {
        constexpr double most = 10000;
        const FluidConfig<Dim>& config = parameters.config;
        if (config.step > 0) {
            // Steps stay on their own grid of times; what is asked for beyond the last whole one is owed.
            const double whole = std::floor((changing.asked - changing.time) / config.step + 1e-6);
            return {static_cast<int>(std::clamp(whole, 0.0, most)), config.step, whole > most};
        }
        double count = config.substeps;
        if (config.cfl > 0)
            count =
                std::ceil(max_cfl(scheduler(), parameters.grid, read_only(changing.u.faces()), seconds) / config.cfl);
        const int steps = static_cast<int>(std::clamp(count, 1.0, most));
        return {steps, seconds / steps, count > most};
    }
};

template <int Dim, class T> Result<Fluid<Dim, T>> Fluid<Dim, T>::make(const FluidConfig<Dim>& config) {
    auto parameters = Parameters<T, Dim>::make(config);
    if (!parameters) return parameters.error();
    auto changing = Changing<T, Dim>::make(parameters.value());
    if (!changing) return changing.error();
    auto work = Workspace<T, Dim>::make(parameters.value());
    if (!work) return work.error();
    auto state = std::unique_ptr<State>(
        new State{std::move(parameters).value(), std::move(changing).value(), std::move(work).value()});
    for (std::size_t i = 0; i < state->changing.scalars.size(); ++i) {
        const auto view = state->changing.scalars[i].view();
        fill(state->scheduler(), interior(view), view, static_cast<T>(state->parameters.config.scalars[i].ambient));
    }
    return Fluid(std::move(state));
}

template <int Dim, class T> Fluid<Dim, T>::Fluid(std::unique_ptr<State> state) : state_(std::move(state)) {}
template <int Dim, class T> Fluid<Dim, T>::Fluid(Fluid&&) noexcept = default;
template <int Dim, class T> Fluid<Dim, T>& Fluid<Dim, T>::operator=(Fluid&&) noexcept = default;
template <int Dim, class T> Fluid<Dim, T>::~Fluid() = default;

template <int Dim, class T> Result<void> Fluid<Dim, T>::add(const Shape<Dim>& shape, const Emission<Dim>& emission) {
    if (auto ok = state_->check_shape(shape); !ok) return ok;
    Emitter<T, Dim> emitter{.shape = shape, .velocity = emission.velocity};
    const std::vector<std::string>& names = state_->parameters.scalar_names;
    emitter.scalars.resize(names.size());
    std::vector<SideScalar> given = emission.scalars;
    if (emission.density != 0) given.push_back({"density", static_cast<double>(emission.density)});
    if (emission.temperature != 0) given.push_back({"temperature", static_cast<double>(emission.temperature)});
    for (const SideScalar& scalar : given) {
        const auto found = std::find(names.begin(), names.end(), scalar.name);
        if (found == names.end()) {
            const std::vector<std::string_view> views(names.begin(), names.end());
            return Error{unknown_name("scalar", scalar.name, views)};
        }
        if (!(std::abs(scalar.value) <= 1e12))
            return Error{
                text("%s is %g a second; it must be finite and at most 1e+12", scalar.name.c_str(), scalar.value)};
        emitter.scalars[static_cast<std::size_t>(found - names.begin())] += static_cast<T>(scalar.value);
    }
    for (int axis = 0; axis < Dim; ++axis)
        if (!(std::abs(emission.velocity.value[axis]) <= 1e12f))
            return Error{text("the velocity is %g; it must be finite and at most 1e+12 m/s",
                              static_cast<double>(emission.velocity.value[axis]))};
    state_->emitters.push_back(std::move(emitter));
    return {};
}

template <int Dim, class T>
Result<void> Fluid<Dim, T>::push(const Shape<Dim>& shape, const Vec<float, Dim>& acceleration) {
    if (auto ok = state_->check_shape(shape); !ok) return ok;
    Emitter<T, Dim> emitter{.shape = shape};
    for (int axis = 0; axis < Dim; ++axis) {
        if (!(std::abs(acceleration[axis]) <= 1e12f))
            return Error{text("the acceleration is %g; it must be finite and at most 1e+12 m/s^2",
                              static_cast<double>(acceleration[axis]))};
        emitter.acceleration[axis] = static_cast<T>(acceleration[axis]);
    }
    state_->emitters.push_back(std::move(emitter));
    return {};
}

template <int Dim, class T> Result<int> Fluid<Dim, T>::set_obstacle(const Obstacle<Dim>& obstacle) {
    for (const ScalarConfig& scalar : state_->parameters.config.scalars)
        if (scalar.at_nodes)
            return Error{text("%s is stored at nodes, where walls do not seal; store it at centres, or set no obstacle",
                              scalar.name.c_str())};
    if (!state_->work.obstacles.is_used())
        if (auto ok = state_->work.make_room_for_obstacles(state_->parameters); !ok) return ok.error();
    const auto number = state_->work.obstacles.add(obstacle);
    state_->work.expect_walls();
    return number;
}
template <int Dim, class T> Result<void> Fluid<Dim, T>::set_obstacle(int number, const Obstacle<Dim>& obstacle) {
    const auto ok = state_->work.obstacles.set(number, obstacle);
    state_->work.expect_walls();
    return ok;
}
template <int Dim, class T> Result<void> Fluid<Dim, T>::move_obstacle(int number, const Pose<Dim>& pose) {
    const auto ok = state_->work.obstacles.move(number, pose);
    state_->work.expect_walls();
    return ok;
}
template <int Dim, class T> Result<void> Fluid<Dim, T>::remove_obstacle(int number) {
    return state_->work.obstacles.remove(number);
}
template <int Dim, class T> ObstacleForce<Dim> Fluid<Dim, T>::force_on(int number) const {
    return whorl::force_on<T, Dim>(state_->parameters, state_->changing, state_->work, number);
}

template <int Dim, class T> Result<Report> Fluid<Dim, T>::advance(double seconds) {
    if (auto ok = state_->check_dt(seconds); !ok) return ok.error();
    if (auto ok = state_->check_state(); !ok) return ok.error();
    state_->changing.asked += seconds;
    const auto plan = state_->plan(seconds);
    state_->report = Report{};
    state_->report.steps_capped = plan.is_capped;
    for (int step = 0; step < plan.steps; ++step)
        state_->one_step(plan.dt, static_cast<double>(step) / plan.steps, static_cast<double>(step + 1) / plan.steps);
    if (plan.steps > 0) state_->work.obstacles.arrive();
    state_->emitters.clear();
    return state_->report;
}

template <int Dim, class T> Result<Report> Fluid<Dim, T>::step(double dt) {
    if (auto ok = state_->check_dt(dt); !ok) return ok.error();
    if (auto ok = state_->check_state(); !ok) return ok.error();
    state_->report = Report{};
    state_->changing.asked += dt;
    state_->one_step(dt);
    state_->work.obstacles.arrive();
    state_->emitters.clear();
    return state_->report;
}

template <int Dim, class T> const Report& Fluid<Dim, T>::report() const {
    return state_->report;
}

template <int Dim, class T> View<const T, Dim> Fluid<Dim, T>::view(std::string_view name) const {
    const Field<T, Dim>* field = state_->find(name);
    if (!field && name == "viscosity" && state_->work.stress) return state_->work.stress->viscosity();
    return field ? field->view() : View<const T, Dim>{};
}

template <int Dim, class T> View<T, Dim> Fluid<Dim, T>::edit(std::string_view name) {
    Field<T, Dim>* field = state_->find(name);
    state_->is_edited = true;
    return field ? field->view() : View<T, Dim>{};
}

template <int Dim, class T> double Fluid<Dim, T>::sample(std::string_view name, const Vec<double, Dim>& at) const {
    const View<const T, Dim> field = view(name);
    if (!field.data) return 0;
    const Grid<Dim>& grid = state_->parameters.grid;
    const auto& scalars = state_->parameters.config.scalars;
    const bool is_at_nodes = std::any_of(scalars.begin(), scalars.end(), [&](const ScalarConfig& scalar) {
        return scalar.name == name && scalar.at_nodes;
    });
    double sum = 0;
    for (int corner = 0; corner < 1 << Dim; ++corner) {
        double weight = 1;
        Vec<int, Dim> there{};
        for (int axis = 0; axis < Dim; ++axis) {
            const bool is_staggered =
                is_at_nodes || (name.size() == 10 && name.substr(0, 9) == "velocity." && name[9] - 'x' == axis);
            const double last = field.shape[axis] - 1;
            const double x = at[axis] / grid.spacing(axis) - (is_staggered ? 0 : 0.5);
            const double inside = x > 0 ? std::min(x, last) : 0;
            const int before = std::min(static_cast<int>(inside), std::max(static_cast<int>(last) - 1, 0));
            const bool is_far = corner >> axis & 1;
            weight *= is_far ? inside - before : 1 - (inside - before);
            there[axis] = std::min(before + is_far, static_cast<int>(last));
        }
        sum += weight * static_cast<double>(field[there]);
    }
    return sum;
}

template <int Dim, class T> void Fluid<Dim, T>::observe(Observer* observer) {
    state_->observer = observer;
}

template <int Dim, class T> std::vector<std::byte> Fluid<Dim, T>::save() const {
    return save_state(state_->parameters.grid, state_->changing);
}

template <int Dim, class T> Result<void> Fluid<Dim, T>::load(const std::vector<std::byte>& saved) {
    if (auto ok = load_state(state_->parameters.grid, saved, state_->changing); !ok) return ok;
    state_->is_edited = true;
    state_->work.obstacles.take_as_placed();
    return {};
}

template <int Dim, class T> std::uint64_t Fluid<Dim, T>::hash() const {
    return hash_of(state_->changing);
}

template <int Dim, class T> const FluidConfig<Dim>& Fluid<Dim, T>::config() const {
    return state_->parameters.config;
}
template <int Dim, class T> double Fluid<Dim, T>::time() const {
    return state_->changing.time;
}
template <int Dim, class T> std::int64_t Fluid<Dim, T>::steps() const {
    return state_->changing.steps;
}

template <int Dim, class T> std::size_t Fluid<Dim, T>::bytes() const {
    return state_->changing.bytes() + state_->work.bytes();
}

template class Fluid<2, float>;
template class Fluid<3, float>;
template class Fluid<2, double>;
template class Fluid<3, double>;

}  // namespace whorl
