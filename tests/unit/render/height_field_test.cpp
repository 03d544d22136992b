#include "render/height_field.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "grids.hpp"

namespace whorl {
namespace {

CellField<2> slope(const Vec<int, 2>& cells) {
    return field2(cells, [](double x, double y) { return 0.1 * x + 0.02 * y; });
}

TEST(Height, ACornersHeightIsTheFieldsValue) {
    const auto field = slope({8, 5});
    const HeightStyle style{.range = {0, 1}, .relief = 0.5f};
    const Mesh mesh = height_mesh(field.view(), grays, style).value();
    ASSERT_EQ(mesh.positions.size(), 9u * 6);
    for (int y = 1; y < 5; ++y)  // beyond the outermost centres the field is continued
        for (int x = 1; x < 8; ++x) {
            const Vec3& at = mesh.positions[static_cast<std::size_t>(y * 9 + x)];
            EXPECT_NEAR(at[2], 0.5 * (0.1 * x + 0.02 * y), 1e-5);
            EXPECT_NEAR(at[0], x / 8.0, 1e-6);
            EXPECT_NEAR(at[1], y / 8.0, 1e-6);
        }
    for (const Vec3& normal : mesh.normals) EXPECT_GT(normal[2], 0);  // triangles face upwards
}

TEST(Height, StripsHaveTwoCornersForEachColumnOfNodes) {
    const auto strips = height_strips({8, 5});
    ASSERT_EQ(strips.size(), 5u);
    for (const auto& strip : strips) EXPECT_EQ(strip.size(), 2u * (8 + 1));
    EXPECT_EQ(height_mesh(slope({8, 5}).view(), grays, {}).value().triangles.size(), 2u * 8 * 5);
}

TEST(Height, WiresRunAlongBothAxes) {
    EXPECT_EQ(height_wires({8, 5}).size(), 9u * 5 + 8u * 6);
}

TEST(Height, DrawsInPerspective) {
    const auto field = field2({16, 16}, [](double x, double y) { return std::hypot(x - 8, y - 8) < 3 ? 1.0 : 0.0; });
    for (const auto& image : {draw_height(field.view(), grays, {.width = 80, .height = 60}).value(),
                              draw_wireframe(field.view(), grays, {.width = 80, .height = 60}).value()}) {
        int touched = 0;
        for (int y = 0; y < 60; ++y)
            for (const Color& pixel : image.row(y)) touched += std::abs(pixel.r - HeightStyle{}.ground.r) > 1e-3f;
        EXPECT_GT(touched, 300);
        EXPECT_EQ(image(0, 0), HeightStyle{}.ground);
    }
}

TEST(Height, RefusesNonsense) {
    EXPECT_TRUE(says(draw_height({}, grays).error(), "0 x 0 cells"));
    EXPECT_TRUE(says(draw_height(slope({4, 4}).view(), grays, {.range = {1, 0}}).error(), "range from 1 to 0"));
    EXPECT_TRUE(
        says(draw_wireframe(slope({4, 4}).view(), grays, {.camera = {.distance = 0}}).error(), "distance is 0"));
    EXPECT_FALSE(draw_height(slope({4, 4}).view(), grays, {.width = 0}));
}

TEST(Height, MapsOf16BitsKeepTheRange) {
    const auto field = field2({2, 2}, [](double x, double y) { return y > 1 ? (x > 1 ? 2 : 0.5) : (x > 1 ? 1 : -1); });
    EXPECT_EQ(height_map16(field.view(), {0, 1}), (std::vector<std::uint16_t>{32768, 65535, 0, 65535}));
}

}  // namespace
}  // namespace whorl
