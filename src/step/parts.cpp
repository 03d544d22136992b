#include "step/parts.hpp"

#include <algorithm>
#include <cmath>

#include "core/ideas.hpp"
#include "core/room.hpp"
#include "core/text.hpp"
#include "pressure/project.hpp"
#include "pressure/projection_problem.hpp"
#include "simd/field_kernels.hpp"
#include "simd/passing_lines.hpp"

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

/// Of the projection's weights: a number for each face, those of a period's ends twice, and no ghosts.
template <class T, int Dim> Result<std::array<Field<T, Dim>, Dim>> face_fields(const Grid<Dim>& grid) {
    std::array<Field<T, Dim>, Dim> fields;
    for (int axis = 0; axis < Dim; ++axis) {
        Vec<int, Dim> shape = grid.cells;
        ++shape[axis];
        auto made = Field<T, Dim>::make(shape, 0);
        if (!made) return made.error();
        fields[static_cast<std::size_t>(axis)] = std::move(made).value();
    }
    return fields;
}

/// As many lines as there is room for traces of, where those pass.
template <int Dim> Vec<int, Dim> lines_of_traces(const Grid<Dim>& grid) {
    Vec<int, Dim> some = grid.cells;
    some[Dim - 1] /= 6;
    return some;
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
    auto u = Velocity<T, Dim>::make(parameters.grid, {.has_room = true});
    if (!u) return u.error();
    made.u = std::move(u).value();
    if (parameters.order.is_second_order) {
        const bool diffuses = parameters.config.viscosity > 0 || parameters.config.varying_viscosity;
        auto before = Velocity<T, Dim>::make(parameters.grid, {.ghosts = diffuses ? default_ghosts : 0});
        if (!before) return before.error();
        made.u_before = std::move(before).value();
        auto carried = Field<T, Dim>::make(parameters.in_slabs ? with_room(parameters.grid) : parameters.grid.cells);
        if (!carried) return carried.error();
        made.carried = std::move(carried).value();
        made.carried.stand_for(parameters.grid.cells);
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

template <class T, int Dim> bool Parameters<T, Dim>::has_predictors() const {
    bool has_some = has_predictor(config.advection);
    for (std::size_t i = 0; i < config.scalars.size(); ++i) has_some = has_some || has_predictor(scheme_of(i));
    return has_some;
}

template <class T, int Dim> bool Parameters<T, Dim>::suits_slabs() const {
    constexpr int fewest = 8;  // slabs: smaller grids have their traces in the cache anyway
    if (without == Idea::slabs) return false;
    if (!order.is_second_order || config.varying_viscosity) return false;
    if (grid.cells[Dim - 1] < fewest * lines_of_slab(grid.cells)) return false;
    const auto is_simple = [](Scheme scheme) { return scheme == Scheme::linear || scheme == Scheme::maccormack; };
    bool suits = is_simple(config.advection);
    for (int axis = 0; axis < Dim; ++axis) suits = suits && !grid.periodic[axis];
    for (std::size_t i = 0; i < config.scalars.size(); ++i)
        suits = suits && is_simple(scheme_of(i)) && !config.scalars[i].at_nodes;
    return suits;
}

/// Where advection writes: some scalars with a predictor each, or all components with one; or a right-hand side and a
/// change. And traces. Or vorticity and force.
template <class T, int Dim> Result<void> Workspace<T, Dim>::make_scratch(const Parameters<T, Dim>& parameters) {
    const int scalars = static_cast<int>(parameters.scalar_names.size());
    first_trace = static_cast<std::size_t>(std::max(2 * std::min(scalars, scalars_at_once), Dim + 1));
    has_forward = parameters.has_predictors();
    const int traces = has_forward ? 2 * Dim : Dim;
    const int count = std::max(static_cast<int>(first_trace) + traces, Dim == 3 ? 7 : 3);
    auto more = make_fields<T, Dim>(count - static_cast<int>(scratch.size()), with_room(parameters.grid));
    if (!more) return more.error();
    if (auto ok = make_reaches(parameters.grid.cells, has_forward); !ok) return ok;
    for (Field<T, Dim>& field : more.value()) scratch.push_back(std::move(field));
    return {};
}

template <class T, int Dim> Result<void> Workspace<T, Dim>::make_reaches(const Vec<int, Dim>& cells, bool has_both) {
    for (int which = 0; which < (has_both ? 2 : 1); ++which) {
        auto made = Field<std::int8_t, Dim>::make(shape_of_reaches(cells), 0);
        if (!made) return made.error();
        reaches[which] = std::move(made).value();
    }
    return {};
}

template <class T, int Dim> Result<Workspace<T, Dim>> Workspace<T, Dim>::make(const Parameters<T, Dim>& parameters) {
    Workspace made;
    made.in_slabs = parameters.in_slabs;
    auto tracer = Velocity<T, Dim>::make(parameters.grid, {.has_room = made.in_slabs});
    if (!tracer) return tracer.error();
    made.tracer = std::move(tracer).value();
    if (made.in_slabs) {
        auto scratch = make_fields<T, Dim>(1, with_room(parameters.grid));
        if (!scratch) return scratch.error();
        made.scratch = std::move(scratch).value();
        if (auto ok = made.make_reaches(lines_of_traces(parameters.grid), true); !ok) return ok.error();
    } else if (auto ok = made.make_scratch(parameters); !ok) {
        return ok.error();
    }

    const int scalars = static_cast<int>(parameters.scalar_names.size());
    made.empty_rows.assign(static_cast<std::size_t>(scalars), EmptyRows<T, Dim>(parameters.grid));

    if (parameters.has_mixed_sides) {
        auto weights = face_fields<T>(parameters.grid);
        if (!weights) return weights.error();
        made.weights = std::move(weights).value();
    }
    auto pressure = make_pressure_solver<T, Dim>(parameters.config.pressure);
    if (!pressure) return pressure.error();
    made.pressure = std::move(pressure).value();
    if (auto ok = made.pressure->prepare(projection_problem(parameters.sides, views_of(made.weights))); !ok)
        return ok.error();
    made.lend_scratch();

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

template <class T, int Dim> void Workspace<T, Dim>::lend_scratch() {
    std::array<std::span<std::byte>, 2 * Dim> pieces;
    std::size_t count = 0;
    if (in_slabs) {
        pieces[count++] = scratch[0].memory();
        if (Dim == 3) pieces[count++] = tracer.component[Dim - 1].memory();  // the others: scratch_like
    } else {
        for (; count < (has_forward ? 2 * Dim : Dim); ++count) pieces[count] = scratch[first_trace + count].memory();
    }
    pressure->borrow(std::span(pieces).first(count));
}

template <class T, int Dim>
Result<void> Workspace<T, Dim>::make_room_for_obstacles(const Parameters<T, Dim>& parameters) {
    using Scratch = typename Walls<T, Dim>::Scratch;
    const bool is_asked_later = parameters.config.viscosity > 0;  // for distances, by forces on obstacles
    const Scratch corners = in_slabs && !is_asked_later ? Scratch::lent : Scratch::own;
    if (auto ok = obstacles.make_room(parameters.grid, corners); !ok) return ok;
    Grid<Dim> kept = parameters.grid;
    if (in_slabs) kept.cells = lines_of_traces(parameters.grid);
    auto cells = Field<std::uint8_t, Dim>::make(kept.cells), points = Field<std::uint8_t, Dim>::make(with_room(kept));
    if (!cells) return cells.error();
    if (!points) return points.error();
    met = std::move(cells).value();
    notes = std::move(points).value();
    const auto prepare = [&]() -> Result<void> {
        side_faces.make(parameters.grid);
        if (!pressure->reads_open_faces() && weights[0].bytes() == 0) {
            auto fields = face_fields<T>(parameters.grid);
            if (!fields) return fields.error();
            weights = std::move(fields).value();
        }
        if (stress)
            if (auto ok = stress->make_room_for_walls(parameters.grid); !ok) return ok;
        for (auto& diffuser : velocity_diffusers)
            if (auto ok = diffuser.make_room_for_walls(parameters.grid); !ok) return ok;
        for (auto& diffuser : scalar_diffusers)
            if (auto ok = diffuser.make_room_for_walls(parameters.grid); !ok) return ok;
        return pressure->prepare(walled_problem(parameters));
    };
    const Result<void> prepared = prepare();
    if (prepared && pressure->reads_open_faces()) weights = {};
    if (!prepared) {
        obstacles.abandon();
        (void)pressure->prepare(projection_problem(parameters.sides, views_of(weights)));
    }
    lend_scratch();
    return prepared;
}

template <class T, int Dim> void Workspace<T, Dim>::expect_walls() {
    if (!obstacles.are_unexpected()) return;
    const WallExtent walls = obstacles.extent();
    obstacles.expect(walls);
    for (auto& kept : kept_in_walls) make_room(kept, static_cast<double>(obstacles.walls()->cut_cells().capacity()));
    pressure->expect_walls(walls);
    if (stress) stress->expect_walls(walls);
    for (auto& diffuser : velocity_diffusers) diffuser.expect_walls(walls);
    for (auto& diffuser : scalar_diffusers) diffuser.expect_walls(walls);
}

template <class T, int Dim>
PoissonProblem<T, Dim> Workspace<T, Dim>::walled_problem(const Parameters<T, Dim>& parameters) {
    const auto problem = walled_projection_problem(parameters.sides, *obstacles.walls(), side_faces);
    return pressure->reads_open_faces() ? problem : spread_over_faces(problem, views_of(weights));
}

template <class T, int Dim> bool Workspace<T, Dim>::place_obstacles(double begin, double end, double dt) {
    if (!in_slabs) return obstacles.place(begin, end, dt, {});
    return obstacles.place(begin, end, dt,
                           {scratch[0].memory(), tracer.component[0].memory(), tracer.component[1].memory()});
}

template <class T, int Dim> void Workspace<T, Dim>::follow_walls(const Parameters<T, Dim>& parameters) {
    const Walls<T, Dim>& walls = *obstacles.walls();
    const auto problem = walled_problem(parameters);
    if (!pressure->refresh()) {
        (void)pressure->prepare(problem);
        lend_scratch();
    }
    obstacles.pockets().find(problem);
    if (stress) stress->follow_walls(parameters.sides, walls, obstacles.placed());
    for (auto& diffuser : velocity_diffusers) diffuser.follow_walls(parameters.sides, walls, obstacles.placed());
    for (auto& diffuser : scalar_diffusers) diffuser.follow_walls(parameters.sides, walls, obstacles.placed());
}

namespace {

template <class Fields> std::size_t bytes_of(const Fields& fields) {
    std::size_t sum = 0;
    for (const auto& field : fields) sum += field.bytes();
    return sum;
}

}  // namespace

template <class T, int Dim> std::size_t Changing<T, Dim>::bytes() const {
    return bytes_of(u.component) + bytes_of(u_before.component) + bytes_of(scalars) + bytes_of(q) + carried.bytes() +
           viscosity.bytes();
}

template <class T, int Dim> std::size_t Workspace<T, Dim>::bytes() const {
    return bytes_of(tracer.component) + bytes_of(scratch) + bytes_of(weights) + side_faces.bytes() +
           bytes_of(velocity_diffusers) + bytes_of(scalar_diffusers) + bytes_of(reaches) + bytes_of(empty_rows) +
           pressure->bytes() + (stress ? stress->bytes() : 0) + obstacles.bytes() + met.bytes() + notes.bytes() +
           (kept_in_walls[0].capacity() + kept_in_walls[1].capacity()) * sizeof(T);
}

#define WHORL_INSTANTIATE(T, Dim)                             \
    template bool Parameters<T, Dim>::has_predictors() const; \
    template bool Parameters<T, Dim>::suits_slabs() const;    \
    template struct Changing<T, Dim>;                         \
    template struct Workspace<T, Dim>;

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
