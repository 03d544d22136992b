// Scenes on the solvers of the sources: `method = "classic"` and `method = "spectral"`, and pressure by transforms.
#include <algorithm>
#include <cmath>
#include <regex>

#include "core/random.hpp"
#include "rig.hpp"
#include "run/centred_confinement.hpp"
#include "run/fields.hpp"
#include "run/optional_parts.hpp"
#include "whorl/pressure.hpp"

namespace whorl {
namespace {

const std::string wraps = "left=\"periodic\"\nright=\"periodic\"\nbottom=\"periodic\"\ntop=\"periodic\"\n";

bool has_fftw() {
    register_optional_parts();
    return fftw_found().has_value();
}

/// The methods that this build has, each with sides that it takes.
std::vector<std::string> methods() {
    std::vector<std::string> heads{"[solver]\nmethod=\"classic\"\n[domain]\ncells=[32,32]\nsize=[2,2]\n"};
    if (has_fftw()) heads.push_back("[solver]\nmethod=\"spectral\"\n[domain]\ncells=[32,32]\nsize=[2,2]\n" + wraps);
    return heads;
}

TEST(Methods, EmittersGiveOffRateTimesTime) {
    for (const std::string& head : methods()) {
        const auto simulator = simulator_of(scene_of(
            head + "[[emitter]]\nshape={box={low=[0.5,0.5],high=[1,0.75]}}\ndensity=3\nstart=0.15\nend=0.5\n"));
        for (int i = 0; i < 10; ++i) ASSERT_TRUE(simulator->step(0.1));
        EXPECT_NEAR(total(*simulator, "density"), 3 * 0.5 * 0.25 * 0.35, 2e-6) << head;
    }
}

TEST(Methods, ScalarsFadeEachAtItsOwnRate) {
    for (const std::string& head : methods()) {
        const auto simulator =
            simulator_of(scene_of(head + "[initial]\ndensity=1\ntemperature=1\n[scalars.density]\nkept=0.9\n"
                                         "[scalars.temperature]\ndissipation=2\n"));
        for (int i = 0; i < 2; ++i) ASSERT_TRUE(simulator->step(0.5));
        EXPECT_NEAR(simulator->sample("density", {1, 1, 0}), 0.81, 1e-6) << head;
        EXPECT_NEAR(simulator->sample("temperature", {1, 1, 0}), 0.25, 1e-6) << head;
    }
}

// Speeds, lengths and viscosity are metres and seconds whatever the solver's own units are.
TEST(Methods, UnitsAreTheScene) {
    for (const std::string& head : methods()) {
        const auto simulator = simulator_of(scene_of(head + "[initial]\nvelocity=[\"0.3*sin(pi*x)*cos(pi*y)\",\"-0.3*"
                                                            "cos(pi*x)*sin(pi*y)\"]\n[fluid]\nviscosity=0.02\n"));
        const auto energy = [&] {
            return take_measure({.kind = MeasureKind::energy, .field = "velocity"}, *simulator)[0];
        };
        EXPECT_NEAR(simulator->sample("velocity.x", {0.53125, 0.03125, 0}), 0.3, 0.01) << head;
        EXPECT_NEAR(simulator->fastest(), 0.3 * 16, 0.1);
        const double before = energy();
        EXPECT_NEAR(before, 0.5 * 0.09 / 2 * 4, 1e-4);
        for (int i = 0; i < 10; ++i) ASSERT_TRUE(simulator->step(0.02));
        // exp(-4 nu k^2 t), k = pi; linear interpolation loses some more.
        EXPECT_NEAR(energy() / before, std::exp(-4 * 0.02 * 9.8696 * 0.2), 0.06) << head;
    }
}

TEST(Methods, HotSmokeRisesAndHeavySmokeSinks) {
    for (const std::string& head : methods())
        for (const bool is_hot : {true, false}) {
            const auto simulator = simulator_of(scene_of(
                head +
                "[initial]\ndensity=\"exp(-((x-1)^2+(y-1)^2)/0.05)\"\ntemperature=\"exp(-((x-1)^2+(y-1)^2)/0.05)\"\n"
                "[fluid]\n" +
                (is_hot ? "buoyancy=1\n" : "weight=1\n")));
            for (int i = 0; i < 5; ++i) ASSERT_TRUE(simulator->step(0.05));
            EXPECT_GT((is_hot ? 1 : -1) * simulator->sample("velocity.y", {1, 1, 0}), 0.03) << head;
        }
}

TEST(Methods, ForcesAndMovingNumbersAct) {
    for (const std::string& head : methods()) {
        const auto simulator =
            simulator_of(scene_of(head + "[fluid]\nviscosity={keys=[[0,0],[1,0.1]]}\n[[force]]\nkind="
                                         "\"vortex\"\ncenter=[1,1]\nstrength=1\nradius=0.3\n"));
        for (int i = 0; i < 5; ++i) ASSERT_TRUE(simulator->step(0.05));
        EXPECT_GT(simulator->sample("velocity.y", {1.3, 1, 0}), 0.1) << head;
        EXPECT_LT(simulator->sample("velocity.y", {0.7, 1, 0}), -0.1) << head;
        EXPECT_NEAR(simulator->time(), 0.25, 1e-12);
    }
}

// Fluxes through faces, divergence and vorticity follow from centres; walls let nothing through.
TEST(Methods, DerivedFieldsFollowFromCentres) {
    for (const std::string& head : methods()) {
        const auto simulator =
            simulator_of(scene_of(head + "[initial]\nvelocity=[\"sin(pi*x)*cos(pi*y)\",\"-cos(pi*x)*sin(pi*y)\"]\n"));
        EXPECT_EQ(all_faces(*simulator, 0).shape[0], 33);
        const auto divergence = take_measure({.kind = MeasureKind::divergence}, *simulator);
        EXPECT_LT(divergence[0], 1e-2) << head;
        EXPECT_NEAR(centred(*simulator, "vorticity")(8, 8, 0), 2 * M_PI * std::pow(std::sin(M_PI * 8.5 / 16), 2), 0.1);
        const double out =
            take_measure({.kind = MeasureKind::flux, .field = "velocity", .side = "right"}, *simulator)[0];
        EXPECT_NEAR(out, 0, 1e-6);
    }
}

TEST(Methods, ResumeToTheSameBits) {
    for (const std::string& head : methods()) {
        const Scene scene =
            scene_of(head +
                     "[time]\nfps=20\nframes=12\n[fluid]\nbuoyancy=1\nvorticity_confinement=1\nviscosity=\"1e-4*(1+t)"
                     "\"\n[[emitter]]\n"
                     "shape={circle={center=[1,0.4],radius=0.2}}\ndensity=4\ntemperature=4\nvelocity=[0,\"x\"]\n"
                     "[[output]]\nkind=\"checkpoint\"\nevery=0\nkeep=20\n[[measure]]\nkind=\"energy\"\n");
        const ScratchFolder whole, part;
        const RunResult expected = run_in(whole.path(), scene);
        RunOptions options;
        options.frames = 5;
        run_in(part.path(), scene, options);
        options.frames = 12;
        options.resume = part / "checkpoint/0000000005.whorl";
        EXPECT_EQ(run_in(part.path(), scene, options).hash, expected.hash) << head;
        // A checkpoint of another method is refused.
        const Scene other = scene_of("[domain]\ncells=[32,32]\nsize=[2,2]\n" + wraps);
        RunOptions branch;
        branch.branch = options.resume, branch.writes = false;
        EXPECT_FALSE(Run::prepare(other, branch));
    }
}

// Around a vortex the force points along the flow, and a flow extruded along z is pushed as it is in the plane.
TEST(Methods, ConfinementDrivesVorticesAlikeInTwoAndThreeDimensions) {
    constexpr int n = 16, depth = 3;
    std::vector<double> flat[2], deep[3];
    for (auto& each : flat) each.resize(n * n);
    for (auto& each : deep) each.resize(n * n * depth);
    const auto at = [](int i, int j, int k) { return static_cast<std::size_t>((k * n + j) * n + i); };
    for (int k = 0; k < depth; ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                const double x = (i - 7.5) / n, y = (j - 7.5) / n, swirl = std::exp(-40 * (x * x + y * y));
                deep[0][at(i, j, k)] = -y * swirl, deep[1][at(i, j, k)] = x * swirl;
                if (k == 0) flat[0][at(i, j, 0)] = -y * swirl, flat[1][at(i, j, 0)] = x * swirl;
            }
    const auto before = flat[1];
    const auto view2 = [&](int a) { return View<double, 2>{flat[a].data(), {n, n}, {1, n}}; };
    const auto view3 = [&](int a) { return View<double, 3>{deep[a].data(), {n, n, depth}, {1, n, n * n}}; };
    confine_centred<double, 2>({view2(0), view2(1)}, {1.0 / n, 1.0 / n}, {true, true}, 2, 0.1);
    confine_centred<double, 3>({view3(0), view3(1), view3(2)}, {1.0 / n, 1.0 / n, 1.0 / n}, {true, true, true}, 2, 0.1);
    EXPECT_GT(flat[1][at(9, 7, 0)], before[at(9, 7, 0)]);
    EXPECT_LT(flat[1][at(6, 7, 0)], before[at(6, 7, 0)]);
    for (int k = 0; k < depth; ++k)
        for (int i = 0; i < n * n; ++i)
            for (int a = 0; a < 2; ++a)
                ASSERT_DOUBLE_EQ(deep[a][static_cast<std::size_t>(k * n * n + i)],
                                 flat[a][static_cast<std::size_t>(i)]);
}

TEST(Methods, ThreeDimensions) {
    const std::string things =
        "[fluid]\nbuoyancy=1\nvorticity_confinement=1\n[[emitter]]\nshape={sphere={center=[0.5,0.5,0.3],radius=0.2}}\n"
        "density=4\ntemperature=4\n";
    std::vector<std::string> heads{"[solver]\nmethod=\"classic\"\nprecision=\"double\"\n[domain]\ncells=[12,12,12]\n"};
    if (has_fftw())
        heads.push_back(
            "[solver]\nmethod=\"spectral\"\n[domain]\ncells=[12,12,12]\nfront=\"periodic\"\nback=\"periodic\"\n" +
            wraps);
    for (const std::string& head : heads) {
        const auto simulator = simulator_of(scene_of(head + things));
        for (int i = 0; i < 6; ++i) ASSERT_TRUE(simulator->step(0.05));
        EXPECT_GT(simulator->sample("velocity.z", {0.5, 0.5, 0.4}), 0.05) << head;
        EXPECT_GT(total(*simulator, "density"), 0.02) << head;
    }
}

TEST(Methods, ClassicKeepsSmokeOutOfItsObstacles) {
    const auto simulator = simulator_of(
        scene_of("[solver]\nmethod=\"classic\"\nbudget={cycles=40}\n[domain]\ncells=[32,32]\n[fluid]\nbuoyancy=2\n"
                 "[[obstacle]]\nshape={box={low=[0.25,0.5],high=[0.75,0.65]}}\n"
                 "[[emitter]]\nshape={circle={center=[0.5,0.2],radius=0.1}}\ndensity=4\ntemperature=4\n"));
    for (int i = 0; i < 40; ++i) ASSERT_TRUE(simulator->step(0.05));
    EXPECT_GT(simulator->sample("density", {0.5, 0.45, 0}), 0.1);
    EXPECT_EQ(simulator->read("density")(16, 18, 0), 0);  // two cells inside the box
    const Report report = simulator->step(0.05).value();
    EXPECT_EQ(report.iterations, 40);
    EXPECT_GT(report.divergence_before, report.divergence);
}

TEST(Methods, MemoryIsEstimated) {
    for (const std::string& head : methods()) {
        const auto scene = scene_of(head, {"domain.cells=[400,400]"});
        const double bytes = estimate_memory(scene).value();
        EXPECT_GT(bytes, 400.0 * 400 * 4 * 8) << head;
        EXPECT_LT(bytes, 400.0 * 400 * 200) << head;
    }
}

// A scene may name every solver that a program knows, and a program knows every one that a scene may name.
TEST(PressureNames, AreThoseOfTheRegistry) {
    has_fftw();
    const auto names = [](const std::string& message) {
        std::smatch found;
        const std::regex list("solvers? are (.*)$|The pressures are (.*)$");
        EXPECT_TRUE(std::regex_search(message, found, list)) << message;
        std::istringstream words(found[1].matched ? found[1].str() : found[2].str());
        std::vector<std::string> all;
        for (std::string word; words >> word;) all.push_back(word.substr(0, word.find_first_of(",.")));
        std::sort(all.begin(), all.end());
        return all;
    };
    auto known = names(make_pressure_solver<float, 2>("zzzz").error().message);
    auto allowed = names(parse_scene("[domain]\ncells=[8,8]\n[solver]\npressure=\"zzzz\"\n", "s").error().message);
    if (!has_fftw()) known.insert(known.end(), {"dct", "fft"}), std::sort(known.begin(), known.end());
    EXPECT_EQ(known, allowed);
}

TEST(PressureNames, TransformsSolveAsMultigridDoes) {
    if (!has_fftw()) GTEST_SKIP() << "without FFTW";
    const std::string things =
        "[fluid]\nbuoyancy=1\n[[emitter]]\nshape={circle={center=[0.5,0.2],radius=0.1}}\ndensity=4\ntemperature=4\n["
        "solver]\n"
        "tolerance=1e-6\nprecision=\"double\"\npressure=";
    const auto smoke = [&](const std::string& sides, const char* solver) {
        const auto simulator = simulator_of(scene_of("[domain]\ncells=[24,32]\n" + sides + things + solver));
        for (int i = 0; i < 10; ++i) EXPECT_TRUE(simulator->step(0.05));
        return simulator->read("density").values;
    };
    const auto expect_alike = [](const std::vector<double>& a, const std::vector<double>& b) {
        double most = 0, change = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            most = std::max(most, std::abs(a[i])), change = std::max(change, std::abs(a[i] - b[i]));
        EXPECT_GT(most, 0.5);
        EXPECT_LT(change, 1e-4 * most);
    };
    expect_alike(smoke("top=\"open\"\n", "\"multigrid\""), smoke("top=\"open\"\n", "\"dct\""));
    expect_alike(smoke(wraps, "\"multigrid\""), smoke(wraps, "\"fft\""));
}

}  // namespace
}  // namespace whorl
