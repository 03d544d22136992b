// What a fluid is made of: parameters that do not change, the state that does, and what a step works with in between.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "advect/advect.hpp"
#include "boundary/ghosts.hpp"
#include "core/field.hpp"
#include "diffuse/stress.hpp"
#include "forces/buoyancy.hpp"
#include "pressure/side_faces.hpp"
#include "step/diffuser.hpp"
#include "step/obstacles.hpp"
#include "step/orders.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

/// The shape of fields that can stand for any other of the grid.
template <int Dim> Vec<int, Dim> with_room(const Grid<Dim>& grid) {
    Vec<int, Dim> shape = grid.cells;
    for (int axis = 0; axis < Dim; ++axis) ++shape[axis];
    return shape;
}

template <class T, int Dim> struct Velocity {
    std::array<Field<T, Dim>, Dim> component{};

    struct Layout {
        bool has_room = false;  // for a cell more than the grid has along each axis: can take turns with other fields
        int ghosts = default_ghosts;
    };
    static Result<Velocity> make(const Grid<Dim>& grid, const Layout& layout = {}) {
        Velocity velocity;
        for (int axis = 0; axis < Dim; ++axis) {
            auto field = Field<T, Dim>::make(layout.has_room ? with_room(grid) : grid.face_shape(axis), layout.ghosts);
            if (!field) return field.error();
            velocity.component[axis] = std::move(field).value();
            velocity.component[axis].stand_for(grid.face_shape(axis));
        }
        return velocity;
    }
    Faces<T, Dim> faces() {
        Faces<T, Dim> views{};
        for (int axis = 0; axis < Dim; ++axis) views[axis] = component[axis].view();
        return views;
    }
};

template <class T, int Dim> struct Parameters {
    FluidConfig<Dim> config{};
    Grid<Dim> grid{};
    Sides<T, Dim> sides{};
    bool has_mixed_sides = false;  // one is of several kinds
    TraceDomain<Dim> traces{};
    Buoyancy<Dim> buoyancy{};
    Order order{};
    std::vector<std::string> scalar_names{};
    Vec<int, Dim> scalar_shape(int scalar) const {
        return config.scalars[static_cast<std::size_t>(scalar)].at_nodes ? grid.node_shape() : grid.cells;
    }
    Scheme scheme_of(std::size_t scalar) const { return config.scalars[scalar].advection.value_or(config.advection); }
    bool has_predictors() const;         // of anything that is advected
    int density = -1, temperature = -1;  // their numbers among the scalars, -1 if there is none
    int thickness = -1;                  // of the scalar that viscosity follows
    CurvePoints curve{};                 // and how
    bool has_viscosity_field() const { return config.varying_viscosity && thickness < 0; }

    bool in_slabs = false;  // advection goes (advect/advect.hpp)
    /// Whether the grid is large enough for it, and there is nothing that needs whole fields of traces.
    bool suits_slabs() const;

    static Result<Parameters> make(const FluidConfig<Dim>& config);
};

/// Everything that the next step depends on: what is saved and hashed.
template <class T, int Dim> struct Changing {
    Velocity<T, Dim> u{};         // now
    Velocity<T, Dim> u_before{};  // one step ago; only for orders of second order
    std::vector<Field<T, Dim>> scalars{};
    std::vector<Field<T, Dim>> q{};  // what each projection of the step took last: its first guess, and the pressure
    Field<T, Dim> carried{};         // the mean of the last two; only for orders of second order
    Field<T, Dim> viscosity{};       // at cells, where it is given as a field
    double time = 0;
    double last_dt = 0;  // 0: there was no step yet
    double asked = 0;    // the time that `advance` was asked for: with steps of a given length, ahead of `time`
    std::int64_t steps = 0;

    static Result<Changing> make(const Parameters<T, Dim>& parameters);
    std::size_t bytes() const;

    /// f(view) for every field, in the order of files and hashes.
    template <class F> void each_field(F f) {
        for (auto& field : u.component) f(field.view());
        if (u_before.component[0].bytes() > 0)
            for (auto& field : u_before.component) f(field.view());
        for (auto& field : scalars) f(field.view());
        for (auto& field : q) f(field.view());
        if (carried.bytes() > 0) f(carried.view());
        if (viscosity.bytes() > 0) f(viscosity.view());
    }
};

