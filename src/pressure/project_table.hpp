// What project.cpp and project.kernel.cpp share.
#pragma once

#include <cstdint>

#include "boundary/grid.hpp"
#include "boundary/wall_blocks.hpp"
#include "core/row_ends.hpp"
#include "parallel/lanes.hpp"
#include "simd/dispatch.hpp"

namespace whorl {

template <class T, int Dim> struct DivergenceArguments {
    View<T, Dim> b;  // minus the divergence; without, it is only summed up
    Faces<const T, Dim> u;
    Vec<T, Dim> per_spacing;  // 1/h
};

/// What obstacles leave open of each face, and how fast they move there, if any does; unset without any.
template <class T, int Dim> struct WallFlow {
    Vec<View<const std::uint16_t, Dim>, Dim> open{};
    Faces<const T, Dim> velocity{};
    WallBlocks<Dim> blocks{};
};

/// What is summed up of b = -div u: only its squares where it is not kept.
enum DivergenceSum { divergence_squared, divergence_sum, divergence_sums };

/// The divergence that would be left if factor * grad q were taken from u.
template <class T, int Dim> struct GuessArguments {
    DivergenceArguments<T, Dim> plain;
    View<const T, Dim> q;
    T factor;
    bool keeps;  // what would be left, in b; else the divergence as it is, and only sums tell of the other
    WallFlow<T, Dim> walls;
};
/// What the kernel sums up, with b the divergence as it is.
enum GuessSum { b_squared, kept_sum, left_squared, largest_speed, guess_sums };

template <class T, int Dim> struct GradientArguments {
    View<T, Dim> u;  // on the faces of one axis
    View<const T, Dim> p;
    std::ptrdiff_t back;  // from a cell to the one before it along that axis
    T factor;             // u -= factor * (p - p before)
};

/// Of all axes in one pass. A row has faces of every axis, but beyond the last cells only those of that axis.
template <class T, int Dim> struct AllGradientsArguments {
    Vec<int, Dim> cells;
    Vec<int, Dim> end;  // faces of an axis along itself: one more than cells, or as many where periodic
    Vec<GradientArguments<T, Dim>, Dim> axis;
    Vec<View<const std::uint16_t, Dim>, Dim> open{};  // between obstacles: only faces that are open in part change
    WallBlocks<Dim> blocks{};
    Vec<const RowEnds<T>*, Dim> ends{};  // of the rows of u, to be written with them; null: not
};

/// q becomes factor * q + (change - offset), and `mean`, where there is one, the mean of what it was and what it
/// becomes.
template <class T, int Dim> struct AddChangeArguments {
    View<T, Dim> q;
    View<const T, Dim> change;
    View<T, Dim> mean;
    T factor, offset;
    const RowEnds<T>* ends;  // of q's rows, to be written with them; null: not
};

/// The same with another change: q + change, mean + change / 2.
template <class T, int Dim> struct AddMoreArguments {
    View<T, Dim> q;
    View<const T, Dim> change;
    View<T, Dim> mean;
};

template <class T, int Dim> struct WalledDivergenceArguments {
    DivergenceArguments<T, Dim> plain;
    WallFlow<T, Dim> walls;
};

template <class T, int Dim> struct ProjectKernels {
    void (*divergence)(const DivergenceArguments<T, Dim>&, const Row&, Lanes&);  // all of DivergenceSum
    void (*guess)(const GuessArguments<T, Dim>&, const Row&, Lanes&);    // all of GuessSum; the last is a maximum
    void (*gradient)(const AllGradientsArguments<T, Dim>&, const Row&);  // rows of a box of one cell more than the grid
    void (*add_change)(const AddChangeArguments<T, Dim>&, const Row&);
    void (*add_more)(const AddMoreArguments<T, Dim>&, const Row&);
    // The same between obstacles: flow passes what is open of a face, the wall itself moves through the rest.
    void (*walled_divergence)(const WalledDivergenceArguments<T, Dim>&, const Row&, Lanes&);
    void (*walled_guess)(const GuessArguments<T, Dim>&, const Row&, Lanes&);
    void (*walled_gradient)(const AllGradientsArguments<T, Dim>&, const Row&);
};

using ProjectTable = TypedTable<ProjectKernels>;

WHORL_DECLARE_KERNELS(ProjectTable, project_table)

}  // namespace whorl
