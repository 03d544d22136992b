// The order of the published steps, heard as it happens.
#include <gtest/gtest.h>

#include <string>

#include "tests/classic_grid.hpp"

namespace whorl::classic {
namespace {

struct Recorder {
    std::string heard;
    void note(const char* routine) { heard += std::string(heard.empty() ? "" : " ") + routine; }
};

/// The same list with "set_bnd set_bnd ..." of a solve folded into "lin_solve(20)".
std::string folded(std::string heard, int sweeps) {
    std::string solve = "lin_solve", fold = "lin_solve(" + std::to_string(sweeps) + ")";
    for (int k = 0; k < sweeps; ++k) solve += " set_bnd";
    for (auto at = heard.find(solve); at != std::string::npos; at = heard.find(solve))
        heard.replace(at, solve.size(), fold);
    return heard;
}

template <int Dim, Variant V> using Traced = Stam2003<float, Dim, V, Recorder>;

TEST(ClassicTrace, VelocityStepAddsDiffusesProjectsAdvectsProjects) {
    Fluid<Traced<2, Variant::rows>> fluid(4);
    fluid.solver.vel_step(fluid.u, fluid.u0, 0.1f, 0.1f);
    const std::string project = " project set_bnd set_bnd lin_solve(20) set_bnd set_bnd";
    EXPECT_EQ(folded(fluid.solver.heard, 20), "add_source add_source diffuse lin_solve(20) diffuse lin_solve(20)" +
                                                  project + " advect set_bnd advect set_bnd" + project);
}

TEST(ClassicTrace, DensityStepAddsDiffusesAdvects) {
    Fluid<Traced<2, Variant::published>> fluid(4);
    fluid.solver.dens_step(fluid.x, fluid.x0, fluid.u, 0.1f, 0.1f);
    EXPECT_EQ(folded(fluid.solver.heard, 20), "add_source diffuse lin_solve(20) advect set_bnd");
}

TEST(ClassicTrace, ThirdDimensionAddsOneOfEach) {
    Fluid<Traced<3, Variant::rows>> fluid(3);
    fluid.solver.sweeps = 2;
    fluid.solver.vel_step(fluid.u, fluid.u0, 0.1f, 0.1f);
    const std::string project = " project set_bnd set_bnd lin_solve(2) set_bnd set_bnd set_bnd";
    EXPECT_EQ(folded(fluid.solver.heard, 2),
              "add_source add_source add_source diffuse lin_solve(2) diffuse lin_solve(2) diffuse lin_solve(2)" +
                  project + " advect set_bnd advect set_bnd advect set_bnd" + project);
}

TEST(ClassicTrace, TunedLeavesOutDiffusionAtRateZero) {
    Fluid<Traced<2, Variant::tuned>> fluid(4);
    fluid.solver.dens_step(fluid.x, fluid.x0, fluid.u, 0.0f, 0.1f);
    EXPECT_EQ(fluid.solver.heard, "add_source advect set_bnd");
}

TEST(ClassicTrace, OneSolverServesDiffusionAndPressureWithTwentySweeps) {
    Fluid<Traced<2, Variant::rows>> fluid(4);
    fluid.solver.diffuse(0, fluid.x, fluid.x0, 0.1f, 0.1f);
    EXPECT_EQ(folded(fluid.solver.heard, 20), "diffuse lin_solve(20)");
    EXPECT_EQ(fluid.solver.iterations, 20);
}

}  // namespace
}  // namespace whorl::classic
