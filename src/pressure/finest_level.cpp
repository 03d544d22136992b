// From the problem as its caller describes it to the finest level of a hierarchy.
#include <cmath>

#include "core/for_box.hpp"
#include "core/text.hpp"
#include "pressure/level.hpp"
#include "simd/field_kernels.hpp"

namespace whorl {
namespace {

template <class T, int Dim> bool same_shape(const View<const T, Dim>& view, const Vec<int, Dim>& shape) {
    return view.data != nullptr && view.shape == shape;
}

/// Of the faces that are open: as many as cells, or more; on sides one along the axis.
template <class T, int Dim> bool has_room_for_cells(const PoissonProblem<T, Dim>& problem, int axis) {
    const auto covers = [&](const View<const std::uint16_t, Dim>& view, bool is_side) {
        bool result = view.data != nullptr;
        for (int a = 0; a < Dim; ++a) {
            const bool is_thin = is_side && a == axis;
            result = result && (is_thin ? view.shape[a] == 1 : view.shape[a] >= problem.cells[a]);
        }
        return result;
    };
    return covers(problem.open.between[axis], false) &&
           (problem.periodic[axis] ||
            (covers(problem.open.side[axis][0], true) && covers(problem.open.side[axis][1], true)));
}

template <class T, int Dim> Result<void> check(const PoissonProblem<T, Dim>& problem) {
    const auto is_weight = [](T value) { return value >= T(0) && std::isfinite(value); };
    bool has_faces = false;
    for (int a = 0; a < Dim; ++a) has_faces = has_faces || problem.face_weight[a].data;
    if (has_faces && problem.has_open_faces())
        return Error{"the problem has both face_weight and open faces; set one of them"};
    if (!is_weight(problem.diagonal))
        return Error{text("the diagonal is %g; it must be 0 or more", static_cast<double>(problem.diagonal))};
    if (problem.cell_diagonal.data && problem.cell_diagonal.shape != problem.cells)
        return Error{"cell_diagonal has another shape than the cells of the problem"};
    for (int a = 0; a < Dim; ++a) {
        if (problem.cells[a] < 1)
            return Error{text("the problem has %d cells along axis %d; it must be at least 1", problem.cells[a], a)};
        if (!is_weight(problem.weight[a]))
            return Error{text("the weight of axis %d is %g; it must be 0 or more, and finite", a,
                              static_cast<double>(problem.weight[a]))};
        for (int side = 0; side < 2; ++side)
            if (!problem.periodic[a] && !is_weight(problem.side_weight[a][side]))
                return Error{text("the side weight of axis %d is %g; it must be 0 or more, and finite", a,
                                  static_cast<double>(problem.side_weight[a][side]))};
        Vec<int, Dim> faces = problem.cells;
        ++faces[a];
        if (has_faces && !same_shape(problem.face_weight[a], faces))
            return Error{
                text("face_weight of axis %d is missing, or does not have one more face than cells along its "
                     "axis; set it for all axes or for none",
                     a)};
        if (problem.has_open_faces() && !has_room_for_cells(problem, a))
            return Error{
                text("open faces of axis %d, or of its sides, are missing or fewer than cells; set them for all "
                     "axes, and sides where these are not periodic",
                     a)};
    }
    return {};
}

/// How far beyond a side x is zero, in cells: its weight is 1 / (h (h/2 + beyond)).
double distance_beyond(double side_weight, double weight) {
    return side_weight > 0 && weight > 0 ? weight / side_weight - 0.5 : Axis::wall;
}

/// The distance above needs a weight to compare with.
template <class T, int Dim> bool has_side_without_weight(const PoissonProblem<T, Dim>& problem) {
    for (int a = 0; a < Dim; ++a)
        for (int side = 0; side < 2 && !problem.periodic[a]; ++side)
            if (problem.side_weight[a][side] > T(0) && problem.weight[a] == T(0)) return true;
    return false;
}

/// Calls f with the weight of each face of an axis and the side that it is on, -1 for none.
template <class T, int Dim, class F> void for_faces(const Operator<T, Dim>& op, int axis, F f) {
    Vec<int, Dim> end = op.cells;
    ++end[axis];
    for_box({}, end, [&](const Vec<int, Dim>& at) {
        f(op.weight(axis, at), at[axis] == 0 ? 0 : at[axis] == op.cells[axis] ? 1 : -1);
    });
}

/// What stands for an axis whose faces differ, and decides what is halved: its weight where one is given, which no
/// obstacle changes, else the mean of the faces that are open.
template <class T, int Dim>
Axis typical_axis(const PoissonProblem<T, Dim>& problem, const Operator<T, Dim>& op, int axis) {
    Axis result{.cells = op.cells[axis], .periodic = op.periodic[axis]};
    double sum = 0, open = 0;
    for_faces(op, axis, [&](T value, int side) {
        if (side < 0 && value > T(0)) sum += static_cast<double>(value), open += 1;
    });
    result.weight = problem.weight[axis] > T(0) ? static_cast<double>(problem.weight[axis]) : open > 0 ? sum / open : 0;
    return result;
}

/// Something holds x: a side, or a diagonal.
template <class T, int Dim> bool is_held(const Operator<T, Dim>& op) {
    bool found = false;
    for (int a = 0; a < Dim; ++a)
        if (!op.periodic[a]) for_faces(op, a, [&](T value, int side) { found = found || (side >= 0 && value > T(0)); });
    for_box({}, op.cells, [&](const Vec<int, Dim>& at) { found = found || op.extra[at] > T(0); });
    return found;
}

/// Faces of an axis from its weight and its side weights.
template <class T, int Dim> Result<Field<T, Dim>> spread(const PoissonProblem<T, Dim>& problem, int axis) {
    Vec<int, Dim> shape = problem.cells;
    ++shape[axis];
    auto field = Field<T, Dim>::make(shape, 0);
    if (!field) return field.error();
    const auto view = field.value().view();
    const bool alone = problem.periodic[axis] && problem.cells[axis] == 1;
    for_box({}, shape, [&](const Vec<int, Dim>& at) {
        T weight = problem.weight[axis];
        if (at[axis] == 0 && !problem.periodic[axis]) weight = problem.side_weight[axis][0];
        if (at[axis] == problem.cells[axis] && !problem.periodic[axis]) weight = problem.side_weight[axis][1];
        view[at] = alone ? T(0) : weight;
    });
    return field;
}

/// The weights of open faces, as they are now.
template <class T, int Dim> void spread_open_faces(Level<T, Dim>& level) {
    for (int a = 0; a < Dim && level.spread_from.is_open(); ++a) {
        const auto faces = level.faces[a].view();
        for_box({}, faces.shape, [&](const Vec<int, Dim>& at) { faces[at] = level.spread_from.weight(a, at); });
    }
}

/// A cell that is its own neighbour must not feel itself: such an axis gets faces of weight 0.
template <class T, int Dim> Result<void> set_faces(Level<T, Dim>& level, PoissonProblem<T, Dim>& problem, OpenAs as) {
    Operator<T, Dim> given = operator_of(problem);
    for (int a = 0; a < Dim; ++a) {
        const bool alone = problem.periodic[a] && problem.cells[a] == 1;
        if (alone) given.unit[a] = 0;
        if ((problem.face_weight[a].data && !alone) || (given.is_open() && as == OpenAs::open)) continue;
        auto faces = spread(problem, a);
        if (!faces) return faces.error();
        level.faces[a] = std::move(faces).value();
        problem.face_weight[a] = level.faces[a].view();
    }
    if (given.is_open() && as == OpenAs::open) {
        level.op.open = given.open, level.op.unit = given.unit, level.op.side_unit = given.side_unit;
    } else {
        level.op.face = problem.face_weight;
        level.spread_from = given;
        spread_open_faces(level);
    }
    level.has_own = problem.cell_diagonal.data || problem.diagonal > T(0);
    if (!problem.cell_diagonal.data) {
        auto everywhere = make_row_for_all(level.extra, problem.cells);
        if (!everywhere) return everywhere.error();
        fill(serial_scheduler(), interior(level.extra.view()), level.extra.view(), problem.diagonal);
        problem.cell_diagonal = everywhere.value();
    }
    return {};
}

/// Where each cell has its own diagonal, the least of them stands for all: what suits a level must follow from the
/// numbers as they are, not from those that it was made with.
template <class T, int Dim> void set_typical_diagonal(Level<T, Dim>& level) {
    if (level.extra.bytes() > 0) return;  // one for all cells
    T least = 0;
    for_box({}, level.op.cells, [&](const Vec<int, Dim>& at) {
        const T own = level.op.extra[at];
        if (level.op.is_inside(at) && own > T(0) && (least == T(0) || own < least)) least = own;
    });
    level.op.diagonal = least;
}

template <class T, int Dim>
Result<Level<T, Dim>> make_general(Level<T, Dim> level, PoissonProblem<T, Dim> problem, OpenAs as) {
    if (auto set = set_faces(level, problem, as); !set) return set.error();
    for (int a = 0; a < Dim; ++a) level.axes[a] = typical_axis(problem, level.op, a);
    level.op.extra = problem.cell_diagonal;
    level.own = problem.cell_diagonal;
    if (auto set = set_general_operator(level); !set) return set.error();
    set_typical_diagonal(level);
    level.is_singular = level.active_cells > 0 && !is_held(level.op);
    return level;
}

}  // namespace

template <class T, int Dim> Result<Level<T, Dim>> make_finest_level(const PoissonProblem<T, Dim>& problem, OpenAs as) {
    if (auto checked = check(problem); !checked) return checked.error();
    Level<T, Dim> level;
    level.op.cells = problem.cells;
    level.op.periodic = problem.periodic;
    level.op.diagonal = problem.diagonal;
    if (!problem.is_uniform() || has_side_without_weight(problem)) return make_general(std::move(level), problem, as);

    bool is_held = problem.diagonal > T(0);
    level.active_cells = 1;
    for (int a = 0; a < Dim; ++a) {
        Axis& axis = level.axes[a];
        axis.cells = problem.cells[a];
        axis.periodic = problem.periodic[a];
        axis.weight = static_cast<double>(problem.weight[a]);
        level.active_cells *= axis.cells;
        for (int side = 0; side < 2 && !axis.periodic; ++side) {
            const auto weight = static_cast<double>(problem.side_weight[a][side]);
            axis.beyond[side] = distance_beyond(weight, axis.weight);
            is_held = is_held || weight > 0;
        }
    }
    set_uniform_tables(level, static_cast<double>(problem.diagonal));
    level.is_singular = !is_held;
    return level;
}

template <class T, int Dim> bool refresh_finest_level(Level<T, Dim>& level) {
    spread_open_faces(level);
    if (!invert_diagonal(level)) return false;
    set_typical_diagonal(level);
    level.is_singular = level.active_cells > 0 && !is_held(level.op);
    return true;
}

template <class T, int Dim> void set_diagonal(Level<T, Dim>& level, T diagonal) {
    level.op.diagonal = diagonal;
    if (level.extra.bytes() == 0) return;
    fill(serial_scheduler(), interior(level.extra.view()), level.extra.view(), diagonal);
    (void)invert_diagonal(level);
}

#define WHORL_INSTANTIATE(T, Dim)                       \
    template bool refresh_finest_level(Level<T, Dim>&); \
    template void set_diagonal(Level<T, Dim>&, T);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

template Result<Level<float, 2>> make_finest_level(const PoissonProblem<float, 2>&, OpenAs);
template Result<Level<float, 3>> make_finest_level(const PoissonProblem<float, 3>&, OpenAs);
template Result<Level<double, 2>> make_finest_level(const PoissonProblem<double, 2>&, OpenAs);
template Result<Level<double, 3>> make_finest_level(const PoissonProblem<double, 3>&, OpenAs);

}  // namespace whorl
