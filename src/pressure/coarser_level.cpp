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

/// Fine conductance over coarse, for a face along an axis, as lengths: how much longer the way is, times the widths.
double length_ratio(const Axis& fine, const Axis& coarse, int fine_face, int coarse_face) {
    const auto length = [](const Axis& axis, int face) {
        const bool is_side = !axis.periodic && (face == 0 || face == axis.cells);
        return is_side ? axis.width_of(face == 0 ? 0 : axis.cells - 1) / 2 : axis.distance(face);
    };
    return length(fine, fine_face) * fine.width / (length(coarse, coarse_face) * coarse.width);
}

/// The sum over what a coarse cell is made of, or, along `face_axis`, the plane of a coarse face; over a full count.
template <class T, int Dim>
double average(const Level<T, Dim>& fine, const View<const T, Dim>& values, const Vec<int, Dim>& coarse,
               int face_axis) {
    Vec<int, Dim> low = coarse, high{};
    double count = 1;
    for (int a = 0; a < Dim; ++a) {
        const int n = fine.op.cells[a];
        if (fine.transfer.halved[a]) low[a] = std::min(2 * coarse[a], n);
        high[a] = low[a] + 1;
        if (!fine.transfer.halved[a] || a == face_axis) continue;
        high[a] = std::min(low[a] + 2, n);
        count *= 2;
    }
    double sum = 0;
    for_box(low, high, [&](const Vec<int, Dim>& at) { sum += static_cast<double>(values[at]); });
    return sum / count;
}

/// Faces of cells that have moved to another parent count between the parents that they have now.
template <class T, int Dim> void follow_moved(const Level<T, Dim>& fine, Level<T, Dim>& coarse) {
    const Transfer<T, Dim>& transfer = fine.transfer;
    // Where the coarse face between two parents is; false if they are the same or do not touch.
    const auto face_between = [&](const Vec<int, Dim>& p, const Vec<int, Dim>& q, int& axis, Vec<int, Dim>& face) {
        int apart = 0;
        for (int a = 0; a < Dim; ++a) {
            const int n = coarse.op.cells[a], by = q[a] - p[a];
            if (by == 0) continue;
            const bool wraps = coarse.op.periodic[a] && n > 2 && (by == n - 1 || by == 1 - n);
            if ((by != 1 && by != -1 && !wraps) || ++apart > 1) return false;
            axis = a, face = p;
            face[a] = wraps ? 0 : std::max(p[a], q[a]);
        }
        return apart == 1;
    };
    const auto add = [&](const Vec<int, Dim>& p, const Vec<int, Dim>& q, double weight) {
        int axis = 0;
        Vec<int, Dim> face{};
        if (!face_between(p, q, axis, face)) return;
        double count = 1;
        for (int a = 0; a < Dim; ++a)
            if (a != axis && transfer.halved[a]) count *= 2;
        const int fine_face = transfer.halved[axis] ? std::min(2 * face[axis], fine.op.cells[axis]) : face[axis];
        const double ratio = length_ratio(fine.axes[axis], coarse.axes[axis], fine_face, face[axis]) / count;
        const auto put = [&](const Vec<int, Dim>& at) {
            T& value = coarse.faces[axis].view()[at];
            value = std::max(value + static_cast<T>(weight * ratio), T(0));
        };
        put(face);
        if (coarse.op.periodic[axis] && face[axis] == 0) face[axis] = coarse.op.cells[axis], put(face);
    };
    const auto is_open = [&](const Vec<int, Dim>& p, const Vec<int, Dim>& q) {
        int axis = 0;
        Vec<int, Dim> face{};
        return face_between(p, q, axis, face) && coarse.faces[axis].view()[face] > T(0);
    };
    // f(the parents a face lies between, the parents it counts between, its weight) for each face of a moved cell.
    const auto each_face = [&](auto f) {
        for (const MovedCell<Dim>& moved : fine.aggregation.moved())
            for (int a = 0; a < Dim; ++a)
                for (const int side : {0, 1}) {
                    Vec<int, Dim> beside = moved.cell, face = moved.cell;
                    beside[a] += side ? 1 : -1, face[a] += side;
                    if (fine.op.periodic[a]) beside[a] = (beside[a] + fine.op.cells[a]) % fine.op.cells[a];
                    if (beside[a] < 0 || beside[a] >= fine.op.cells[a]) continue;
                    const double weight = static_cast<double>(fine.op.face[a][face]);
                    const Vec<int, Dim> lies_in = parent_in(transfer, beside),
                                        belongs_to = fine.aggregation.parent_of(transfer, beside);
                    if (!(weight > 0) || (lies_in != belongs_to && side == 0)) continue;  // two that moved: once
                    f(moved, lies_in, belongs_to, weight);
                }
    };
    each_face(
        [&](const MovedCell<Dim>& moved, const Vec<int, Dim>& lies_in, const Vec<int, Dim>& belongs_to, double weight) {
            add(moved.from, lies_in, -weight);
            add(moved.to, belongs_to, weight);
        });
    // Parents that touch at an edge only are coupled through one beside both. (Left out, the coarse grid would be
    // softer than the fine one, and its corrections too large.)
    each_face([&](const MovedCell<Dim>& moved, const Vec<int, Dim>&, const Vec<int, Dim>& belongs_to, double weight) {
        const Vec<int, Dim>&p = moved.to, &q = belongs_to;
        int axis = 0;
        Vec<int, Dim> face{};
        if (p == q || face_between(p, q, axis, face)) return;
        // One that both are open to already, else any.
        for (const bool wants_open : {true, false})
            for (int a = 0; a < Dim; ++a) {
                Vec<int, Dim> by_way_of = p;
                by_way_of[a] = q[a];
                if (by_way_of == p || !face_between(by_way_of, q, axis, face)) continue;
                if (wants_open && (!is_open(p, by_way_of) || !is_open(by_way_of, q))) continue;
                add(p, by_way_of, 2 * weight);
                add(by_way_of, q, 2 * weight);
                return;
            }
    });
    // Rounding of what was added and taken away must not leave a wall ajar.
    for (int a = 0; a < Dim; ++a) {
        const double least = 1e-5 * coarse.axes[a].weight / (coarse.axes[a].width * coarse.axes[a].width);
        for (const MovedCell<Dim>& moved : fine.aggregation.moved())
            for (const int side : {0, 1}) {
                Vec<int, Dim> face = moved.from;
                face[a] += side;
                T& value = coarse.faces[a].view()[face];
                if (static_cast<double>(value) < least) value = 0;
            }
    }
}

