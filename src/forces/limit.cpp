#include "forces/limit.hpp"

#include "forces/forces_table.hpp"
#include "parallel/reduce.hpp"

namespace whorl {

template <class T, int Dim>
std::int64_t limit(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& x, double most, double least) {
    const auto kernel = kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(force_table)).limit;
    return static_cast<std::int64_t>(
        reduce_sum(scheduler, region, kernel, {x, static_cast<T>(most), static_cast<T>(least)}));
}

template std::int64_t limit(Scheduler&, const Region<2>&, const View<float, 2>&, double, double);
template std::int64_t limit(Scheduler&, const Region<3>&, const View<float, 3>&, double, double);
template std::int64_t limit(Scheduler&, const Region<2>&, const View<double, 2>&, double, double);
template std::int64_t limit(Scheduler&, const Region<3>&, const View<double, 3>&, double, double);

}  // namespace whorl
