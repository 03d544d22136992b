#include "diffuse/stress.hpp"

#include "core/for_box.hpp"
#include "diffuse/stress_places-inl.hpp"
#include "parallel/reduce.hpp"
#include "simd/field_kernels.hpp"

namespace whorl {
using namespace stress_detail;
namespace {

/// The layer of ghosts around cells: as the cells beside them, or those at the other end.
template <class T, int Dim> void continue_cells(const Grid<Dim>& grid, const View<T, Dim>& view) {
    for (int axis = 0; axis < Dim; ++axis) {
        Vec<int, Dim> low{}, high{};
        for (int other = 0; other < Dim; ++other) low[other] = -1, high[other] = grid.cells[other] + 1;
        low[axis] = 0, high[axis] = 1;
        const int last = grid.cells[axis] - 1;
        for_box(low, high, [&](const Vec<int, Dim>& at) {
            view[moved(at, axis, -1)] = view[moved(at, axis, grid.periodic[axis] ? last : 0)];
            view[moved(at, axis, last + 1)] = view[moved(at, axis, grid.periodic[axis] ? 0 : last)];
        });
    }
}

template <class T, int Dim> struct SolidArguments {
    View<T, Dim> viscosity;
    View<const std::uint8_t, Dim> flags;
    Vec<int, Dim> cells;
};

/// Cells inside obstacles take the mean of the cells around them that are not: samples beside a wall know the fluid's
/// viscosity alone.
template <class T, int Dim> void fill_solid_cells(const SolidArguments<T, Dim>& in, const Row& row) {
    for (int x = row.x0; x < row.x1; ++x) {
        const Vec<int, Dim> at = place_in<Dim>(row, x);
        if ((in.flags[at] & wall_flag::solid) == 0) continue;
        Vec<int, Dim> low{}, high{};
        for (int axis = 0; axis < Dim; ++axis) {
            low[axis] = at[axis] > 0 ? at[axis] - 1 : 0;
            high[axis] = at[axis] + 2 < in.cells[axis] ? at[axis] + 2 : in.cells[axis];
        }
        double sum = 0;
        int count = 0;
        for_box(low, high, [&](const Vec<int, Dim>& beside) {
            if ((in.flags[beside] & wall_flag::solid) != 0) return;
            sum += static_cast<double>(in.viscosity[beside]);
            ++count;
        });
        if (count > 0) in.viscosity[at] = static_cast<T>(sum / count);
    }
}

template <class T, int Dim> struct ClosedArguments {
    View<T, Dim> u;
    View<const std::uint16_t, Dim> open;
    View<const T, Dim> wall;
};

template <class T, int Dim> void set_closed_faces(const ClosedArguments<T, Dim>& in, const Row& row) {
    T* u = row_of(in.u, row);
    const std::uint16_t* open = row_of(in.open, row);
    const T* wall = row_of(in.wall, row);
    for (int x = row.x0; x < row.x1; ++x) u[x] = open[x] > 0 ? u[x] : wall[x];
}

template <class T, int Dim> struct SheetArguments {
    View<T, Dim> force;
    View<const T, Dim> u, mass, held, held_value, viscosity;
    int axis;
};

/// Sheets draw the faces beside them to their velocity; and where there is no flow there is no force.
template <class T, int Dim> void hold_by_sheets(const SheetArguments<T, Dim>& in, const Row& row) {
    const std::ptrdiff_t before = in.axis == 0 ? 1 : in.viscosity.stride[in.axis];
    T* force = row_of(in.force, row);
    const T *u = row_of(in.u, row), *mass = row_of(in.mass, row), *nu = row_of(in.viscosity, row);
    const T *held = row_of(in.held, row), *value = row_of(in.held_value, row);
    for (int x = row.x0; x < row.x1; ++x) {
        const T pull = T(0.5) * (nu[x] + nu[x - before]) * (value[x] - held[x] * u[x]);
        force[x] = mass[x] > T(0) ? force[x] + pull : T(0);
    }
}

template <class T, int Dim> struct ForceArguments {
    View<T, Dim> u;
    View<const T, Dim> force, mass;
    T dt;
};

template <class T, int Dim> void add_per_mass(const ForceArguments<T, Dim>& in, const Row& row) {
    T* u = row_of(in.u, row);
    const T *force = row_of(in.force, row), *mass = row_of(in.mass, row);
    for (int x = row.x0; x < row.x1; ++x)
        if (mass[x] > T(0)) u[x] += in.dt * force[x] / mass[x];
}

template <class Fields> std::size_t bytes_of(const Fields& fields) {
    std::size_t sum = 0;
    for (const auto& field : fields) sum += field.bytes();
    return sum;
}

}  // namespace

template <class T, int Dim> Result<Stress<T, Dim>> Stress<T, Dim>::make(const Sides<T, Dim>& sides) {
    const Grid<Dim>& grid = sides.grid();
    Stress made;
    made.grid_ = grid;
    for (int axis = 0; axis < Dim; ++axis) made.per_cell_[axis] = 1 / grid.spacing(axis);
    auto weights = StressWeights<T, Dim>::make(grid);
    if (!weights) return weights.error();
    made.weights_ = std::move(weights).value();
    std::vector<Field<T, Dim>*> fields{&made.viscosity_, &made.stretch_[0]};
    for (auto& field : made.shear_) fields.push_back(&field);
    for (Velocity* velocity : {&made.diagonal_, &made.x_, &made.r_, &made.p_, &made.q_, &made.z_})
        for (auto& field : *velocity) fields.push_back(&field);
    for (Velocity& velocity : made.scalar_weights_)
        for (auto& field : velocity) fields.push_back(&field);
    for (Field<T, Dim>* field : fields) {
        auto fresh = make_edge_field<T>(grid);
        if (!fresh) return fresh.error();
        *field = std::move(fresh).value();
    }
    for (int axis = 0; axis < Dim; ++axis) {
        Faces<T, Dim> scratch = made.views(made.scalar_weights_[axis]);
        made.boxes_[axis] = velocity_diffusion(sides, axis, scratch);
        if (made.boxes_[axis].region().cells() == 0) continue;  // one cell between walls
        auto solver = make_pressure_solver<T, Dim>("multigrid");
        if (!solver) return solver.error();
        made.solvers_[axis] = std::move(solver).value();
        PoissonProblem<T, Dim>& problem = made.boxes_[axis].problem;
        for (int other = 0; other < Dim; ++other) {
            Vec<int, Dim> end = problem.cells;
            ++end[other];
            problem.face_weight[other] = {scratch[other].data, end, scratch[other].stride};
        }
        const View<T, Dim> diagonal = from(made.diagonal_[axis].view(), made.boxes_[axis].first);
        problem.cell_diagonal = {diagonal.data, problem.cells, diagonal.stride};
    }
    made.weights_.set(sides, made.boxes_, nullptr, {});
    // The solvers choose their levels by what they are prepared for: one viscosity, and a long step.
    Scheduler& scheduler = serial_scheduler();
    fill(scheduler, grid.cell_region(), made.viscosity_.view(), T(1));
    made.take_viscosity({scheduler, sides});
    const double h = grid.smallest_spacing();
    if (auto ok = made.prepare(scheduler, 1e4 * h * h); !ok) return ok.error();
    fill(scheduler, grid.cell_region(), made.viscosity_.view(), T(0));
    return made;
}

template <class T, int Dim> std::size_t Stress<T, Dim>::bytes() const {
    std::size_t sum = weights_.bytes() + viscosity_.bytes() + bytes_of(shear_);
    for (const Velocity* velocity : {&stretch_, &diagonal_, &scalar_diagonal_, &x_, &r_, &p_, &q_, &z_})
        sum += bytes_of(*velocity);
    for (const Velocity& velocity : scalar_weights_) sum += bytes_of(velocity);
    for (const auto& solver : solvers_) sum += solver ? solver->bytes() : 0;
    return sum;
}

template <class T, int Dim> Faces<T, Dim> Stress<T, Dim>::views(Velocity& velocity) {
    Faces<T, Dim> faces{};
    for (int axis = 0; axis < Dim; ++axis) faces[axis] = velocity[axis].view();
    return faces;
}

template <class T, int Dim> Result<void> Stress<T, Dim>::make_room_for_walls(const Grid<Dim>& grid) {
    if (auto ok = weights_.make_room_for_walls(grid); !ok) return ok;
    for (int axis = 0; axis < Dim; ++axis) {
        auto stretch = make_edge_field<T>(grid), diagonal = make_edge_field<T>(grid);
        if (!stretch) return stretch.error();
        if (!diagonal) return diagonal.error();
        stretch_[axis] = std::move(stretch).value();
        scalar_diagonal_[axis] = std::move(diagonal).value();
        PoissonProblem<T, Dim>& problem = boxes_[axis].problem;
        problem.cell_diagonal = {scalar_diagonal_[axis].view().data, problem.cells,
                                 scalar_diagonal_[axis].view().stride};
    }
    is_prepared_ = false;
    return {};
}

template <class T, int Dim> void Stress<T, Dim>::expect_walls(const WallExtent& walls) {
    expected_ = walls;
    for (auto& solver : solvers_)
        if (solver) solver->expect_walls(walls);
}

template <class T, int Dim>
void Stress<T, Dim>::follow_walls(const Sides<T, Dim>& sides, const Walls<T, Dim>& walls,
                                  const std::vector<PlacedObstacle<Dim>>& obstacles) {
    weights_.set(sides, boxes_, &walls, obstacles);
}

template <class T, int Dim> void Stress<T, Dim>::take_viscosity(const StressDomain<T, Dim>& domain) {
    const Grid<Dim>& grid = domain.sides.grid();
    const View<T, Dim> nu = viscosity_.view();
    if (domain.walls)
        parallel_rows(domain.scheduler, grid.cell_region(), &fill_solid_cells<T, Dim>,
                      {nu, domain.walls->bits().flags, grid.cells});
    continue_cells(grid, nu);
    for (int axis = 0; axis < (weights_.is_walled ? Dim : 1); ++axis) {
        const View<T, Dim> stretch = stretch_[axis].view();
        const View<const T, Dim> weight = weights_.is_walled ? weights_.stretch[axis].view() : View<const T, Dim>{};
        parallel_rows(domain.scheduler, grid.cell_region(), kernels<T, Dim>().cells, {stretch, nu, weight});
        wrap_ghosts(grid, stretch);
    }
    for (int a = 0; a < Dim; ++a)
        for (int b = a + 1; b < Dim; ++b) {
            const auto pair = static_cast<std::size_t>(pair_of<Dim>(a, b));
            Vec<int, Dim> end = grid.cells;
            ++end[a], ++end[b];
            parallel_rows(domain.scheduler, Region<Dim>::box({}, end), kernels<T, Dim>().edges,
                          {shear_[pair].view(), weights_.shear[pair].view(), nu, a, b});
        }
}

/// Of component `axis`; without a diagonal yet.
template <class T, int Dim>
StressArguments<T, Dim> Stress<T, Dim>::arguments(int axis, const Faces<T, Dim>& y, const Faces<T, Dim>& x) const {
    const auto per_cell = [&](int a) { return static_cast<T>(per_cell_[a]); };
    StressArguments<T, Dim> in{};
    in.y = y[axis], in.x = x[axis], in.axis = axis, in.per_cell = per_cell(axis);
    in.stretch = stretch_[weights_.is_walled ? axis : 0].view();
    for (int other = 0, k = 0; other < Dim; ++other) {
        if (other == axis) continue;
        in.other[k] = x[other], in.across[k] = other, in.per_other[k] = per_cell(other);
        in.shear[k++] = shear_[static_cast<std::size_t>(pair_of<Dim>(axis, other))].view();
    }
    return in;
}

template <class T, int Dim>
double Stress<T, Dim>::apply(Scheduler& scheduler, const Faces<T, Dim>& y, const Faces<T, Dim>& x) const {
    double sum = 0;
    for (int axis = 0; axis < Dim; ++axis) wrap_ghosts(grid_, x[axis]);
    for (int axis = 0; axis < Dim; ++axis) {
        auto in = arguments(axis, y, x);
        in.diagonal = diagonal_[axis].view();
        sum += reduce_sum(scheduler, boxes_[axis].region(), kernels<T, Dim>().apply, in);
    }
    return sum;
}

/// u as samples want it, in z: ghosts beyond sticky sides hold the side's velocity, closed faces the obstacle's.
template <class T, int Dim> void Stress<T, Dim>::place(const StressDomain<T, Dim>& domain, const Faces<T, Dim>& u) {
    for (int component = 0; component < Dim; ++component) {
        const View<T, Dim> z = {z_[component].view().data, u[component].shape, z_[component].view().stride};
        copy(domain.scheduler, grid_.all_faces(component).grown(1), z, u[component]);
        for (int axis = 0; axis < Dim; ++axis) {
            if (axis == component || grid_.periodic[axis]) continue;
            Vec<int, Dim> end = z.shape;
            end[axis] = 1;
            for_box({}, end, [&](const Vec<int, Dim>& at) {
                for (const bool high : {false, true}) {
                    if (weight_on_side(domain.sides, axis, high, component, at) != 2) continue;
                    const int last = grid_.cells[axis] - 1;
                    T& ghost = z[moved(at, axis, high ? last + 1 : -1)];
                    ghost = (ghost + z[moved(at, axis, high ? last : 0)]) / 2;
                }
            });
        }
        if (domain.walls)
            parallel_rows(domain.scheduler, grid_.all_faces(component), &set_closed_faces<T, Dim>,
                          {z, domain.walls->open(component), domain.walls->velocity()[component]});
        wrap_ghosts(grid_, z);
    }
}

template <class T, int Dim>
Faces<const T, Dim> Stress<T, Dim>::divergence(const StressDomain<T, Dim>& domain, const Faces<T, Dim>& u) {
    place(domain, u);
    for (int axis = 0; axis < Dim; ++axis)
        parallel_rows(domain.scheduler, grid_.all_faces(axis), kernels<T, Dim>().divergence,
                      arguments(axis, views(q_), views(z_)));
    return read_only(views(q_));
}

/// In r: the force that the stress of u is on each unknown.
template <class T, int Dim> void Stress<T, Dim>::set_force(const StressDomain<T, Dim>& domain, const Faces<T, Dim>& u) {
    place(domain, u);
    for (int axis = 0; axis < Dim; ++axis) {
        parallel_rows(domain.scheduler, boxes_[axis].region(), kernels<T, Dim>().divergence,
                      arguments(axis, views(r_), views(z_)));
        if (!weights_.is_walled) continue;
        parallel_rows(domain.scheduler, boxes_[axis].region(), &hold_by_sheets<T, Dim>,
                      {r_[axis].view(), z_[axis].view(), weights_.mass[axis].view(), weights_.held[axis].view(),
                       weights_.held_value[axis].view(), viscosity_.view(), axis});
    }
}

template <class T, int Dim>
void Stress<T, Dim>::add(const StressDomain<T, Dim>& domain, double dt, const Faces<T, Dim>& u,
                         const Faces<T, Dim>& x) {
    set_force(domain, x);
    for (int axis = 0; axis < Dim; ++axis)
        parallel_rows(domain.scheduler, boxes_[axis].region(), &add_per_mass<T, Dim>,
                      {u[axis], r_[axis].view(), weights_.mass[axis].view(), static_cast<T>(dt)});
}

template class Stress<float, 2>;
template class Stress<float, 3>;
template class Stress<double, 2>;
template class Stress<double, 3>;

}  // namespace whorl
