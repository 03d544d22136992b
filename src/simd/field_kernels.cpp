#include "simd/field_kernels.hpp"

#include "parallel/reduce.hpp"
#include "simd/field_table.hpp"

namespace whorl {
namespace {

template <class T, int Dim> const FieldKernels<std::remove_const_t<T>, Dim>& kernels(const View<T, Dim>&) {
    return kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(field_table));
}

}  // namespace

template <class T, int Dim>
void fill(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& y, std::type_identity_t<T> a) {
    parallel_rows(scheduler, region, kernels(y).fill, {y, {}, a, T(0)});
}

template <class T, int Dim>
void copy(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& y, const ReadView<T, Dim>& x) {
    parallel_rows(scheduler, region, kernels(y).copy, {y, x, T(0), T(0)});
}

template <class T, int Dim>
void scale(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& y, std::type_identity_t<T> a) {
    parallel_rows(scheduler, region, kernels(y).scale, {y, {}, a, T(0)});
}

template <class T, int Dim>
void add_scaled(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& y, std::type_identity_t<T> a,
                const ReadView<T, Dim>& x) {
    parallel_rows(scheduler, region, kernels(y).add_scaled, {y, x, a, T(0)});
}

template <class T, int Dim>
void combine(Scheduler& scheduler, const Region<Dim>& region, std::type_identity_t<T> a, const View<T, Dim>& y,
             std::type_identity_t<T> b, const ReadView<T, Dim>& x) {
    parallel_rows(scheduler, region, kernels(y).combine, {y, x, a, b});
}

template <class T, int Dim>
double extrapolate(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& ahead,
                   const View<T, Dim>& before, const ReadView<T, Dim>& now, std::type_identity_t<T> part,
                   const RowEnds<T>* ends) {
    return reduce_max(scheduler, region, kernels(ahead).extrapolate, {ahead, before, now, part, ends});
}

template <class T, int Dim> double sum(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& x) {
    return reduce_sum(scheduler, region, kernels(x).sum, {x, {}});
}

template <class T, int Dim>
double dot(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& x, const ReadView<T, Dim>& y) {
    return reduce_sum(scheduler, region, kernels(x).dot, {x, y});
}

template <class T, int Dim>
double sum_of_squares(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& x) {
    return dot(scheduler, region, x, x);
}

template <class T, int Dim> double max_abs(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& x) {
    const double largest = reduce_max(scheduler, region, kernels(x).max_abs, {x, {}});
    return largest < 0 ? 0 : largest;  // minus infinity: there was no number at all
}

template <class T, int Dim>
std::int64_t count_nonfinite(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& x) {
    return static_cast<std::int64_t>(reduce_sum(scheduler, region, kernels(x).nonfinite, {x, {}}));
}

#define WHORL_INSTANTIATE_READING(T, Dim)                                                              \
    template double sum(Scheduler&, const Region<Dim>&, const View<T, Dim>&);                          \
    template double dot(Scheduler&, const Region<Dim>&, const View<T, Dim>&, const ReadView<T, Dim>&); \
    template double sum_of_squares(Scheduler&, const Region<Dim>&, const View<T, Dim>&);               \
    template double max_abs(Scheduler&, const Region<Dim>&, const View<T, Dim>&);                      \
    template std::int64_t count_nonfinite(Scheduler&, const Region<Dim>&, const View<T, Dim>&);

#define WHORL_INSTANTIATE(T, Dim)                                                                              \
    template void fill(Scheduler&, const Region<Dim>&, const View<T, Dim>&, T);                                \
    template void copy(Scheduler&, const Region<Dim>&, const View<T, Dim>&, const ReadView<T, Dim>&);          \
    template void scale(Scheduler&, const Region<Dim>&, const View<T, Dim>&, T);                               \
    template void add_scaled(Scheduler&, const Region<Dim>&, const View<T, Dim>&, T, const ReadView<T, Dim>&); \
    template void combine(Scheduler&, const Region<Dim>&, T, const View<T, Dim>&, T, const ReadView<T, Dim>&); \
    template double extrapolate(Scheduler&, const Region<Dim>&, const View<T, Dim>&, const View<T, Dim>&,      \
                                const ReadView<T, Dim>&, T, const RowEnds<T>*);                                \
    WHORL_INSTANTIATE_READING(T, Dim)                                                                          \
    WHORL_INSTANTIATE_READING(const T, Dim)

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
