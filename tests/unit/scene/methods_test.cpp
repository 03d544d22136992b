// What a method cannot do is refused at the key that asks for it, with what will do.
#include <gtest/gtest.h>

#include "tests/unit/scene/complaint.hpp"

namespace whorl {
namespace {

const std::string walls = "[domain]\ncells = [8, 8]\n";
const std::string periodic =
    "[domain]\ncells = [8, 8]\nleft = \"periodic\"\nright = \"periodic\"\nbottom = \"periodic\"\ntop = \"periodic\"\n";

struct Misfit {
    const char* text;
    const char* key;    // that the message names
    const char* words;  // of the remedy
};

void expect_refused(const std::string& head, const Misfit& each) {
    const std::string words = complaint(head + each.text + "\n");
    EXPECT_TRUE(words.starts_with("bad.toml:")) << each.text << "\n  " << words;
    EXPECT_NE(words.find(std::string(": ") + each.key), std::string::npos) << each.text << "\n  " << words;
    EXPECT_NE(words.find(each.words), std::string::npos) << each.text << "\n  " << words;
    EXPECT_NE(words.find("\"engine\""), std::string::npos) << words;
}

const Misfit both[] = {
    {"order = \"thesis\"", "solver.order", "leave"},
    {"trace = \"rk3\"", "solver.trace", "euler"},
    {"advection = \"maccormack\"", "solver.advection", "linear"},
    {"pressure = \"multigrid\"", "solver.pressure", "leave"},
    {"tolerance = 1e-3", "solver.tolerance", ""},
    {"[scalars.density]\nadvection = \"upwind\"", "scalars.density.advection", "linear"},
    {"[scalars.density]\ndiffusion = 0.1", "scalars", "diffusion"},
    {"[[measure]]\nkind = \"total\"\nfield = \"pressure\"", "measure[0].field", "pressure"},
    {"[[output]]\nkind = \"frames\"\nview = \"pressure\"", "output[0].view", "pressure"},
    {"[[output]]\nkind = \"vtk\"\nfields = [\"pressure\"]", "output[0].fields", "pressure"},
    {"[[obstacle]]\nshape = { circle = { center = [\"0.5+t\", 0.5], radius = 0.1 } }", "obstacle[0]", ""},
};

TEST(MethodFaults, OfBoth) {
    for (const Misfit& each : both) {
        expect_refused(walls + "[solver]\nmethod = \"classic\"\n", each);
        expect_refused(periodic + "[solver]\nmethod = \"spectral\"\n", each);
    }
}

TEST(MethodFaults, OfTheClassic) {
    const std::string head = "[solver]\nmethod = \"classic\"\n[domain]\n";
    for (const Misfit& each :
         {Misfit{"cells = [8, 9]", "domain.cells", "as many"},
          {"cells = [8, 8]\nsize = [1, 2]", "domain.size", "same"},
          {"cells = [8, 8]\ntop = \"open\"", "domain.top", "\"wall\""},
          {"cells = [8, 8]\ntop = { kind = \"wall\", temperature = 1 }", "domain.top", "\"wall\""},
          {"cells = [8, 8]\ntop = [{ kind = \"wall\", from = 0, to = 0.5 }, { kind = \"open\" }]", "domain.top",
           "parts"},
          {"cells = [8, 8]\n[[obstacle]]\nshape = { segment = { from = [0, 0], to = [1, 1] } }", "obstacle[0]", "box"},
          {"cells = [8, 8]\n[[obstacle]]\nshape = { box = { low = [0, 0], high = [1, 1] } }\nslip = \"none\"",
           "obstacle[0].slip", "leave"},
          {"cells = [8, 8]\n[[obstacle]]\nname = \"a\"\nshape = { box = { low = [0, 0], high = [1, 1] } }\n"
           "[[measure]]\nkind = \"force\"\nobstacle = \"a\"",
           "measure[0].kind", "leave"}})
        expect_refused(head, each);
}

TEST(MethodFaults, OfTheSpectral) {
    const std::string head = periodic + "[solver]\nmethod = \"spectral\"\n";
    expect_refused(walls + "[solver]\nmethod = \"spectral\"\n", {"", "domain", "left = \"periodic\""});
    expect_refused(head, {"precision = \"float\"", "solver.precision", "leave"});
    expect_refused(head, {"budget = { cycles = 3 }", "solver.budget", "exact"});
    expect_refused(head, {"[[obstacle]]\nshape = { box = { low = [0, 0], high = [1, 1] } }", "obstacle[0]", "leave"});
    const auto odd = parse_scene(head, "bad.toml", {"domain.cells=[9,8]"});
    ASSERT_FALSE(odd);
    EXPECT_NE(odd.error().message.find("write 10"), std::string::npos) << odd.error().message;
}

TEST(MethodFaults, WhatTheyCanDoIsRead) {
    for (const char* text : {"pressure = \"cg\"\n", "budget = { cycles = 40 }\n", "order = \"stam2003\"\n",
                             "trace = \"euler\"\n", "advection = \"linear\"\nprecision = \"double\"\n"})
        EXPECT_EQ(complaint(walls + "[solver]\nmethod = \"classic\"\n" + text), "");
    EXPECT_EQ(complaint(periodic + "[solver]\nmethod = \"spectral\"\npressure = \"fft\"\nprecision = \"double\"\n"),
              "");
    EXPECT_EQ(complaint(walls + "[solver]\nmethod = \"classic\"\n[scalars.density]\ndiffusion = 0.1\n"
                                "[scalars.temperature]\ndiffusion = 0.1\n"),
              "");
}

TEST(MethodFaults, TransformsKnowNoObstacles) {
    const std::string ball =
        "[[obstacle]]\nshape = { circle = { center = [0.5, 0.5], radius = 0.2 } }\n[solver]\npressure = ";
    for (const char* name : {"\"dct\"", "\"fft\"", "\"cyclic-reduction\""}) {
        const std::string words = complaint(periodic + ball + name + "\n");
        EXPECT_TRUE(words.starts_with("bad.toml:10:")) << words;
        EXPECT_NE(words.find("\"mgpcg\""), std::string::npos) << words;
    }
    EXPECT_NE(complaint(walls + "[solver]\npressure = \"fft\"\n").find("\"dct\""), std::string::npos);
    EXPECT_EQ(complaint(periodic + "[solver]\npressure = \"fft\"\n"), "");
}

}  // namespace
}  // namespace whorl