template <class T, int Dim> void average_weights(const Level<T, Dim>& fine, Level<T, Dim>& coarse) {
    for (int a = 0; a < Dim; ++a) {
        const auto view = coarse.faces[a].view();
        if (coarse.axes[a].periodic && coarse.axes[a].cells == 1) continue;  // its own neighbour: no weight
        for_box({}, view.shape, [&](const Vec<int, Dim>& at) {
            const int fine_face = fine.transfer.halved[a] ? std::min(2 * at[a], fine.op.cells[a]) : at[a];
            view[at] = static_cast<T>(average(fine, fine.op.face[a], at, a) *
                                      length_ratio(fine.axes[a], coarse.axes[a], fine_face, at[a]));
        });
    }
    const auto extra = coarse.extra.view();
    for_box({}, coarse.op.cells,
            [&](const Vec<int, Dim>& at) { extra[at] = static_cast<T>(average(fine, fine.op.extra, at, -1)); });
    follow_moved(fine, coarse);
}

template <class T, int Dim> Result<void> set_coarse_weights(Level<T, Dim>& fine, Level<T, Dim>& coarse) {
    if (auto made = fine.aggregation.make(fine.op.cells); !made) return made.error();
    fine.aggregation.find_moved(fine.op, fine.transfer);
    for (int a = 0; a < Dim; ++a) {
        Vec<int, Dim> shape = coarse.op.cells;
        ++shape[a];
        auto face = Field<T, Dim>::make(shape, 0);
        if (!face) return face.error();
        coarse.faces[a] = std::move(face).value();
        coarse.op.face[a] = coarse.faces[a].view();
    }
    auto extra = Field<T, Dim>::make(coarse.op.cells, 0);
    if (!extra) return extra.error();
    coarse.extra = std::move(extra).value();
    coarse.op.extra = coarse.extra.view();
    average_weights(fine, coarse);
    if (auto set = set_general_operator(coarse); !set) return set.error();
    fine.aggregation.find_blended(fine.op, fine.transfer, coarse.op);
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
    fine.aggregation.find_moved(fine.op, fine.transfer);
    average_weights(fine, coarse);
    (void)invert_diagonal(coarse);
    fine.aggregation.find_blended(fine.op, fine.transfer, coarse.op);
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
