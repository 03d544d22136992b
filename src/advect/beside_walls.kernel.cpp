// Compiled once per instruction set: points beside walls that take values as they are, and which those were.
#include "advect/point_trace-inl.hpp"
#include "advect/walled.hpp"
#include "simd/bytes-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

/// A velocity on a face that no flow passes is the wall's; a cell that nothing enters keeps what it has.
template <class T, int Dim>
void keep_closed(const WalkArguments<T, Dim>& in, const Vec<int, Dim>& first, const PointRun& run) {
    const std::uint8_t* __restrict closed = run.closed;
    const int count = run.count;
    std::uint8_t any = 0;
    for (int i = 0; i < count; ++i) any |= closed[i];
    if (any == 0) return;
    for (int field = 0; field < in.fields->count; ++field) {
        T* __restrict destination = &in.fields->destination[field][first];
        const T* velocity = in.faces >= 0 ? &in.velocity[first] : nullptr;
        const T* source = &in.fields->source[field][first];
        if (velocity)
            for (int i = 0; i < count; ++i) destination[i] = closed[i] != 0 ? velocity[i] : destination[i];
        else
            for (int i = 0; i < count; ++i) destination[i] = closed[i] != 0 ? without_dust(source[i]) : destination[i];
    }
}

template <class T, int Dim>
void take_note(const WalkArguments<T, Dim>& in, const Vec<int, Dim>& first, const PointRun& run) {
    std::uint8_t* const notes = &in.notes[first];
    const auto bit = static_cast<std::uint8_t>(1 << in.note), others = static_cast<std::uint8_t>(~bit);
    for_vectors_of_bytes(run.count, [&](auto width, int k) WHORL_INLINE_LAMBDA {
        constexpr int lanes = decltype(width)::value;
        using Bytes = Pack<std::uint8_t, lanes>;
        const Bytes taken = pack_from<lanes>(run.walks + k) | pack_from<lanes>(run.closed + k);
        const Bytes noted = (pack_from<lanes>(notes + k) & others) | (taken != 0 ? Bytes{} + bit : Bytes{});
        store_pack<lanes>(noted, notes + k);
    });
}

template <class T, int Dim> void recall(const WalkArguments<T, Dim>& in, const Vec<int, Dim>& first, PointRun& run) {
    const std::uint8_t* const notes = &in.notes[first];
    const auto bit = static_cast<std::uint8_t>(1 << in.note);
    for_vectors_of_bytes(run.count, [&](auto width, int k) WHORL_INLINE_LAMBDA {
        constexpr int lanes = decltype(width)::value;
        using Bytes = Pack<std::uint8_t, lanes>;
        const Bytes one = Bytes{} + std::uint8_t(1);
        store_pack<lanes>((pack_from<lanes>(notes + k) & bit) != 0 ? one : Bytes{}, run.walks + k);
    });
    std::memset(run.closed, 0, sizeof run.closed);
}

template <class T, int Dim>
void replace(const WalkArguments<T, Dim>& in, const View<const T, Dim>* values, const Vec<int, Dim>& first,
             const PointRun& run) {
    const int count = run.count;
    std::uint8_t taken[PointRun::most], any = 0;
    for (int i = 0; i < count; ++i) taken[i] = run.walks[i] | run.closed[i];
    for (int i = 0; i < count; ++i) any |= taken[i];
    if (any == 0) return;
    for (int field = 0; field < in.fields->count; ++field) {
        T* __restrict destination = &in.fields->destination[field][first];
        const T* other = &values[field][first];
        for (int i = 0; i < count; ++i) destination[i] = taken[i] != 0 ? other[i] : destination[i];
    }
}

template <class T, int Dim>
constexpr BesideWallsKernels<T, Dim> beside_walls_kernels{keep_closed<T, Dim>, take_note<T, Dim>, recall<T, Dim>,
                                                          replace<T, Dim>};

}  // namespace

const BesideWallsTable beside_walls_table{beside_walls_kernels<float, 2>, beside_walls_kernels<float, 3>,
                                          beside_walls_kernels<double, 2>, beside_walls_kernels<double, 3>};

}  // namespace whorl::WHORL_ISA
