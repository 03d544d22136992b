// Problems for the pressure tests: sides by letters, right-hand sides, and an independent dense solve.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "core/field.hpp"
#include "core/random.hpp"
#include "core/region.hpp"
#include "whorl/pressure.hpp"

namespace whorl {

/// Two letters per axis, low and high: w wall, d zero on the side, g zero one cell beyond (a ghost), p periodic. The
/// last pair serves the axes that are left.
template <class T, int Dim>
PoissonProblem<T, Dim> problem_of(const Vec<int, Dim>& cells, const std::string& sides, const Vec<double, Dim>& h,
                                  double diagonal = 0) {
    PoissonProblem<T, Dim> problem;
    problem.cells = cells;
    problem.diagonal = static_cast<T>(diagonal);
    for (int a = 0; a < Dim; ++a) {
        const std::string pair = sides.substr(std::min(2 * static_cast<std::size_t>(a), sides.size() - 2), 2);
        const double weight = 1 / (h[a] * h[a]);
        problem.weight[a] = static_cast<T>(weight);
        problem.periodic[a] = pair[0] == 'p';
        for (int side = 0; side < 2; ++side) {
            const char kind = pair[static_cast<std::size_t>(side)];
            problem.side_weight[a][side] = static_cast<T>(kind == 'd' ? 2 * weight : kind == 'g' ? weight : 0);
        }
    }
    return problem;
}
template <int Dim> Vec<double, Dim> unit_spacing() {
    Vec<double, Dim> h{};
    for (int a = 0; a < Dim; ++a) h[a] = 1;
    return h;
}

/// Calls f with the index of each cell, x fastest.
template <int Dim, class F> void for_each_cell(const Vec<int, Dim>& shape, F f) {
    const auto region = Region<Dim>::box({}, shape);
    for (int i = 0; i < region.count(); ++i) {
        const Row row = region.row(i);
        for (int x = row.x0; x < row.x1; ++x) {
            Vec<int, Dim> at{};
            at[0] = x, at[1] = row.y;
            if constexpr (Dim == 3) at[2] = row.z;
            f(at);
        }
    }
}

/// Sets each cell to f(index).
template <class T, int Dim, class F> void set_cells(const View<T, Dim>& view, F f) {
    for_each_cell(view.shape, [&](const Vec<int, Dim>& at) { view[at] = static_cast<T>(f(at)); });
}

template <class T, int Dim> Field<T, Dim> noise(const Vec<int, Dim>& shape, std::uint64_t seed = 1) {
    auto field = Field<T, Dim>::make(shape).value();
    std::uint64_t index = 0;
    set_cells(field.view(), [&](const auto&) { return random_between(-1, 1, seed, index++); });
    return field;
}

/// No wave of the grid and no symmetry in it.
template <class T, int Dim> Field<T, Dim> smooth(const Vec<int, Dim>& shape) {
    auto field = Field<T, Dim>::make(shape).value();
    set_cells(field.view(), [&](const auto& at) {
        double value = 1;
        for (int a = 0; a < Dim; ++a) {
            const double s = (at[a] + 0.5) / shape[a];
            value *= std::cos((4 + a) * s) + s * s;
        }
        return value;
    });
    return field;
}

/// Weights of its own per face, and the extra diagonal, as a user would bring them.
template <class T, int Dim> struct GeneralWeights {
    Vec<Field<T, Dim>, Dim> faces;
    Field<T, Dim> diagonal;
    Vec<bool, Dim> periodic{};

    /// Those of a uniform problem, for changing.
    explicit GeneralWeights(const PoissonProblem<T, Dim>& uniform) : periodic(uniform.periodic) {
        for (int a = 0; a < Dim; ++a) {
            Vec<int, Dim> shape = uniform.cells;
            ++shape[a];
            faces[a] = Field<T, Dim>::make(shape).value();
            set_cells(faces[a].view(), [&](const Vec<int, Dim>& at) {
                if (uniform.periodic[a]) return uniform.weight[a];
                if (at[a] == 0) return uniform.side_weight[a][0];
                return at[a] == uniform.cells[a] ? uniform.side_weight[a][1] : uniform.weight[a];
            });
        }
        diagonal = Field<T, Dim>::make(uniform.cells).value();
        set_cells(diagonal.view(), [&](const Vec<int, Dim>&) { return uniform.diagonal; });
    }

    /// Takes a cell out of the problem.
    void close(Vec<int, Dim> at) {
        for (int a = 0; a < Dim; ++a) {
            for (int side = 0; side < 2; ++side) {
                Vec<int, Dim> face = at;
                face[a] += side;
                faces[a].view()[face] = 0;
                if (!periodic[a] || (face[a] != 0 && face[a] != diagonal.view().shape[a])) continue;
                face[a] = face[a] == 0 ? diagonal.view().shape[a] : 0;  // the last face is the first
                faces[a].view()[face] = 0;
            }
        }
        diagonal.view()[at] = 0;
    }

    PoissonProblem<T, Dim> problem(PoissonProblem<T, Dim> uniform) const {
        for (int a = 0; a < Dim; ++a) uniform.face_weight[a] = faces[a].view();
        uniform.cell_diagonal = diagonal.view();
        return uniform;
    }
};

/// The matrix of a problem, row by row, written from the interface's description.
template <class T, int Dim> class Dense {
  public:
    explicit Dense(const PoissonProblem<T, Dim>& problem) : cells_(problem.cells) {
        count_ = 1;
        for (int a = 0; a < Dim; ++a) count_ *= cells_[a];
        matrix_.assign(static_cast<std::size_t>(count_ * count_), 0.0);
        for (int i = 0; i < count_; ++i) {
            const auto at = cell(i);
            entry(i, i) +=
                static_cast<double>(problem.cell_diagonal.data ? problem.cell_diagonal[at] : problem.diagonal);
            for (int a = 0; a < Dim; ++a)
                for (int side = 0; side < 2; ++side) add_face(problem, i, a, side);
        }
    }

    int count() const { return count_; }
    double& entry(int i, int j) { return matrix_[static_cast<std::size_t>(i * count_ + j)]; }
    Vec<int, Dim> cell(int i) const {
        Vec<int, Dim> at{};
        for (int a = 0; a < Dim; ++a) at[a] = i % cells_[a], i /= cells_[a];
        return at;
    }
    int index(const Vec<int, Dim>& at) const {
        int i = 0;
        for (int a = Dim - 1; a >= 0; --a) i = i * cells_[a] + at[a];
        return i;
    }

    /// Gauss with pivots; unknowns that nothing determines are 0.
    std::vector<double> solve(std::vector<double> b) {
        std::vector<int> pivot_of(static_cast<std::size_t>(count_), -1);
        std::vector<bool> used(static_cast<std::size_t>(count_), false);
        for (int k = 0; k < count_; ++k) {
            int best = -1;
            for (int i = 0; i < count_; ++i)
                if (!used[static_cast<std::size_t>(i)] &&
                    (best < 0 || std::abs(entry(i, k)) > std::abs(entry(best, k))))
                    best = i;
            if (best < 0 || std::abs(entry(best, k)) < 1e-9) continue;
            used[static_cast<std::size_t>(best)] = true;
            pivot_of[static_cast<std::size_t>(k)] = best;
            for (int i = 0; i < count_; ++i) {
                if (i == best || entry(i, k) == 0) continue;
                const double factor = entry(i, k) / entry(best, k);
                for (int j = k; j < count_; ++j) entry(i, j) -= factor * entry(best, j);
                b[static_cast<std::size_t>(i)] -= factor * b[static_cast<std::size_t>(best)];
            }
        }
        std::vector<double> x(static_cast<std::size_t>(count_), 0.0);
        for (int k = 0; k < count_; ++k)
            if (const int row = pivot_of[static_cast<std::size_t>(k)]; row >= 0)
                x[static_cast<std::size_t>(k)] = b[static_cast<std::size_t>(row)] / entry(row, k);
        return x;
    }

  private:
    void add_face(const PoissonProblem<T, Dim>& problem, int i, int a, int side) {
        Vec<int, Dim> face = cell(i), beyond = face;
        face[a] += side;
        beyond[a] += side == 0 ? -1 : 1;
        const bool is_outside = beyond[a] < 0 || beyond[a] == cells_[a];
        T weight = is_outside && !problem.periodic[a] ? problem.side_weight[a][side] : problem.weight[a];
        if (problem.face_weight[a].data) weight = problem.face_weight[a][face];
        entry(i, i) += static_cast<double>(weight);
        if (is_outside && !problem.periodic[a]) return;
        beyond[a] = (beyond[a] + cells_[a]) % cells_[a];
        entry(i, index(beyond)) -= static_cast<double>(weight);
    }

    Vec<int, Dim> cells_;
    int count_ = 0;
    std::vector<double> matrix_;
};

/// The reduction of the residual per iteration, over iterations 3 to `last`, or as far as rounding lets it.
template <class T, int Dim>
double convergence_factor(const char* name, const PoissonProblem<T, Dim>& problem, const View<const T, Dim>& b,
                          int last = 8, Scheduler& scheduler = serial_scheduler()) {
    auto solver = make_pressure_solver<T, Dim>(name).value();
    if (const auto prepared = solver->prepare(problem); !prepared) return std::nan("");
    const double floor = sizeof(T) == sizeof(float) ? 1e-4 : 1e-11;
    const auto solve = [&](double relative, int iterations) {
        auto x = Field<T, Dim>::make(problem.cells).value();
        return solver->solve(x.view(), b, {.relative = relative, .max_iterations = iterations}, scheduler);
    };
    const SolveReport end = solve(floor, last);
    if (end.iterations <= 2) return std::pow(end.residual / end.rhs, 1.0 / end.iterations);
    return std::pow(end.residual / solve(floor, 2).residual, 1.0 / (end.iterations - 2));
}

/// A box of walls with a side that is half open: where the halves meet, x is not smooth.
template <int Dim> struct HalfOpenSide {
    Vec<int, Dim> cells;
    PoissonProblem<double, Dim> uniform;
    GeneralWeights<double, Dim> weights;
    PoissonProblem<double, Dim> problem;

    HalfOpenSide()
        : cells(some_cells()),
          uniform(problem_of<double, Dim>(cells, "ww", unit_spacing<Dim>())),
          weights(uniform) {
        const auto face = weights.faces[1].view();
        set_cells(face, [&](const auto& at) { return at[1] == cells[1] && 2 * at[0] < cells[0] ? 2.0 : face[at]; });
        problem = weights.problem(uniform);
    }
    HalfOpenSide(const HalfOpenSide&) = delete;
    HalfOpenSide& operator=(const HalfOpenSide&) = delete;

  private:
    static Vec<int, Dim> some_cells() {
        Vec<int, Dim> cells{};
        for (int a = 0; a < Dim; ++a) cells[a] = Dim == 2 ? 100 + 29 * a : 32 + a;
        return cells;
    }
};

}  // namespace whorl
