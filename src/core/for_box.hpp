// A loop over the indices of a box, for preparing; kernels do the rest.
#pragma once

#include "whorl/types.hpp"

namespace whorl {

/// Calls f with each index low <= at < high, x fastest.
template <int Dim, class F> void for_box(const Vec<int, Dim>& low, const Vec<int, Dim>& high, F f) {
    Vec<int, Dim> at = low;
    for (int a = 0; a < Dim; ++a)
        if (low[a] >= high[a]) return;
    while (true) {
        f(at);
        int a = 0;
        while (a < Dim && ++at[a] == high[a]) at[a] = low[a], ++a;
        if (a == Dim) return;
    }
}

}  // namespace whorl
