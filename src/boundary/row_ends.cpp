#include "boundary/row_ends.hpp"

#include <algorithm>

#include "boundary/continuation.hpp"

namespace whorl {
namespace {

template <class T, int Dim> bool has_row_ends(const Sides<T, Dim>& sides) {
    return !sides.grid().periodic[0] && is_constant(sides, 0, false) && is_constant(sides, 0, true);
}

template <class T> typename RowEnds<T>::End continued(int last, bool high, const Continuation<T>& rule) {
    typename RowEnds<T>::End end{.side = high ? last : 0, .a = rule.a, .b = rule.b};
    for (int k = 0; k < 2; ++k) {
        const int inside = std::min(rule.mirrored ? k : 0, last);
        end.ghost[k] = high ? last + 1 + k : -1 - k;
        end.from[k] = high ? last - inside : inside;
    }
    return end;
}

/// Of the velocity through a side: from the faces on the side itself. Adding -0 leaves zeros as they are.
template <class T, int Dim> typename RowEnds<T>::End through_side(int last, bool high, const SideFace<T, Dim>& face) {
    auto end = continued(last, high, Continuation<T>{false, face.is_passable() ? T(1) : T(-1), -T(0)});
    end.is_given = !face.is_free();
    end.given = face.kind == SideKind::inflow ? face.velocity[0] : T(0);
    for (int k = 0; k < 2 && !face.is_passable(); ++k) {
        const int inside = std::min(1 + k, last);
        end.from[k] = high ? last - inside : inside;
    }
    return end;
}

}  // namespace

template <class T, int Dim> std::optional<RowEnds<T>> component_row_ends(const Sides<T, Dim>& sides, int component) {
    if (!has_row_ends(sides)) return {};
    const int last = sides.grid().face_shape(component)[0] - 1;
    RowEnds<T> rows{};
    for (const bool high : {false, true})
        rows.ends[high] = component == 0
                              ? through_side(last, high, sides.face(0, high, {}))
                              : continued(last, high, along_side(sides, {}, 0, high, component, Vec<int, Dim>{}));
    return rows;
}

template <class T, int Dim> std::optional<Vec<RowEnds<T>, Dim>> velocity_row_ends(const Sides<T, Dim>& sides) {
    if (!has_row_ends(sides)) return {};
    Vec<RowEnds<T>, Dim> ends{};
    for (int axis = 0; axis < Dim; ++axis) ends[axis] = *component_row_ends(sides, axis);
    return ends;
}

template <class T, int Dim>
std::optional<RowEnds<T>> scalar_row_ends(const Sides<T, Dim>& sides, const ScalarGhosts<T, Dim>& rule) {
    if (!has_row_ends(sides)) return {};
    RowEnds<T> rows{};
    for (const bool high : {false, true})
        rows.ends[high] =
            continued(sides.grid().cells[0] - 1, high, scalar_across(sides, rule, 0, high, Vec<int, Dim>{}));
    return rows;
}

template <class T, int Dim> std::optional<RowEnds<T>> pressure_row_ends(const Sides<T, Dim>& sides) {
    if (!has_row_ends(sides)) return {};
    RowEnds<T> rows{};
    for (const bool high : {false, true})
        rows.ends[high] = continued(sides.grid().cells[0] - 1, high, pressure_across(sides, 0, high, Vec<int, Dim>{}));
    return rows;
}

#define WHORL_INSTANTIATE(T, Dim)                                                                          \
    template std::optional<RowEnds<T>> component_row_ends(const Sides<T, Dim>&, int);                      \
    template std::optional<RowEnds<T>> scalar_row_ends(const Sides<T, Dim>&, const ScalarGhosts<T, Dim>&); \
    template std::optional<Vec<RowEnds<T>, Dim>> velocity_row_ends(const Sides<T, Dim>&);                  \
    template std::optional<RowEnds<T>> pressure_row_ends(const Sides<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
