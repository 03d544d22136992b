// What the files of the full stress and stress.kernel.cpp share.
#pragma once

#include "parallel/lanes.hpp"
#include "simd/dispatch.hpp"

namespace whorl {

/// One component of y = diagonal x - div stress(x), or without a diagonal of y = div stress(x). Edge e of the axes i
/// and j is the low corner, in their plane, of cell e.
template <class T, int Dim> struct StressArguments {
    View<T, Dim> y;
    View<const T, Dim> x;  // the component itself
    View<const T, Dim> other[Dim - 1];
    View<const T, Dim> stretch;         // viscosity times weight at cells
    View<const T, Dim> shear[Dim - 1];  // and at the edges that `other` is sheared about
    View<const T, Dim> diagonal;        // 0: not an unknown
    int axis;
    int across[Dim - 1];  // the axes of `other`
    T per_cell;           // 1/h along the axis
    T per_other[Dim - 1];
};

/// out = weight * the harmonic mean of the four cells around an edge of axes a and b.
template <class T, int Dim> struct EdgeArguments {
    View<T, Dim> out;
    View<const T, Dim> weight, viscosity;
    int a, b;
};

/// out = factor * (sample + least * weight); without a weight, that is 1.
template <class T, int Dim> struct LinkWeightArguments {
    View<T, Dim> out;
    View<const T, Dim> sample, weight;
    T factor, least;
};

/// out = viscosity * weight, likewise.
template <class T, int Dim> struct CellArguments {
    View<T, Dim> out;
    View<const T, Dim> viscosity, weight;
};

/// diagonal = mass / dt + held * the viscosity of the face's two cells, where there is mass.
template <class T, int Dim> struct StressDiagonalArguments {
    View<T, Dim> diagonal;
    View<const T, Dim> mass, held;  // held may be unset
    View<const T, Dim> viscosity;
    int axis;
    T per_dt;
};

/// Squares of the largest terms that a face's force is made of.
template <class T, int Dim> struct TermArguments {
    View<const T, Dim> u;
    View<const T, Dim> weight[Dim];
};

/// Updates of conjugate gradients.
template <class T, int Dim> struct DescentArguments {
    View<T, Dim> x, r, p;
    View<const T, Dim> q, z;
    T factor;
};

/// Viscosity as a function of a scalar: straight lines between points, level beyond them; without any, the scalar.
struct CurvePoints {
    static constexpr int max = 16;
    int count = 0;
    double value[max]{}, viscosity[max]{};
};
template <class T, int Dim> struct CurveArguments {
    View<T, Dim> viscosity;
    View<const T, Dim> scalar;
    CurvePoints points;
};

template <class T, int Dim> struct StressKernels {
    using Stress = void (*)(const StressArguments<T, Dim>&, const Row&, Lanes&);
    using Descent = void (*)(const DescentArguments<T, Dim>&, const Row&, Lanes&);

    Stress apply;  // sums x y
    void (*divergence)(const StressArguments<T, Dim>&, const Row&);
    void (*edges)(const EdgeArguments<T, Dim>&, const Row&);
    void (*cells)(const CellArguments<T, Dim>&, const Row&);
    void (*links)(const LinkWeightArguments<T, Dim>&, const Row&);
    void (*diagonal)(const StressDiagonalArguments<T, Dim>&, const Row&);
    void (*terms)(const TermArguments<T, Dim>&, const Row&, Lanes&);
    Descent turn;                                                      // p = z + factor p; sums p r
    Descent descend;                                                   // x += factor p, r -= factor q; sums r r
    void (*curve)(const CurveArguments<T, Dim>&, const Row&, Lanes&);  // the largest
};

using StressTable = TypedTable<StressKernels>;

WHORL_DECLARE_KERNELS(StressTable, stress_table)

}  // namespace whorl
