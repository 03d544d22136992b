// OpenVDB files, read back by OpenVDB's own Python module.
#include <gtest/gtest.h>

#include <fstream>

#include "process.hpp"

namespace whorl {
namespace {

const char* const reader = R"py(
import pyopenvdb as vdb
grids, meta = vdb.readAll('out/s/v/1.vdb')
for grid in grids:
    a = grid.getConstAccessor()
    print(grid.name, grid.gridClass, ['%g' % s for s in grid.transform.voxelSize()], grid.evalActiveVoxelDim(), grid['up_axis'])
    print(grid.name, a.getValue((3, 2, 1)), grid.transform.indexToWorld((0, 0, 0)))
)py";

Outcome written(const std::string& scene, const std::string& up) {
    const ScratchFolder folder;
    std::ofstream(folder.path() / "s.toml")
        << scene + "[time]\nframes=1\nfps=1e4\n[[output]]\nkind=\"vdb\"\nfile=\"v/#.vdb\"\nup=\"" + up + "\"\n";
    std::ofstream(folder.path() / "read.py") << reader;
    const Outcome made = run({WHORL_PROGRAM, "run", "s.toml"}, {.folder = folder.path()});
    if (made.code != 0) return made;
    return run({"/usr/bin/python3", "read.py"}, {.folder = folder.path()});
}

bool writes_and_reads_vdb() {
    return run({"/usr/bin/python3", "-c", "import pyopenvdb"}).code == 0 &&
           run({WHORL_PROGRAM, "info"}).out.find("openvdb volumes   not") == std::string::npos;
}

bool has(const Outcome& outcome, const std::string& part) {
    return outcome.out.find(part) != std::string::npos;
}

const std::string room =
    "[domain]\ncells=[8,6,4]\nsize=[4,3,2]\nbottom=\"periodic\"\ntop=\"periodic\"\nleft=\"periodic\"\nright="
    "\"periodic\"\nfront=\"periodic\"\nback=\"periodic\"\n"
    "[initial]\nvelocity=[1,2,3]\ndensity=\"1+x+10*y+100*z\"\n";

TEST(Vdb, ReadsBackInPlaceAndSize) {
    if (!writes_and_reads_vdb()) GTEST_SKIP() << "no OpenVDB, or no pyopenvdb to read it back";
    const Outcome outcome = written(room, "z");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(has(outcome, "density fog volume ['0.5', '0.5', '0.5'] (8, 6, 4) z")) << outcome.out;
    // Voxel (3, 2, 1) is at (1.75, 1.25, 0.75); the smoke moved by a ten-thousandth of its speed.
    EXPECT_TRUE(has(outcome, "density 90.2")) << outcome.out;
    EXPECT_TRUE(has(outcome, "velocity staggered")) << outcome.out;
    EXPECT_TRUE(has(outcome, "velocity (1.0, 2.0, 3.0) (0.25, 0.25, 0.25)")) << outcome.out;
}

TEST(Vdb, TurnsUpToY) {
    if (!writes_and_reads_vdb()) GTEST_SKIP() << "no OpenVDB, or no pyopenvdb to read it back";
    const Outcome outcome = written(room, "y");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(has(outcome, "(8, 4, 6) y")) << outcome.out;
    // Voxel (3, 2, 1) is cell (3, 4, 2): 1 + 1.75 + 22.5 + 125.
    EXPECT_TRUE(has(outcome, "density 150.2")) << outcome.out;
    EXPECT_TRUE(has(outcome, "velocity (1.0, 3.0, -2.0)")) << outcome.out;
}

TEST(Vdb, TwoDimensionsAreOneVoxelThick) {
    if (!writes_and_reads_vdb()) GTEST_SKIP() << "no OpenVDB, or no pyopenvdb to read it back";
    EXPECT_TRUE(has(written("[domain]\ncells=[8,6]\n[initial]\ndensity=1\n", "y"), "(8, 6, 1) y"));
    EXPECT_TRUE(has(written("[domain]\ncells=[8,6]\n[initial]\ndensity=1\n", "z"), "(8, 1, 6) z"));
}

// Where two dyes are mixed the colour is that of both filters, each for its share; where there is none, black.
TEST(Vdb, DyesAreTheirSumAndTheirColour) {
    if (!writes_and_reads_vdb()) GTEST_SKIP() << "no OpenVDB, or no pyopenvdb to read it back";
    const std::string inks = room +
                             "red=3\nblue=1\n[[dye]]\nname=\"red\"\ncolor=[0.5,0.1,0.2]\n"
                             "[[dye]]\nname=\"blue\"\ncolor=[0.5,0.1,0.8]\n";
    const Outcome outcome = written(inks, "z\"\nfields=[\"dyes\"]\n#\"");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(has(outcome, "dyes fog volume")) << outcome.out;
    EXPECT_TRUE(has(outcome, "dyes 4.0")) << outcome.out;
    EXPECT_TRUE(has(outcome, "Cd (0.5, 0.1")) << outcome.out;
    EXPECT_TRUE(has(outcome, ", 0.28284")) << outcome.out;  // 0.2 to the power 3/4 times 0.8 to 1/4
    EXPECT_FALSE(has(outcome, "staggered")) << outcome.out;
}

// A limit on the size of files stands in for a full disk, which OpenVDB's own writer does not notice.
TEST(Vdb, AFullDiskIsNamedAndLeavesNothing) {
    if (!writes_and_reads_vdb()) GTEST_SKIP() << "no OpenVDB, or no pyopenvdb to read it back";
    const ScratchFolder folder;
    std::ofstream(folder.path() / "s.toml")
        << "[domain]\ncells=[64,64]\n[initial]\ndensity=\"1+sin(40*x)*sin(37*y)\"\n[[output]]\nkind=\"vdb\"\n";
    folder.script("limited",
                  std::string("trap '' XFSZ\nulimit -f 4\nexec ") + WHORL_PROGRAM + " run s.toml --frames 2");
    const Outcome outcome = run({(folder.path() / "limited").string()}, {.folder = folder.path()});
    EXPECT_EQ(outcome.code, 1) << outcome.err;
    EXPECT_TRUE(whorl::has(outcome.err, "cannot write \"out/s/vdb/0001.vdb\"")) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "out/s/vdb/0001.vdb"));
}

}  // namespace
}  // namespace whorl
