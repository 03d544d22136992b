// A small staggered grid for tests of advection: fields from functions, simple ghosts, one call to advect.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "advect/advect.hpp"
#include "core/field.hpp"
#include "core/random.hpp"
#include "ops/interpolate-inl.hpp"

namespace whorl {

constexpr double pi = 3.14159265358979323846;

template <class Scalar, int Dimension> struct Kind {
    using T = Scalar;
    static constexpr int dim = Dimension;
};
using Kinds = testing::Types<Kind<float, 2>, Kind<float, 3>, Kind<double, 2>, Kind<double, 3>>;

constexpr Scheme traced_schemes[] = {Scheme::linear, Scheme::maccormack, Scheme::cubic, Scheme::bfecc};
constexpr Scheme all_schemes[] = {Scheme::linear, Scheme::maccormack, Scheme::upwind,
                                  Scheme::cubic,  Scheme::bfecc,      Scheme::flux};
/// `flux` is for fields at centres.
template <int Dim> bool has_scheme(const Location<Dim>& location, Scheme scheme) {
    return scheme != Scheme::flux || location.centred == at_centres<Dim>().centred;
}
constexpr Trace all_traces[] = {Trace::euler, Trace::rk2, Trace::rk3};

template <int Dim, class F> void for_each_index(const Vec<int, Dim>& low, const Vec<int, Dim>& high, F f) {
    Vec<int, Dim> at = low;
    while (true) {
        f(at);
        int axis = 0;
        while (axis < Dim && ++at[axis] == high[axis]) at[axis] = low[axis], ++axis;
        if (axis == Dim) return;
    }
}
template <class T, int Dim, class F> void for_each_cell(const View<T, Dim>& view, F f) {
    for_each_index<Dim>({}, view.shape, f);
}
template <class T, int Dim, class F> void for_each_with_ghosts(const View<T, Dim>& view, F f) {
    Vec<int, Dim> low{}, high = view.shape;
    for (int axis = 0; axis < Dim; ++axis) low[axis] -= default_ghosts, high[axis] += default_ghosts;
    for_each_index<Dim>(low, high, f);
}

template <class T, int Dim> bool same_values(const Field<T, Dim>& a, const Field<T, Dim>& b) {
    const auto one = a.view(), other = b.view();
    bool same = one.shape == other.shape;
    for_each_cell(one, [&](const auto& at) { same = same && std::memcmp(&one[at], &other[at], sizeof(T)) == 0; });
    return same;
}

template <class T, int Dim> struct Rig {
    Grid<Dim> grid{};
    Vec<Vec<bool, 2>, Dim> passable{};
    Trace trace = Trace::rk2;
    int turn = 0;
    bool keeps_reaches = true;  // of traces, as a fluid does
    Vec<Field<T, Dim>, Dim> u{};
    const EmptyRows<T, Dim>* empty = nullptr;  // of the field
    Scheduler* scheduler = &serial_scheduler();

    /// Unit cells unless a size is given; y and z are a little shorter than x.
    static Rig make(const Vec<int, Dim>& cells, bool periodic) {
        Rig rig;
        rig.grid.cells = cells;
        for (int axis = 0; axis < Dim; ++axis) rig.grid.size[axis] = cells[axis], rig.grid.periodic[axis] = periodic;
        rig.make_velocity();
        return rig;
    }
    /// A cube of this many cells a side that is 1 metre wide.
    static Rig unit_cube(int cells, bool periodic) {
        Rig rig;
        for (int axis = 0; axis < Dim; ++axis)
            rig.grid.cells[axis] = cells, rig.grid.size[axis] = 1, rig.grid.periodic[axis] = periodic;
        rig.make_velocity();
        return rig;
    }
    void make_velocity() {
        for (int axis = 0; axis < Dim; ++axis) u[axis] = Field<T, Dim>::make(grid.face_shape(axis)).value();
    }

    Vec<int, Dim> shape_at(const Location<Dim>& location) const {
        Vec<int, Dim> shape = grid.cells;
        for (int axis = 0; axis < Dim; ++axis)
            if (!location.centred[axis] && !grid.periodic[axis]) ++shape[axis];
        return shape;
    }
    Vec<double, Dim> position(const Location<Dim>& location, const Vec<int, Dim>& at) const {
        Vec<double, Dim> x{};
        for (int axis = 0; axis < Dim; ++axis)
            x[axis] = (at[axis] + (location.centred[axis] ? 0.5 : 0.0)) * grid.spacing(axis);
        return x;
    }

    /// f(position), ghosts included.
    template <class F> Field<T, Dim> field(const Location<Dim>& location, F f) const {
        auto made = Field<T, Dim>::make(shape_at(location)).value();
        const auto view = made.view();
        for_each_with_ghosts(view, [&](const auto& at) { view[at] = static_cast<T>(f(position(location, at))); });
        return made;
    }
    template <class F> Field<T, Dim> scalar(F f) const { return field(at_centres<Dim>(), f); }
    Field<T, Dim> noise(const Location<Dim>& location, std::uint64_t seed) const {
        std::uint64_t index = 0;
        auto made = field(location, [&](const auto&) { return random_between(-1, 1, seed, index++); });
        fill(made.view());
        return made;
    }

    /// f(axis, position): metres a second, ghosts included.
    template <class F> void set_velocity(F f) {
        for (int axis = 0; axis < Dim; ++axis)
            u[axis] = field(at_faces<Dim>(axis), [&](const auto& x) { return f(axis, x); });
    }
    void set_uniform(const Vec<double, Dim>& speed) {
        set_velocity([&](int axis, const auto&) { return speed[axis]; });
    }
    /// Up to `speed` in each component, with zero through walls.
    void set_noise(double speed, std::uint64_t seed) {
        for (int axis = 0; axis < Dim; ++axis) {
            u[axis] = noise(at_faces<Dim>(axis), seed + static_cast<std::uint64_t>(axis));
            const auto view = u[axis].view();
            for_each_with_ghosts(view, [&](const auto& at) { view[at] *= static_cast<T>(speed); });
        }
    }
    Faces<const T, Dim> velocity() const {
        Faces<const T, Dim> views{};
        for (int axis = 0; axis < Dim; ++axis) views[axis] = u[axis].view();
        return views;
    }

    /// Ghosts repeat the other side where periodic, and the last value elsewhere.
    void fill(const View<T, Dim>& view) const {
        for_each_with_ghosts(view, [&](const auto& at) {
            Vec<int, Dim> from = at;
            for (int axis = 0; axis < Dim; ++axis) {
                const int n = view.shape[axis];
                from[axis] = grid.periodic[axis] ? (at[axis] % n + n) % n : std::min(std::max(at[axis], 0), n - 1);
            }
            view[at] = view[from];
        });
    }

    AdvectContext<T, Dim> context(double dt) const {
        AdvectContext<T, Dim> made{*scheduler, {grid, passable}, trace, dt, nullptr, false, turn};
        if (!empty) return made;
        Vec<double, Dim> speed{};
        for (int axis = 0; axis < Dim; ++axis)
            for_each_with_ghosts(u[axis].view(), [&](const auto& at) {
                speed[axis] = std::max(speed[axis], std::abs(static_cast<double>(u[axis].view()[at])));
            });
        made.speed = speed;
        return made;
    }

    /// The field after a step. `fill_ghosts(view)` fills those of the predictor.
    template <class FillGhosts>
    Field<T, Dim> advected(const Location<Dim>& location, const Field<T, Dim>& source, Scheme scheme, double dt,
                           FillGhosts fill_ghosts) const {
        const auto shape = shape_at(location);
        auto larger = grid.cells;
        for (int axis = 0; axis < Dim; ++axis) ++larger[axis];
        auto result = Field<T, Dim>::make(shape).value(), predictor = Field<T, Dim>::make(shape).value();
        Vec<Field<T, Dim>, Dim> back{}, forward{};
        AdvectScratch<T, Dim> scratch{};
        const auto fill_one = [&](int, const View<T, Dim>& view) { fill_ghosts(view); };
        scratch.fill = fill_one;
        for (int axis = 0; axis < Dim; ++axis) {
            back[axis] = Field<T, Dim>::make(larger).value(), forward[axis] = Field<T, Dim>::make(larger).value();
            scratch.back[axis] = back[axis].view(), scratch.forward[axis] = forward[axis].view();
        }
        Field<std::int8_t, Dim> back_reach{}, forward_reach{};
        if (keeps_reaches) {
            back_reach = Field<std::int8_t, Dim>::make(shape_of_reaches(grid.cells), 0).value();
            forward_reach = Field<std::int8_t, Dim>::make(shape_of_reaches(grid.cells), 0).value();
            scratch.back_reach = back_reach.view(), scratch.forward_reach = forward_reach.view();
        }
        const AdvectedField<T, Dim> field{source.view(), result.view(), scheme, predictor.view(), nullptr, empty};
        advect<T, Dim>(context(dt), velocity(), location, std::span(&field, 1), scratch);
        return result;
    }
    Field<T, Dim> advected(const Location<Dim>& location, const Field<T, Dim>& source, Scheme scheme, double dt) const {
        return advected(location, source, scheme, dt, [&](const View<T, Dim>& view) { fill(view); });
    }
    Field<T, Dim> advected(const Field<T, Dim>& source, Scheme scheme, double dt) const {
        return advected(at_centres<Dim>(), source, scheme, dt);
    }
};

/// A box that is not square: 13 x 9 (x 7).
template <int Dim> Vec<int, Dim> odd_cells() {
    Vec<int, Dim> cells{};
    for (int axis = 0; axis < Dim; ++axis) cells[axis] = axis == 0 ? 13 : axis == 1 ? 9 : 7;
    return cells;
}

template <int Dim> std::vector<Location<Dim>> all_locations() {
    std::vector<Location<Dim>> locations{at_centres<Dim>(), at_nodes<Dim>()};
    for (int axis = 0; axis < Dim; ++axis) locations.push_back(at_faces<Dim>(axis));
    return locations;
}

}  // namespace whorl
