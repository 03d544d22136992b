#include "parallel/float_environment.hpp"

namespace whorl {
namespace {

#if defined(__x86_64__)

constexpr std::uint64_t defaults = 0x1F80;  // MXCSR: all exceptions masked, nearest, no FTZ, no DAZ
std::uint64_t read_control() {
    return __builtin_ia32_stmxcsr();
}
void write_control(std::uint64_t control) {
    __builtin_ia32_ldmxcsr(static_cast<unsigned>(control));
}

#elif defined(__aarch64__)

constexpr std::uint64_t defaults = 0;  // FPCR
std::uint64_t read_control() {
    std::uint64_t control;
    asm volatile("mrs %0, fpcr" : "=r"(control));
    return control;
}
void write_control(std::uint64_t control) {
    asm volatile("msr fpcr, %0" : : "r"(control));
}

#else  // WebAssembly has nothing to set

constexpr std::uint64_t defaults = 0;
std::uint64_t read_control() {
    return 0;
}
void write_control(std::uint64_t) {}

#endif

}  // namespace

FloatEnvironment::FloatEnvironment() : before_(read_control()) {
    write_control(defaults);
}

FloatEnvironment::~FloatEnvironment() {
    write_control(before_);
}

}  // namespace whorl
