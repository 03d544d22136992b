// Rows that are ended one by one have the ghosts, to the bit, that filling them across x gives.
#include "boundary/row_ends.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include "core/field.hpp"
#include "tests/dims.hpp"

namespace whorl {
namespace {

using Kind = SideKind;

/// Cells and ghosts get numbers of both signs, zeros of both signs among them.
template <int Dim> Field<float, Dim> scattered(const Vec<int, Dim>& shape) {
    auto field = Field<float, Dim>::make(shape).value();
    std::uint32_t state = 7;
    Vec<int, Dim> low{}, high = shape;
    for (int axis = 0; axis < Dim; ++axis) low[axis] = -2, high[axis] += 2;
    const Region<Dim> all = Region<Dim>::box(low, high);
    for (int i = 0; i < all.count(); ++i) {
        const Row row = all.row(i);
        for (int x = row.x0; x < row.x1; ++x) {
            state = state * 1664525u + 1013904223u;
            row_of(field.view(), row)[x] = state % 5 == 0 ? (state % 2 ? 0.0f : -0.0f) : float(int(state >> 8)) - 8e6f;
        }
    }
    return field;
}

template <int Dim> void expect_same(Field<float, Dim>& a, Field<float, Dim>& b) {
    Vec<int, Dim> low{}, high = a.view().shape;
    for (int axis = 0; axis < Dim; ++axis) low[axis] = -2, high[axis] += 2;
    const Region<Dim> all = Region<Dim>::box(low, high);
    for (int i = 0; i < all.count(); ++i) {
        const Row row = all.row(i);
        for (int x = row.x0; x < row.x1; ++x)
            ASSERT_EQ(std::bit_cast<std::uint32_t>(row_of(a.view(), row)[x]),
                      std::bit_cast<std::uint32_t>(row_of(b.view(), row)[x]))
                << "at " << x << ", " << row.y << ", " << row.z;
    }
}

template <int Dim> void end_rows(const RowEnds<float>& ends, const View<float, Dim>& view) {
    const Region<Dim> inside = interior(view);
    for (int i = 0; i < inside.count(); ++i) ends.write(row_of(view, inside.row(i)));
}

template <int Dim> Sides<float, Dim> between(const Side<Dim>& left, const Side<Dim>& right, int width) {
    Grid<Dim> grid;
    Vec<Side<Dim>, 2 * Dim> sides{};
    for (int axis = 0; axis < Dim; ++axis) {
        grid.cells[axis] = axis == 0 ? width : 3;
        grid.size[axis] = 1;
        sides[2 * axis] = axis == 0 ? left : Side<Dim>(Kind::wall);
        sides[2 * axis + 1] = axis == 0 ? right : Side<Dim>(Kind::outflow);
    }
    grid.periodic[0] = left.is_periodic();
    return Sides<float, Dim>::make(grid, sides, {"density"}).value();
}

template <int Dim> void expect_as_filled(const Sides<float, Dim>& sides) {
    for (int component = 0; component < Dim; ++component) {
        const auto ends = component_row_ends(sides, component);
        ASSERT_TRUE(ends);
        auto filled = scattered(sides.grid().face_shape(component)), ended = scattered(filled.view().shape);
        fill_component_ghosts(sides, {}, component, filled.view());
        end_rows(*ends, ended.view());
        fill_component_ghosts(sides, {}, component, ended.view(), serial_scheduler(), 1);
        expect_same(filled, ended);
    }
    const ScalarGhosts<float, Dim> rule{.ambient = 3};
    const auto ends = scalar_row_ends(sides, rule);
    ASSERT_TRUE(ends);
    auto filled = scattered(sides.grid().cells), ended = scattered(filled.view().shape);
    fill_scalar_ghosts(sides, rule, filled.view());
    end_rows(*ends, ended.view());
    fill_scalar_ghosts(sides, rule, ended.view(), serial_scheduler(), 1);
    expect_same(filled, ended);

    const auto pressure_ends = pressure_row_ends(sides);
    ASSERT_TRUE(pressure_ends);
    fill_pressure_ghosts(sides, filled.view());
    end_rows(*pressure_ends, ended.view());
    fill_pressure_ghosts(sides, ended.view(), serial_scheduler(), 1);
    expect_same(filled, ended);
}

template <class Dimension> class RowEndsIn : public testing::Test {};
TYPED_TEST_SUITE(RowEndsIn, Dims);

TYPED_TEST(RowEndsIn, AreWhatFillingGives) {
    constexpr int Dim = TypeParam::value;
    Vec<double, Dim> inwards{}, along{};
    for (int axis = 0; axis < Dim; ++axis) inwards[axis] = along[axis] = axis == 0 ? 0 : 0.3 + axis;
    inwards[0] = 0.7;
    const Segment<Dim> kinds[] = {{.kind = Kind::wall},
                                  {.kind = Kind::wall, .scalars = {{"density", 2}}},
                                  {.kind = Kind::noslip, .velocity = along},
                                  {.kind = Kind::inflow, .velocity = inwards},
                                  {.kind = Kind::inflow, .velocity = inwards, .scalars = {{"density", 2}}},
                                  {.kind = Kind::outflow}};
    for (const auto& left : kinds)
        for (const auto& right : kinds)
            for (const int width : {1, 2, 7}) expect_as_filled(between<Dim>(Side<Dim>(left), Side<Dim>(right), width));
}

TYPED_TEST(RowEndsIn, AreLeftToFillingWhereRowsDiffer) {
    constexpr int Dim = TypeParam::value;
    for (const Kind kind : {Kind::open, Kind::periodic}) {
        const auto sides = between<Dim>(Side<Dim>(kind), Side<Dim>(kind), 4);
        EXPECT_FALSE(component_row_ends(sides, 0));
        EXPECT_FALSE(scalar_row_ends(sides, ScalarGhosts<float, Dim>{}));
    }
}

TEST(Ghosts, ThroughSidesAloneIsWhatADivergenceNeeds) {
    const auto sides = between<3>(Side<3>(Kind::outflow), Side<3>(Kind::wall), 4);
    std::array<Field<float, 3>, 3> filled, through;
    Faces<float, 3> a{}, b{};
    for (int axis = 0; axis < 3; ++axis) {
        filled[axis] = scattered(sides.grid().face_shape(axis)), through[axis] = scattered(filled[axis].view().shape);
        a[axis] = filled[axis].view(), b[axis] = through[axis].view();
    }
    fill_velocity_ghosts(sides, a);
    fill_through_sides(sides, b);
    for (int axis = 0; axis < 3; ++axis) {
        const Region<3> faces = sides.grid().all_faces(axis);
        for (int i = 0; i < faces.count(); ++i)
            for (int x = faces.row(i).x0; x < faces.row(i).x1; ++x)
                ASSERT_EQ(row_of(a[axis], faces.row(i))[x], row_of(b[axis], faces.row(i))[x]);
    }
}

}  // namespace
}  // namespace whorl
