// What project.cpp and project.kernel.cpp share.
#pragma once

#include "boundary/grid.hpp"
#include "parallel/lanes.hpp"
#include "simd/dispatch.hpp"

namespace whorl {

template <class T, int Dim> struct DivergenceArguments {
    View<T, Dim> b;  // minus the divergence
    Faces<const T, Dim> u;
    Vec<T, Dim> per_spacing;  // 1/h
};

template <class T, int Dim> struct GradientArguments {
    View<T, Dim> u;  // on the faces of one axis
    View<const T, Dim> p;
    std::ptrdiff_t back;  // from a cell to the one before it along that axis
    T factor;             // u -= factor * (p - p before)
};

template <class T, int Dim> struct ProjectKernels {
    void (*divergence)(const DivergenceArguments<T, Dim>&, const Row&, Lanes&);  // sums its squares
    void (*gradient)(const GradientArguments<T, Dim>&, const Row&);
};

using ProjectTable = TypedTable<ProjectKernels>;

WHORL_DECLARE_KERNELS(ProjectTable, project_table)

}  // namespace whorl
