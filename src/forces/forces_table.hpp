// What the files of src/forces and forces.kernel.cpp share.
#pragma once

#include "boundary/grid.hpp"
#include "core/row_ends.hpp"
#include "parallel/lanes.hpp"
#include "simd/dispatch.hpp"

namespace whorl {

template <class T, int Dim> struct BuoyancyArguments {
    View<T, Dim> u;  // on the faces of one axis
    View<const T, Dim> temperature, density;
    std::ptrdiff_t back;        // from a cell to the one before it along that axis
    T per_degree, per_density;  // velocity gained
    T ambient;
};

template <class T, int Dim> struct VorticityArguments {
    Vec<View<T, Dim>, 3> vorticity;  // in 2D only the last one, about z
    View<T, Dim> size;               // of it, where set
    Faces<const T, Dim> u;
    Vec<T, Dim> quarter_per_spacing;
};

template <class T, int Dim> struct ConfinementArguments {
    Vec<View<T, Dim>, Dim> force;  // at cell centres
    Vec<View<const T, Dim>, 3> vorticity;
    View<const T, Dim> size;  // in 3D
    Vec<T, Dim> half_per_spacing;
    T strength;
};

template <class T, int Dim> struct ToFacesArguments {
    View<T, Dim> u;
    View<const T, Dim> at_cells;
    std::ptrdiff_t back;
    T half_dt;
};

template <class T, int Dim> struct LimitArguments {
    View<T, Dim> x;
    T most;                  // |x| is cut to this
    T least;                 // and below this it is 0
    const RowEnds<T>* ends;  // written with the rows of x, where set
};

template <class T, int Dim> struct ForceKernels {
    void (*buoyancy)(const BuoyancyArguments<T, Dim>&, const Row&);
    void (*vorticity)(const VorticityArguments<T, Dim>&, const Row&);
    void (*confinement)(const ConfinementArguments<T, Dim>&, const Row&);
    void (*to_faces)(const ToFacesArguments<T, Dim>&, const Row&);
    void (*limit)(const LimitArguments<T, Dim>&, const Row&, Lanes&);  // counts what it cut; the largest that is left
};

using ForceTable = TypedTable<ForceKernels>;

WHORL_DECLARE_KERNELS(ForceTable, force_table)

}  // namespace whorl
