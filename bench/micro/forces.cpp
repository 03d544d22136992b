// Buoyancy, vorticity and its confinement, the limit on speeds.
#include "bench/micro/box.hpp"
#include "bench/micro/micro.hpp"
#include "forces/buoyancy.hpp"
#include "forces/confinement.hpp"
#include "forces/limit.hpp"

namespace whorl::micro {
namespace {

template <int Dim> struct ForceFields : ClosedBox<Dim> {
    ForceFields(int n, Scheduler& who) : ClosedBox<Dim>(n, who), size(zeros(this->grid.cells)) {
        for (auto& part : vorticity) part = zeros(this->grid.cells);
        for (auto& part : force) part = zeros(this->grid.cells);
    }

    ConfinementFields<float, Dim> confinement() {
        ConfinementFields<float, Dim> fields{.u = this->u()};
        for (int axis = 0; axis < Dim; ++axis) fields.force[axis] = force[axis].view();
        for (int part = Dim == 3 ? 0 : 2; part < 3; ++part) fields.vorticity[part] = vorticity[part].view();
        if (Dim == 3) fields.size = size.view();
        return fields;
    }

    Field<float, Dim> vorticity[3], force[Dim], size;
};

template <int Dim> void add_dimension(const Suite& suite) {
    using Fields = ForceFields<Dim>;
    add<Dim, Fields>(suite, "buoyancy", 4, [](Fields& f) {
        Buoyancy<Dim> law{.per_degree = 1, .per_density = 1};
        law.up[Dim - 1] = 1;
        add_buoyancy<float, Dim>(f.scheduler, f.sides, law, 0, {f.u(), f.temperature.view(), f.density.view()});
    });
    add<Dim, Fields>(suite, "vorticity", Dim == 2 ? 3 : 7, [](Fields& f) {
        const auto fields = f.confinement();
        measure_vorticity(f.scheduler, f.grid, read_only(fields.u), fields.vorticity, fields.size);
    });
    add<Dim, Fields>(suite, "confine_vorticity", 2 * Dim,
                     [](Fields& f) { confine_vorticity(f.scheduler, f.grid, 0.3, 0, f.confinement()); });
    add<Dim, Fields>(suite, "limit", 1, [](Fields& f) {
        benchmark::DoNotOptimize(limit(f.scheduler, f.grid.cell_region(), f.density.view(), 100).largest);
    });
}

}  // namespace

void add_forces(const Suite& suite) {
    add_dimension<2>(suite);
    add_dimension<3>(suite);
}

}  // namespace whorl::micro
