#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <sstream>

#include "core/random.hpp"
#include "grids.hpp"
#include "render/isosurface.hpp"
#include "render/mesh_view.hpp"

namespace whorl {
namespace {

using std::numbers::pi;

CellField<3> depth_in_ball(const Vec<int, 3>& cells, double radius) {
    return field3(cells, [=](double x, double y, double z) {
        return radius - std::sqrt((x - 0.5) * (x - 0.5) + (y - 0.45) * (y - 0.45) + (z - 0.55) * (z - 0.55));
    });
}

TEST(Isosurface, ASphereIsClosedWithTheRightAreaAndVolume) {
    for (const int cells : {16, 40}) {
        const auto field = depth_in_ball({cells, cells, cells}, 0.33);
        const Mesh mesh = isosurface(field.view(), 0, {}).value();
        EXPECT_TRUE(is_closed_manifold(mesh));
        EXPECT_NEAR(area_of(mesh), 4 * pi * 0.33 * 0.33, 0.02 * 4 * pi * 0.33 * 0.33) << cells;
        EXPECT_NEAR(volume_of(mesh), 4.0 / 3 * pi * std::pow(0.33, 3), 0.03 * 4.0 / 3 * pi * std::pow(0.33, 3));
        const auto corners = static_cast<int>(mesh.positions.size()), faces = static_cast<int>(mesh.triangles.size());
        EXPECT_EQ(corners - 3 * faces / 2 + faces, 2);  // Euler: a sphere, in one piece and without handles
        for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
            const Vec3 outward = normalized(mesh.positions[i] - Vec3{0.5f, 0.45f, 0.55f});
            EXPECT_GT(dot(outward, mesh.normals[i]), 0.9f);
        }
    }
}

// Corners lie where the field, linear along an edge, has the value.
TEST(Isosurface, PlanesAreExact) {
    const auto field = field3({8, 8, 8}, [](double, double, double z) { return 0.61 - z; });
    const Mesh mesh = isosurface(field.view(), 0, {}).value();
    float top = 0;
    for (const Vec3& at : mesh.positions) top = std::max(top, at[2]);
    EXPECT_NEAR(top, 0.61f, 1e-5f);
    EXPECT_TRUE(is_closed_manifold(mesh));  // closed at the walls
    EXPECT_NEAR(volume_of(mesh), 0.61, 0.02);
}

// Noise meets all 256 cases, ambiguous faces among them.
TEST(Isosurface, NoiseIsClosedToo) {
    std::uint64_t count = 0;
    const auto noise = field3({20, 17, 14}, [&](double, double, double) { return random_unit(3, count++); });
    EXPECT_TRUE(is_closed_manifold(isosurface(noise.view(), 0.5f, {}).value()));
    EXPECT_TRUE(is_closed_manifold(isosurface(noise.view(), 0.2f, {}).value()));
    EXPECT_TRUE(is_closed_manifold(isosurface(noise.view(), 0.8f, {}).value()));
}

// Each of the 256 cases uses exactly the edges whose ends differ.
TEST(Isosurface, CasesCutTheEdgesThatCross) {
    for (int corners = 0; corners < 256; ++corners) {
        std::map<int, int> used;
        for (const Vec<int, 3>& triangle : cube_triangles(corners))
            for (int which = 0; which < 3; ++which)
                if (triangle[which] < 12) ++used[triangle[which]];
        int crossing = 0;
        for (int low = 0; low < 8; ++low)
            for (int axis = 0; axis < 3; ++axis)
                if (!(low >> axis & 1)) crossing += (corners >> low & 1) != (corners >> (low | 1 << axis) & 1);
        EXPECT_EQ(static_cast<int>(used.size()), crossing) << corners;
        EXPECT_EQ(cube_triangles(corners).empty(), corners == 0 || corners == 255);
    }
}

TEST(Isosurface, NumbersThatAreNoneLeaveFiniteCorners) {
    auto field = depth_in_ball({8, 8, 8}, 0.3);
    field.values[220] = NAN, field.values[150] = INFINITY, field.values[290] = -INFINITY;
    const Mesh mesh = isosurface(field.view(), 0, {}).value();
    EXPECT_TRUE(is_closed_manifold(mesh));
    for (const Vec3& at : mesh.positions) EXPECT_TRUE(std::isfinite(at[0] + at[1] + at[2]));
}

TEST(Isosurface, EmptyOrBroken) {
    const auto field = depth_in_ball({8, 8, 8}, 0.3);
    EXPECT_TRUE(isosurface(field.view(), 5, {}).value().triangles.empty());
    EXPECT_TRUE(says(isosurface({}, 0, {}).error(), "0 x 0 x 0 cells"));
    EXPECT_TRUE(says(isosurface(field.view(), NAN, {}).error(), "level"));
    EXPECT_FALSE(isosurface(field.view(), 0, {{0, 0, 0}, {1, 1, 0}}));
}

TEST(MeshText, ObjComesBack) {
    const Mesh mesh = isosurface(depth_in_ball({6, 6, 6}, 0.3).view(), 0, {}).value();
    const Mesh back = mesh_of_obj(obj_of(mesh)).value();
    ASSERT_EQ(back.triangles.size(), mesh.triangles.size());
    EXPECT_DOUBLE_EQ(area_of(back), area_of(mesh));
    EXPECT_TRUE(is_closed_manifold(back));
}

TEST(MeshText, PlySaysWhatItHolds) {
    Mesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 0.5f, 0}};
    mesh.triangles = {{0, 1, 2}};
    EXPECT_EQ(ply_of(mesh),
              "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
              "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 0.5 0\n3 0 1 2\n");
    EXPECT_EQ(obj_of(mesh), "v 0 0 0\nv 1 0 0\nv 0 0.5 0\nf 1 2 3\n");
}

