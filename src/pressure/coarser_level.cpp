// The next coarser level: which axes are halved, how values go between, and what the coarse faces weigh (level.hpp).
#include <algorithm>

#include "core/for_box.hpp"
#include "pressure/level.hpp"

namespace whorl {
namespace {

/// Axes whose coupling is at least this part of the strongest are halved together. Red-black smoothing takes the
/// rougher half of the waves along every halved axis; along an axis coupled k times weaker it takes (k/(1+k))^2 a sweep
/// only. Measured: halving both at k = 2 gives 0.2 (2D) and 0.34 (3D) a cycle, at 1.3 still 0.14 and 0.21; halving
/// only the stronger one is as good or better from k = 1 on, but twice the cells.
constexpr double strong = 1 / 1.3;

template <class T, int Dim> double strongest(const Level<T, Dim>& level) {
    double most = 0;
    for (int a = 0; a < Dim; ++a) most = std::max(most, level.axes[a].strength());
    return most;
}

/// What smooths best, measured (see tests/unit/pressure/convergence_test.cpp): over-relaxation where two or three axes
/// are halved (Yavneh 1996), under-relaxation where it is one, for which Gauss-Seidel alone overshoots; nearer to 1 the
/// more of the coupling is along axes that are not halved or is no coupling at all but diagonal. A seam of two cells of
/// one colour wants a little more.
template <class T, int Dim> double best_omega(const Level<T, Dim>& level, double diagonal) {
    constexpr double base[] = {0.75, 1.15, 1.25}, slope[] = {0.4, 0.3, 0.3};
    double halved = 0, all = 0, at_seam = 0;
    int axes = 0;
    for (int a = 0; a < Dim; ++a) {
        all += level.axes[a].strength();
        if (level.axes[a].has_seam()) at_seam = 0.05;
        if (level.transfer.halved[a]) halved += level.axes[a].strength(), ++axes;
    }
    const double omega = base[axes - 1] + slope[axes - 1] * (1 - halved / all) + at_seam;
    return 1 + (omega - 1) * 2 * all / (2 * all + diagonal);
}

/// Chooses the halved axes and writes their transfer tables.
template <class T, int Dim> Vec<Axis, Dim> set_transfer(Level<T, Dim>& fine) {
    const double most = strongest(fine);
    const bool uniform = fine.op.is_uniform();
    Vec<Axis, Dim> coarse = fine.axes;
    for (int a = 0; a < Dim; ++a) {
        const Axis& axis = fine.axes[a];
        fine.transfer.halved[a] = axis.cells > 1 && axis.strength() >= strong * most;
        if (!fine.transfer.halved[a]) continue;
        coarse[a] = axis.coarser();
        T* const share = fine.add_table(axis.cells);
        T* const near = fine.add_table(axis.cells);
        T* const far = fine.add_table(axis.cells);
        for (int i = 0; i < axis.cells; ++i) {
            const AxisTransfer at = transfer_at(axis, coarse[a], i);
            share[i] = uniform ? static_cast<T>(at.share) : T(0.5);    // of a full cell's volume
            near[i] = static_cast<T>(uniform ? at.near : 1 - at.far);  // the general form looks at each face itself
            far[i] = static_cast<T>(at.far);
        }
        for (int side = 0; side < 2 && !axis.periodic; ++side) {
            const OpenSide open = open_side(axis, coarse[a], side);
            fine.transfer.pull[a][side] = static_cast<T>(open.taken / open.weight);
            fine.transfer.limit[a][side] = static_cast<T>(open.taken);
        }
        fine.transfer.share[a] = share, fine.transfer.near[a] = near, fine.transfer.far[a] = far;
    }
    return coarse;
}

/// Its cells have none if the fine level has none; its pieces may, since a side that is open holds them.
template <class T, int Dim> Result<void> make_own(const Level<T, Dim>& fine, Level<T, Dim>& coarse) {
    if (!fine.has_own) {
        auto none = make_row_for_all(coarse.extra, coarse.op.cells);
        if (!none) return none.error();
        coarse.own = none.value();
        return {};
    }
    auto extra = Field<T, Dim>::make(coarse.op.cells, 0);
    if (!extra) return extra.error();
    coarse.extra = std::move(extra).value();
    coarse.own = coarse.extra.view();
    return {};
}

template <class T, int Dim> Result<void> set_coarse_weights(Level<T, Dim>& fine, Level<T, Dim>& coarse) {
    fine.aggregation.make(fine.marks.view());
    if (auto made = fine.blending.make(fine.marks.view(), coarse.op.cells); !made) return made.error();
    for (int a = 0; a < Dim; ++a) {
        Vec<int, Dim> shape = coarse.op.cells;
        ++shape[a];
        auto face = Field<T, Dim>::make(shape, 0);
        if (!face) return face.error();
        coarse.faces[a] = std::move(face).value();
        coarse.op.face[a] = coarse.faces[a].view();
    }
    auto with_links = Field<T, Dim>::make(coarse.op.cells, 0);
    if (!with_links) return with_links.error();
    coarse.with_links = std::move(with_links).value();
    coarse.op.extra = coarse.with_links.view();
    if (auto own = make_own(fine, coarse); !own) return own.error();
    if (auto set = set_general_operator(coarse); !set) return set.error();
    weigh_coarser_level(fine, coarse);
    return {};
}

}  // namespace

template <class T, int Dim> bool is_worth_halving(const Level<T, Dim>& level) {
    return strongest(level) > 0;
}

template <class T, int Dim> void set_omega(Level<T, Dim>& fine) {
    fine.omega = static_cast<T>(best_omega(fine, static_cast<double>(fine.op.diagonal)));
}

template <class T, int Dim> Result<Level<T, Dim>> make_coarser_level(Level<T, Dim>& fine) {
    Level<T, Dim> coarse;
    coarse.axes = set_transfer(fine);
    set_omega(fine);
    for (int a = 0; a < Dim; ++a) {
        coarse.op.cells[a] = coarse.axes[a].cells;
        coarse.op.periodic[a] = coarse.axes[a].periodic;
    }
    coarse.is_singular = fine.is_singular;
    coarse.op.diagonal = fine.op.diagonal;
    coarse.active_cells = 1;
    for (int a = 0; a < Dim; ++a) coarse.active_cells *= coarse.op.cells[a];
    if (fine.op.is_uniform())
        set_uniform_tables(coarse, static_cast<double>(fine.op.diagonal));
    else if (auto set = set_coarse_weights(fine, coarse); !set)
        return set.error();

    for (Field<T, Dim>* field : {&coarse.x, &coarse.b}) {
        auto made = Field<T, Dim>::make(coarse.op.cells, 0);
        if (!made) return made.error();
        *field = std::move(made).value();
    }
    return coarse;
}

template <class T, int Dim> void refresh_coarser_level(Level<T, Dim>& fine, Level<T, Dim>& coarse) {
    set_omega(fine);
    coarse.op.diagonal = fine.op.diagonal;
    weigh_coarser_level(fine, coarse);
    coarse.is_singular = fine.is_singular;
}

#define WHORL_INSTANTIATE(T, Dim)                                        \
    template void refresh_coarser_level(Level<T, Dim>&, Level<T, Dim>&); \
    template bool is_worth_halving(const Level<T, Dim>&);                \
    template void set_omega(Level<T, Dim>&);                             \
    template Result<Level<T, Dim>> make_coarser_level(Level<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
