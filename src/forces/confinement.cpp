#include "forces/confinement.hpp"

#include <algorithm>

#include "boundary/ghosts.hpp"
#include "forces/forces_table.hpp"
#include "forces/walled_confinement.hpp"
#include "parallel/rows.hpp"
#include "simd/passing_lines.hpp"

namespace whorl {
namespace {

template <class T, int Dim> const ForceKernels<T, Dim>& kernels() {
    return kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(force_table));
}

template <class T, int Dim> Vec<T, Dim> per_spacing(const Grid<Dim>& grid, double factor) {
    Vec<T, Dim> result{};
    for (int axis = 0; axis < Dim; ++axis) result[axis] = static_cast<T>(factor / grid.spacing(axis));
    return result;
}

/// The three passes of confinement over lines of a grid without periods, slab after slab. A pass that follows another
/// stays a line behind it, so that none reads what a later one has changed.
template <class T, int Dim> class ConfinementInSlabs {
  public:
    ConfinementInSlabs(Scheduler& scheduler, const Grid<Dim>& grid, const ConfinementFields<T, Dim>& fields,
                       const VorticityArguments<T, Dim>& curl, const ConfinementArguments<T, Dim>& push,
                       const Vec<ToFacesArguments<T, Dim>, Dim>& faces)
        : scheduler_(scheduler),
          grid_(grid),
          walls_(fields.walls),
          curl_(curl),
          push_(push),
          faces_(faces) {
        const int room = 4 * slab_;  // so that little is moved
        const auto pass = [&](const View<T, Dim>& memory) {
            const int most = PassingLines<T, Dim>::room_of(memory);
            return PassingLines<T, Dim>(memory, grid_.cells, 0, std::min(room, most));
        };
        for (int part = Dim == 3 ? 0 : 2; part < 3; ++part) vorticity_[part] = pass(fields.vorticity[part]);
        if (Dim == 3) size_ = pass(fields.size);
        for (int axis = 0; axis < Dim; ++axis) force_[axis] = pass(fields.force[axis]);
    }

    /// Vorticity is wanted of a line before the first one and of one behind the last, too.
    void run() {
        const int lines = grid_.cells[Dim - 1];
        for (int found = -1, moved = 0; moved < lines;) {
            const int last = std::min(found + slab_, lines + 1);
            find(moved - 1, found, last);
            found = last;
            confine(moved - 1, moved, found - 1);
            move(moved, found - 1);
            moved = found - 1;
        }
    }

  private:
    void find(int needed, int first, int last) {
        for (int part = Dim == 3 ? 0 : 2; part < 3; ++part) {
            vorticity_[part].make_room(scheduler_, needed, first, last);
            curl_.vorticity[part] = vorticity_[part].view();
            push_.vorticity[part] = vorticity_[part].view();
        }
        if (Dim == 3) {
            size_.make_room(scheduler_, needed, first, last);
            curl_.size = size_.view();
            push_.size = size_.view();
        }
        for_rows_in_tiles(scheduler_, lines_from(-1, first), lines_to(1, last), [&](const Row& row) {
            kernels<T, Dim>().vorticity(curl_, row);
            if (walls_) vorticity_beside_walls(*walls_, curl_, row);
        });
    }
    void confine(int needed, int first, int last) {
        for (int axis = 0; axis < Dim; ++axis) {
            force_[axis].make_room(scheduler_, std::max(needed, 0), first, last);
            push_.force[axis] = force_[axis].view();
            faces_[axis].at_cells = force_[axis].view();
        }
        for_rows_in_tiles(scheduler_, lines_from(0, first), lines_to(0, last), [&](const Row& row) {
            kernels<T, Dim>().confinement(push_, row);
            if (walls_) confinement_beside_walls(*walls_, push_, row);
        });
    }
    /// Faces between cells.
    void move(int first, int last) {
        for_rows_in_tiles(scheduler_, lines_from(0, first), lines_to(0, last), [&](const Row& row) {
            const int at[] = {1, row.y, row.z};
            for (int axis = 0; axis < Dim; ++axis)
                if (at[axis] > 0) kernels<T, Dim>().to_faces(faces_[axis], {axis == 0 ? 1 : 0, row.x1, row.y, row.z});
        });
    }
    /// With so many ghosts across the other axes.
    Vec<int, Dim> lines_from(int low, int line) const {
        Vec<int, Dim> corner{};
        for (int axis = 0; axis < Dim; ++axis) corner[axis] = axis == Dim - 1 ? line : low;
        return corner;
    }
    Vec<int, Dim> lines_to(int ghosts, int line) const {
        Vec<int, Dim> corner{};
        for (int axis = 0; axis < Dim; ++axis) corner[axis] = axis == Dim - 1 ? line : grid_.cells[axis] + ghosts;
        return corner;
    }

    Scheduler& scheduler_;
    const Grid<Dim>& grid_;
    const Walls<T, Dim>* walls_;
    const int slab_ = lines_of_slab(grid_.cells);
    VorticityArguments<T, Dim> curl_;
    ConfinementArguments<T, Dim> push_;
    Vec<ToFacesArguments<T, Dim>, Dim> faces_;
    PassingLines<T, Dim> vorticity_[3], size_, force_[Dim];
};

}  // namespace

