// Reads the compiled kernels themselves.
//
// A weak symbol in a kernel's object (an out-of-line copy of an inline function or a template) is merged with those of
// the other instruction sets: the linker keeps any one of them, and an older CPU may meet an instruction that it lacks.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "simd/isa.hpp"

#if defined(__has_feature)
#define WHORL_HAS_FEATURE(x) __has_feature(x)
#else
#define WHORL_HAS_FEATURE(x) 0
#endif

namespace whorl {
namespace {

constexpr bool sanitized =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || WHORL_HAS_FEATURE(address_sanitizer) || \
    WHORL_HAS_FEATURE(thread_sanitizer) || WHORL_HAS_FEATURE(memory_sanitizer)
    true;
#else
    false;
#endif

/// The instruction sets that this build has kernels for, whether or not this CPU can run them.
std::vector<Isa> built_isas() {
#if WHORL_WIDE_KERNELS
    return {Isa::scalar, Isa::sse2, Isa::avx2, Isa::avx512};
#else
    return {Isa::scalar};
#endif
}

std::vector<std::string> objects_of(Isa isa) {
    std::ifstream list(std::string(KERNEL_LISTS "/kernels_") + name_of(isa) + ".txt");
    std::vector<std::string> objects;
    for (std::string line; std::getline(list, line);)
        if (!line.empty()) objects.push_back(line);
    return objects;
}

std::string output_of(const std::string& command) {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::string output;
    char piece[4096];
    while (const std::size_t count = std::fread(piece, 1, sizeof piece, pipe.get())) output.append(piece, count);
    return output;
}

TEST(KernelObjects, ExportOnlyWhatIsInTheirNamespaceAndNothingWeak) {
    for (const Isa isa : built_isas()) {
        ASSERT_FALSE(objects_of(isa).empty());
        for (const std::string& object : objects_of(isa)) {
            std::istringstream lines(output_of(NM " --defined-only --extern-only -C '" + object + "'"));
            int symbols = 0;
            for (std::string address, kind, name; lines >> address >> kind && std::getline(lines >> std::ws, name);) {
                if (sanitized && name.rfind("__", 0) == 0) continue;  // the sanitizer's own
                ++symbols;
                EXPECT_EQ(std::string("WwVvuU").find(kind), std::string::npos)
                    << kind << ' ' << name << " in " << object;
                EXPECT_EQ(name.rfind(std::string("whorl::") + name_of(isa) + "::", 0), 0u) << name << " in " << object;
            }
            EXPECT_GT(symbols, 0) << object;
        }
    }
}

/// How often an operation on registers of the kind occurs.
int count_of(const std::string& listing, const std::string& operation, const std::string& registers) {
    const std::regex instruction("\\bv?" + operation + "\\b[^\\n]*%" + registers);
    return static_cast<int>(std::distance(std::sregex_iterator(listing.begin(), listing.end(), instruction), {}));
}

/// The machine code of one function.
std::string body_of(const std::string& listing, const std::string& name) {
    const std::size_t start = listing.find(name + "(");
    if (start == std::string::npos) return {};
    const std::size_t end = listing.find("\n\n", start);
    return listing.substr(start, end - start);
}

const char* widest_registers(Isa isa) {
    return isa == Isa::avx512 ? "zmm" : isa == Isa::avx2 ? "ymm" : "xmm";
}

struct Expectation {
    const char* function;
    const char* operation;
};
constexpr Expectation arithmetic[] = {
    {"scale<float, 2>", "mulps"}, {"add_scaled<float, 3>", "addps"}, {"add_scaled<double, 2>", "addpd"},
    {"sum<float, 2>", "addpd"},   {"sum<double, 3>", "addpd"},       {"dot<float, 3>", "mulpd"},
    {"dot<double, 2>", "mulpd"},  {"max_abs<float, 2>", "maxpd"},
};

TEST(KernelObjects, UseTheRegistersOfTheirInstructionSet) {
    if (sanitized || std::string(OBJDUMP).empty()) {
        std::printf("not run: instrumented code, or no objdump to read it\n");
        return;
    }
    for (const Isa isa : built_isas())
        for (const std::string& object : objects_of(isa)) {
            if (object.find("field_kernels") == std::string::npos) continue;
            const std::string listing = output_of(OBJDUMP " -d -C --no-show-raw-insn '" + object + "'");
            for (const auto& [function, operation] : arithmetic) {
                const std::string body = body_of(listing, std::string("(anonymous namespace)::") + function);
                ASSERT_FALSE(body.empty()) << function << " in " << object;
                if (isa == Isa::scalar) {
                    EXPECT_EQ(count_of(body, operation, "[xyz]mm"), 0) << function;
                    continue;
                }
                // The ends of rows need a few plain instructions; sixteen would be lanes that were not packed.
                std::string plain = operation;
                plain[plain.size() - 2] = 's';
                EXPECT_GT(count_of(body, operation, widest_registers(isa)), 0) << name_of(isa) << ' ' << function;
                EXPECT_LT(count_of(body, plain, "xmm"), 16) << name_of(isa) << ' ' << function;
            }
        }
}

}  // namespace
}  // namespace whorl
