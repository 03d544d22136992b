// What sides and walls make of the samples of the stress, whatever the viscosity there is: their weights in
//
//     1/2 sum over faces of mass |u - u0|^2 / dt  +  sum over cells of nu w D_ii^2  +  sum over edges of 2 nu w D_ij^2
//
// which the implicit step makes as small as it can (batty2008); D is the rate of strain. In two dimensions:
//
//        o---v---o      D_xx and D_yy live at the centres of cells, D_xy at their corners (o): there u changes along y
//        |       |      and v along x. In three, D_ij lives at the middle of the edges that lie across i and j.
//        u   D   u
//        |       |
//        o---v---o
//
// Sides. No sample is taken on a side that the flow slips along, and none on one that it leaves through: no stress
// there is the natural condition. A face on such a side has half of a volume. Where the flow sticks, the ghost beyond
// holds the wall's velocity, half a cell away: a weight of 2. An inflow's holds a whole cell away, as in the constant
// case (boundary/ghosts.hpp): 1.
//
// Obstacles. A face that no flow passes has the obstacle's velocity. If the surface lies a part `a` of the way from the
// last face in the flow to the first behind it, the sample has the volume a and its strain is 1/a of what the two faces
// say: a weight of 1/a. A fluid that turns with its obstacle is not strained. Where the flow slips the weight is 0. A
// sheet between two faces that flow passes holds each of them, half a cell away.
#pragma once

#include <array>

#include "boundary/walls.hpp"
#include "core/field.hpp"
#include "diffuse/diffuse.hpp"

namespace whorl {

/// Pairs of different axes, and the number of one: that of the axis they leave out.
template <int Dim> constexpr int axis_pairs = Dim == 2 ? 1 : 3;
template <int Dim> constexpr int pair_of(int a, int b) {
    return Dim == 2 ? 0 : 3 - a - b;
}

template <class T, int Dim> struct StressWeights {
    std::array<Field<T, Dim>, axis_pairs<Dim>> shear{};  // at edges
    std::array<Field<T, Dim>, Dim> mass{};               // at faces; 0: not an unknown
    // Once there are walls: of each axis at cells, and what sheets hold at faces, with weights and times velocities.
    std::array<Field<T, Dim>, Dim> stretch{}, held{}, held_value{};
    bool is_walled = false;

    static Result<StressWeights> make(const Grid<Dim>& grid);
    Result<void> make_room_for_walls(const Grid<Dim>& grid);
    std::size_t bytes() const;

    /// `boxes`: the unknowns of each component. `walls` may be null.
    void set(const Sides<T, Dim>& sides, const std::array<Diffusion<T, Dim>, Dim>& boxes, const Walls<T, Dim>* walls,
             const std::vector<PlacedObstacle<Dim>>& obstacles);
};

/// The weight of a sample on side (axis, high) for the velocity along `along`, at its face `at`: 2, 1 or 0.
template <class T, int Dim>
int weight_on_side(const Sides<T, Dim>& sides, int axis, bool high, int along, const Vec<int, Dim>& at);

/// A field with room for edges: one more than cells along each axis.
template <class T, int Dim> Result<Field<T, Dim>> make_edge_field(const Grid<Dim>& grid);

/// On periodic axes, the layer of ghosts before the first cell and the one after the last.
template <class T, int Dim> void wrap_ghosts(const Grid<Dim>& grid, const View<T, Dim>& view);

}  // namespace whorl
