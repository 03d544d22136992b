// Scenes that are wrong: every one is refused with file, line, column and key.
#include <gtest/gtest.h>

#include <random>

#include "tests/unit/scene/complaint.hpp"

namespace whorl {
namespace {

const std::string base = "[domain]\ncells = [8, 8]\n";

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

struct Wrong {
    const char* text;  // after `base`
    int line;          // of the whole, 0: none is asked for
    const char* words;
};

const Wrong wrongs[] = {
    {"top = \"opne\"", 3, "\"open\""},
    {"top = 3", 3, "domain.top"},
    {"top = { kind = \"inflow\", velocity = [1] }", 3, "dimensions"},
    {"top = { kind = \"wall\", velocity = [1, 0] }", 3, "inflow"},
    {"top = { kind = \"wall\", densty = 0 }", 3, "\"density\""},
    {"top = { velocity = [0, 0] }", 3, "kind"},
    {"top = []", 3, "part"},
    {"top = open", 3, "quotes"},
    {"left = \"inflow\"", 3, "velocity"},
    {"left = { kind = \"inflow\" }", 3, "velocity"},
    {"top = [{ kind = \"wall\", from = 0.5 }]", 3, "to"},
    {"top = [{ kind = \"wall\", from = 0.5, to = 0.5 }]", 3, "below"},
    {"left = \"periodic\"", 1, "periodic"},
    {"front = \"wall\"", 3, "key"},
    {"size = [0, 1]", 3, "range"},
    {"size = [1, 1, 1]", 3, "dimensions"},
    {"size = \"big\"", 3, "array"},
    {"sizes = [1, 1]", 3, "\"size\""},
    {"preset = \"wind-tunel\"", 3, "\"wind-tunnel\""},
    {"[tine]\nfps = 3", 3, "\"time\""},
    {"[time]\nfps = 0", 4, "range"},
    {"[time]\nfps = \"t\"", 4, "number"},
    {"[time]\nframes = 1.5", 4, "whole"},
    {"[time]\nframes = 0", 4, "range"},
    {"[time]\nstep = 0.1\nsubsteps = 2", 3, "choose one"},
    {"[time]\nmax_step = 0.1", 4, "cfl"},
    {"[time]\nstep = 1e-9", 4, "frame"},
    {"[time]\nsteps = 0.1", 4, "\"step\""},
    {"[fluid]\nviscosty = 1", 4, "\"viscosity\""},
    {"[fluid]\nviscosity = -1", 4, "range"},
    {"[fluid]\nviscosity = nan", 4, "finite"},
    {"[fluid]\nviscosity = inf", 4, "finite"},
    {"[fluid]\nviscosity = true", 4, "number"},
    {"[fluid]\nviscosity = \"sn(t)\"", 4, "\"sin\""},
    {"[fluid]\nbuoyancy = \"x\"", 4, "\"x\""},
    {"[fluid]\nviscosity = \"temprature\"", 4, "\"temperature\""},
    {"[scalars.viscosity]", 3, "another meaning"},
    {"[fluid]\nviscosity = \"1/0\"", 4, "range"},
    {"[fluid]\nviscosity = { keys = [] }", 4, "keys"},
    {"[fluid]\nviscosity = { keys = [[0, 1], [2, 1], [1, 1]] }", 4, "rise"},
    {"[fluid]\nviscosity = { keys = [[0, 1], [0, 2]] }", 4, "rise"},
    {"[fluid]\nviscosity = { keys = [[0, -1]] }", 4, "range"},
    {"[fluid]\nviscosity = { keys = [[0]] }", 4, "two"},
    {"[fluid]\nviscosity = { keys = [[0, \"t\"]] }", 4, "number"},
    {"[fluid]\nviscosity = { keys = [[0, 1]], ease = \"smoth\" }", 4, "\"smooth\""},
    {"[fluid]\ngravity = -9.81", 4, "array"},
    {"[fluid]\ngravity = [0, 0, -9.81]", 4, "dimensions"},
    {"[scalars.density]\ndifusion = 1", 4, "\"diffusion\""},
    {"[scalars.density]\nadvection = \"cubicc\"", 4, "\"cubic\""},
    {"[scalars.density]\nadvection = \"fluxx\"", 4, "\"flux\""},
    {"[scalars.pressure]", 3, "meaning"},
    {"[scalars.\"a b\"]", 3, "letters"},
    {"[scalars]\ndensity = 1", 4, "table"},
    {"[initial]\ndensty = 1", 4, "\"density\""},
    {"[initial]\ndensity = \"t\"", 4, "\"t\""},
    {"[initial]\nvelocity = [0]", 4, "dimensions"},
    {"[initial]\ndensity = \"exp(\"", 4, "formula"},
    {"[[emitter]]\ndensity = 1", 3, "shape"},
    {"[emitter]\ndensity = 1", 3, "[[emitter]]"},
    {"[[emitter]]\nshape = { circl = { } }", 4, "\"circle\""},
    {"[[emitter]]\nshape = { }", 4, "one key"},
    {"[[emitter]]\nshape = { circle = { radius = 1 } }", 4, "center"},
    {"[[emitter]]\nshape = { circle = { center = [0.5, 0.5] } }", 4, "radius"},
    {"[[emitter]]\nshape = { circle = { center = [0.5, 0.5], radius = 0 } }", 4, "range"},
    {"[[emitter]]\nshape = { circle = { center = [5, 5], radius = 0.1 } }", 4, "outside"},
    {"[[emitter]]\nshape = { sphere = { center = [0, 0], radius = 0.1 } }", 4, "circle"},
    {"[[emitter]]\nshape = { box = { low = [0.5, 0], high = [0.5, 1] } }", 4, "below"},
    {"[[emitter]]\nshape = { polygon = { points = [[0, 0], [1, 1]] } }", 4, "3"},
    {"[[emitter]]\nshape = { segment = { from = [0, 0], to = [1, 1] } }", 4, "thickness"},
    {"[[emitter]]\nshape = { box = { low = [0, 0], high = [1, 1] } }\nset = 1", 5, "true"},
    {"[[emitter]]\nshape = { box = { low = [0, 0], high = [1, 1] } }\nstart = 2\nend = 1", 3, "after"},
    {"[[emitter]]\nshape = { box = { low = [0, 0], high = [1, 1] } }\nsmoke = 2", 5, "key"},
    {"[[emitter]]\npreset = \"cigarete\"", 4, "\"cigarette\""},
    {"[[obstacle]]\nname = \"a\"", 3, "shape"},
    {"[[obstacle]]\nshape = { segment = { from = [0, 0], to = [1, 1] } }\ncuts = [{ circle = { center = [0, 0], radius "
     "= "
     "0.1 } }]",
     5, "solids"},
    {"[[obstacle]]\nshape = { box = { low = [0, 0], high = [1, 1] } }\ncuts = [{ circle = { center = [\"t\", 0], "
     "radius "
     "= 0.1 } }]",
     5, "stays"},
    {"[[obstacle]]\nshape = { box = { low = [0, 0], high = [1, 1] } }\ncuts = 3", 5, "array"},
    {"[[obstacle]]\nshape = { box = { low = [0, 0], high = [1, 1] } }\nslip = \"nome\"", 5, "\"none\""},
    {"[[force]]\nvelocity = [1, 0]", 3, "kind"},
    {"[[force]]\nkind = \"wnd\"", 4, "\"wind\""},
    {"[[force]]\nkind = \"wind\"", 3, "velocity"},
    {"[[force]]\nkind = \"wind\"\nvelocity = [1, 0]\nstrength = 3", 6, "key"},
    {"[[force]]\nkind = \"fan\"\nvelocity = [1, 0]", 3, "shape"},
    {"[[force]]\nkind = \"vortex\"\ncenter = [0, 0]", 3, "strength"},
    {"[solver]\nmethod = \"engin\"", 4, "\"engine\""},
    {"[solver]\ntolerance = 2", 4, "range"},
    {"[solver]\ntolerance = 0.1\nbudget = { cycles = 3 }", 5, "choose one"},
    {"[solver]\nbudget = { ms = 3 }", 4, "deterministic"},
    {"[solver]\ndeterministic = false\nbudget = { ms = 0 }", 5, "range"},
    {"[solver]\ndeterministic = false\nbudget = { ms = 3, cycles = 3 }", 5, "choose one"},
    {"[solver]\nprecision = \"half\"", 4, "float"},
    {"[solver]\nadvection = \"macormack\"", 4, "\"maccormack\""},
    {"[solver]\nadvection = \"bfec\"", 4, "\"bfecc\""},
    {"[solver]\nadvection = \"flux\"", 4, "scalars"},
    {"[[measure]]\nkind = \"pint\"", 4, "\"point\""},
    {"[[measure]]\nkind = \"point\"", 3, "position"},
    {"[[measure]]\nkind = \"total\"\nfield = \"velocity.z\"", 5, "velocity"},
    {"[[measure]]\nkind = \"total\"\nname = \"../x\"", 5, "file"},
    {"[[measure]]\nkind = \"total\"\n[[measure]]\nkind = \"total\"", 5, "own name"},
    {"[[measure]]\nkind = \"flux\"\nside = \"rigt\"", 5, "\"right\""},
    {"[[measure]]\nkind = \"flux\"\nfrom = [0, 0]\nto = [1, 1]", 3, "one coordinate"},
    {"[[measure]]\nkind = \"force\"\nobstacle = \"x\"", 3, "obstacle"},
    {"[[measure]]\nkind = \"point\"\nposition = [0.5, 1.5]", 5, "outside"},
    {"[[measure]]\nkind = \"profile\"\nfrom = [0, 0]\nto = [0, 0]", 3, "line"},
    {"[[measure]]\nkind = \"profile\"\nfrom = [0, 0]\nto = [2, 0]", 6, "outside"},
    {"[[measure]]\nkind = \"total\"\nevery = 0", 5, "range"},
    {"[[measure]]\nkind = \"total\"\nwhen = \"start\"", 5, "end"},
    {"[[measure]]\nkind = \"profile\"\nfrom = [0, 0]\nto = [1, 1]\nsamples = 1", 7, "range"},
    {"[[output]]\nfile = \"a.mp4\"", 3, "kind"},
    {"[[output]]\nkind = \"vide\"", 4, "\"video\""},
    {"[[output]]\nkind = \"particles\"", 4, "are video, frames, sheet, vtk, vdb, mesh, checkpoint"},
    {"[[output]]\nkind = \"motion\"", 4, "are video, frames, sheet, vtk, vdb, mesh, checkpoint"},
    {"[[output]]\nkind = \"video\"\nfile = \"a.avi\"", 5, ".mp4"},
    {"[[output]]\nkind = \"video\"\nfile = \"/etc/a.mp4\"", 5, "inside"},
    {"[[output]]\nkind = \"video\"\nfile = \"../a.mp4\"", 5, "inside"},
    {"[[output]]\nkind = \"video\"\nfile = \"a/../../b.mp4\"", 5, "inside"},
    {"[[output]]\nkind = \"video\"\nfile = \".a.mp4\"", 5, "hidden"},
    {"[[output]]\nkind = \"frames\"\nfile = \"a.png\"", 5, "####"},
    {"[[output]]\nkind = \"frames\"\nfile = \"a#/b#.png\"", 5, "#"},
    {"[[output]]\nkind = \"sheet\"\nfile = \"a#.png\"", 5, "#"},
    {"[[output]]\nkind = \"frames\"\nview = \"densty\"", 5, "\"density\""},
    {"[[output]]\nkind = \"frames\"\npalette = \"virids\"", 5, "\"viridis\""},
    {"[[output]]\nkind = \"frames\"\nbits = 12", 5, "16"},
    {"[[output]]\nkind = \"frames\"\nbits = 32", 5, ".exr"},
    {"[[output]]\nkind = \"frames\"\nbits = 8\nfile = \"#.exr\"", 5, "32"},
    {"[[output]]\nkind = \"frames\"\nrange = [1, 0]", 5, "below"},
    {"[[output]]\nkind = \"frames\"\nrange = [1]", 5, "two"},
    {"[[output]]\nkind = \"frames\"\nfile = \"#.ppm\"\nalpha = true", 3, "alpha"},
    {"[[output]]\nkind = \"video\"\n[[output]]\nkind = \"video\"", 5, "own file"},
    {"[[output]]\nkind = \"checkpoint\"\nview = \"density\"", 5, "key"},
    {"[[output]]\nkind = \"vtk\"\nfields = [\"densty\"]", 5, "\"density\""},
    {"when = 1979-05-27", 3, "date"},
    {"cells = [9, 9]", 3, "TOML"},
    {"x = ", 3, "TOML"},
    {"x = \"abc", 3, "TOML"},
    {"# \xff", 3, "TOML"},
};

TEST(SceneFaults, AreNamedWithTheirPlace) {
    for (const Wrong& each : wrongs) {
        const std::string words = complaint(base + each.text + "\n");
        EXPECT_TRUE(words.starts_with("bad.toml:" + std::to_string(each.line) + ":")) << each.text << "\n  " << words;
        EXPECT_TRUE(has(words, each.words)) << each.text << "\n  " << words;
    }
}

TEST(SceneFaults, WrongTypesOfEveryKey) {
    const std::pair<const char*, std::vector<const char*>> sections[] = {
        {"[domain]", {"cells"}},
        {"[domain]\ncells = [8, 8]", {"size", "left", "right", "bottom", "top"}},
        {"[domain]\ncells = [8, 8]\n[time]", {"fps", "frames", "step", "cfl", "substeps"}},
        {"[domain]\ncells = [8, 8]\n[fluid]",
         {"viscosity", "gravity", "buoyancy", "ambient_temperature", "weight", "vorticity_confinement"}},
        {"[domain]\ncells = [8, 8]\n[initial]", {"velocity", "density", "temperature"}},
        {"[domain]\ncells = [8, 8]\n[solver]",
         {"method", "tolerance", "deterministic", "advection", "trace", "precision", "max_speed", "budget"}},
        {"[domain]\ncells = [8, 8]\n[[emitter]]\nshape = { box = { low = [0, 0], high = [1, 1] } }",
         {"density", "temperature", "velocity", "set", "start", "end"}},
        {"[domain]\ncells = [8, 8]\n[[force]]\nkind = \"wind\"\nvelocity = [1, 0]", {"rate", "shape", "start", "end"}},
        {"[domain]\ncells = [8, 8]\n[[measure]]\nkind = \"total\"", {"name", "field", "every", "when"}},
        {"[domain]\ncells = [8, 8]\n[[output]]\nkind = \"frames\"",
         {"file", "view", "palette", "range", "exposure", "width", "bits", "alpha", "every"}},
    };
    int count = 0;
    for (const auto& [head, keys] : sections)
        for (const char* key : keys)
            for (const char* value : {"[[1]]", "{ a = 1 }", "\"$\"", "1979-05-27"}) {
                const std::string text = std::string(head) + "\n" + key + " = " + value + "\n";
                const std::string words = complaint(text);
                EXPECT_TRUE(words.starts_with("bad.toml:")) << text << words;
                EXPECT_TRUE(has(words, key)) << text << words;
                ++count;
            }
    EXPECT_GT(count, 200);
}

TEST(SceneFaults, SizesAndDepthsBeyondReason) {
    EXPECT_TRUE(has(complaint("[domain]\ncells = [100000000000, 8]\n"), "domain.cells[0]"));
    EXPECT_TRUE(has(complaint("[domain]\ncells = [0, 8]\n"), "range"));
    EXPECT_TRUE(has(complaint("[domain]\ncells = [8]\n"), "two"));
    EXPECT_TRUE(has(complaint(""), "[domain]"));
    for (const char* each : {"fluid = 3\n", "emitter = 3\n", "emitter = [3]\n", "domain = 3\n"})
        EXPECT_TRUE(has(complaint(each + base), "bad.toml:1:") || has(complaint(each + base), "TOML")) << each;
    EXPECT_FALSE(complaint("x = " + std::string(100000, '[')).empty());
    EXPECT_FALSE(complaint("x = " + std::string(100000, '{')).empty());
    EXPECT_FALSE(complaint(std::string("\0\0\0", 3)).empty());
    std::string dotted = "a";
    for (int i = 0; i < 2000; ++i) dotted += ".a";
    EXPECT_FALSE(complaint(base + dotted + " = 1\n").empty());
}

// Bytes changed at random: read or refused, never a crash.
TEST(SceneFaults, RandomBytesDoNoHarm) {
    const std::string right = base +
                              "[[emitter]]\nshape = { circle = { center = [0.5, \"0.5+t\"], radius = 0.1 } }\ndensity "
                              "= { keys = [[0, 1], [1, 2]] }\n";
    std::mt19937 random(7);
    int refused = 0;
    for (int i = 0; i < 3000; ++i) {
        std::string text = right;
        for (int change = 0; change < 1 + i % 4; ++change)
            text[random() % text.size()] = static_cast<char>(random() % 256);
        refused += !complaint(text).empty();
    }
    EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace whorl
