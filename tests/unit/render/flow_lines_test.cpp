#include "render/flow_lines.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "grids.hpp"
#include "render/lic.hpp"

namespace whorl {
namespace {

Flow<2> rotation(const Vec<int, 2>& cells) {
    return {{field2(cells, [&](double, double y) { return -(y - 0.5 * cells[1]); }),
             field2(cells, [&](double x, double) { return x - 0.5 * cells[0]; })}};
}

Flow<2> wind(const Vec<int, 2>& cells, double u, double v) {
    return {{field2(cells, [=](double, double) { return u; }), field2(cells, [=](double, double) { return v; })}};
}

TEST(Lines, CoverAsMuchAsTheyAreLongAndWide) {
    for (const float width : {0.5f, 1.0f, 3.0f}) {
        Image image = Image::make(60, 60).value();
        draw_line(image, {10, 12.3f}, {47, 41.8f}, width, {1, 1, 1, 1});
        float sum = 0;
        for (int y = 0; y < 60; ++y)
            for (const Color& pixel : image.row(y)) sum += pixel.a;
        const float span = std::hypot(37.0f, 29.5f);
        EXPECT_NEAR(sum, span * width, 0.12f * span * width + 2 * width * width + 1) << width;
    }
    Image image = Image::make(8, 8).value();
    draw_line(image, {-1e30f, 4}, {1e30f, 4}, 1, {1, 1, 1, 1});  // far outside: cut off
    draw_line(image, {NAN, 4}, {3, 4}, 1, {1, 1, 1, 1});
}

TEST(Lines, TrianglesCoverTheirArea) {
    Image image = Image::make(60, 60).value();
    draw_triangle(image, {5, 5}, {50, 10}, {20, 55}, {1, 1, 1, 1});
    float sum = 0;
    for (int y = 0; y < 60; ++y)
        for (const Color& pixel : image.row(y)) sum += pixel.a;
    EXPECT_NEAR(sum, 0.5f * (45 * 50 - 5 * 15), 12);
}

TEST(Arrows, OneForEachCell) {
    EXPECT_EQ(arrows_of(rotation({7, 5}), 1).value().size(), 35u);
    EXPECT_EQ(arrows_of(rotation({7, 5}), 2).value().size(), 4u * 3);
}

TEST(Arrows, PointAlongTheFlowWithTheFastestOneBlockLong) {
    const auto arrows = arrows_of(wind({8, 8}, 3, 4), 4).value();
    for (const Arrow& arrow : arrows) {
        EXPECT_NEAR(arrow.to[0] - arrow.from[0], 4 * 0.6, 1e-5);
        EXPECT_NEAR(arrow.to[1] - arrow.from[1], 4 * 0.8, 1e-5);
    }
}

TEST(Arrows, AreDrawnUpsideUp) {
    const Flow<2> flow = wind({4, 4}, 0, 1);
    Image image = Image::make(64, 64).value();
    draw_arrows(image, flow, arrows_of(flow, 4).value());
    // The head, which is broad, is at the top.
    int upper = 0, lower = 0;
    for (int y = 0; y < 64; ++y)
        for (const Color& pixel : image.row(y)) (y < 32 ? upper : lower) += pixel.a > 0.1f;
    EXPECT_GT(upper, lower);
}

TEST(Arrows, RefuseNonsense) {
    EXPECT_TRUE(says(arrows_of(rotation({4, 4}), 0).error(), "every 0 cells"));
    EXPECT_TRUE(says(arrows_of({}, 1).error(), "0 x 0 cells"));
    EXPECT_TRUE(says(streamlines_of(rotation({4, 4}), 0).error(), "0.5 to 1000"));
}

TEST(Streamlines, StayOnTheirCircle) {
    const auto lines = streamlines_of(rotation({64, 64}), 4).value();
    EXPECT_GT(lines.size(), 4u);
    for (const Streamline& line : lines) {
        const float radius = std::hypot(line[0][0] - 32, line[0][1] - 32);
        for (const Point2& at : line) EXPECT_NEAR(std::hypot(at[0] - 32, at[1] - 32), radius, 0.3f);
    }
}

TEST(Streamlines, KeepTheirDistance) {
    const auto lines = streamlines_of(wind({64, 40}, 1, 0.3), 5).value();
    float nearest = 1e9f;
    for (std::size_t a = 0; a < lines.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            for (const Point2& p : lines[a])
                for (const Point2& q : lines[b]) nearest = std::min(nearest, std::hypot(p[0] - q[0], p[1] - q[1]));
    EXPECT_GT(nearest, 2.9f);
    EXPECT_GT(lines.size(), 5u);
}

TEST(Streamlines, NumbersThatAreNoneEndThem) {
    Flow<2> flow = wind({16, 16}, 1, 0.2);
    flow[0].values[100] = NAN, flow[1].values[40] = INFINITY;
    const auto lines = streamlines_of(flow, 2).value();
    for (const Streamline& line : lines)
        for (const Point2& at : line) EXPECT_TRUE(std::isfinite(at[0]) && std::isfinite(at[1]));
    Image image = Image::make(64, 64).value();
    draw_arrows(image, flow, arrows_of(flow, 2).value());
    const Image lic = draw_lic(flow, find_palette("gray").value(), {.scale = 2}).value();
    for (int y = 0; y < lic.height(); ++y)
        for (const Color& pixel : lic.row(y)) EXPECT_TRUE(std::isfinite(pixel.r));
}

TEST(Streamlines, StillFluidHasNone) {
    EXPECT_TRUE(streamlines_of(wind({16, 16}, 0, 0), 2).value().empty());
}

// Noise smeared along x: neighbours along the flow are alike, those across are not.
TEST(Lic, IsSmoothAlongTheFlowAndRoughAcross) {
    const Image image = draw_lic(wind({32, 32}, 1, 0), find_palette("gray").value(), {.scale = 3}).value();
    double along = 0, across = 0;
    for (int y = 20; y < 70; ++y)
        for (int x = 20; x < 70; ++x) {
            along += std::abs(image(x + 1, y).r - image(x, y).r);
            across += std::abs(image(x, y + 1).r - image(x, y).r);
        }
    EXPECT_GT(across, 4 * along);
}

TEST(Lic, HasTheSameBitsForAnyNumberOfThreads) {
    const auto pool = make_thread_pool(3).value();
    const Image one = draw_lic(rotation({20, 16}), grays, {}).value();
    const Image three = draw_lic(rotation({20, 16}), grays, {.scheduler = pool.get()}).value();
    for (int y = 0; y < one.height(); ++y)
        for (int x = 0; x < one.width(); ++x) ASSERT_EQ(one(x, y), three(x, y));
    EXPECT_FALSE(draw_lic({}, grays));
    EXPECT_FALSE(draw_lic(rotation({4, 4}), grays, {.reach = 0}));
}

}  // namespace
}  // namespace whorl
