// Transforms in place: what comes back is what went in, and the waves are where the drawing says.
#include <gtest/gtest.h>

#include "spectral/plan.hpp"
#include "tests/dims.hpp"
#include "tests/unit/pressure/problems.hpp"

namespace whorl {
namespace {

template <class D> class SpectralPlan : public testing::Test {};
TYPED_TEST_SUITE(SpectralPlan, Dims);

template <int Dim> InPlace<Dim> layout() {
    if constexpr (Dim == 2)
        return InPlace<2>({12, 10});
    else
        return InPlace<3>({12, 10, 6});
}

TYPED_TEST(SpectralPlan, RoundTripIsExact) {
    constexpr int Dim = TypeParam::value;
    const auto in_place = layout<Dim>();
    const auto buffer = Buffer::make(in_place.count()).value();
    const auto view = in_place.view(buffer.data());
    const auto kept = noise<double, Dim>(in_place.cells);
    set_cells(view, [&](const auto& at) { return kept.view()[at]; });
    Plan::forward(in_place, buffer).run(buffer);
    Plan::backward(in_place, buffer).run(buffer);
    for_each_cell(in_place.cells, [&](const auto& at) {
        EXPECT_NEAR(view[at] / static_cast<double>(view.cells()), kept.view()[at], 1e-14);
    });
}

/// cos(2 pi (2 x / 12 + 3 y / 10)) is half at wave (2, 3) and half at its mirror image, which is dropped.
TYPED_TEST(SpectralPlan, AWaveIsWhereTheDrawingSays) {
    constexpr int Dim = TypeParam::value;
    const auto in_place = layout<Dim>();
    const auto buffer = Buffer::make(in_place.count()).value();
    const auto view = in_place.view(buffer.data());
    set_cells(view,
              [&](const auto& at) { return std::cos(2 * std::acos(-1.0) * (2 * at[0] / 12.0 + 3 * at[1] / 10.0)); });
    Plan::forward(in_place, buffer).run(buffer);
    ASSERT_EQ(in_place.waves(), 7);
    for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(in_place.count() / 2); ++i) {
        const double expected = i == 3 * 7 + 2 ? static_cast<double>(view.cells()) / 2 : 0;
        EXPECT_NEAR(std::abs(buffer.complex()[i] - expected), 0, 1e-12) << i;
    }
}

/// Plans do not vary from run to run: what is made twice gives the same bits twice.
TYPED_TEST(SpectralPlan, MadeAgainItGivesTheSameBits) {
    constexpr int Dim = TypeParam::value;
    const auto in_place = layout<Dim>();
    const Buffer buffers[] = {Buffer::make(in_place.count()).value(), Buffer::make(in_place.count()).value()};
    for (const Buffer& buffer : buffers) {
        const auto kept = noise<double, Dim>(in_place.cells);
        set_cells(in_place.view(buffer.data()), [&](const auto& at) { return kept.view()[at]; });
        Plan::forward(in_place, buffer).run(buffer);
    }
    for (std::size_t i = 0; i < in_place.count(); ++i) EXPECT_EQ(buffers[0].data()[i], buffers[1].data()[i]);
}

}  // namespace
}  // namespace whorl
