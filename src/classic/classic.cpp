// The public face of the published solver: checks what comes in from outside, keeps the buffers, and steps.
#include "whorl/classic.hpp"

#include <cmath>

#include "classic/limits.hpp"
#include "classic/measure.hpp"
#include "classic/saved_state.hpp"
#include "classic/stam2003.hpp"
#include "core/hash.hpp"

namespace whorl {

using classic::Index;
using classic::is_fixed;

template <class T, int Dim> struct Classic<T, Dim>::State {
    ClassicConfig config;
    classic::Buffers<T, Dim> buffers;
    classic::Stam2003<T, Dim, classic::Variant::tuned> solver;
    std::unique_ptr<classic::Solids<Dim>> solids;
    double time = 0;
    std::int64_t steps = 0;

    /// An Error that names the first cell in which `array`, or what it adds in `dt`, is not finite or too large.
    Result<void> check_array(const char* name, const T* array, double dt) const {
        if constexpr (!is_fixed<T>) {
            const double scale = std::max(dt, 1.0);
            for (Index c = 0; c < buffers.size; ++c)
                if (!(std::abs(static_cast<double>(array[c])) * scale <= classic::largest_value))
                    return Error{text(
                        "%s at cell %s is %g, and dt is %g; the value, and its product with dt, must be "
                        "finite and at most %g",
                        name, buffers.place(c).c_str(), static_cast<double>(array[c]), dt, classic::largest_value)};
        }
        return {};
    }

    Result<void> check_inks(double dt) const {
        for (std::size_t which = 0; which < buffers.ink.size(); ++which) {
            if (auto ok = check_array("source", buffers.ink0[which], dt); !ok) return ok;
            if (auto ok = check_array("ink", buffers.ink[which], 1); !ok) return ok;
        }
        for (const T* array : buffers.u)
            if (auto ok = check_array("velocity", array, 1); !ok) return ok;
        return {};
    }

    Result<void> check_forces(double dt) const {
        for (int axis = 0; axis < Dim; ++axis) {
            if (auto ok = check_array("force", buffers.u0[axis], dt); !ok) return ok;
            if (auto ok = check_array("pull", buffers.pull[axis], dt); !ok) return ok;
        }
        return {};
    }

    void clear(T* array) const { std::fill(array, array + buffers.size, T(0)); }

    void move_velocity(double dt, ClassicReport& report) {
        const T kept = static_cast<T>(config.pull_kept);
        for (int axis = 0; axis < Dim; ++axis)
            for (Index c = 0; c < buffers.size; ++c) {
                buffers.u0[axis][c] += buffers.pull[axis][c];
                buffers.pull[axis][c] *= kept;
            }
        solver.vel_step(buffers.u, buffers.u0, static_cast<T>(config.viscosity), static_cast<T>(dt));
        const auto projection = classic::measure_last_projection(solver, buffers.u, buffers.u0);
        report.iterations = solver.iterations;
        report.residual = projection.residual;
        report.divergence_left = projection.divergence_left;
        limit_speed(report);
        for (T* array : buffers.u0) clear(array);
    }

    void move_inks(double dt) {
        const T kept = static_cast<T>(config.ink_kept);
        for (std::size_t which = 0; which < buffers.ink.size(); ++which) {
            solver.dens_step(buffers.ink[which], buffers.ink0[which], buffers.u, static_cast<T>(config.diffusion),
                             static_cast<T>(dt));
            T* const ink = buffers.ink[which];
            for (Index c = 0; c < buffers.size; ++c)
                ink[c] = limited(ink[c] * kept, static_cast<T>(classic::largest<T>()));
            clear(buffers.ink0[which]);
        }
    }

    static T limited(T value, T most) { return value > most ? most : value < -most ? -most : value; }

    void limit_speed(ClassicReport& report) const {
        const T most = static_cast<T>(std::min(config.max_speed, classic::largest<T>()));
        T fastest(0);
        for (T* array : buffers.u)
            for (Index c = 0; c < buffers.size; ++c) {
                const T speed = array[c] < T(0) ? -array[c] : array[c];
                if (speed > fastest) fastest = speed;
                if (speed > most) array[c] = limited(array[c], most);
            }
        report.speed_capped = fastest > most;
        report.max_speed = static_cast<double>(limited(fastest, most));
    }
};

template <class T, int Dim> Result<Classic<T, Dim>> Classic<T, Dim>::make(const ClassicConfig& config) {
    if (auto ok = classic::check_config<T>(config); !ok) return ok.error();
    auto buffers = classic::Buffers<T, Dim>::make(config.cells, config.inks);
    if (!buffers) return buffers.error();
    auto state = std::unique_ptr<State>(new State{
        config, std::move(buffers).value(), classic::Stam2003<T, Dim, classic::Variant::tuned>(config.cells), {}});
    state->solver.sweeps = config.sweeps;
    if (config.solver == ClassicSolver::conjugate_gradient) state->solver.tolerance = sizeof(T) == 8 ? 1e-10 : 1e-5;
    return Classic(std::move(state));
}

template <class T, int Dim> Classic<T, Dim>::Classic(std::unique_ptr<State> state) : state_(std::move(state)) {}
template <class T, int Dim> Classic<T, Dim>::Classic(Classic&&) noexcept = default;
template <class T, int Dim> Classic<T, Dim>& Classic<T, Dim>::operator=(Classic&&) noexcept = default;
template <class T, int Dim> Classic<T, Dim>::~Classic() = default;

template <class T, int Dim> View<T, Dim> Classic<T, Dim>::velocity(int axis) {
    return state_->buffers.view(state_->buffers.u[axis]);
}
template <class T, int Dim> View<const T, Dim> Classic<T, Dim>::velocity(int axis) const {
    return state_->buffers.view(state_->buffers.u[axis]);
}
template <class T, int Dim> View<T, Dim> Classic<T, Dim>::ink(int which) {
    return state_->buffers.view(state_->buffers.ink[which]);
}
template <class T, int Dim> View<const T, Dim> Classic<T, Dim>::ink(int which) const {
    return state_->buffers.view(state_->buffers.ink[which]);
}
template <class T, int Dim> View<T, Dim> Classic<T, Dim>::force(int axis) {
    return state_->buffers.view(state_->buffers.u0[axis]);
}
template <class T, int Dim> View<T, Dim> Classic<T, Dim>::source(int which) {
    return state_->buffers.view(state_->buffers.ink0[which]);
}
template <class T, int Dim> View<T, Dim> Classic<T, Dim>::pull(int axis) {
    return state_->buffers.view(state_->buffers.pull[axis]);
}

template <class T, int Dim> Result<void> Classic<T, Dim>::set_obstacles(View<const std::uint8_t, Dim> mask) {
    for (int axis = 0; axis < Dim; ++axis)
        if (mask.shape[axis] != state_->config.cells)
            return Error{text("the obstacle mask has %d cells along axis %d; it must have %d, as the solver has",
                              mask.shape[axis], axis, state_->config.cells)};
    state_->solids = std::make_unique<classic::Solids<Dim>>(state_->config.cells, mask);
    state_->solver.solids = state_->solids.get();
    return {};
}

template <class T, int Dim> Result<ClassicReport> Classic<T, Dim>::step(double dt) {
    if (auto ok = classic::check_dt<T>(state_->config, dt); !ok) return ok.error();
    if (auto ok = state_->check_forces(dt); !ok) return ok.error();
    if (auto ok = state_->check_inks(dt); !ok) return ok.error();
    ClassicReport report;
    state_->move_velocity(dt, report);
    state_->move_inks(dt);
    state_->time += dt;
    ++state_->steps;
    return report;
}

template <class T, int Dim> Result<void> Classic<T, Dim>::step_inks(double dt) {
    if (auto ok = classic::check_dt<T>(state_->config, dt); !ok) return ok.error();
    if (auto ok = state_->check_inks(dt); !ok) return ok.error();
    state_->move_inks(dt);
    state_->time += dt;
    ++state_->steps;
    return {};
}

template <class T, int Dim> double Classic<T, Dim>::sample(View<const T, Dim> field, const Vec<double, Dim>& at) const {
    Vec<double, Dim> x;  // in cells from the first ghost's centre, as the solver counts
    for (int axis = 0; axis < Dim; ++axis) {
        const double n = state_->config.cells, cell = at[axis] * n + 0.5;
        x[axis] = cell > 0.5 ? std::min(cell, n + 0.5) : 0.5;
    }
    Index first_ghost = 0;
    for (const Index step : state_->buffers.step_along) first_ghost += step;
    return classic::interpolate<double>(field.data - first_ghost, state_->solver, x);
}

template <class T, int Dim> std::vector<std::byte> Classic<T, Dim>::save() const {
    return classic::save(state_->buffers, state_->time, state_->steps);
}

template <class T, int Dim> Result<void> Classic<T, Dim>::load(const std::vector<std::byte>& saved) {
    const auto header = classic::load(state_->buffers, saved);
    if (!header) return header.error();
    state_->time = header.value().time;
    state_->steps = header.value().steps;
    return {};
}

template <class T, int Dim> std::uint64_t Classic<T, Dim>::hash() const {
    Hash hash;
    for (int axis = 0; axis < Dim; ++axis) hash.add(velocity(axis));
    for (int which = 0; which < state_->config.inks; ++which) hash.add(ink(which));
    for (int axis = 0; axis < Dim; ++axis) hash.add(state_->buffers.view(state_->buffers.pull[axis]));
    hash.add(state_->time);
    hash.add(state_->steps);
    return hash.value();
}

template <class T, int Dim> const ClassicConfig& Classic<T, Dim>::config() const {
    return state_->config;
}
template <class T, int Dim> double Classic<T, Dim>::time() const {
    return state_->time;
}
template <class T, int Dim> std::int64_t Classic<T, Dim>::steps() const {
    return state_->steps;
}

template class Classic<float, 2>;
template class Classic<float, 3>;
template class Classic<double, 2>;
template class Classic<double, 3>;
template class Classic<Fixed<std::int32_t, 9>, 2>;
template class Classic<Fixed<std::int32_t, 9>, 3>;
template class Classic<Fixed<std::int16_t, 8>, 2>;
template class Classic<Fixed<std::int16_t, 8>, 3>;

}  // namespace whorl
