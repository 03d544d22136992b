// A step allocates nothing, so what it is made of must not either.
#include <gtest/gtest.h>

#include <new>

#include "core/field.hpp"
#include "simd/field_kernels.hpp"
#include "tests/unit/parallel/allocations.hpp"
#include "tests/unit/parallel/schedulers.hpp"

namespace whorl {
namespace {

TEST(Allocation, IsCounted) {
    if (!counts_allocations()) GTEST_SKIP() << "a sanitizer has its own operator new";
    const long before = allocations();
    ::operator delete(::operator new(1));  // a new expression might be optimised away
    EXPECT_EQ(allocations(), before + 1);
}

TEST(Allocation, DoesNotHappenInRunsRowsAndReductions) {
    auto field = Field<float, 2>::make({500, 300}).value();
    for (const auto& scheduler : other_schedulers()) {
        const auto work = [&] {
            scheduler->run(
                100, [](void*, int) {}, nullptr);
            fill(*scheduler, interior(field.view()), field.view(), 1);
            return sum(*scheduler, interior(field.view()), field.view());
        };
        const double first = work();  // threads may still be starting
        const long before = allocations();
        double second = 0;
        for (int i = 0; i < 100; ++i) second = work();
        EXPECT_EQ(allocations(), before);
        EXPECT_EQ(first, second);
    }
}

}  // namespace
}  // namespace whorl
