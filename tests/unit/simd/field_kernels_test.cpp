#include "simd/field_kernels.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/field.hpp"
#include "core/random.hpp"
#include "tests/unit/parallel/schedulers.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {
namespace {

template <class Scalar, int Dimension> struct Kind {
    using T = Scalar;
    static constexpr int dim = Dimension;
};
using Kinds = testing::Types<Kind<float, 2>, Kind<float, 3>, Kind<double, 2>, Kind<double, 3>>;

template <class K> class FieldKernelsTest : public testing::Test {
  protected:
    using Value = typename K::T;
    static constexpr int dim = K::dim;
    using Grid = Field<Value, dim>;

    static Vec<int, dim> shape_of(int x, int y) {
        if constexpr (dim == 2)
            return {x, y};
        else
            return {x, y, 3};
    }

    /// Random in every cell, ghosts and padding included, of sizes for which sums depend on their order.
    static Grid random_field(const Vec<int, dim>& shape, std::uint64_t seed) {
        auto field = Grid::make(shape).value();
        Value* values = field.view().data - field.layout().first;
        for (std::ptrdiff_t i = 0; i < field.layout().size; ++i) {
            const auto index = static_cast<std::uint64_t>(i);
            values[i] = static_cast<Value>(std::ldexp(random_between(-1, 1, seed, index),
                                                      static_cast<int>(random_between(-20, 20, ~seed, index))));
        }
        return field;
    }
    static Grid copy_of(const Grid& field) {
        auto other = Grid::make(field.layout().shape).value();
        std::memcpy(first(other), first(field), bytes(field));
        return other;
    }
    static bool same_bits(const Grid& a, const Grid& b) { return std::memcmp(first(a), first(b), bytes(a)) == 0; }
    static const Value* first(const Grid& field) { return field.view().data - field.layout().first; }
    static Value* first(Grid& field) { return field.view().data - field.layout().first; }
    static std::size_t bytes(const Grid& field) {
        return static_cast<std::size_t>(field.layout().size) * sizeof(Value);
    }

    template <class F> static void for_each_cell(const Region<dim>& region, F f) {
        for (int i = 0; i < region.count(); ++i) {
            const Row row = region.row(i);
            for (int x = row.x0; x < row.x1; ++x) f(row, x);
        }
    }

    /// Shapes around the width of the lanes, and one of several blocks.
    template <class F> static void for_each_shape(F f) {
        for (const int width : {1, 3, 15, 16, 17, 31, 33, 47}) f(shape_of(width, 3));
        f(shape_of(131, 203));
    }
};
TYPED_TEST_SUITE(FieldKernelsTest, Kinds);

// Compares the whole memory of the field, so that a ghost or a padding cell that changes is found too.
TYPED_TEST(FieldKernelsTest, UpdatesAreExactAndLeaveTheRestAlone) {
    using T = typename TypeParam::T;
    const T a = static_cast<T>(0.7);
    const auto schedulers = other_schedulers();
    this->for_each_shape([&](const auto& shape) {
        const auto x = this->random_field(shape, 1), start = this->random_field(shape, 2);
        for (const int layers : {0, 1, -1}) {
            const auto region = interior(x.view()).grown(layers);
            const auto check = [&](auto&& update, auto&& rule) {
                auto expected = this->copy_of(start);
                this->for_each_cell(region, [&](const Row& row, int i) {
                    T& y = row_of(expected.view(), row)[i];
                    y = rule(y, row_of(x.view(), row)[i]);
                });
                for_each_isa([&](Isa) {
                    for (const auto& scheduler : schedulers) {
                        auto y = this->copy_of(start);
                        update(*scheduler, region, y.view());
                        ASSERT_TRUE(this->same_bits(y, expected));
                    }
                });
            };
            check([&](auto& s, auto& r, auto y) { fill(s, r, y, a); }, [&](T, T) { return a; });
            check([&](auto& s, auto& r, auto y) { copy(s, r, y, x.view()); }, [&](T, T v) { return v; });
            check([&](auto& s, auto& r, auto y) { scale(s, r, y, a); }, [&](T y, T) { return a * y; });
            check([&](auto& s, auto& r, auto y) { add_scaled(s, r, y, a, x.view()); },
                  [&](T y, T v) { return y + a * v; });
        }
    });
}

TYPED_TEST(FieldKernelsTest, AddScaledMayReadWhatItWrites) {
    auto y = this->random_field(this->shape_of(47, 3), 1);
    const auto before = this->copy_of(y);
    for_each_isa([&](Isa) {
        auto again = this->copy_of(before);
        add_scaled(serial_scheduler(), interior(again.view()), again.view(), 2, again.view());
        this->for_each_cell(interior(y.view()), [&](const Row& row, int i) {
            const auto v = row_of(before.view(), row)[i];
            ASSERT_EQ(row_of(again.view(), row)[i], v + 2 * v);
        });
    });
}

TYPED_TEST(FieldKernelsTest, SumsFollowTheRuleBitForBit) {
    const auto schedulers = other_schedulers();
    this->for_each_shape([&](const auto& shape) {
        const auto x = this->random_field(shape, 3), y = this->random_field(shape, 4);
        const auto region = interior(x.view()).grown(1);
        const auto by_the_rule = [&](auto&& term) {
            double total = 0;
            for (int b = 0; b < region.blocks(); ++b) {
                double lane[16] = {};
                for (int i = region.block(b).first; i < region.block(b).last; ++i) {
                    const Row row = region.row(i);
                    for (int c = row.x0; c < row.x1; ++c)
                        lane[(c - row.x0) & 15] +=
                            term(double(row_of(x.view(), row)[c]), double(row_of(y.view(), row)[c]));
                }
                for (const int width : {8, 4, 2, 1})
                    for (int l = 0; l < width; ++l) lane[l] += lane[l + width];
                total = b == 0 ? lane[0] : total + lane[0];
            }
            return std::bit_cast<std::uint64_t>(total);
        };
        const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
        for_each_isa([&](Isa) {
            for (const auto& s : schedulers) {
                ASSERT_EQ(bits(sum(*s, region, x.view())), by_the_rule([](double v, double) { return v; }));
                ASSERT_EQ(bits(dot(*s, region, x.view(), y.view())),
                          by_the_rule([](double v, double w) { return v * w; }));
                ASSERT_EQ(bits(sum_of_squares(*s, region, x.view())),
                          by_the_rule([](double v, double) { return v * v; }));
            }
        });
    });
}

TYPED_TEST(FieldKernelsTest, FindsTheLargestSizeAnywhere) {
    using T = typename TypeParam::T;
    auto x = this->random_field(this->shape_of(37, 5), 5);
    const auto region = interior(x.view());
    for_each_isa([&](Isa) {
        this->for_each_cell(region, [&](const Row& row, int i) {
            T& cell = row_of(x.view(), row)[i];
            const T before = cell;
            cell = static_cast<T>(-1e9);
            ASSERT_EQ(max_abs(serial_scheduler(), region, x.view()), 1e9);
            cell = before;
        });
    });
}

TYPED_TEST(FieldKernelsTest, CountsWhatIsNotFinite) {
    using T = typename TypeParam::T;
    constexpr T bad[] = {std::numeric_limits<T>::infinity(), -std::numeric_limits<T>::infinity(),
                         std::numeric_limits<T>::quiet_NaN()};
    auto x = this->random_field(this->shape_of(37, 5), 6);
    const auto region = interior(x.view());
    row_of(x.view(), {})[0] = std::numeric_limits<T>::max();
    row_of(x.view(), {})[1] = std::numeric_limits<T>::denorm_min();
    row_of(x.view(), {})[-1] = bad[0];  // a ghost does not count
    for_each_isa([&](Isa) {
        auto y = this->copy_of(x);
        std::int64_t count = 0;
        EXPECT_EQ(count_nonfinite(serial_scheduler(), region, y.view()), 0);
        this->for_each_cell(region, [&](const Row& row, int i) {
            if ((i + row.y) % 7) return;
            row_of(y.view(), row)[i] = bad[++count % 3];
            ASSERT_EQ(count_nonfinite(serial_scheduler(), region, y.view()), count);
        });
        EXPECT_GT(count, 20);
        const auto nans = y.view();
        fill(serial_scheduler(), region, nans, bad[2]);
        EXPECT_EQ(count_nonfinite(serial_scheduler(), region, nans), region.cells());
        EXPECT_EQ(max_abs(serial_scheduler(), region, nans), 0);
    });
}

TYPED_TEST(FieldKernelsTest, TakesViewsOfConstAndEmptyRegions) {
    using T = typename TypeParam::T;
    const auto x = this->random_field(this->shape_of(5, 4), 7);
    const View<const T, TestFixture::dim> view = x.view();
    const Region<TestFixture::dim> none;
    EXPECT_EQ(sum(serial_scheduler(), none, view), 0);
    EXPECT_EQ(max_abs(serial_scheduler(), none, view), 0);
    EXPECT_EQ(count_nonfinite(serial_scheduler(), none, view), 0);
}

}  // namespace
}  // namespace whorl
