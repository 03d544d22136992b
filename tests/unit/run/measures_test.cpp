// Measures of flows whose numbers are known.
#include "run/measures.hpp"

#include <cmath>
#include <fstream>

#include "rig.hpp"

namespace whorl {
namespace {

const std::string shear =
    "[domain]\ncells=[20,10]\nsize=[2,1]\nleft=\"periodic\"\nright=\"periodic\"\n[solver]\nprecision=\"double\"\n["
    "initial]\nvelocity=[\"1+y\",0]\ndensity=\"x\"\n";

double one(const std::string& measure, const std::string& base = shear) {
    const Scene scene = scene_of(base + "[[measure]]\n" + measure);
    return take_measure(scene.measures[0], *simulator_of(scene)).at(0);
}

TEST(Measures, AreExactWhereTheAnswerIsKnown) {
    EXPECT_NEAR(one("kind=\"total\"\n"), 2.0, 1e-12);  // integral of x over 2 x 1
    EXPECT_NEAR(one("kind=\"maximum\"\n"), 1.95, 1e-12);
    EXPECT_NEAR(one("kind=\"minimum\"\n"), 0.05, 1e-12);
    EXPECT_NEAR(one("kind=\"point\"\nposition=[0.5,0.5]\n"), 0.5, 1e-12);
    EXPECT_NEAR(one("kind=\"point\"\nfield=\"velocity.x\"\nposition=[0.5,0.5]\n"), 1.5, 1e-12);
    EXPECT_NEAR(one("kind=\"energy\"\n"), 0.5 * 2 * (7.0 / 3 - 0.01 / 12), 1e-9);  // midpoint rule of (1+y)^2
    EXPECT_NEAR(one("kind=\"energy\"\nfield=\"velocity.y\"\n"), 0, 1e-12);
    EXPECT_NEAR(one("kind=\"enstrophy\"\n"), 1.0, 1e-9);  // 1/2 of 1^2 over 2 m^2
    EXPECT_NEAR(one("kind=\"divergence\"\n"), 0, 1e-12);
    EXPECT_NEAR(one("kind=\"flux\"\nside=\"right\"\n"), 1.5, 1e-12);
    EXPECT_NEAR(one("kind=\"flux\"\nside=\"left\"\n"), -1.5, 1e-12);
    EXPECT_NEAR(one("kind=\"flux\"\nfrom=[1,0]\nto=[1,0.5]\n"), 0.625, 1e-12);
    EXPECT_NEAR(one("kind=\"flux\"\nfrom=[1,0]\nto=[1,1]\nfield=\"density\"\n"), 1.5 * 0.95, 1e-12);
    EXPECT_NEAR(one("kind=\"point\"\nfield=\"speed\"\nposition=[0.5,0.5]\n"), 1.5, 1e-9);
}

TEST(Measures, InThreeDimensionsToo) {
    const std::string base =
        "[domain]\ncells=[4,6,8]\nsize=[1,1,1]\nbottom=\"periodic\"\ntop=\"periodic\"\n[initial]\nvelocity=[0,0,\"2+"
        "x\"]\ndensity=\"z\"\n";
    EXPECT_NEAR(one("kind=\"flux\"\nside=\"top\"\n", base), 2.5, 1e-6);
    EXPECT_NEAR(one("kind=\"flux\"\nside=\"front\"\n", base), 0, 1e-6);
    EXPECT_NEAR(one("kind=\"total\"\n", base), 0.5, 1e-6);
    EXPECT_NEAR(one("kind=\"enstrophy\"\n", base), 0.5, 1e-5);
}

std::vector<std::string> lines(const std::string& file) {
    std::ifstream stream_of(file);
    std::vector<std::string> all;
    for (std::string line; std::getline(stream_of, line);) all.push_back(line);
    return all;
}

TEST(Measures, AreSampledWhenTheyAreDue) {
    const ScratchFolder folder;
    const Scene scene =
        scene_of(shear +
                 "[time]\nfps=10\nframes=4\nsubsteps=2\n"
                 "[[measure]]\nname=\"a\"\nkind=\"total\"\n"
                 "[[measure]]\nname=\"b\"\nkind=\"total\"\nevery=0.1\n"
                 "[[measure]]\nname=\"c\"\nkind=\"divergence\"\nwhen=\"end\"\n"
                 "[[measure]]\nname=\"d\"\nkind=\"profile\"\nfrom=[0.5,0]\nto=[0.5,1]\nsamples=3\nwhen=\"end\"\n"
                 "[[measure]]\nname=\"e\"\nkind=\"total\"\nevery=0.03\n");
    run_in(folder.path(), scene);
    const auto per_frame = lines(folder / "measure/a.csv"), tenths = lines(folder / "measure/b.csv");
    EXPECT_EQ(per_frame.size(), 5u);
    EXPECT_EQ(per_frame[0], "time,value");
    ASSERT_EQ(tenths.size(), 6u);
    EXPECT_TRUE(tenths[1].starts_with("0,")) << tenths[1];
    EXPECT_NEAR(std::stod(tenths[5]), 0.4, 1e-12);
    ASSERT_EQ(lines(folder / "measure/c.csv").size(), 2u);
    EXPECT_EQ(lines(folder / "measure/c.csv")[0], "time,maximum,rms");
    EXPECT_EQ(lines(folder / "measure/d.csv")[0], "time,x=0.5 y=0,x=0.5 y=0.5,x=0.5 y=1");
    EXPECT_EQ(lines(folder / "measure/e.csv").size(), 10u);  // every step is late for one; none counts twice
}

TEST(Measures, ReadBackInFullPrecision) {
    const Scene scene = scene_of(shear + "[[measure]]\nname=\"a\"\nkind=\"energy\"\nevery=0.1\n");
    const auto simulator = simulator_of(scene);
    Measures measures(scene);
    measures.at_start(*simulator);
    Measures other(scene);
    ASSERT_TRUE(other.load(measures.save()));
    EXPECT_EQ(other.save(), measures.save());
    EXPECT_EQ(std::stod(measures.save().substr(measures.save().find(',') + 1)),
              take_measure(scene.measures[0], *simulator)[0]);
    EXPECT_FALSE(other.load("nonsense"));
}

}  // namespace
}  // namespace whorl
