// The instruction sets that kernels are compiled for, and the one that this process uses.
//
// All of them give the same bits; the choice is about speed, and about tests that compare them.
#pragma once

#include <string_view>

#include "whorl/types.hpp"

namespace whorl {

/// From the oldest to the widest. Other processors than x86-64 have `scalar` alone.
enum class Isa { scalar, sse2, avx2, avx512 };
constexpr Isa all_isas[] = {Isa::scalar, Isa::sse2, Isa::avx2, Isa::avx512};

/// "scalar", "sse2", "avx2", "avx512": also the namespaces of the kernels.
const char* name_of(Isa isa);
Result<Isa> parse_isa(std::string_view name);

/// Whether this build has the kernels and this CPU and operating system can run them.
bool is_supported(Isa isa);
Isa best_isa();

/// What the next kernels run on: the best one, unless another was chosen.
Isa chosen_isa();
Result<void> choose_isa(Isa isa);

}  // namespace whorl
