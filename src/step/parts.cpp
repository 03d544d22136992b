#include "step/parts.hpp"

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "pressure/project.hpp"
#include "simd/field_kernels.hpp"

namespace whorl {
namespace {

template <class T, int Dim> Result<std::vector<Field<T, Dim>>> make_fields(int count, const Vec<int, Dim>& shape) {
    std::vector<Field<T, Dim>> fields;
    for (int i = 0; i < count; ++i) {
        auto field = Field<T, Dim>::make(shape);
        if (!field) return field.error();
        fields.push_back(std::move(field).value());
    }
    return fields;
}

template <class T, int Dim> Result<std::vector<Field<T, Dim>>> make_scalars(const Parameters<T, Dim>& parameters) {
    std::vector<Field<T, Dim>> fields;
    for (int scalar = 0; scalar < static_cast<int>(parameters.scalar_names.size()); ++scalar) {
        auto field = Field<T, Dim>::make(with_room(parameters.grid));
        if (!field) return field.error();
        fields.push_back(std::move(field).value());
        fields.back().stand_for(parameters.scalar_shape(scalar));
    }
    return fields;
}

}  // namespace

template <class T, int Dim> Result<Changing<T, Dim>> Changing<T, Dim>::make(const Parameters<T, Dim>& parameters) {
    Changing made;
    auto u = Velocity<T, Dim>::make(parameters.grid, true);
    if (!u) return u.error();
    made.u = std::move(u).value();
    if (parameters.order.is_second_order) {
        auto before = Velocity<T, Dim>::make(parameters.grid);
        if (!before) return before.error();
        made.u_before = std::move(before).value();
        auto carried = Field<T, Dim>::make(parameters.grid.cells);
        if (!carried) return carried.error();
        made.carried = std::move(carried).value();
    }
    if (parameters.has_viscosity_field()) {
        auto viscosity = Field<T, Dim>::make(parameters.grid.cells);
        if (!viscosity) return viscosity.error();
        made.viscosity = std::move(viscosity).value();
        fill(serial_scheduler(), parameters.grid.cell_region(), made.viscosity.view(),
             static_cast<T>(parameters.config.viscosity));
    }
    auto scalars = make_scalars(parameters);
    if (!scalars) return scalars.error();
    made.scalars = std::move(scalars).value();
    const auto& verbs = parameters.order.verbs;
    auto q = make_fields<T, Dim>(static_cast<int>(std::count(verbs.begin(), verbs.end(), Verb::project)),
                                 parameters.grid.cells);
    if (!q) return q.error();
    made.q = std::move(q).value();
    return made;
}

template <class T, int Dim> Result<Workspace<T, Dim>> Workspace<T, Dim>::make(const Parameters<T, Dim>& parameters) {
    Workspace made;
    auto tracer = Velocity<T, Dim>::make(parameters.grid);
    if (!tracer) return tracer.error();
    made.tracer = std::move(tracer).value();

    // Where advection writes: some scalars with a predictor each, or all components with one; or a right-hand side and
    // a change. And traces. Or vorticity and force.
    const int scalars = static_cast<int>(parameters.scalar_names.size());
    const auto has_predictor = [](Scheme scheme) { return scheme == Scheme::maccormack || scheme == Scheme::bfecc; };
    made.first_trace = static_cast<std::size_t>(std::max(2 * std::min(scalars, scalars_at_once), Dim + 1));
    made.has_forward = has_predictor(parameters.config.advection);
    for (int scalar = 0; scalar < scalars; ++scalar)
        made.has_forward = made.has_forward || has_predictor(parameters.scheme_of(static_cast<std::size_t>(scalar)));
    const int traces = made.has_forward ? 2 * Dim : Dim;
    auto scratch = make_fields<T, Dim>(std::max(static_cast<int>(made.first_trace) + traces, Dim == 3 ? 7 : 3),
                                       with_room(parameters.grid));
    if (!scratch) return scratch.error();
    made.scratch = std::move(scratch).value();
    for (int which = 0; which < (made.has_forward ? 2 : 1); ++which) {
        auto reaches = Field<std::int8_t, Dim>::make(shape_of_reaches(parameters.grid.cells), 0);
        if (!reaches) return reaches.error();
        made.reaches[which] = std::move(reaches).value();
    }

    made.empty_rows.assign(static_cast<std::size_t>(scalars), EmptyRows<T, Dim>(parameters.grid));

    if (parameters.has_mixed_sides) {
        auto weights = weight_fields<T>(parameters.grid);
        if (!weights) return weights.error();
        made.weights = std::move(weights).value();
    }
    auto pressure = make_pressure_solver<T, Dim>(parameters.config.pressure);
    if (!pressure) return pressure.error();
    made.pressure = std::move(pressure).value();
    if (auto ok = made.pressure->prepare(projection_problem(parameters.sides, views_of(made.weights))); !ok)
        return ok.error();

    if (parameters.config.varying_viscosity) {
        auto stress = Stress<T, Dim>::make(parameters.sides);
        if (!stress) return stress.error();
        made.stress = std::move(stress).value();
    } else if (parameters.config.viscosity > 0) {
        for (int axis = 0; axis < Dim; ++axis) {
            auto diffuser = Diffuser<T, Dim>::make(parameters.sides, true, axis, parameters.has_mixed_sides);
            if (!diffuser) return diffuser.error();
            made.velocity_diffusers[axis] = std::move(diffuser).value();
        }
    }
    made.scalar_diffusers.resize(parameters.scalar_names.size());
    for (int scalar = 0; scalar < scalars; ++scalar) {
        if (parameters.config.scalars[scalar].diffusion == 0) continue;
        auto diffuser = Diffuser<T, Dim>::make(parameters.sides, false, scalar, parameters.has_mixed_sides);
        if (!diffuser) return diffuser.error();
        made.scalar_diffusers[scalar] = std::move(diffuser).value();
    }
    return made;
}

template <class T, int Dim>
Result<void> Workspace<T, Dim>::make_room_for_obstacles(const Parameters<T, Dim>& parameters) {
    if (auto ok = obstacles.make_room(parameters.grid); !ok) return ok;
    auto cells = Field<std::uint8_t, Dim>::make(parameters.grid.cells);
    if (!cells) return cells.error();
    met = std::move(cells).value();
    const auto prepare = [&]() -> Result<void> {
        if (weights[0].bytes() == 0) {
            auto fields = weight_fields<T>(parameters.grid);
            if (!fields) return fields.error();
            weights = std::move(fields).value();
        }
        if (stress)
            if (auto ok = stress->make_room_for_walls(parameters.grid); !ok) return ok;
        for (auto& diffuser : velocity_diffusers)
            if (auto ok = diffuser.make_room_for_walls(parameters.grid); !ok) return ok;
        for (auto& diffuser : scalar_diffusers)
            if (auto ok = diffuser.make_room_for_walls(parameters.grid); !ok) return ok;
        return pressure->prepare(walled_projection_problem(parameters.sides, *obstacles.walls(), views_of(weights)));
    };
    if (auto ok = prepare(); !ok) {
        obstacles.abandon();
        (void)pressure->prepare(projection_problem(parameters.sides, views_of(weights)));
        return ok;
    }
    return {};
}

template <class T, int Dim> void Workspace<T, Dim>::follow_walls(const Parameters<T, Dim>& parameters) {
    const Walls<T, Dim>& walls = *obstacles.walls();
    const auto problem = walled_projection_problem(parameters.sides, walls, views_of(weights));
    if (!pressure->refresh()) (void)pressure->prepare(problem);
    obstacles.pockets().find(problem);
    if (stress) stress->follow_walls(parameters.sides, walls, obstacles.placed());
    for (auto& diffuser : velocity_diffusers) diffuser.follow_walls(parameters.sides, walls, obstacles.placed());
    for (auto& diffuser : scalar_diffusers) diffuser.follow_walls(parameters.sides, walls, obstacles.placed());
}

#define WHORL_INSTANTIATE(T, Dim)     \
    template struct Changing<T, Dim>; \
    template struct Workspace<T, Dim>;

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
