#include "simd/isa.hpp"

#include <atomic>
#include <string>

#include "core/text.hpp"

namespace whorl {
namespace {

/// One word for the process. Relaxed order will do: every value is right, since all give the same bits.
std::atomic<Isa>& chosen() {
    static std::atomic<Isa> isa{best_isa()};
    return isa;
}

/// "scalar, sse2, avx2"
std::string names(bool supported_only) {
    std::string list;
    for (const Isa isa : all_isas)
        if (!supported_only || is_supported(isa)) list.append(list.empty() ? "" : ", ").append(name_of(isa));
    return list;
}

}  // namespace

const char* name_of(Isa isa) {
    switch (isa) {
        case Isa::scalar:
            return "scalar";
        case Isa::sse2:
            return "sse2";
        case Isa::avx2:
            return "avx2";
        case Isa::avx512:
            return "avx512";
    }
    return "unknown";
}

Result<Isa> parse_isa(std::string_view name) {
    for (const Isa isa : all_isas)
        if (name == name_of(isa)) return isa;
    return Error{
        text("\"%s\" is no instruction set; give one of: %s", std::string(name).c_str(), names(false).c_str())};
}

// The features are those of the flags in cmake/kernels.cmake. The builtin asks the operating system too, which has to
// save the wide registers.
bool is_supported(Isa isa) {
#if WHORL_WIDE_KERNELS
    switch (isa) {
        case Isa::scalar:
        case Isa::sse2:
            return true;
        case Isa::avx2:
            return __builtin_cpu_supports("avx2");
        case Isa::avx512:
            return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                   __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
    }
    return false;
#else
    return isa == Isa::scalar;
#endif
}

Isa best_isa() {
    Isa best = Isa::scalar;
    for (const Isa isa : all_isas)
        if (is_supported(isa)) best = isa;
    return best;
}

Isa chosen_isa() {
    return chosen().load(std::memory_order_relaxed);
}

Result<void> choose_isa(Isa isa) {
    if (!is_supported(isa))
        return Error{text("there is no %s here (this CPU or this build lacks it); give one of: %s", name_of(isa),
                          names(true).c_str())};
    chosen().store(isa, std::memory_order_relaxed);
    return {};
}

}  // namespace whorl