TEST(MeshText, ObjOfOthersIsRead) {
    const Mesh quad = mesh_of_obj(
                          "# a square\no thing\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 1\r\n"
                          "f 1/1 2/2 3/2 -1/1\n")
                          .value();
    ASSERT_EQ(quad.triangles.size(), 2u);
    EXPECT_NEAR(area_of(quad), 1, 1e-6);
    EXPECT_EQ(quad.texture.size(), 4u);
    EXPECT_TRUE(says(mesh_of_obj("v 0 0 0\nf 1 2 3\n").error(), "line 2"));
    EXPECT_TRUE(says(mesh_of_obj("v 0 x 0\n").error(), "line 1"));
    EXPECT_TRUE(says(mesh_of_obj("").error(), "no faces"));
    EXPECT_TRUE(says(mesh_of_obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\n").error(), "line 4"));
}

TEST(MeshView, ASquareCoversItsShareOfThePicture) {
    Mesh square;
    square.positions = {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}};
    square.triangles = {{0, 1, 2}, {0, 2, 3}};
    // From 4 m off, a picture 4 m high at the square: half of it, squared.
    const Camera camera{.target = {0, 0, 0},
                        .distance = 4,
                        .azimuth = -90,
                        .elevation = 0,
                        .field_of_view = static_cast<float>(2 * std::atan(0.5) * 180 / pi)};
    const Image image = draw_mesh(square, camera, {}, {.width = 40, .height = 40}).value();
    float sum = 0;
    for (int y = 0; y < 40; ++y)
        for (const Color& pixel : image.row(y)) sum += pixel.a;
    EXPECT_NEAR(sum, 400, 25);
    EXPECT_EQ(image(20, 20).a, 1);
    EXPECT_EQ(image(2, 2).a, 0);
}

TEST(MeshView, WhatIsNearerHides) {
    Mesh pair;
    pair.positions = {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}, {-1, 1, -1}, {1, 1, -1}, {0, 1, 1}};
    pair.colors = {{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {0, 1, 0, 1}, {0, 1, 0, 1}};
    const Camera camera{.target = {0, 0, 0}, .distance = 4, .azimuth = -90, .elevation = 0};
    for (const bool turned : {false, true}) {
        pair.triangles = {{0, 1, 2}, {3, 4, 5}};
        if (turned) std::swap(pair.triangles[0], pair.triangles[1]);
        const Image image = draw_mesh(pair, camera, {}, {.width = 20, .height = 20, .gloss = 0}).value();
        EXPECT_GT(image(10, 11).r, 0.1f);
        EXPECT_EQ(image(10, 11).g, 0);
    }
}

// Row 113: a picture of two halves around a globe: seen from -y, texture 0.5 to 1 faces the eye.
TEST(MeshView, AFluidsPictureWrapsAroundAGlobe) {
    Image skin = Image::make(64, 32, {1, 0, 0, 1}).value();
    for (int y = 0; y < 32; ++y)
        for (int x = 32; x < 64; ++x) skin(x, y) = {0, 0, 1, 1};
    const Mesh globe = make_globe();
    const auto draw = [&](float azimuth) {
        return draw_mesh(globe, {.target = {0, 0, 0}, .distance = 4, .azimuth = azimuth, .elevation = 0}, {},
                         {.width = 24, .height = 24, .gloss = 0, .ambient = 1, .skin = &skin})
            .value()(12, 12);
    };
    EXPECT_GT(draw(-90).b, 0.9f);
    EXPECT_GT(draw(90).r, 0.9f);
    EXPECT_NEAR(area_of(globe), 4 * pi, 0.05);
    Mesh bare = globe;
    bare.texture.clear();
    EXPECT_FALSE(draw_mesh(bare, {}, {}, {.skin = &skin}));
    EXPECT_GT(area_of(make_vase()), 4);
}

TEST(MeshView, HasTheSameBitsForAnyNumberOfThreads) {
    const Mesh mesh = isosurface(depth_in_ball({12, 12, 12}, 0.3).view(), 0, {}).value();
    const auto pool = make_thread_pool(3).value();
    const Light lights[] = {{}};
    const Image one = draw_mesh(mesh, {}, lights, {.width = 50, .height = 40}).value();
    const Image three = draw_mesh(mesh, {}, lights, {.width = 50, .height = 40, .scheduler = pool.get()}).value();
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 50; ++x) ASSERT_EQ(one(x, y), three(x, y));
}

