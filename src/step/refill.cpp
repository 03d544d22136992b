// Scalars in cells that walls left, entered or hold: step/obstacles.hpp says what becomes of them.
#include "core/for_box.hpp"
#include "step/mean_around.hpp"
#include "step/obstacles.hpp"

namespace whorl {
namespace {

/// The open faces of cells inside solids, as bits 2 axis + high.
template <class T, int Dim> class SolidCells {
  public:
    explicit SolidCells(const Walls<T, Dim>& walls) : cells_(walls.grid().cells), flags_(walls.bits().flags) {
        for (int axis = 0; axis < Dim; ++axis) open_[axis] = walls.open(axis);
    }

    bool is_solid(const Vec<int, Dim>& at) const { return (flags_[at] & wall_flag::solid) != 0; }
    bool has_flow(const Vec<int, Dim>& at) const {
        return open_to(at, [](const auto&) { return true; }) != 0;
    }
    /// Towards cells of the domain that `wanted` says yes to.
    template <class Wanted> unsigned open_to(const Vec<int, Dim>& at, Wanted wanted) const {
        unsigned bits = 0;
        for (int axis = 0; axis < Dim; ++axis)
            for (const int high : {0, 1}) {
                Vec<int, Dim> face = at, beside = at;
                face[axis] += high, beside[axis] += high ? 1 : -1;
                if (open_[axis][face] == 0 || beside[axis] < 0 || beside[axis] >= cells_[axis]) continue;
                if (wanted(beside)) bits |= 1u << (2 * axis + high);
            }
        return bits;
    }
    unsigned open_to_flow(const Vec<int, Dim>& at) const {
        return open_to(at, [&](const auto& beside) { return !is_solid(beside); });
    }

  private:
    Vec<int, Dim> cells_;
    View<const std::uint8_t, Dim> flags_;
    Vec<View<const std::uint16_t, Dim>, Dim> open_{};
};

}  // namespace

template <class T, int Dim>
double refill(const Walls<T, Dim>& walls, const View<T, Dim>& values, const RefillRule<T>& rule) {
    double added = 0;
    const auto put = [&](const Vec<int, Dim>& at, T value) {
        added += static_cast<double>(value) - static_cast<double>(values[at]);
        values[at] = value;
    };
    for (const RefilledCell<Dim>& cell : walls.swept_cells())
        put(cell.at, cell.from != 0 ? mean_around(values, cell.at, cell.from) : rule.ambient);
    const SolidCells<T, Dim> solid(walls);
    const auto each_solid = [&](auto f) {
        for_box({}, values.shape, [&](const Vec<int, Dim>& at) {
            if (solid.is_solid(at)) f(at);
        });
    };
    each_solid([&](const Vec<int, Dim>& at) {
        const bool is_kept = rule.is_in_solids && solid.has_flow(at);
        const unsigned from = is_kept && rule.has_moved ? solid.open_to_flow(at) : 0;
        if (from != 0) return put(at, mean_around(values, at, from));
        if (!is_kept && values[at] != rule.ambient) put(at, rule.ambient);
    });
    if (!rule.is_in_solids || !rule.has_moved) return added;
    // Walls::close_leaks lets no flow into cells that are more than one such cell away from the flow.
    each_solid([&](const Vec<int, Dim>& at) {
        if (!solid.has_flow(at) || solid.open_to_flow(at) != 0) return;
        const unsigned from = solid.open_to(
            at, [&](const auto& beside) { return solid.is_solid(beside) && solid.open_to_flow(beside) != 0; });
        put(at, from != 0 ? mean_around(values, at, from) : rule.ambient);
    });
    return added;
}

#define WHORL_INSTANTIATE(T, Dim) \
    template double refill(const Walls<T, Dim>&, const View<T, Dim>&, const RefillRule<T>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
