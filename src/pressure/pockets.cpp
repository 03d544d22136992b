#include "pressure/pockets.hpp"

#include <algorithm>
#include <cmath>

#include "pressure/wall_room.hpp"

namespace whorl {

template <class T, int Dim> Vec<int, Dim> Pockets<T, Dim>::cell_at(int row, int x) const {
    Vec<int, Dim> at{};
    at[0] = x, at[1] = row % cells_[1];
    if constexpr (Dim == 3) at[2] = row / cells_[1];
    return at;
}

template <class T, int Dim> int Pockets<T, Dim>::root_of(int run) {
    while (runs_[run].pocket != run) run = runs_[run].pocket = runs_[runs_[run].pocket].pocket;
    return run;
}

template <class T, int Dim> void Pockets<T, Dim>::join(int a, int b) {
    a = root_of(a), b = root_of(b);
    runs_[std::max(a, b)].pocket = std::min(a, b);
}

/// Joins the runs of two rows that touch through open faces.
template <class T, int Dim> void Pockets<T, Dim>::join_rows(const Operator<T, Dim>& op, const Rows& rows) {
    Vec<int, Dim> at = cell_at(rows.row, 0);
    if (rows.is_above) ++at[rows.axis];
    for (int run = first_run_[rows.row]; run < first_run_[rows.row + 1]; ++run)
        for (int other = first_run_[rows.other]; other < first_run_[rows.other + 1]; ++other) {
            const int high = std::min(runs_[run].end, runs_[other].end);
            at[0] = std::max(runs_[run].first, runs_[other].first);
            while (at[0] < high && !(op.weight(rows.axis, at) > T(0))) ++at[0];
            if (at[0] < high) join(run, other);
        }
}

/// Cells of a row that are connected along x.
template <class T, int Dim> void Pockets<T, Dim>::add_runs(const Operator<T, Dim>& op, int row) {
    bool goes_on = false;
    Vec<int, Dim> at = cell_at(row, 0);
    for (; at[0] < cells_[0]; ++at[0]) {
        bool is_inside = false, is_held = (op.extra.data ? op.extra[at] : op.diagonal) > T(0);
        for (int axis = 0; axis < Dim; ++axis) {
            const Vec<T, 2> both = op.weights(axis, at);
            is_inside = is_inside || both[0] > T(0) || both[1] > T(0);
            if (op.periodic[axis]) continue;
            is_held = is_held || (at[axis] == 0 && both[0] > T(0)) || (at[axis] == cells_[axis] - 1 && both[1] > T(0));
        }
        const bool is_one = is_inside || is_held;
        if (is_one && !(goes_on && op.weight(0, at) > T(0)))
            runs_.push_back({at[0], at[0], static_cast<int>(runs_.size()), false});
        if (is_one) runs_.back().end = at[0] + 1, runs_.back().is_held = runs_.back().is_held || is_held;
        goes_on = is_one;
    }
}

/// With the rows before it, and round periods.
template <class T, int Dim> void Pockets<T, Dim>::join_row(const Operator<T, Dim>& op, int row) {
    const int begin = first_run_[row], end = first_run_[row + 1];
    const Vec<int, Dim> at = cell_at(row, 0);
    const bool is_round = op.periodic[0] && end > begin && runs_[begin].first == 0 && runs_[end - 1].end == cells_[0];
    if (is_round && op.weight(0, at) > T(0)) join(begin, end - 1);
    for (int axis = 1, step = 1; axis < Dim; step *= cells_[axis++]) {
        if (at[axis] > 0) join_rows(op, {row, row - step, axis, false});
        if (op.periodic[axis] && at[axis] == cells_[axis] - 1) join_rows(op, {row, row - at[axis] * step, axis, true});
    }
}

/// f(run, its first cell)
template <class T, int Dim> template <class F> void Pockets<T, Dim>::each_run(F f) {
    for (int row = 0, run = 0; run < static_cast<int>(runs_.size()); ++row)
        for (; run < first_run_[row + 1]; ++run) f(run, cell_at(row, runs_[run].first));
}

/// A root comes before all that it holds, so one pass numbers the pockets.
template <class T, int Dim> void Pockets<T, Dim>::label_runs() {
    each_run([&](int run, const Vec<int, Dim>& cell) {
        Run& self = runs_[run];
        if (self.pocket == run) {
            self.pocket = ~count();
            pockets_.push_back({cell, false, 0, 0});
        } else {
            self.pocket = runs_[self.pocket].pocket;
        }
        Pocket& pocket = pockets_[~self.pocket];
        pocket.is_held = pocket.is_held || self.is_held;
        pocket.cells += self.end - self.first;
    });
}

template <class T, int Dim> void Pockets<T, Dim>::expect_walls(const WallExtent& walls, const Vec<int, Dim>& cells) {
    const WallRoom<Dim> room = room_of<Dim>(walls, cells, cells);
    const double rows = room.cells / cells[0];
    make_room(first_run_, rows + 1);
    make_room(runs_, std::max(1.25 * rows, rows + 0.75 * room.surface), room.cells);
    make_room(pockets_, 8 + room.surface / 32, room.cells);
}

template <class T, int Dim> void Pockets<T, Dim>::find(const Operator<T, Dim>& op) {
    runs_.clear(), first_run_.clear(), pockets_.clear();
    cells_ = op.cells;
    const int rows = Dim == 2 ? cells_[1] : cells_[1] * cells_[Dim - 1];
    runs_.reserve(static_cast<std::size_t>(rows + rows / 4));  // a few obstacles make no more
    first_run_.reserve(static_cast<std::size_t>(rows) + 1);
    first_run_.push_back(0);
    for (int row = 0; row < rows; ++row) {
        add_runs(op, row);
        first_run_.push_back(static_cast<int>(runs_.size()));
        join_row(op, row);
    }
    label_runs();
}

/// f(pocket, cell)
template <class T, int Dim> template <class F> void Pockets<T, Dim>::each_cell(F f) {
    each_run([&](int run, Vec<int, Dim> at) {
        for (; at[0] < runs_[run].end; ++at[0]) f(pockets_[~runs_[run].pocket], at);
    });
}

template <class T, int Dim> typename Pockets<T, Dim>::Removed Pockets<T, Dim>::remove_means(const View<T, Dim>& b) {
    for (Pocket& pocket : pockets_) pocket.sum = 0;
    each_cell([&](Pocket& pocket, const auto& at) { pocket.sum += static_cast<double>(b[at]); });
    each_cell([&](const Pocket& pocket, const auto& at) {
        if (!pocket.is_held) b[at] -= static_cast<T>(pocket.sum / pocket.cells);
    });
    Removed removed;
    for (int i = 0; i < count(); ++i) {
        const double mean = is_held(i) ? 0 : pockets_[i].sum / pockets_[i].cells;
        if (std::abs(mean) > std::abs(removed.mean)) removed = {mean, i};
    }
    return removed;
}

template class Pockets<float, 2>;
template class Pockets<float, 3>;
template class Pockets<double, 2>;
template class Pockets<double, 3>;

}  // namespace whorl
