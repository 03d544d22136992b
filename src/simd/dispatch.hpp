// How a method reaches its kernels: one table of function pointers for each instruction set, of which the chosen one is
// picked once per call, never per row. docs/kernels.md shows the pattern.
#pragma once

#include <type_traits>

#include "simd/isa.hpp"

#if WHORL_WIDE_KERNELS

/// In namespace whorl: says that each instruction set's namespace has a table of this type and name. The kernel file
/// defines it as WHORL_ISA::name.
#define WHORL_DECLARE_KERNELS(Table, name) \
    namespace scalar {                     \
    extern const Table name;               \
    }                                      \
    namespace sse2 {                       \
    extern const Table name;               \
    }                                      \
    namespace avx2 {                       \
    extern const Table name;               \
    }                                      \
    namespace avx512 {                     \
    extern const Table name;               \
    }

/// The table of the chosen instruction set.
#define WHORL_CHOSEN_KERNELS(name) ::whorl::chosen_table(scalar::name, sse2::name, avx2::name, avx512::name)

#else

#define WHORL_DECLARE_KERNELS(Table, name) \
    namespace scalar {                     \
    extern const Table name;               \
    }
#define WHORL_CHOSEN_KERNELS(name) (scalar::name)

#endif

namespace whorl {

/// The tables in the order of Isa.
template <class Table, class... Wider> const Table& chosen_table(const Table& scalar, const Wider&... wider) {
    const Table* const tables[] = {&scalar, &wider...};
    return *tables[static_cast<int>(chosen_isa())];
}

/// One set of kernels per number type and dimension.
template <template <class, int> class Kernels> struct TypedTable {
    Kernels<float, 2> float2;
    Kernels<float, 3> float3;
    Kernels<double, 2> double2;
    Kernels<double, 3> double3;
};

/// Of such a table, the set for these.
template <class T, int Dim, class Table> const auto& kernels_for(const Table& table) {
    constexpr bool is_float = std::is_same_v<std::remove_const_t<T>, float>;
    if constexpr (is_float && Dim == 2)
        return table.float2;
    else if constexpr (is_float)
        return table.float3;
    else if constexpr (Dim == 2)
        return table.double2;
    else
        return table.double3;
}

}  // namespace whorl