double confinement_after(ConfinementScale source, double epsilon, double h) {
    switch (source) {
        case ConfinementScale::nealen:
            return epsilon / h;
        case ConfinementScale::win:
            return 1 / h;
        default:
            return epsilon;
    }
}

template <class T, int Dim>
void measure_vorticity(Scheduler& scheduler, const Grid<Dim>& grid, const Faces<const T, Dim>& u,
                       const Vec<View<T, Dim>, 3>& vorticity, const View<T, Dim>& size) {
    parallel_rows(scheduler, grid.cell_region().grown(1), kernels<T, Dim>().vorticity,
                  {vorticity, size, u, per_spacing<T>(grid, 0.25)});
}

template <class T, int Dim>
void confine_vorticity(Scheduler& scheduler, const Grid<Dim>& grid, double epsilon, double dt,
                       const ConfinementFields<T, Dim>& fields) {
    const auto& k = kernels<T, Dim>();
    const VorticityArguments<T, Dim> curl{fields.vorticity, fields.size, read_only(fields.u),
                                          per_spacing<T>(grid, 0.25)};
    ConfinementArguments<T, Dim> push{
        fields.force, {}, fields.size, per_spacing<T>(grid, 0.5), static_cast<T>(epsilon * grid.smallest_spacing())};
    for (int part = 0; part < 3; ++part) push.vorticity[part] = fields.vorticity[part];
    Vec<ToFacesArguments<T, Dim>, Dim> faces{};
    bool is_periodic = false;
    for (int axis = 0; axis < Dim; ++axis) {
        faces[axis] = {fields.u[axis], fields.force[axis], fields.force[axis].stride[axis], static_cast<T>(0.5 * dt)};
        is_periodic = is_periodic || grid.periodic[axis];
    }
    if (!is_periodic) return ConfinementInSlabs<T, Dim>(scheduler, grid, fields, curl, push, faces).run();
    for_rows(scheduler, grid.cell_region().grown(1), [&](const Row& row) {
        k.vorticity(curl, row);
        if (fields.walls) vorticity_beside_walls(*fields.walls, curl, row);
    });
    for_rows(scheduler, grid.cell_region(), [&](const Row& row) {
        k.confinement(push, row);
        if (fields.walls) confinement_beside_walls(*fields.walls, push, row);
    });
    for (int axis = 0; axis < Dim; ++axis) {
        if (grid.periodic[axis]) continue_ghosts(grid, fields.force[axis], scheduler);  // for the first face
        parallel_rows(scheduler, grid.inner_faces(axis), k.to_faces, faces[axis]);
    }
}

#define WHORL_INSTANTIATE(T, Dim)                                                             \
    template void measure_vorticity(Scheduler&, const Grid<Dim>&, const Faces<const T, Dim>&, \
                                    const Vec<View<T, Dim>, 3>&, const View<T, Dim>&);        \
    template void confine_vorticity(Scheduler&, const Grid<Dim>&, double, double, const ConfinementFields<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