/// Memory of a step that does not outlast it, and the solvers.
template <class T, int Dim> struct Workspace {
    static constexpr int scalars_at_once = 2;  // are advected

    Velocity<T, Dim> tracer{};
    bool in_slabs = false;                 // goes advection; there is but one field of scratch then, and no traces
    std::vector<Field<T, Dim>> scratch{};  // each one cell larger than the grid, so that it can stand for any field
    std::size_t first_trace = 0;           // among them
    bool has_forward = false;              // traces into the future are kept, too
    std::array<Field<std::int8_t, Dim>, 2> reaches{};  // of the traces back and forward
    std::vector<EmptyRows<T, Dim>> empty_rows{};       // of scalars
    std::unique_ptr<PressureSolver<T, Dim>> pressure{};
    bool took_guess = true;                    // the last projection (project.hpp)
    std::array<Field<T, Dim>, Dim> weights{};  // of faces, where sides are of several kinds or the solver asks for them
    SideFaces<Dim> side_faces{};               // of its problem among obstacles
    std::array<Diffuser<T, Dim>, Dim> velocity_diffusers{};
    std::optional<Stress<T, Dim>> stress{};  // where viscosity varies, instead of the velocity's diffusers
    std::vector<Diffuser<T, Dim>> scalar_diffusers{};
    Obstacles<T, Dim> obstacles{};
    Field<std::uint8_t, Dim> met{}, notes{};        // by traces among obstacles (advect.hpp)
    std::array<std::vector<T>, 2> kept_in_walls{};  // while values of the flow are continued into walls

    /// Before the first obstacle: memory for the walled forms of all methods, and their solvers. Refuses, and goes on
    /// without, if the pressure solver cannot do with walls.
    Result<void> make_room_for_obstacles(const Parameters<T, Dim>& parameters);
    /// After obstacles were set, or told to move: room for all that is listed beside walls, so that steps allocate
    /// nothing. More, ahead of need, where walls have nearly filled what was expected.
    void expect_walls();
    /// Obstacles::place, before a step, when nothing is traced yet.
    bool place_obstacles(double begin, double end, double dt);
    /// After walls changed.
    void follow_walls(const Parameters<T, Dim>& parameters);
    std::size_t bytes() const;

    static Result<Workspace> make(const Parameters<T, Dim>& parameters);
    /// What is to be solved among obstacles, in the form that the solver reads.
    PoissonProblem<T, Dim> walled_problem(const Parameters<T, Dim>& parameters);
    /// The pressure solver, after each time that it was prepared, may work where only advection does; and where that
    /// goes in slabs, during a projection only, in what is left of the velocity that went into it.
    void lend_scratch();
    /// For advection that does not go in slabs.
    Result<void> make_scratch(const Parameters<T, Dim>& parameters);
    Result<void> make_reaches(const Vec<int, Dim>& cells, bool has_both);

    /// Behind the fields that other stages work in, so that traces last while a step's fields are advected.
    AdvectScratch<T, Dim> traces() {
        AdvectScratch<T, Dim> views{};
        if (met.bytes() > 0) views.met = met.view(), views.notes = notes.view();
        for (std::size_t axis = 0; axis < Dim; ++axis) {
            views.back[static_cast<int>(axis)] = scratch[first_trace + axis].view();
            if (has_forward) views.forward[static_cast<int>(axis)] = scratch[first_trace + Dim + axis].view();
        }
        views.back_reach = reaches[0].view();
        if (has_forward) views.forward_reach = reaches[1].view();
        return views;
    }

    /// Where advection goes in slabs, all but the first are for after it, when nothing is traced any more.
    View<T, Dim> scratch_like(std::size_t which, const Vec<int, Dim>& shape) {
        const View<T, Dim> view = in_slabs && which > 0 ? tracer.component[which - 1].view() : scratch[which].view();
        return {view.data, shape, view.stride};
    }
    /// The same for what passes through some of its lines alone: two such then share a field, in three dimensions.
    View<T, Dim> confinement_scratch(std::size_t which, const Vec<int, Dim>& shape) {
        if (!in_slabs || Dim == 2) return scratch_like(which, shape);
        View<T, Dim> view = scratch_like(which / 2, shape);
        const int lines = (shape[Dim - 1] + 2 * default_ghosts) / 2;
        view.data += static_cast<std::ptrdiff_t>(which % 2) * lines * view.stride[Dim - 1];
        view.shape[Dim - 1] = lines - 2 * default_ghosts;
        return view;
    }
    /// What was made there becomes the field, whose old values may be written over.
    void become(Field<T, Dim>& field, std::size_t which) {
        const Vec<int, Dim> shape = field.view().shape;
        std::swap(field, scratch[which]);
        field.stand_for(shape);
    }
};

/// Something that was added or pushed until the end of the current `advance`.
template <class T, int Dim> struct Emitter {
    Shape<Dim> shape;
    std::vector<T> scalars{};  // units a second, for each of the fluid's scalars; empty: none
    MaybeVelocity<Dim> velocity{};
    Vec<T, Dim> acceleration{};
};

}  // namespace whorl
