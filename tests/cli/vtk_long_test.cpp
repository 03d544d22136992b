// VTK's own reader on what `kind = "vtk"` writes.
#include <gtest/gtest.h>

#include <fstream>

#include "process.hpp"

namespace whorl {
namespace {

const char* const reader = R"py(
import sys, vtk
r = vtk.vtkXMLImageDataReader()
r.SetFileName(sys.argv[1])
r.Update()
image = r.GetOutput()
print('dimensions', image.GetDimensions(), 'spacing', image.GetSpacing(), 'origin', image.GetOrigin())
cells = image.GetCellData()
print('time %g' % image.GetFieldData().GetArray('TimeValue').GetValue(0), 'arrays', cells.GetNumberOfArrays())
at = int(sys.argv[2])
for name in ('density', 'velocity'):
    array = cells.GetArray(name)
    print(name, array.GetNumberOfTuples(), ['%.4g' % v for v in array.GetTuple(at)])
)py";

Outcome read_back(const std::string& domain, const std::string& cell) {
    const ScratchFolder folder;
    std::ofstream(folder.path() / "s.toml") << domain +
                                                   "[time]\nframes=1\nfps=1e4\n[[output]]\nkind=\"vtk\"\nfile=\"v/"
                                                   "#.vti\"\nfields=[\"density\",\"velocity\"]\n";
    std::ofstream(folder.path() / "read.py") << reader;
    const Outcome made = run({WHORL_PROGRAM, "run", "s.toml"}, {.folder = folder.path()});
    if (made.code != 0) return made;
    return run({"/usr/bin/python3", "read.py", "out/s/v/1.vti", cell}, {.folder = folder.path()});
}

bool is_possible() {
    return run({"/usr/bin/python3", "-c", "import vtk"}).code == 0;
}

TEST(Vtk, ReadsBackInThreeDimensions) {
    if (!is_possible()) GTEST_SKIP() << "no VTK for Python to read it back";
    const std::string sides =
        "left=\"periodic\"\nright=\"periodic\"\nbottom=\"periodic\"\ntop=\"periodic\"\nfront=\"periodic\"\nback="
        "\"periodic\"\n";
    // Cell (3, 2, 1) of 8 x 6 x 4 is at (1.75, 1.25, 0.75).
    const Outcome outcome = read_back(
        "[domain]\ncells=[8,6,4]\nsize=[4,3,2]\n" + sides + "[initial]\nvelocity=[1,2,3]\ndensity=\"1+x+10*y+100*z\"\n",
        std::to_string((1 * 6 + 2) * 8 + 3));
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(has(outcome.out, "dimensions (9, 7, 5) spacing (0.5, 0.5, 0.5) origin (0.0, 0.0, 0.0)")) << outcome.out;
    EXPECT_TRUE(has(outcome.out, "time 0.0001 arrays 2")) << outcome.out;
    EXPECT_TRUE(has(outcome.out, "density 192 ['90.2")) << outcome.out;
    EXPECT_TRUE(has(outcome.out, "velocity 192 ['1', '2', '3']")) << outcome.out;
}

TEST(Vtk, ReadsBackInTwoDimensions) {
    if (!is_possible()) GTEST_SKIP() << "no VTK for Python to read it back";
    const Outcome outcome = read_back("[domain]\ncells=[8,6]\nsize=[4,3]\n[initial]\ndensity=\"x+10*y\"\n", "11");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(has(outcome.out, "dimensions (9, 7, 2)")) << outcome.out;
    EXPECT_TRUE(has(outcome.out, "density 48 ['9.25']")) << outcome.out;  // cell (3, 1) is at (1.75, 0.75)
    EXPECT_TRUE(has(outcome.out, "velocity 48 ['0', '0', '0']")) << outcome.out;
}

}  // namespace
}  // namespace whorl
