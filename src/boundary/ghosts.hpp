// Fills the two layers of ghosts around a field, so that stencils and traces need no branch at the boundary.
//
//     side       velocity through it        velocity along it          scalar
//     wall       0; beyond, mirrored odd    mirrored                   mirrored
//     noslip     0; beyond, mirrored odd    2 U - mirror               mirrored
//     inflow     U; beyond, U               U                          its value, else continued
//     outflow    as it is; continued        continued                  continued
//     open       as it is; continued, or 0  continued, or 0 where      continued, or ambient where
//                where flow comes in        flow comes in              flow comes in
//
// A scalar that is held at a value v gets 2 v - mirror on a closed side. Where a side changes from closed to passable,
// a velocity component that sits on the change takes the closed neighbour's rule. Corners are filled axis by axis;
// those round a period by the rule of the cells that they are copies of (boundary/cell_for.hpp). Where an axis is named
// to begin with, the ghosts across those before it are there already (boundary/row_ends.hpp).
#pragma once

#include <limits>

#include "boundary/sides.hpp"
#include "whorl/parallel.hpp"

namespace whorl {

/// Lines of a field along its last axis, rows in two dimensions and planes in three: first <= line < last, and the
/// ghosts next to the first and the last of all.
struct Lines {
    int first = 0, last = std::numeric_limits<int>::max();

    bool have_side(bool high, int count) const { return high ? first < count && count <= last : first == 0; }
};

/// Also sets the velocity through closed and inflow sides themselves.
template <class T, int Dim>
void fill_velocity_ghosts(const Sides<T, Dim>& sides, const Faces<T, Dim>& u,
                          Scheduler& scheduler = serial_scheduler());

/// One component, in a field of its own; u tells where flow comes in through open sides. To go by lines, the last axis
/// must not be periodic, and a side needs the two lines behind its own.
template <class T, int Dim>
void fill_component_ghosts(const Sides<T, Dim>& sides, const Faces<const T, Dim>& u, int component,
                           const View<T, Dim>& view, Scheduler& scheduler = serial_scheduler(), int first_axis = 0,
                           const Lines& lines = {});

/// The velocity through the sides alone, with its ghosts there: all that a divergence needs.
template <class T, int Dim>
void fill_through_sides(const Sides<T, Dim>& sides, const Faces<T, Dim>& u, Scheduler& scheduler = serial_scheduler());

/// On a periodic axis: the face after the last one is the first, as the divergence of the last cell needs it.
template <class T, int Dim> void close_period(const Grid<Dim>& grid, const Faces<T, Dim>& u, int axis);

/// `scalar` is its number among the fluid's scalars; u tells where flow comes in through open sides.
template <class T, int Dim> struct ScalarGhosts {
    int scalar = 0;
    T ambient = 0;
    Faces<const T, Dim> u{};
};
template <class T, int Dim>
void fill_scalar_ghosts(const Sides<T, Dim>& sides, const ScalarGhosts<T, Dim>& rule, const View<T, Dim>& s,
                        Scheduler& scheduler = serial_scheduler(), int first_axis = 0, const Lines& lines = {});

/// The same for a scalar at nodes, some of which lie on the sides themselves: ghosts continue those, or hold what
/// comes in.
template <class T, int Dim>
void fill_node_ghosts(const Sides<T, Dim>& sides, const ScalarGhosts<T, Dim>& rule, const View<T, Dim>& s,
                      Scheduler& scheduler = serial_scheduler());

/// Of something that sides do not care about: the last cells again, or the other side's where periodic.
template <class T, int Dim>
void continue_ghosts(const Grid<Dim>& grid, const View<T, Dim>& s, Scheduler& scheduler = serial_scheduler(),
                     int first_axis = 0, const Lines& lines = {});

/// Zero on free sides, no change across all others: the gradient on a boundary face then is what the projection takes
/// from it.
template <class T, int Dim>
void fill_pressure_ghosts(const Sides<T, Dim>& sides, const View<T, Dim>& p, Scheduler& scheduler = serial_scheduler(),
                          int first_axis = 0);

}  // namespace whorl
