#include "bench/micro/box.hpp"
#include "bench/micro/micro.hpp"

namespace whorl::micro {
namespace {

template <int Dim> void add_dimension(const Suite& suite) {
    using Fields = ClosedBox<Dim>;
    const double field = 8.0 * Dim / suite.cells_a_side<Dim>();  // two layers on two sides of each axis, from as many
    add<Dim, Fields>(suite, "scalar_ghosts", field, [](Fields& f) { f.fill_scalar(f.density.view()); });
    add<Dim, Fields>(suite, "velocity_ghosts", Dim * field,
                     [](Fields& f) { fill_velocity_ghosts(f.sides, f.u(), f.scheduler); });
}

}  // namespace

void add_ghosts(const Suite& suite) {
    add_dimension<2>(suite);
    add_dimension<3>(suite);
}

}  // namespace whorl::micro
