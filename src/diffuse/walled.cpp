#include "diffuse/walled.hpp"

#include <algorithm>

#include "core/for_box.hpp"
#include "core/room.hpp"
#include "parallel/rows.hpp"
#include "simd/field_kernels.hpp"

namespace whorl {
namespace {

/// A surface nearer than this to an unknown, in cells, is taken to be this far away: the weight stays bounded.
constexpr double nearest_surface = 0.1;

template <class T, int Dim> View<T, Dim> unknowns(const View<T, Dim>& view, const Diffusion<T, Dim>& diffusion) {
    return {&view[diffusion.first], diffusion.problem.cells, view.stride};
}

template <class T, int Dim> struct LinkArguments {
    View<T, Dim> y;
    View<const T, Dim> x;
    Faces<const T, Dim> weight;
    View<const T, Dim> held, held_value, diagonal;  // unset for scalars
    Vec<T, Dim> side;                               // 1/h^2: beyond the box the ghosts hold what is right
    Vec<bool, Dim> periodic;
    Vec<int, Dim> cells;
    T rate, keep;
};

template <class T, int Dim> void walled_laplacian(const LinkArguments<T, Dim>& in, const Row& row) {
    for (int x = row.x0; x < row.x1; ++x) {
        Vec<int, Dim> at{};
        at[0] = x, at[1] = row.y;
        if constexpr (Dim == 3) at[2] = row.z;
        const T here = in.x[at];
        const bool is_unknown = !in.diagonal.data || in.diagonal[at] > T(0);
        T sum = 0;
        for (int axis = 0; axis < Dim; ++axis)
            for (const int high : {0, 1}) {
                Vec<int, Dim> beside = at, face = at;
                beside[axis] += high ? 1 : -1, face[axis] += high;
                const bool is_side = !in.periodic[axis] && (face[axis] == 0 || face[axis] == in.cells[axis]);
                sum += (is_side ? in.side[axis] : in.weight[axis][face]) * (in.x[beside] - here);
            }
        if (in.held.data) sum += in.held_value[at] - in.held[at] * here;
        const T kept = in.keep != T(0) ? in.keep * in.y[at] : T(0);
        in.y[at] = kept + (is_unknown ? in.rate * sum : T(0));
    }
}

}  // namespace

template <class T, int Dim>
bool is_cut(const Walls<T, Dim>& walls, int component, const Vec<int, Dim>& at, int axis, int step) {
    if (axis == component) return false;
    const Grid<Dim>& grid = walls.grid();
    bool is_closed = true;
    for (const int side : {0, 1}) {
        Vec<int, Dim> cell = at;
        cell[component] -= side;
        if (cell[component] < 0 || cell[component] >= grid.cells[component]) continue;
        is_closed = is_closed && walls.bits().is_closed(cell, axis, step);
    }
    return is_closed;
}

template <class T, int Dim>
Result<WalledDiffusion<T, Dim>> WalledDiffusion<T, Dim>::make(const Grid<Dim>& grid, bool is_velocity) {
    WalledDiffusion made;
    Vec<int, Dim> shape = grid.cells;
    for (int axis = 0; axis < Dim; ++axis) shape[axis] += 2;
    std::vector<Field<T, Dim>*> fields;
    for (auto& field : made.weights) fields.push_back(&field);
    if (is_velocity) fields.insert(fields.end(), {&made.held, &made.held_value, &made.diagonal});
    for (Field<T, Dim>* field : fields) {
        auto fresh = Field<T, Dim>::make(shape);
        if (!fresh) return fresh.error();
        *field = std::move(fresh).value();
    }
    return made;
}

template <class T, int Dim> std::size_t WalledDiffusion<T, Dim>::bytes() const {
    std::size_t sum = held.bytes() + held_value.bytes() + diagonal.bytes() + inside.capacity() * sizeof(Inside) +
                      links.capacity() * sizeof(Link);
    for (const auto& field : weights) sum += field.bytes();
    return sum;
}

template <class T, int Dim> void WalledDiffusion<T, Dim>::expect(const WallExtent& walls) {
    if (held.bytes() == 0) return;
    make_room(inside, 0.6 * walls.surface[0]);
    make_room(links, 2 * walls.surface[0]);
}

template <class T, int Dim>
void wall_scalar(const Sides<T, Dim>& sides, int scalar, const Walls<T, Dim>& walls, WalledDiffusion<T, Dim>& walled,
                 Diffusion<T, Dim>& diffusion) {
    const Grid<Dim>& grid = sides.grid();
    const T diagonal = diffusion.problem.diagonal;
    Faces<T, Dim> room{};
    for (int axis = 0; axis < Dim; ++axis) room[axis] = walled.weights[axis].view();
    diffusion = scalar_diffusion<T, Dim>(sides, scalar, room);
    diffusion.problem.diagonal = diagonal;
    for (int axis = 0; axis < Dim; ++axis) {
        const auto weights = walled.weights[axis].view();
        Vec<int, Dim> end = grid.cells;
        ++end[axis];
        for_box({}, end, [&](const Vec<int, Dim>& at) {
            const bool low = at[axis] == 0, high = at[axis] == grid.cells[axis];
            int factor = 1;
            if ((low || high) && !grid.periodic[axis])
                factor = !sides.value(axis, high, at, scalar).is_held ? 0
                         : sides.face(axis, high, at).is_passable()   ? 1
                                                                      : 2;
            if ((walls.bits().flags[at] & closed_bit(axis)) != 0) factor = 0;
            weights[at] = static_cast<T>(factor) * diffusion.problem.weight[axis];
        });
        diffusion.problem.face_weight[axis] = {weights.data, end, weights.stride};
    }
}

template <class T, int Dim>
void wall_velocity(const Sides<T, Dim>& sides, int component, const Walls<T, Dim>& walls,
                   const std::vector<PlacedObstacle<Dim>>& obstacles, WalledDiffusion<T, Dim>& walled,
                   Diffusion<T, Dim>& diffusion) {
    const Grid<Dim>& grid = sides.grid();
    Faces<T, Dim> scratch{};
    for (int axis = 0; axis < Dim; ++axis) scratch[axis] = walled.weights[axis].view();
    diffusion = velocity_diffusion(sides, component, scratch);
    PoissonProblem<T, Dim>& problem = diffusion.problem;
    if (diffusion.region().cells() == 0) return;
    const auto open = walls.open(component);
    const auto held = walled.held.view(), held_value = walled.held_value.view();
    const auto face_of = [&](const Vec<int, Dim>& at) {
        Vec<int, Dim> face = at;
        for (int axis = 0; axis < Dim; ++axis) face[axis] += diffusion.first[axis];
        return face;
    };
    const auto has_flow = [&](Vec<int, Dim> face) {
        for (int axis = 0; axis < Dim; ++axis)
            if (grid.periodic[axis]) face[axis] = (face[axis] + grid.cells[axis]) % grid.cells[axis];
        return open[face] > 0;
    };
    const auto middle_of = [&](const Vec<int, Dim>& face) {
        Vec<double, Dim> x = grid.cell_centre(face);
        x[component] = face[component] * grid.spacing(component);
        return x;
    };
    // Some flow passes a face whose middle is inside of a sticky wall, but the value there is the wall's. Taken for an
    // unknown like others it would put the surface at a wrong place: friction was off by up to a tenth.
    const auto is_inside = [&](const Vec<int, Dim>& face) {
        if (open[face] == whole_face || walls.distance_at_face(component, face) > 0) return false;
        const int which = nearest(obstacles, middle_of(face));
        return which >= 0 && obstacles[which].slip == Slip::none;
    };
    const auto is_linked = [&](const Vec<int, Dim>& face) { return has_flow(face) && !is_inside(face); };
    // Side weights of the plain problem, spread over the faces.
    const bool was_uniform = problem.is_uniform();
    for (int axis = 0; axis < Dim; ++axis) {
        const auto weights = walled.weights[axis].view();
        Vec<int, Dim> end = problem.cells;
        ++end[axis];
        for_box({}, end, [&](const Vec<int, Dim>& at) {
            const bool low = at[axis] == 0, high = at[axis] == problem.cells[axis];
            const bool is_side = (low || high) && !problem.periodic[axis];
            if (was_uniform) weights[at] = is_side ? problem.side_weight[axis][high] : problem.weight[axis];
            Vec<int, Dim> below = at;
            --below[axis];
            const bool links_below = (low && !problem.periodic[axis]) || is_linked(face_of(below));
            const bool links_above = (high && !problem.periodic[axis]) || is_linked(face_of(at));
            if (!links_below || !links_above || (!is_side && is_cut(walls, component, face_of(at), axis, -1)))
                weights[at] = 0;
        });
        problem.face_weight[axis] = {weights.data, end, weights.stride};
    }
    walled.inside.clear(), walled.links.clear();
    for_box({}, problem.cells, [&](const Vec<int, Dim>& at) {
        held[at] = held_value[at] = 0;
        const Vec<int, Dim> face = face_of(at);
        if (!has_flow(face)) return;
        if (is_inside(face)) {
            const Vec<double, Dim> x = middle_of(face);
            walled.inside.push_back({at, static_cast<T>(obstacles[nearest(obstacles, x)].motion.at(x)[component])});
            return;
        }
        for (int axis = 0; axis < Dim; ++axis)
            for (const int step : {-1, 1}) {
                Vec<int, Dim> next = at, beside = face;
                next[axis] += step, beside[axis] += step;
                const bool is_side = !problem.periodic[axis] && (next[axis] < 0 || next[axis] >= problem.cells[axis]);
                if (is_side) continue;
                const bool ends_in_wall = !is_linked(beside), cut = is_cut(walls, component, face, axis, step);
                if (!ends_in_wall && !cut) continue;
                Vec<double, Dim> x = middle_of(face);
                double part = cut && !ends_in_wall ? 0.5 : 1;
                if (ends_in_wall) {
                    const double here = walls.distance_at_face(component, face),
                                 there = walls.distance_at_face(component, beside);
                    if (there < 0) part = std::clamp(here / (here - there), nearest_surface, 1.0);
                }
                x[axis] += part * step * grid.spacing(axis);
                const int which = nearest(obstacles, x);
                if (which < 0 || obstacles[which].slip == Slip::free) continue;
                const T weight = static_cast<T>(static_cast<double>(problem.weight[axis]) / part);
                const double velocity = obstacles[which].motion.at(x)[component];
                held[at] += weight;
                held_value[at] += weight * static_cast<T>(velocity);
                walled.links.push_back({at, axis, step, part, velocity, which});
            }
    });
}

template <class T, int Dim>
void set_velocity_diagonal(const Diffusion<T, Dim>& diffusion, WalledDiffusion<T, Dim>& walled, double rate) {
    const auto held = walled.held.view(), diagonal = walled.diagonal.view();
    const auto& problem = diffusion.problem;
    for_box({}, problem.cells, [&](const Vec<int, Dim>& at) {
        T sum = held[at];
        for (int axis = 0; axis < Dim; ++axis) {
            Vec<int, Dim> above = at;
            ++above[axis];
            sum += problem.face_weight[axis][at] + problem.face_weight[axis][above];
        }
        diagonal[at] = sum > T(0) ? held[at] + static_cast<T>(1 / rate) : T(0);
    });
}

template <class T, int Dim>
void add_walled_laplacian(Scheduler& scheduler, const Diffusion<T, Dim>& diffusion,
                          const WalledDiffusion<T, Dim>& walled, const View<T, Dim>& y, const View<const T, Dim>& x,
                          double rate, double keep) {
    const auto& problem = diffusion.problem;
    LinkArguments<T, Dim> arguments{.y = unknowns(y, diffusion),
                                    .x = {&x[diffusion.first], problem.cells, x.stride},
                                    .weight = problem.face_weight,
                                    .held = {},
                                    .held_value = {},
                                    .diagonal = {},
                                    .side = problem.weight,
                                    .periodic = problem.periodic,
                                    .cells = problem.cells,
                                    .rate = static_cast<T>(rate),
                                    .keep = static_cast<T>(keep)};
    if (walled.held.bytes() > 0)
        arguments.held = walled.held.view(), arguments.held_value = walled.held_value.view(),
        arguments.diagonal = walled.diagonal.view();
    parallel_rows(scheduler, Region<Dim>::box({}, problem.cells), &walled_laplacian<T, Dim>, arguments);
}

template <class T, int Dim>
SolveReport diffuse_walled(Scheduler& scheduler, PressureSolver<T, Dim>& solver, const Diffusion<T, Dim>& diffusion,
                           const WalledDiffusion<T, Dim>& walled, const Vec<View<T, Dim>, 3>& x_rhs_change,
                           const SolveGoal& goal) {
    const auto& [x, rhs, change] = x_rhs_change.component;
    add_walled_laplacian<T, Dim>(scheduler, diffusion, walled, rhs, x, 1, 0);
    fill(scheduler, diffusion.region(), change, 0);
    const SolveReport report = solver.solve(unknowns(change, diffusion), unknowns(rhs, diffusion), goal, scheduler);
    add_scaled(scheduler, diffusion.region(), x, 1, change);
    for (const auto& face : walled.inside) unknowns(x, diffusion)[face.at] = face.velocity;
    return report;
}

#define WHORL_INSTANTIATE(T, Dim)                                                                            \
    template struct WalledDiffusion<T, Dim>;                                                                 \
    template bool is_cut(const Walls<T, Dim>&, int, const Vec<int, Dim>&, int, int);                         \
    template void wall_scalar(const Sides<T, Dim>&, int, const Walls<T, Dim>&, WalledDiffusion<T, Dim>&,     \
                              Diffusion<T, Dim>&);                                                           \
    template void wall_velocity(const Sides<T, Dim>&, int, const Walls<T, Dim>&,                             \
                                const std::vector<PlacedObstacle<Dim>>&, WalledDiffusion<T, Dim>&,           \
                                Diffusion<T, Dim>&);                                                         \
    template void set_velocity_diagonal(const Diffusion<T, Dim>&, WalledDiffusion<T, Dim>&, double);         \
    template void add_walled_laplacian(Scheduler&, const Diffusion<T, Dim>&, const WalledDiffusion<T, Dim>&, \
                                       const View<T, Dim>&, const View<const T, Dim>&, double, double);      \
    template SolveReport diffuse_walled(Scheduler&, PressureSolver<T, Dim>&, const Diffusion<T, Dim>&,       \
                                        const WalledDiffusion<T, Dim>&, const Vec<View<T, Dim>, 3>&,         \
                                        const SolveGoal&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
