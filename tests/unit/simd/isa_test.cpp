#include "simd/isa.hpp"

#include <gtest/gtest.h>

#include "simd/dispatch.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {

struct NameTable {
    const char* name;
};
WHORL_DECLARE_KERNELS(NameTable, name_table)
namespace scalar {
const NameTable name_table{"scalar"};
}
#if WHORL_WIDE_KERNELS
namespace sse2 {
const NameTable name_table{"sse2"};
}
namespace avx2 {
const NameTable name_table{"avx2"};
}
namespace avx512 {
const NameTable name_table{"avx512"};
}
#endif

namespace {

TEST(Isa, NamesAreReadBack) {
    for (const Isa isa : all_isas) EXPECT_EQ(parse_isa(name_of(isa)).value(), isa);
    const auto unknown = parse_isa("neon");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().message, "\"neon\" is no instruction set; give one of: scalar, sse2, avx2, avx512");
}

TEST(Isa, BestIsChosenAtFirst) {
    EXPECT_EQ(chosen_isa(), best_isa());
    EXPECT_TRUE(is_supported(Isa::scalar));
    for (const Isa isa : all_isas) EXPECT_TRUE(isa <= best_isa() || !is_supported(isa));
}

TEST(Isa, ChoiceHoldsAndPicksTheTable) {
    for_each_isa([](Isa isa) {
        EXPECT_EQ(chosen_isa(), isa);
        EXPECT_STREQ(WHORL_CHOSEN_KERNELS(name_table).name, name_of(isa));
    });
    EXPECT_EQ(chosen_isa(), best_isa());
}

// One that no CPU has stands in for one that this CPU lacks.
TEST(Isa, RefusesWhatIsNotThere) {
    const Isa before = chosen_isa();
    for (const Isa isa : {Isa::avx512, static_cast<Isa>(17)}) {
        if (is_supported(isa)) continue;
        const auto refused = choose_isa(isa);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().message.rfind(std::string("there is no ") + name_of(isa) + " here", 0), 0u)
            << refused.error().message;
        EXPECT_EQ(chosen_isa(), before);
    }
}

}  // namespace
}  // namespace whorl
