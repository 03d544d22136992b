// What every stage does with whole fields: fill, copy, scale, add, and the sums that say how large they are.
//
// Each runs over a region of cells that all its views have, ghosts included if the region has them. For float and
// double, in two and three dimensions. Sums are in double and have the same bits everywhere (parallel/reduce.hpp).
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/region.hpp"
#include "core/row_ends.hpp"
#include "whorl/parallel.hpp"

namespace whorl {

/// A view to read from. Nothing is deduced from it, so that a View<T> is welcome as well.
template <class T, int Dim> using ReadView = std::type_identity_t<View<const std::remove_const_t<T>, Dim>>;

/// y = a
template <class T, int Dim>
void fill(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& y, std::type_identity_t<T> a);

/// y = x
template <class T, int Dim>
void copy(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& y, const ReadView<T, Dim>& x);

/// y = a y
template <class T, int Dim>
void scale(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& y, std::type_identity_t<T> a);

/// y = y + a x
template <class T, int Dim>
void add_scaled(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& y, std::type_identity_t<T> a,
                const ReadView<T, Dim>& x);

/// y = a y + b x
template <class T, int Dim>
void combine(Scheduler& scheduler, const Region<Dim>& region, std::type_identity_t<T> a, const View<T, Dim>& y,
             std::type_identity_t<T> b, const ReadView<T, Dim>& x);

/// ahead = now + part (now - before), and before becomes now. The largest |ahead|; `ends` are written with its rows.
template <class T, int Dim>
double extrapolate(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& ahead,
                   const View<T, Dim>& before, const ReadView<T, Dim>& now, std::type_identity_t<T> part,
                   const RowEnds<T>* ends = nullptr);

/// The sum of x.
template <class T, int Dim> double sum(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& x);

/// The sum of x y.
template <class T, int Dim>
double dot(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& x, const ReadView<T, Dim>& y);

/// The sum of x squared.
template <class T, int Dim>
double sum_of_squares(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& x);

/// The largest |x|; 0 over an empty region. Passes over what is not a number: ask count_nonfinite for those.
template <class T, int Dim> double max_abs(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& x);

/// How many x are infinite or not a number.
template <class T, int Dim>
std::int64_t count_nonfinite(Scheduler& scheduler, const Region<Dim>& region, const View<T, Dim>& x);

}  // namespace whorl
