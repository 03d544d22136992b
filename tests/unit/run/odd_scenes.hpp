// Scenes with odd numbers, words and tables in them: each is read or refused with a sentence, and what is read runs.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/random.hpp"
#include "rig.hpp"

namespace whorl {

inline const char* const odd_bases[] = {
    "[domain]\ncells=[8,6]\n[time]\n[fluid]\n[scalars.density]\n[initial]\n[solver]\n"
    "[[emitter]]\nshape={circle={center=[0.5,0.3],radius=0.1}}\ndensity=1\n"
    "[[force]]\nkind=\"vortex\"\ncenter=[0.5,0.3]\nstrength=1\n"
    "[[obstacle]]\nshape={box={low=[0.2,0.2],high=[0.4,0.4]}}\n"
    "[[measure]]\nkind=\"total\"\n[[output]]\nkind=\"frames\"\n",
    "[domain]\ncells=[4,4,4]\n[time]\n[fluid]\n[scalars.density]\n[initial]\n[solver]\n"
    "[[emitter]]\nshape={sphere={center=[0.5,0.5,0.3],radius=0.2}}\ndensity=1\n"
    "[[force]]\nkind=\"wind\"\nvelocity=[1,0,0]\n",
    "[domain]\ncells=[8,8]\n[time]\n[fluid]\n[scalars.density]\n[initial]\n[solver]\nmethod=\"classic\"\n"
    "[[emitter]]\nshape={box={low=[0.2,0.2],high=[0.4,0.4]}}\ndensity=1\n[[force]]\nkind=\"point\"\ncenter=[0.5,0.3]\n"
    "strength=1\n",
};

inline const char* const odd_keys[] = {"domain.cells",
                                       "domain.cells.0",
                                       "domain.size",
                                       "domain.left",
                                       "domain.right",
                                       "domain.top",
                                       "time.fps",
                                       "time.frames",
                                       "time.step",
                                       "time.cfl",
                                       "time.max_step",
                                       "time.substeps",
                                       "fluid.viscosity",
                                       "fluid.buoyancy",
                                       "fluid.gravity",
                                       "fluid.weight",
                                       "fluid.ambient_temperature",
                                       "fluid.vorticity_confinement",
                                       "scalars.density.kept",
                                       "scalars.density.dissipation",
                                       "scalars.density.diffusion",
                                       "scalars.density.ambient",
                                       "scalars.dye.kept",
                                       "scalars.density.advection",
                                       "initial.velocity",
                                       "initial.density",
                                       "initial.temperature",
                                       "solver.method",
                                       "solver.pressure",
                                       "solver.tolerance",
                                       "solver.budget",
                                       "solver.budget.cycles",
                                       "solver.precision",
                                       "solver.max_speed",
                                       "solver.order",
                                       "solver.trace",
                                       "solver.advection",
                                       "emitter.0.shape",
                                       "emitter.0.shape.circle.radius",
                                       "emitter.0.shape.circle.center",
                                       "emitter.0.density",
                                       "emitter.0.velocity",
                                       "emitter.0.set",
                                       "emitter.0.start",
                                       "emitter.0.end",
                                       "force.0.kind",
                                       "force.0.strength",
                                       "force.0.center",
                                       "force.0.rate",
                                       "force.0.radius",
                                       "force.0.shape",
                                       "force.0.velocity",
                                       "obstacle.0.angle",
                                       "obstacle.0.shape",
                                       "obstacle.0.slip",
                                       "measure.0.kind",
                                       "measure.0.field",
                                       "measure.0.every",
                                       "measure.0.name",
                                       "output.0.file",
                                       "output.0.bits",
                                       "output.0.range",
                                       "output.0.width",
                                       "output.0.palette",
                                       "title"};

inline const char* const odd_values[] = {"0",
                                         "-0.0",
                                         "1",
                                         "-1",
                                         "2",
                                         "3",
                                         "0.5",
                                         "1e-300",
                                         "5e-324",
                                         "1e308",
                                         "-1e308",
                                         "1e15",
                                         "1e-9",
                                         "1e12",
                                         "-1e12",
                                         "nan",
                                         "inf",
                                         "-inf",
                                         "2147483648",
                                         "9223372036854775807",
                                         "-9223372036854775808",
                                         "0x7fffffff",
                                         "1e6",
                                         "1e9",
                                         "100000",
                                         "true",
                                         "false",
                                         "1979-05-27",
                                         "\"\"",
                                         "\"t\"",
                                         "\"x\"",
                                         "\"1/t\"",
                                         "\"sqrt(-t)\"",
                                         "\"1e300*t\"",
                                         "\"log(x)\"",
                                         "\"x^1000\"",
                                         "\"sin(\"",
                                         "\"((((((\"",
                                         "\"x>0.5?1:0\"",
                                         "\"engine\"",
                                         "\"classic\"",
                                         "\"spectral\"",
                                         "\"periodic\"",
                                         "\"open\"",
                                         "\"noslip\"",
                                         "\"inflow\"",
                                         "\"outflow\"",
                                         "\"none\"",
                                         "\"double\"",
                                         "\"stam1999\"",
                                         "\"upwind\"",
                                         "\"direct\"",
                                         "\"jacobi\"",
                                         "\"euler\"",
                                         "\"../../x\"",
                                         "\"%s%n\"",
                                         "\"\\u0000\"",
                                         "\"a#.png\"",
                                         "\"#.exr\"",
                                         "[]",
                                         "[[]]",
                                         "[0,0]",
                                         "[1,1]",
                                         "[1e300,1e300]",
                                         "[-1,\"t\"]",
                                         "[1,2,3]",
                                         "[\"x\",\"y\"]",
                                         "[\"x\",\"y\",\"z\"]",
                                         "[2,2]",
                                         "[1,1,1]",
                                         "[0.5,0.5]",
                                         "[nan,0]",
                                         "{}",
                                         "{keys=[[0,1],[1,2]]}",
                                         "{keys=[]}",
                                         "{keys=[[0,1e300]]}",
                                         "{cycles=1}",
                                         "{ms=1}",
                                         "{kind=\"inflow\",velocity=[1,0]}",
                                         "{kind=\"inflow\",velocity=[\"1e6*t\",0],density=1e12}",
                                         "{box={low=[0,0],high=[1,1]}}",
                                         "{circle={center=[0.5,0.3],radius=1e-9}}",
                                         "{circle={center=[\"t\",0.3],radius=0.2}}",
                                         "{polygon={points=[[0,0],[1,1],[0,1],[1,0]]}}",
                                         "{segment={from=[0,0],to=[1,1]}}",
                                         "{capsule={from=[0.1,0.1],to=[0.1,0.1],radius=0.1}}",
                                         "{a={b={c={}}}}",
                                         "''",
                                         "=",
                                         "\xff\xfe",
                                         "[[[[[[[[[[[[[[[[[[",
                                         "\"\"\""};

/// Half of the time a number or formula that many keys take, so that enough scenes are let in.
inline const char* const plain_values[] = {"0", "0.001", "0.1",   "0.3",     "0.9",      "1",         "2",
                                           "5", "20",    "\"t\"", "\"1+t\"", "\"-1/t\"", "\"1e4*t\"", "\"10^(30*t)\""};

/// Two steps of it: whatever was let in leaves everything finite, or is refused with a sentence.
inline bool runs_or_refuses(const Scene& scene, double dt) {
    const double cells = static_cast<double>(scene.cells[0]) * scene.cells[1] * scene.cells[2];
    if (cells > 4096) return true;
    auto made = make_simulator(scene, serial_scheduler());
    if (!made) return !made.error().message.empty();
    for (int i = 0; i < 2; ++i)
        if (auto done = made.value()->step(dt); !done) return !done.error().message.empty();
    for (const char* field : {"density", "velocity.x"})
        for (const double value : made.value()->read(field).values)
            if (!std::isfinite(value)) return false;
    return true;
}

/// Refused ones are counted.
inline int try_odd_scenes(std::uint64_t count, std::uint64_t seed, std::uint64_t run_every) {
    int refused = 0;
    const bool halves[] = {false, true};
    for (std::uint64_t i = 0; i < count; ++i) {
        std::uint64_t drawn = 0;
        const auto pick = [&](const auto& list) {
            const std::size_t size = std::size(list);
            const auto number =
                static_cast<std::size_t>(random_between(0, static_cast<double>(size), seed, 16 * i + drawn++));
            return list[std::min(number, size - 1)];
        };
        const char* const base = pick(odd_bases);
        std::vector<std::string> set;
        for (std::uint64_t change = 0; change < 1 + i % 3; ++change)
            set.push_back(std::string(pick(odd_keys)) + "=" + (pick(halves) ? pick(plain_values) : pick(odd_values)));
        const auto scene = parse_scene(base, "odd.toml", set);
        refused += !scene;
        if (!scene && scene.error().message.empty()) ADD_FAILURE() << set[0];
        if (!scene || i % run_every != 0) continue;
        std::string all;
        for (const std::string& each : set) all += each + "  ";
        if (!runs_or_refuses(scene.value(), i % 2 ? 0.05 : 1e3)) ADD_FAILURE() << base << all;
    }
    return refused;
}

}  // namespace whorl
