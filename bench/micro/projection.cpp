// What a projection does beside solving: divergence, the same with what a guess leaves of it, and the gradient.
#include "bench/micro/box.hpp"
#include "bench/micro/micro.hpp"
#include "parallel/reduce.hpp"
#include "pressure/project.hpp"
#include "pressure/project_table.hpp"

namespace whorl::micro {
namespace {

template <int Dim> struct ProjectionFields : ClosedBox<Dim> {
    ProjectionFields(int n, Scheduler& who) : ClosedBox<Dim>(n, who), b(zeros(this->grid.cells)) {}

    DivergenceArguments<float, Dim> arguments() {
        DivergenceArguments<float, Dim> result{b.view(), read_only(this->u()), {}};
        for (int axis = 0; axis < Dim; ++axis)
            result.per_spacing[axis] = static_cast<float>(1 / this->grid.spacing(axis));
        return result;
    }
    static const auto& kernels() { return kernels_for<float, Dim>(WHORL_CHOSEN_KERNELS(project_table)); }

    Field<float, Dim> b;
};

template <int Dim> void add_dimension(const Suite& suite) {
    using Fields = ProjectionFields<Dim>;
    add<Dim, Fields>(suite, "divergence", Dim + 1, [](Fields& f) {
        benchmark::DoNotOptimize(
            reduce({&sum_fold, &sum_fold}, f.scheduler, f.grid.cell_region(), f.kernels().divergence, f.arguments()));
    });
    add<Dim, Fields>(suite, "divergence_with_guess", Dim + 2, [](Fields& f) {
        const GuessArguments<float, Dim> guess{f.arguments(), f.density.view(), 1, true, {}};
        benchmark::DoNotOptimize(reduce({&sum_fold, &sum_fold, &sum_fold, &max_fold}, f.scheduler, f.grid.cell_region(),
                                        f.kernels().guess, guess));
    });
    add<Dim, Fields>(suite, "subtract_gradient", 2 * Dim + 1, [](Fields& f) {
        subtract_gradient<float, Dim>(f.scheduler, f.sides, nullptr, f.u(), f.density.view(), 0);
    });
}

}  // namespace

void add_projection(const Suite& suite) {
    add_dimension<2>(suite);
    add_dimension<3>(suite);
}

}  // namespace whorl::micro
