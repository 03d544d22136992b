// The parts of a V-cycle on its finest level, each alone: half a sweep of red-black relaxation, the residual's norm,
// restriction of the residual, interpolation of the correction.
#include "bench/flows.hpp"
#include "bench/micro/micro.hpp"
#include "parallel/rows.hpp"
#include "pressure/level.hpp"

namespace whorl::micro {
namespace {

template <int Dim> struct TwoLevels {
    TwoLevels(int n, Scheduler& who)
        : scheduler(who),
          fine(std::move(make_finest_level(closed_box<float, Dim>(n))).value()),
          coarse(std::move(make_coarser_level(fine)).value()),
          x(zeros(cube<Dim>(n))),
          b(ripples(cube<Dim>(n))) {}

    RightSide<float, Dim> rhs() { return {b.view(), 1}; }
    static const auto& kernels() { return kernels_for<float, Dim>(WHORL_CHOSEN_KERNELS(transfer_table)).uniform; }

    Scheduler& scheduler;
    Level<float, Dim> fine, coarse;
    Field<float, Dim> x, b;
    int colour = 0;
};

template <int Dim> void add_dimension(const Suite& suite) {
    using Fields = TwoLevels<Dim>;
    constexpr double on_coarse = 1.0 / (1 << Dim);
    // Both colours are in every cache line.
    add<Dim, Fields>(suite, "relax", 3,
                     [](Fields& f) { relax(f.scheduler, f.fine, f.x.view(), f.rhs(), f.colour ^= 1, 1.0f); });
    add<Dim, Fields>(suite, "relax_from_zero", 2,
                     [](Fields& f) { relax_from_zero(f.scheduler, f.fine, f.x.view(), f.rhs(), f.colour ^= 1, 1.0f); });
    add<Dim, Fields>(suite, "residual", 2, [](Fields& f) {
        benchmark::DoNotOptimize(residual<float, Dim>(f.scheduler, f.fine, f.x.view(), f.rhs()));
    });
    add<Dim, Fields>(suite, "restrict", 2 + on_coarse, [](Fields& f) {
        parallel_rows(f.scheduler, f.coarse.region(), f.kernels().restrict_residual,
                      {f.fine.op, f.x.view(), f.b.view(), 0, f.fine.transfer, f.coarse.b.view()});
    });
    add<Dim, Fields>(suite, "interpolate", 2 + on_coarse, [](Fields& f) {
        parallel_rows(f.scheduler, f.fine.region(), f.kernels().prolong,
                      {f.fine.op, f.x.view(), f.fine.transfer, f.coarse.x.view(), {}});
    });
}

}  // namespace

void add_multigrid(const Suite& suite) {
    add_dimension<2>(suite);
    add_dimension<3>(suite);
}

}  // namespace whorl::micro
