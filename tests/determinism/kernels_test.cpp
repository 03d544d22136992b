// The bits of the shared kernels, pinned: any thread count, any scheduler, any instruction set, any compiler.
//
// If one of these changes, so do the hashes of all scenes, and games that run in lockstep with older versions part
// ways.
#include <gtest/gtest.h>

#include "core/field.hpp"
#include "core/hash.hpp"
#include "core/random.hpp"
#include "simd/field_kernels.hpp"
#include "tests/unit/parallel/schedulers.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {
namespace {

template <class T, int Dim> Field<T, Dim> noise(const Vec<int, Dim>& shape, std::uint64_t seed) {
    auto field = Field<T, Dim>::make(shape).value();
    const auto view = field.view();
    const auto region = interior(view);
    std::uint64_t index = 0;
    for (int i = 0; i < region.count(); ++i)
        for (int x = 0; x < shape[0]; ++x)
            row_of(view, region.row(i))[x] = static_cast<T>(random_between(-1, 1, seed, index++));
    return field;
}

/// A little power iteration, so that each number depends on all of those before.
template <class T, int Dim> std::uint64_t hash_of(Scheduler& scheduler, const Vec<int, Dim>& shape) {
    auto x = noise<T>(shape, 1), y = noise<T>(shape, 2);
    auto z = Field<T, Dim>::make(shape).value();
    const auto region = interior(x.view());
    Hash hash;
    for (int round = 0; round < 3; ++round) {
        const double size = sum_of_squares(scheduler, region, x.view());
        const double along = dot(scheduler, region, x.view(), y.view()) / size;
        add_scaled(scheduler, region, y.view(), static_cast<T>(-along), x.view());
        copy(scheduler, region, z.view(), y.view());
        scale(scheduler, region, z.view(), static_cast<T>(1 / max_abs(scheduler, region, z.view())));
        std::swap(x, z);
        for (const double number : {size, along, sum(scheduler, region, y.view())}) hash.add(number);
    }
    hash.add(x.view());
    hash.add(y.view());
    return hash.value();
}

template <class T, int Dim> void expect_pinned(const Vec<int, Dim>& shape, std::uint64_t pinned) {
    for_each_isa([&](Isa) {
        EXPECT_EQ((hash_of<T, Dim>(serial_scheduler(), shape)), pinned);
        for (const auto& scheduler : schedulers_for_long_work())
            EXPECT_EQ((hash_of<T, Dim>(*scheduler, shape)), pinned);
    });
}

TEST(PinnedKernels, Float2) {
    expect_pinned<float, 2>({251, 173}, 0x343097D94C4254B4);
}
TEST(PinnedKernels, Float3) {
    expect_pinned<float, 3>({61, 43, 29}, 0x2C732EECC04AA140);
}
TEST(PinnedKernels, Double2) {
    expect_pinned<double, 2>({251, 173}, 0xE83470677806FA11);
}
TEST(PinnedKernels, Double3) {
    expect_pinned<double, 3>({61, 43, 29}, 0xC164A3113DF4EBA6);
}

}  // namespace
}  // namespace whorl
