// What a shape covers, cell by cell, against its distance worked out everywhere.
#include <algorithm>

#include "tests/dims.hpp"
#include "tests/fluids.hpp"

namespace whorl {
namespace {

template <class D> class Sources : public testing::Test {};
TYPED_TEST_SUITE(Sources, Dims);

template <int Dim> double distance_to(const Shape<Dim>& shape, const Vec<double, Dim>& x) {
    double along = 0, length = 0, off = 0, outside = 0, inside = -1e9;
    for (int axis = 0; axis < Dim; ++axis) {
        const double low = static_cast<double>(shape.low[axis]), high = static_cast<double>(shape.high[axis]);
        along += (x[axis] - low) * (high - low), length += (high - low) * (high - low);
        const double beyond = std::max(low - x[axis], x[axis] - high);
        inside = std::max(inside, beyond);
        outside += std::pow(std::max(beyond, 0.0), 2);
    }
    if (shape.is_box) return inside > 0 ? std::sqrt(outside) : inside;
    const double part = length > 0 ? std::clamp(along / length, 0.0, 1.0) : 0;
    for (int axis = 0; axis < Dim; ++axis)
        off += std::pow(x[axis] - static_cast<double>(shape.low[axis]) -
                            part * static_cast<double>(shape.high[axis] - shape.low[axis]),
                        2);
    return std::sqrt(off) - static_cast<double>(shape.radius);
}

template <int Dim> Vec<float, Dim> point(float x, float others) {
    Vec<float, Dim> at{};
    for (int axis = 0; axis < Dim; ++axis) at[axis] = axis == 0 ? x : others;
    return at;
}

TYPED_TEST(Sources, CoverWhatIsNearThem) {
    constexpr int Dim = TypeParam::value;
    Vec<int, Dim> cells{};
    Vec<double, Dim> size{};
    for (int axis = 0; axis < Dim; ++axis) cells[axis] = 40 - 6 * axis, size[axis] = 1 + 0.1 * axis;
    double h = 1;
    for (int axis = 0; axis < Dim; ++axis) h = std::min(h, size[axis] / cells[axis]);
    for (const float radius : {0.004f, 0.03f, 0.21f, 0.5f, 3.0f})
        for (const float x : {-0.05f, 0.0125f, 0.413f, 0.99f})
            for (const Shape<Dim>& shape :
                 {Shape<Dim>(Capsule<Dim>{point<Dim>(x, 0.5f), point<Dim>(x, 0.5f), radius}),
                  Shape<Dim>(Capsule<Dim>{point<Dim>(x, 0.5f), point<Dim>(x + 0.3f, 0.2f), radius}),
                  Shape<Dim>(Box<Dim>{point<Dim>(x, 0.4f), point<Dim>(x + radius, 0.4f + radius)})}) {
                auto fluid = Fluid<Dim>::make({.cells = cells, .size = size}).value();
                ASSERT_TRUE(fluid.add(shape, {.density = 1}));
                ASSERT_TRUE(fluid.step(1));  // nothing moves
                each_of(cells, [&](const Vec<int, Dim>& at) {
                    const double part = std::clamp(0.5 - distance_to(shape, position(fluid, -1, at)) / h, 0.0, 1.0);
                    ASSERT_NEAR(fluid.view("density")[at], part, 2e-5) << radius << " " << x << " " << at[0];
                });
            }
}

}  // namespace
}  // namespace whorl