TEST(MeshView, NonsenseIsRefused) {
    Mesh mesh;
    EXPECT_TRUE(says(draw_mesh(mesh, {}, {}).error(), "no triangles"));
    mesh.positions = {{0, 0, 0}};
    mesh.triangles = {{0, 0, 1}};
    EXPECT_TRUE(says(draw_mesh(mesh, {}, {}).error(), "corner 1"));
}

TEST(Camera, KeysAreMetAndPassedSmoothly) {
    const CameraKey keys[] = {{0, {.azimuth = 0}}, {2, {.azimuth = 90}}, {3, {.azimuth = 60}}};
    EXPECT_FLOAT_EQ(camera_at(keys, -1).value().azimuth, 0);
    EXPECT_FLOAT_EQ(camera_at(keys, 2).value().azimuth, 90);
    EXPECT_FLOAT_EQ(camera_at(keys, 1).value().azimuth, 45);
    EXPECT_LT(camera_at(keys, 0.1).value().azimuth, 0.8f);  // it starts slowly
    EXPECT_FLOAT_EQ(camera_at(keys, 9).value().azimuth, 60);
    EXPECT_FALSE(camera_at({}, 0));
    const CameraKey back[] = {{1, {}}, {1, {}}};
    EXPECT_TRUE(says(camera_at(back, 0).error(), "times must grow"));
}

TEST(Camera, RaysGoThroughWhatIsSeen) {
    const Eye eye({.azimuth = 25, .elevation = 40}, 64, 48);
    const Vec3 point{0.2f, 0.9f, 0.7f};
    const Eye::Seen seen = eye.see(point);
    const Ray ray = eye.ray(seen.at[0], seen.at[1]);
    const Vec3 off = cross(ray.along, point - ray.from);
    EXPECT_NEAR(length(off), 0, 1e-4);
    EXPECT_GT(seen.depth, 0);
    // Higher in space is higher in the picture.
    EXPECT_LT(eye.see({0.5f, 0.5f, 0.9f}).at[1], eye.see({0.5f, 0.5f, 0.1f}).at[1]);
}

TEST(Camera, OneForABoxSeesAllOfIt) {
    const Box3 box{{-1, 2, 0}, {3, 3, 5}};
    for (const double shape : {0.5, 1.0, 2.0}) {
        const Camera camera = camera_for(box, 33, 20, shape);
        ASSERT_TRUE(check_camera(camera));
        const Eye eye(camera, static_cast<int>(100 * shape), 100);
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 at{corner & 1 ? box.high[0] : box.low[0], corner & 2 ? box.high[1] : box.low[1],
                          corner & 4 ? box.high[2] : box.low[2]};
            const Eye::Seen seen = eye.see(at);
            EXPECT_TRUE(seen.at[0] > 0 && seen.at[0] < 100 * shape && seen.at[1] > 0 && seen.at[1] < 100);
        }
    }
}

}  // namespace
}  // namespace whorl
