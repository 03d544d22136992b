#include "pressure/projection_problem.hpp"

#include "boundary/assemble.hpp"
#include "core/for_box.hpp"
#include "pressure/operator_table.hpp"

namespace whorl {

template <class T, int Dim>
PoissonProblem<T, Dim> projection_problem(const Sides<T, Dim>& sides, const Faces<T, Dim>& weights) {
    return assemble(sides.grid(), sides.grid().cells, weights, [&](int axis, bool high, const Vec<int, Dim>& at) {
        return sides.face(axis, high, at).is_free() ? 2 : 0;  // q = 0 on the side itself, half a cell away
    });
}

template <class T, int Dim>
PoissonProblem<T, Dim> walled_projection_problem(const Sides<T, Dim>& sides, const Walls<T, Dim>& walls,
                                                 SideFaces<Dim>& side_faces) {
    static_assert(OpenFaces<Dim>::whole == whole_face);
    const Grid<Dim>& grid = sides.grid();
    PoissonProblem<T, Dim> problem{.cells = grid.cells, .periodic = grid.periodic};
    for (int axis = 0; axis < Dim; ++axis) {
        const auto open = problem.open.between[axis] = walls.open(axis);
        problem.weight[axis] = static_cast<T>(1 / (grid.spacing(axis) * grid.spacing(axis)));
        for (int side = 0; side < 2 && !grid.periodic[axis]; ++side) {
            problem.side_weight[axis][side] = 2 * problem.weight[axis];  // q = 0 on the side itself, half a cell away
            const auto faces = side_faces.view(axis, side);
            for_box({}, faces.shape, [&](const Vec<int, Dim>& at) {
                Vec<int, Dim> face = at;
                if (side == 1) face[axis] = grid.cells[axis];
                faces[at] = sides.face(axis, side == 1, face).is_free() ? open[face] : std::uint16_t(0);
            });
            problem.open.side[axis][side] = faces;
        }
    }
    return problem;
}

template <class T, int Dim>
PoissonProblem<T, Dim> spread_over_faces(const PoissonProblem<T, Dim>& problem, const Faces<T, Dim>& weights) {
    const Operator<T, Dim> op = operator_of(problem);
    PoissonProblem<T, Dim> spread{.cells = problem.cells, .periodic = problem.periodic, .weight = problem.weight};
    for (int axis = 0; axis < Dim; ++axis) {
        Vec<int, Dim> end = problem.cells;
        ++end[axis];
        for_box({}, end, [&](const Vec<int, Dim>& at) { weights[axis][at] = op.weight(axis, at); });
        spread.face_weight[axis] = {weights[axis].data, end, weights[axis].stride};
    }
    return spread;
}

#define WHORL_INSTANTIATE(T, Dim)                                                                         \
    template PoissonProblem<T, Dim> projection_problem(const Sides<T, Dim>&, const Faces<T, Dim>&);       \
    template PoissonProblem<T, Dim> walled_projection_problem(const Sides<T, Dim>&, const Walls<T, Dim>&, \
                                                              SideFaces<Dim>&);                           \
    template PoissonProblem<T, Dim> spread_over_faces(const PoissonProblem<T, Dim>&, const Faces<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
