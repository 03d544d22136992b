// Problems that say what is open of each face: to the bit those with the same weights.
#include <gtest/gtest.h>

#include "pressure/level.hpp"
#include "pressure/pockets.hpp"
#include "pressure/side_faces.hpp"
#include "tests/dims.hpp"
#include "tests/sanitizer.hpp"
#include "tests/unit/parallel/allocations.hpp"
#include "tests/unit/pressure/problems.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {
namespace {

/// Faces that are open by chance between some that are not, a hollow block, a thin wall with a gap; sides that are open
/// in parts.
template <class T, int Dim> struct OpenProblem {
    PoissonProblem<T, Dim> problem, weighted;
    Vec<Field<std::uint16_t, Dim>, Dim> between;
    SideFaces<Dim> sides;
    Vec<Field<T, Dim>, Dim> weights;

    OpenProblem(const Vec<int, Dim>& cells, const std::string& letters, double diagonal = 0) {
        Vec<double, Dim> h{};
        for (int a = 0; a < Dim; ++a) h[a] = 0.3 + 0.01 * a;
        problem = problem_of<T, Dim>(cells, letters, h, diagonal);
        sides.make({.cells = cells, .periodic = problem.periodic});
        for (int a = 0; a < Dim; ++a) {
            Vec<int, Dim> shape = cells;
            between[a] = Field<std::uint16_t, Dim>::make(shape, 0).value();
            ++shape[a];
            weights[a] = Field<T, Dim>::make(shape, 0).value();
            problem.open.between[a] = between[a].view();
            for (int side = 0; side < 2 && !problem.periodic[a]; ++side)
                problem.open.side[a][side] = sides.view(a, side);
        }
        put(1);
    }

    /// Other walls; views stay.
    void put(std::uint64_t seed) {
        std::uint64_t index = 0;
        const auto part = [&] { return random_between(0, 1, seed, index++); };
        const auto fraction = [&](double chance, double value) {
            return static_cast<std::uint16_t>(chance > 0.03 ? OpenFaces<Dim>::whole : value * OpenFaces<Dim>::whole);
        };
        for (int a = 0; a < Dim; ++a) {
            set_cells(between[a].view(), [&](const Vec<int, Dim>& at) {
                const std::uint16_t by_chance = fraction(part(), part());
                if (is_in_block(at) || is_in_block(before(at, a))) return std::uint16_t(0);
                const bool is_wall = a == 0 && at[0] == static_cast<int>(5 + seed) && at[1] > 1;
                return is_wall ? std::uint16_t(0) : by_chance;
            });
            for (int side = 0; side < 2 && !problem.periodic[a]; ++side)
                set_cells(sides.view(a, side), [&](Vec<int, Dim> at) {
                    const bool is_free = at[(a + 1) % Dim] > 2;
                    const std::uint16_t by_chance = fraction(part(), part());
                    if (side == 1) at[a] = problem.cells[a] - 1;
                    return is_free && !is_in_block(at) ? by_chance : std::uint16_t(0);
                });
        }
        Faces<T, Dim> views{};
        for (int a = 0; a < Dim; ++a) views[a] = weights[a].view();
        weighted = written_out(views);
    }

  private:
    bool is_in_block(const Vec<int, Dim>& at) const {
        bool inside = true, is_hollow = 20 <= at[0] && at[0] < 30;
        for (int a = 0; a < Dim; ++a) {
            inside = inside && 3 <= at[a] && at[a] < (a == 0 ? 50 : 6);
            is_hollow = is_hollow && (a == 0 || at[a] == 4);
        }
        return inside && !is_hollow;
    }
    static Vec<int, Dim> before(Vec<int, Dim> at, int axis) {
        --at[axis];
        return at;
    }
    /// What the header says of each face, in the test's own words.
    PoissonProblem<T, Dim> written_out(const Faces<T, Dim>& faces) const {
        PoissonProblem<T, Dim> result = problem;
        result.open = {}, result.side_weight = {};
        for (int a = 0; a < Dim; ++a) {
            set_cells(faces[a], [&](Vec<int, Dim> at) {
                const int side = at[a] == 0 ? 0 : at[a] == problem.cells[a] ? 1 : -1;
                if (side == 1 || side == 0) at[a] = 0;
                if (side < 0 || problem.periodic[a])
                    return static_cast<T>(between[a].view()[at]) * (problem.weight[a] / OpenFaces<Dim>::whole);
                return static_cast<T>(problem.open.side[a][side][at]) *
                       (problem.side_weight[a][side] / OpenFaces<Dim>::whole);
            });
            result.face_weight[a] = faces[a];
        }
        return result;
    }
};

template <class T, int Dim> struct Solved {
    Field<T, Dim> x;
    SolveReport report;

    Solved(PressureSolver<T, Dim>& solver, const Vec<int, Dim>& cells, int iterations)
        : x(Field<T, Dim>::make(cells).value()) {
        const auto b = noise<T, Dim>(cells, 6);
        report = solver.solve(x.view(), b.view(), {.relative = 1e-5, .max_iterations = iterations}, serial_scheduler());
    }
    friend void expect_same(const Solved& one, const Solved& other) {
        EXPECT_EQ(one.report.iterations, other.report.iterations);
        EXPECT_EQ(one.report.residual, other.report.residual);
        double most = 0;
        int others = 0;
        for_each_cell(one.x.layout().shape, [&](const Vec<int, Dim>& at) {
            others += one.x.view()[at] != other.x.view()[at];
            most = std::max(most, std::abs(static_cast<double>(one.x.view()[at])));
        });
        EXPECT_EQ(others, 0);
        EXPECT_GT(most, 0);
    }
};

template <int Dim> Vec<int, Dim> long_rows() {
    if constexpr (Dim == 2)
        return {203, 17};
    else
        return {139, 9, 11};
}

template <class D> class OpenFacesTest : public testing::Test {};
TYPED_TEST_SUITE(OpenFacesTest, Dims);

template <class T, int Dim> void expect_same_bits(const char* name, const char* sides, int iterations) {
    SCOPED_TRACE(std::string(name) + " " + sides);
    OpenProblem<T, Dim> walls(long_rows<Dim>(), sides);
    auto open = make_pressure_solver<T, Dim>(name).value(), weighted = make_pressure_solver<T, Dim>(name).value();
    ASSERT_TRUE(open->reads_open_faces());
    ASSERT_TRUE(open->prepare(walls.problem));
    ASSERT_TRUE(weighted->prepare(walls.weighted));
    expect_same(Solved<T, Dim>(*open, walls.problem.cells, iterations),
                Solved<T, Dim>(*weighted, walls.problem.cells, iterations));
    walls.put(2);
    if (!open->refresh()) {
        ASSERT_TRUE(open->prepare(walls.problem));
    }
    if (!weighted->refresh()) {
        ASSERT_TRUE(weighted->prepare(walls.weighted));
    }
    expect_same(Solved<T, Dim>(*open, walls.problem.cells, iterations),
                Solved<T, Dim>(*weighted, walls.problem.cells, iterations));
}

TYPED_TEST(OpenFacesTest, GiveTheBitsOfWeights) {
    constexpr int Dim = TypeParam::value;
    constexpr int iterations = under_sanitizer ? 2 : 6;  // the second one has every line of those that follow
    for (const char* name : {"auto", "multigrid", "mgpcg", "red-black", "jacobi", "gauss-seidel", "sor", "cg", "pcg"})
        for (const char* sides : {"ww", "dd", "wdgd", "ppwd", "wdpp", "pp"}) {
            expect_same_bits<float, Dim>(name, sides, iterations);
            expect_same_bits<double, Dim>(name, sides, iterations);
        }
    if (Dim == 2) expect_same_bits<float, Dim>("direct", "wd", 2);
}

TYPED_TEST(OpenFacesTest, GiveThemOnEveryInstructionSet) {
    constexpr int Dim = TypeParam::value;
    for_each_isa([&](Isa) {
        for (const char* sides : {"wd", "pp"}) expect_same_bits<float, Dim>("mgpcg", sides, 3);
        expect_same_bits<double, Dim>("multigrid", "dd", 2);
    });
}

/// An axis of one cell, periodic or not, and a diagonal.
TYPED_TEST(OpenFacesTest, MayBeThin) {
    constexpr int Dim = TypeParam::value;
    for (const char* sides : {"ww", "dd", "pp", "wdpp", "ppwd"})
        for (const double diagonal : {0.0, 0.4})
            for (int thin = 0; thin < Dim; ++thin) {
                SCOPED_TRACE(std::string(sides) + " " + std::to_string(thin));
                Vec<int, Dim> cells{};
                for (int a = 0; a < Dim; ++a) cells[a] = a == thin ? 1 : 13 - a;
                OpenProblem<float, Dim> walls(cells, sides, diagonal);
                auto open = make_pressure_solver<float, Dim>("mgpcg").value(),
                     weighted = make_pressure_solver<float, Dim>("mgpcg").value();
                ASSERT_TRUE(open->prepare(walls.problem));
                ASSERT_TRUE(weighted->prepare(walls.weighted));
                expect_same(Solved<float, Dim>(*open, cells, 4), Solved<float, Dim>(*weighted, cells, 4));
                if (diagonal == 0) continue;
                ASSERT_TRUE(open->set_diagonal(0.7f));
                ASSERT_TRUE(weighted->set_diagonal(0.7f));
                expect_same(Solved<float, Dim>(*open, cells, 4), Solved<float, Dim>(*weighted, cells, 4));
            }
}

TYPED_TEST(OpenFacesTest, HaveTheSamePockets) {
    constexpr int Dim = TypeParam::value;
    const OpenProblem<float, Dim> walls(long_rows<Dim>(), "wdpp");
    Pockets<float, Dim> open, weighted;
    open.find(walls.problem), weighted.find(walls.weighted);
    ASSERT_EQ(open.count(), weighted.count());
    EXPECT_GT(open.count(), 1);
    for (int i = 0; i < open.count(); ++i) {
        EXPECT_EQ(open.cell_of(i), weighted.cell_of(i));
        EXPECT_EQ(open.is_held(i), weighted.is_held(i));
    }
}

TYPED_TEST(OpenFacesTest, NeedNoMemoryForWeights) {
    constexpr int Dim = TypeParam::value;
    const OpenProblem<float, Dim> walls(long_rows<Dim>(), "wd");
    const auto bytes = [&](const char* name, const PoissonProblem<float, Dim>& problem) {
        auto solver = make_pressure_solver<float, Dim>(name).value();
        EXPECT_TRUE(solver->prepare(problem));
        return static_cast<double>(solver->bytes());
    };
    const auto cells = static_cast<double>(Region<Dim>::box({}, walls.problem.cells).cells());
    EXPECT_LE(bytes("mgpcg", walls.problem), bytes("mgpcg", walls.weighted) - 4 * cells);  // the inverse diagonal
    EXPECT_GE(bytes("cg", walls.problem), bytes("cg", walls.weighted) + 4 * Dim * cells);
}

/// The second time that faces change, nothing is new to a solver.
TYPED_TEST(OpenFacesTest, AreFollowedWithoutAllocating) {
    constexpr int Dim = TypeParam::value;
    if (!counts_allocations()) GTEST_SKIP() << "a sanitizer has its own operator new";
    for (const char* name : {"mgpcg", "multigrid", "jacobi"}) {
        OpenProblem<float, Dim> walls(long_rows<Dim>(), "wd");
        auto solver = make_pressure_solver<float, Dim>(name).value();
        ASSERT_TRUE(solver->prepare(walls.problem));
        for (const std::uint64_t seed : {2, 1, 2}) {
            walls.put(seed);
            const auto before = allocations();
            ASSERT_TRUE(solver->refresh());
            const auto made = allocations() - before;
            EXPECT_TRUE(seed != 1 || made == 0) << name << " " << made;
        }
    }
}

TEST(OpenFaces, BadOnesAreRefusedInWords) {
    const auto message = [](const PoissonProblem<float, 2>& problem) {
        const auto result = make_pressure_solver<float, 2>("auto").value()->prepare(problem);
        return result ? std::string("accepted") : result.error().message;
    };
    const OpenProblem<float, 2> walls({8, 6}, "wd");
    EXPECT_EQ(message(walls.problem), "accepted");
    auto bad = walls.problem;
    bad.open.between[1] = {};
    EXPECT_NE(message(bad).find("open faces of axis 1"), std::string::npos) << message(bad);
    bad = walls.problem, bad.open.between[0].shape[1] = 5;
    EXPECT_NE(message(bad).find("open faces of axis 0"), std::string::npos) << message(bad);
    bad = walls.problem, bad.open.side[0][1] = {};
    EXPECT_NE(message(bad).find("of its sides"), std::string::npos) << message(bad);
    bad = walls.problem, bad.face_weight = walls.weighted.face_weight;
    EXPECT_NE(message(bad).find("both"), std::string::npos) << message(bad);
    auto spectral = make_pressure_solver<float, 2>("cyclic-reduction").value();
    EXPECT_FALSE(spectral->prepare(walls.problem));
}

}  // namespace
}  // namespace whorl
