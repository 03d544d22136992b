// What a projection begins with: the last pressure, if that leaves no more of the divergence than there is.
#include <gtest/gtest.h>

#include "boundary/ghosts.hpp"
#include "pressure/project.hpp"
#include "tests/unit/pressure/problems.hpp"

namespace whorl {
namespace {

/// A box of noise between walls.
struct Noise {
    Grid<2> grid{.cells = {40, 33}, .size = {1, 1}, .periodic = {}};
    Sides<double, 2> sides = Sides<double, 2>::make(grid, {}, {}).value();
    Field<double, 2> u = noise<double, 2>(grid.face_shape(0), 1), v = noise<double, 2>(grid.face_shape(1), 2);
    Field<double, 2> q = Field<double, 2>::make(grid.cells).value(), b = Field<double, 2>::make(grid.cells).value();
    Field<double, 2> change = Field<double, 2>::make(grid.cells).value();

    ProjectReport project() {
        const Faces<double, 2> faces{u.view(), v.view()};
        fill_velocity_ghosts(sides, faces);
        auto solver = make_pressure_solver<double, 2>("multigrid").value();
        EXPECT_TRUE(solver->prepare(projection_problem<double, 2>(sides, {})));
        return whorl::project<double, 2>(serial_scheduler(), sides, *solver,
                                         {.u = faces, .q = q.view(), .divergence = b.view(), .change = change.view()},
                                         {.tolerance = 1e-3});
    }
    void guess(double factor, const Field<double, 2>& of) {
        set_cells(q.view(), [&](const auto& at) { return factor * of.view()[at]; });
    }
};

TEST(ProjectGuess, AUselessOneIsAsGoodAsNone) {
    Noise plain, guessed;
    guessed.guess(10, noise<double, 2>(guessed.grid.cells, 3));
    const ProjectReport one = plain.project(), other = guessed.project();
    EXPECT_TRUE(other.reached);
    EXPECT_EQ(one.iterations, other.iterations);
    for_each_cell(plain.grid.face_shape(0),
                  [&](const auto& at) { ASSERT_EQ(plain.u.view()[at], guessed.u.view()[at]); });
}

TEST(ProjectGuess, AGoodOneSavesCycles) {
    Noise plain, guessed;
    const ProjectReport first = plain.project();
    guessed.guess(1.01, plain.q);
    const ProjectReport second = guessed.project();
    EXPECT_TRUE(second.reached);
    EXPECT_LT(second.iterations, first.iterations);
}

}  // namespace
}  // namespace whorl
