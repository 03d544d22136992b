// The bits of the pressure solvers, pinned: any thread count, any scheduler, any instruction set, any compiler.
#include <gtest/gtest.h>

#include "core/hash.hpp"
#include "tests/unit/parallel/schedulers.hpp"
#include "tests/unit/pressure/problems.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {
namespace {

/// Every solver on walls, on odd periodic axes (whose colours clash at the seam), on long cells and on faces with
/// weights of their own, two solves each so that a warm start is in it.
using Names = std::vector<const char*>;
const Names ours{"multigrid", "mgpcg", "red-black", "jacobi"};
const Names to_compare_with{"gauss-seidel", "sor", "cg", "pcg", "direct", "cyclic-reduction"};

template <class T, int Dim>
std::uint64_t hash_of(const Names& names, Scheduler& scheduler, const Vec<int, Dim>& cells) {
    Hash hash;
    for (const char* name : names)
        for (const char* sides : {"wd", "pp", "general"}) {
            Vec<double, Dim> h = unit_spacing<Dim>();
            h[0] = sides[0] == 'p' ? 0.9 : 3.1;
            const bool is_general = sides[0] == 'g';
            auto problem = problem_of<T, Dim>(cells, is_general ? "ww" : sides, h, is_general ? 0.001 : 0);
            GeneralWeights<T, Dim> weights(problem);
            Vec<int, Dim> at{};
            for (at[0] = 4; at[0] < 11; ++at[0])
                for (at[1] = 3; at[1] < 8; ++at[1]) weights.close(at);
            if (is_general) problem = weights.problem(problem);

            auto solver = make_pressure_solver<T, Dim>(name).value();
            if (!solver->prepare(problem)) {
                EXPECT_STREQ(name, "cyclic-reduction");
                continue;
            }
            auto x = Field<T, Dim>::make(cells).value();
            for (const std::uint64_t seed : {1, 2}) {
                const auto b = noise<T, Dim>(cells, seed);
                const auto report =
                    solver->solve(x.view(), b.view(), {.relative = 1e-3, .max_iterations = 6}, scheduler);
                hash.add(report.residual);
                hash.add(report.removed_mean);
                hash.add(report.iterations);
                hash.add(x.view());
            }
        }
    return hash.value();
}

template <class T, int Dim>
void expect_pinned(const Vec<int, Dim>& cells, std::uint64_t pinned, const Names& names = ours) {
    for_each_isa([&](Isa) {
        EXPECT_EQ((hash_of<T, Dim>(names, serial_scheduler(), cells)), pinned);
        for (const auto& scheduler : schedulers_for_long_work())
            EXPECT_EQ((hash_of<T, Dim>(names, *scheduler, cells)), pinned);
    });
}

TEST(PinnedPressure, Float2) {
    expect_pinned<float, 2>({151, 113}, 0x8A03907D10BD590F);
}
TEST(PinnedPressure, Float3) {
    expect_pinned<float, 3>({33, 21, 15}, 0xA7BF03527F94F251);
}
TEST(PinnedPressure, Double2) {
    expect_pinned<double, 2>({151, 113}, 0xB7BB337A47AB52C9);
}
TEST(PinnedPressure, Double3) {
    expect_pinned<double, 3>({33, 21, 15}, 0xC56E79719B9F60CF);
}

TEST(PinnedPressure, OthersFloat2) {
    expect_pinned<float, 2>({61, 53}, 0x050019B216A8355D, to_compare_with);
}
TEST(PinnedPressure, OthersFloat3) {
    expect_pinned<float, 3>({13, 12, 9}, 0xF73CB31CB3E7F99D, to_compare_with);
}
TEST(PinnedPressure, OthersDouble2) {
    expect_pinned<double, 2>({61, 53}, 0x4F715560DDFDFCCE, to_compare_with);
}
TEST(PinnedPressure, OthersDouble3) {
    expect_pinned<double, 3>({13, 12, 9}, 0xED16404961BE999A, to_compare_with);
}

}  // namespace
}  // namespace whorl
