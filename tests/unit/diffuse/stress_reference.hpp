// The implicit step of the full stress written out: samples of the strain as lists of coefficients, a dense matrix from
// their squares, and elimination. Slow, obvious, and without any code of src/diffuse.
#pragma once

#include <cmath>
#include <map>
#include <vector>

#include "boundary/sides.hpp"
#include "core/for_box.hpp"

namespace whorl {

template <int Dim> struct DenseStress {
    struct Unknown {
        int component;
        Vec<int, Dim> face;
    };
    std::vector<Unknown> unknowns{};
    std::vector<std::vector<double>> matrix{};  ///< mass / dt + stress

    const Sides<double, Dim>& sides;
    const Grid<Dim>& grid = sides.grid();

    /// nu(cell) is asked for cells of the domain alone.
    template <class Nu> DenseStress(const Sides<double, Dim>& given, double dt, Nu nu) : sides(given) {
        find_unknowns();
        matrix.assign(unknowns.size(), std::vector<double>(unknowns.size(), 0));
        for (std::size_t i = 0; i < unknowns.size(); ++i)
            matrix[i][i] = (is_on_side(unknowns[i].component, unknowns[i].face) ? 0.5 : 1) / dt;
        for_box({}, grid.cells, [&](const Vec<int, Dim>& cell) {
            for (int axis = 0; axis < Dim; ++axis) {
                Sample sample;
                add(sample, axis, moved(cell, axis, 1), 1 / grid.spacing(axis));
                add(sample, axis, cell, -1 / grid.spacing(axis));
                square(sample, 2 * nu(cell));
            }
        });
        for (int a = 0; a < Dim; ++a)
            for (int b = a + 1; b < Dim; ++b) {
                Vec<int, Dim> end = grid.cells;
                if (!grid.periodic[a]) ++end[a];
                if (!grid.periodic[b]) ++end[b];
                for_box({}, end, [&](const Vec<int, Dim>& edge) { add_edge(a, b, edge, nu); });
            }
    }

    /// x of matrix x = right, by Gaussian elimination with pivots.
    std::vector<double> solve(std::vector<double> right) const {
        auto a = matrix;
        const std::size_t n = right.size();
        for (std::size_t k = 0; k < n; ++k) {
            std::size_t pivot = k;
            for (std::size_t i = k; i < n; ++i)
                if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
            std::swap(a[k], a[pivot]), std::swap(right[k], right[pivot]);
            for (std::size_t i = k + 1; i < n; ++i) {
                const double factor = a[i][k] / a[k][k];
                for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
                right[i] -= factor * right[k];
            }
        }
        for (std::size_t k = n; k-- > 0;) {
            for (std::size_t j = k + 1; j < n; ++j) right[k] -= a[k][j] * right[j];
            right[k] /= a[k][k];
        }
        return right;
    }

  private:
    using Sample = std::map<std::size_t, double>;  // unknown and coefficient of a strain

    static Vec<int, Dim> moved(Vec<int, Dim> at, int axis, int by) {
        at[axis] += by;
        return at;
    }
    bool is_on_side(int axis, const Vec<int, Dim>& at) const {
        return !grid.periodic[axis] && (at[axis] == 0 || at[axis] == grid.cells[axis]);
    }
    bool leaves(int axis, bool high) const {
        return sides.is_all(axis, high, SideKind::open) || sides.is_all(axis, high, SideKind::outflow);
    }
    void find_unknowns() {
        for (int component = 0; component < Dim; ++component)
            for_box({}, grid.face_shape(component), [&](const Vec<int, Dim>& face) {
                if (is_on_side(component, face) && !leaves(component, face[component] != 0)) return;
                unknowns.push_back({component, face});
            });
    }
    /// A face that is not an unknown has a given value: in a change, 0.
    void add(Sample& sample, int component, Vec<int, Dim> face, double factor) const {
        for (int axis = 0; axis < Dim; ++axis)
            if (grid.periodic[axis]) face[axis] = (face[axis] + grid.cells[axis]) % grid.cells[axis];
        for (std::size_t i = 0; i < unknowns.size(); ++i)
            if (unknowns[i].component == component && unknowns[i].face == face) sample[i] += factor;
    }
    void square(const Sample& sample, double weight) {
        for (const auto& [i, a] : sample)
            for (const auto& [j, b] : sample) matrix[i][j] += weight * a * b;
    }
    template <class Nu> double harmonic(int a, int b, const Vec<int, Dim>& edge, Nu nu) const {
        double sum = 0;
        int count = 0;
        for (const int i : {-1, 0})
            for (const int j : {-1, 0}) {
                Vec<int, Dim> cell = moved(moved(edge, a, i), b, j);
                bool is_inside = true;
                for (const int axis : {a, b}) {
                    if (grid.periodic[axis]) cell[axis] = (cell[axis] + grid.cells[axis]) % grid.cells[axis];
                    is_inside = is_inside && cell[axis] >= 0 && cell[axis] < grid.cells[axis];
                }
                if (is_inside) sum += 1 / nu(cell), ++count;
            }
        return count / sum;
    }
    template <class Nu> void add_edge(int a, int b, const Vec<int, Dim>& edge, Nu nu) {
        double volume = 1, reach_a = 1, reach_b = 1;  // of the derivative across a and across b, in cells
        bool is_taken = true;
        for (const int axis : {a, b}) {
            if (!is_on_side(axis, edge)) continue;
            const SideKind kind = sides.face(axis, edge[axis] != 0, edge).kind;
            const int other = axis == a ? b : a;
            // The component along this side is held there; one that leaves through the other side has half a volume.
            double& reach = axis == a ? reach_a : reach_b;
            if (kind == SideKind::noslip) reach = 0.5, volume *= 0.5;
            const bool leaves_here = kind == SideKind::open || kind == SideKind::outflow;
            if (leaves_here) {
                volume *= 0.5;
                const bool corner = is_on_side(other, edge);
                const SideKind beside = corner ? sides.face(other, edge[other] != 0, edge).kind : SideKind::wall;
                is_taken = is_taken && (beside == SideKind::noslip || beside == SideKind::inflow);
            }
            if (kind == SideKind::wall) is_taken = false;
        }
        if (!is_taken) return;
        Sample sample;  // a's velocity across b, b's across a
        for (const int step : {0, -1}) {
            const double sign = step == 0 ? 1 : -1;
            add(sample, a, moved(edge, b, step), sign / (reach_b * grid.spacing(b)));
            add(sample, b, moved(edge, a, step), sign / (reach_a * grid.spacing(a)));
        }
        square(sample, volume * harmonic(a, b, edge, nu));
    }
};

}  // namespace whorl
