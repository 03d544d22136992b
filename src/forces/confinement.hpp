// Vorticity confinement (steinhoff1994; fedkiw2001): pushes along N x omega, where N points to where |omega| grows, and
// so gives back to small whirls what advection has smeared.
//
// The force is epsilon h (N x omega) with epsilon in 1/s: it fades as the grid is refined, by design. The sources scale
// it in three ways; `confinement_after` converts. It adds energy without limit: only the speed limit of the step bounds
// it.
#pragma once

#include "boundary/sides.hpp"
#include "boundary/walls.hpp"
#include "whorl/parallel.hpp"

namespace whorl {

enum class ConfinementScale {
    marek,   // epsilon h (N x omega): ours
    nealen,  // epsilon (N x omega), with a spacing of 1
    win,     // N x omega, without a factor
};

/// The epsilon of this file that does what `epsilon` does in a source, on a grid of spacing h.
double confinement_after(ConfinementScale source, double epsilon, double h);

template <class T, int Dim> struct ConfinementFields {
    Faces<T, Dim> u{};                     // ghosts filled
    Vec<View<T, Dim>, 3> vorticity{};      // scratch at cells; in 2D only the last is used
    Vec<View<T, Dim>, Dim> force{};        // scratch at cells
    View<T, Dim> size{};                   // of the vorticity; scratch at cells, in 3D only
    const Walls<T, Dim>* walls = nullptr;  // where there are obstacles
};

/// The vorticity at the centres of the cells and of one layer of ghosts: dv/dx - du/dy in 2D, curl u in 3D, and
/// in 3D its size where that is set.
template <class T, int Dim>
void measure_vorticity(Scheduler& scheduler, const Grid<Dim>& grid, const Faces<const T, Dim>& u,
                       const Vec<View<T, Dim>, 3>& vorticity, const View<T, Dim>& size = {});

/// u += dt * force on the faces between cells.
template <class T, int Dim>
void confine_vorticity(Scheduler& scheduler, const Grid<Dim>& grid, double epsilon, double dt,
                       const ConfinementFields<T, Dim>& fields);

}  // namespace whorl
