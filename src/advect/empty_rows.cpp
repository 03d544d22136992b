#include "advect/empty_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/field.hpp"
#include "parallel/rows.hpp"
#include "simd/field_table.hpp"

namespace whorl {

template <class T, int Dim>
EmptyRows<T, Dim>::EmptyRows(const Grid<Dim>& grid)
    : grid_(grid),
      rows_(grid.cells[1] + 2 * default_ghosts),
      planes_(Dim == 3 ? grid.cells[Dim - 1] + 2 * default_ghosts : 1),
      counts_(static_cast<std::size_t>((rows_ + 1) * (planes_ + 1))) {}

template <class T, int Dim>
void EmptyRows<T, Dim>::find(Scheduler& scheduler, const View<const T, Dim>& field, T background) {
    const bool is_dust = background != 0 && std::abs(background) < T(1e-30);  // which advection does not keep
    background_ = is_dust ? std::numeric_limits<T>::quiet_NaN() : background + T(0);
    const auto differs = kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(field_table)).differs;
    for_rows(scheduler, interior(field).grown(default_ghosts), [&](const Row& row) {
        count(row.y + default_ghosts + 1, Dim == 3 ? row.z + default_ghosts + 1 : 1) =
            differs({field, background_}, row) ? 1 : 0;
    });
    for (int z = 1; z <= planes_; ++z)
        for (int y = 1, in_plane = 0; y <= rows_; ++y) {
            in_plane += count(y, z);
            count(y, z) = count(y, z - 1) + in_plane;
        }
}

template <class T, int Dim> bool EmptyRows<T, Dim>::holds(const Row& row, const Vec<int, 2>& reach) const {
    const auto range = [&](int axis, int at, int size) {
        const int low = at + default_ghosts - reach[axis - 1], high = at + default_ghosts + reach[axis - 1] + 1;
        const bool wraps = grid_.periodic[axis] && (low < 0 || high > size);
        return wraps ? Vec<int, 2>{0, size} : Vec<int, 2>{std::max(low, 0), std::min(high, size)};
    };
    const Vec<int, 2> y = range(1, row.y, rows_), z = Dim == 3 ? range(Dim - 1, row.z, planes_) : Vec<int, 2>{0, 1};
    return count(y[1], z[1]) - count(y[0], z[1]) - count(y[1], z[0]) + count(y[0], z[0]) == 0;
}

template class EmptyRows<float, 2>;
template class EmptyRows<float, 3>;
template class EmptyRows<double, 2>;
template class EmptyRows<double, 3>;

}  // namespace whorl
