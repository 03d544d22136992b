#include "forces/limit.hpp"

#include "forces/forces_table.hpp"
#include "parallel/reduce.hpp"

namespace whorl {

template <class T, int Dim>
Limited limit(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& x, double most, double least,
              const RowEnds<T>* ends) {
    const auto kernel = kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(force_table)).limit;
    const auto [cut, largest] = reduce({&sum_fold, &max_fold}, scheduler, region, kernel,
                                       {x, static_cast<T>(most), static_cast<T>(least), ends});
    return {static_cast<std::int64_t>(cut), largest > 0 ? largest : 0};
}

template Limited limit(Scheduler&, const Region<2>&, const View<float, 2>&, double, double, const RowEnds<float>*);
template Limited limit(Scheduler&, const Region<3>&, const View<float, 3>&, double, double, const RowEnds<float>*);
template Limited limit(Scheduler&, const Region<2>&, const View<double, 2>&, double, double, const RowEnds<double>*);
template Limited limit(Scheduler&, const Region<3>&, const View<double, 3>&, double, double, const RowEnds<double>*);

}  // namespace whorl
