#include "pressure/pockets.hpp"

#include <algorithm>
#include <cmath>

namespace whorl {

template <class T, int Dim> int Pockets<T, Dim>::root_of(int run) {
    while (runs_[run].pocket != run) run = runs_[run].pocket = runs_[runs_[run].pocket].pocket;
    return run;
}

template <class T, int Dim> void Pockets<T, Dim>::join(int a, int b) {
    a = root_of(a), b = root_of(b);
    runs_[std::max(a, b)].pocket = std::min(a, b);
}

/// Joins a run with those of another row that it touches through open faces, which belong to the run's cells.
template <class T, int Dim>
void Pockets<T, Dim>::join_rows(const Operator<T, Dim>& op, int axis, int run, int begin, int end) {
    const Run self = runs_[run];
    for (int other = begin; other < end; ++other) {
        const int low = std::max(self.first[0], runs_[other].first[0]), high = std::min(self.end, runs_[other].end);
        Vec<int, Dim> at = self.first;
        for (at[0] = low; at[0] < high; ++at[0])
            if (op.weight(axis, at) > T(0)) {
                join(run, other);
                break;
            }
    }
}

template <class T, int Dim> void Pockets<T, Dim>::find(const Operator<T, Dim>& op) {
    runs_.clear(), first_run_.clear(), pockets_.clear();
    const Vec<int, Dim>& n = op.cells;
    const int rows = Dim == 2 ? n[1] : n[1] * n[Dim - 1];
    const auto above = [](Vec<int, Dim> at, int axis) {
        ++at[axis];
        return at;
    };
    for (int row = 0; row < rows; ++row) {
        first_run_.push_back(static_cast<int>(runs_.size()));
        Vec<int, Dim> at{};
        at[1] = row % n[1];
        if constexpr (Dim == 3) at[2] = row / n[1];
        bool goes_on = false;
        for (at[0] = 0; at[0] < n[0]; ++at[0]) {
            bool is_inside = false, is_held = (op.extra.data ? op.extra[at] : op.diagonal) > T(0);
            for (int axis = 0; axis < Dim; ++axis) {
                const T low = op.weight(axis, at), high = op.weight(axis, above(at, axis));
                is_inside = is_inside || low > T(0) || high > T(0);
                if (op.periodic[axis]) continue;
                is_held = is_held || (at[axis] == 0 && low > T(0)) || (at[axis] == n[axis] - 1 && high > T(0));
            }
            if (!is_inside && !is_held) {
                goes_on = false;
                continue;
            }
            if (goes_on && op.weight(0, at) > T(0)) {
                runs_.back().end = at[0] + 1;
                runs_.back().is_held = runs_.back().is_held || is_held;
            } else {
                runs_.push_back({at, at[0] + 1, static_cast<int>(runs_.size()), is_held});
            }
            goes_on = true;
        }
        const int begin = first_run_.back(), end = static_cast<int>(runs_.size());
        const auto join_with = [&](int other_row, int axis, const Vec<int, Dim>& shift) {
            const int other_end = other_row == row ? end : first_run_[other_row + 1];
            for (int run = begin; run < end; ++run) {
                Run& self = runs_[run];
                const Vec<int, Dim> first = self.first;
                for (int a = 1; a < Dim; ++a) self.first[a] += shift[a];
                join_rows(op, axis, run, first_run_[other_row], other_end);
                runs_[run].first = first;
            }
        };
        if (op.periodic[0] && end > begin && runs_[begin].first[0] == 0 && runs_[end - 1].end == n[0]) {
            if (op.weight(0, runs_[begin].first) > T(0)) join(begin, end - 1);
        }
        if (at[1] > 0) join_with(row - 1, 1, {});
        if (op.periodic[1] && at[1] == n[1] - 1) {
            Vec<int, Dim> shift{};
            shift[1] = 1;
            join_with(row - at[1], 1, shift);
        }
        if constexpr (Dim == 3) {
            if (at[2] > 0) join_with(row - n[1], 2, {});
            if (op.periodic[2] && at[2] == n[2] - 1) join_with(at[1], 2, {0, 0, 1});
        }
    }
    first_run_.push_back(static_cast<int>(runs_.size()));

    // A root comes before all that it holds, so one pass numbers the pockets.
    labels_.assign(runs_.size(), -1);
    for (int run = 0; run < static_cast<int>(runs_.size()); ++run) {
        const Run& self = runs_[run];
        const int root = root_of(run);
        if (root == run) {
            labels_[run] = count();
            pockets_.push_back({self.first, false, 0, 0});
        }
        labels_[run] = labels_[root];
        Pocket& pocket = pockets_[labels_[run]];
        pocket.is_held = pocket.is_held || self.is_held;
        pocket.cells += self.end - self.first[0];
    }
}

/// f(pocket, cell)
template <class T, int Dim> template <class F> void Pockets<T, Dim>::each_cell(F f) {
    for (std::size_t run = 0; run < runs_.size(); ++run) {
        Vec<int, Dim> at = runs_[run].first;
        for (; at[0] < runs_[run].end; ++at[0]) f(pockets_[labels_[run]], at);
    }
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
