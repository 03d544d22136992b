// Compiled once per instruction set: how many cells away from its own the flow through a cell gets.
#include "advect/walled.hpp"
#include "simd/loops.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class T, int Dim> void cells_met_in(const CellsMetArguments<T, Dim>& in, const Row& whole) {
    constexpr int some = 256;
    T longest[some];
    for (int start = whole.x0; start < whole.x1; start += some) {
        const int count = whole.x1 - start < some ? whole.x1 - start : some;
        for (int k = 0; k < count; ++k) longest[k] = T(0);
        const auto widen = [&](int k, T way) WHORL_INLINE_LAMBDA {
            const T size = way < T(0) ? -way : way, kept = size < T(far_away) ? size : T(far_away);  // NaN is far, too
            longest[k] = longest[k] > kept ? longest[k] : kept;
        };
        for (int axis = 0; axis < Dim; ++axis) {
            const T* u = row_of(in.u[axis], whole) + start;
            const T* next = u + in.u[axis].stride[axis];
            const T half = in.half_steps[axis];
            for (int k = 0; k < count; ++k) widen(k, half * (u[k] + next[k]));
            for (const Faces<const T, Dim>* traces : {&in.back, &in.forward}) {
                if (!(*traces)[0].data) continue;
                const T* d = row_of((*traces)[axis], whole) + start;
                for (int k = 0; k < count; ++k) widen(k, d[k]);
            }
        }
        std::uint8_t* __restrict met = row_of(in.met, whole) + start;
        for (int k = 0; k < count; ++k) met[k] = static_cast<std::uint8_t>(static_cast<int>(longest[k] + T(0.5)));
    }
}

}  // namespace

const CellsMetTable cells_met_table{cells_met_in<float, 2>, cells_met_in<float, 3>, cells_met_in<double, 2>,
                                    cells_met_in<double, 3>};

}  // namespace whorl::WHORL_ISA
