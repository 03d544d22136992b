// Whole fields: updates and reductions.
#include "bench/flows.hpp"
#include "bench/micro/micro.hpp"
#include "simd/field_kernels.hpp"

namespace whorl::micro {
namespace {

template <int Dim> struct Three {
    Three(int n, Scheduler& who)
        : scheduler(who),
          x(ripples(cube<Dim>(n))),
          y(ripples(cube<Dim>(n))),
          z(zeros(cube<Dim>(n))) {}

    Region<Dim> cells() { return interior(x.view()); }

    Scheduler& scheduler;
    Field<float, Dim> x, y, z;
};

template <int Dim> void add_dimension(const Suite& suite) {
    using Fields = Three<Dim>;
    add<Dim, Fields>(suite, "add_scaled", 3,
                     [](Fields& f) { add_scaled(f.scheduler, f.cells(), f.y.view(), 0.0f, f.x.view()); });
    add<Dim, Fields>(suite, "extrapolate", 4,
                     [](Fields& f) { extrapolate(f.scheduler, f.cells(), f.z.view(), f.y.view(), f.x.view(), 0.5f); });
    add<Dim, Fields>(suite, "dot", 2,
                     [](Fields& f) { benchmark::DoNotOptimize(dot(f.scheduler, f.cells(), f.x.view(), f.y.view())); });
    add<Dim, Fields>(suite, "max_abs", 1,
                     [](Fields& f) { benchmark::DoNotOptimize(max_abs(f.scheduler, f.cells(), f.x.view())); });
    add<Dim, Fields>(suite, "count_nonfinite", 1,
                     [](Fields& f) { benchmark::DoNotOptimize(count_nonfinite(f.scheduler, f.cells(), f.x.view())); });
}

}  // namespace

void add_fields(const Suite& suite) {
    add_dimension<2>(suite);
    add_dimension<3>(suite);
}

}  // namespace whorl::micro
