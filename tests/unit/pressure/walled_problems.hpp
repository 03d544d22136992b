// Pressure problems with an obstacle in a closed unit box.
#pragma once

#include "boundary/walls.hpp"
#include "pressure/pockets.hpp"
#include "tests/sealed.hpp"
#include "tests/unit/pressure/problems.hpp"

namespace whorl {

template <class T, int Dim> struct WalledProblem {
    PoissonProblem<T, Dim> problem;
    GeneralWeights<T, Dim> weights;

    WalledProblem(int n, const ObstacleShape<Dim>& shape, const Pose<Dim>& pose) : WalledProblem(n) {
        put(shape, pose);
    }

    /// The obstacle, and no other, at another place; the problem's views stay.
    void put(const ObstacleShape<Dim>& shape, const Pose<Dim>& pose) {
        Grid<Dim> grid{.cells = problem.cells};
        for (int a = 0; a < Dim; ++a) grid.size[a] = 1;
        auto walls = Walls<T, Dim>::make(grid).value();
        walls.rebuild({{shape, placement_of(pose), placement_of(pose)}});
        for (int a = 0; a < Dim; ++a)
            set_cells(weights.faces[a].view(), [&](const Vec<int, Dim>& at) {
                const bool is_side = at[a] == 0 || at[a] == problem.cells[a];
                return is_side ? T(0) : problem.weight[a] * static_cast<T>(walls.open(a)[at]) / whole_face;
            });
    }

    /// Takes from b what no pressure can match: in each pocket its mean, and all outside of the flow.
    void make_solvable(const View<T, Dim>& b) const {
        for_each_cell(problem.cells, [&](const Vec<int, Dim>& at) {
            bool is_flow = false;
            for (int a = 0; a < Dim; ++a) {
                Vec<int, Dim> above = at;
                ++above[a];
                is_flow = is_flow || problem.face_weight[a][at] > T(0) || problem.face_weight[a][above] > T(0);
            }
            if (!is_flow) b[at] = 0;
        });
        Pockets<T, Dim> pockets;
        pockets.find(problem);
        (void)pockets.remove_means(b);
    }

  private:
    static PoissonProblem<T, Dim> uniform(int n) {
        Vec<int, Dim> cells{};
        Vec<double, Dim> h{};
        for (int a = 0; a < Dim; ++a) cells[a] = n, h[a] = 1.0 / n;
        return problem_of<T, Dim>(cells, "ww", h);
    }
    explicit WalledProblem(int n) : problem(uniform(n)), weights(problem) { problem = weights.problem(problem); }
};

}  // namespace whorl
