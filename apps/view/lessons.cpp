#include "lessons.hpp"

namespace whorl::view {
namespace {

constexpr const char* two_jets = R"toml(
[domain]
cells = [128, 128]
[time]
fps = 60
[[emitter]]
shape = { circle = { center = [0.12, 0.5], radius = 0.05 } }
density = 6.0
velocity = [1.0, "0.15*sin(3*t)"]
[[emitter]]
shape = { circle = { center = [0.88, 0.5], radius = 0.05 } }
density = 6.0
velocity = [-1.0, "0.15*cos(3*t)"]
)toml";

constexpr const char* plume = R"toml(
[domain]
cells = [128, 128]
top = "open"
[time]
fps = 60
[[emitter]]
shape = { circle = { center = [0.5, 0.1], radius = 0.06 } }
density = 6.0
temperature = 6.0
)toml";

constexpr const char* swirl = R"toml(
[domain]
cells = [128, 128]
left = "periodic"
right = "periodic"
bottom = "periodic"
top = "periodic"
[time]
fps = 60
[initial]
velocity = ["0.4*sin(2*pi*y) + 0.1*sin(6*pi*y)", "0.4*sin(2*pi*x) + 0.1*cos(4*pi*x)"]
density = "0.5 + 0.5*sin(6*pi*x)*sin(6*pi*y)"
)toml";

constexpr const char* fast_swirl = R"toml(
[domain]
cells = [128, 128]
left = "periodic"
right = "periodic"
bottom = "periodic"
top = "periodic"
[time]
fps = 20
[initial]
velocity = ["0.4*sin(2*pi*y) + 0.1*sin(6*pi*y)", "0.4*sin(2*pi*x) + 0.1*cos(4*pi*x)"]
density = "0.5 + 0.5*sin(6*pi*x)*sin(6*pi*y)"
)toml";

constexpr Lesson table[] = {
    {"What projection does",
     "Press f. The velocity before the projection is what forces and advection left: in places more flows in than out. "
     "The projection takes away a gradient, the third picture, and what stays swirls but never piles up. In Fourier "
     "space it removes from each wave the part along its own direction.",
     "a good solver: what piles up is gone", "one sweep of Jacobi: smoke is squeezed and torn", two_jets, "",
     "[solver]\npressure = \"jacobi\"\nbudget = { cycles = 1 }\n", "density"},
    {"Why 20 sweeps are not enough",
     "The paper solves for the pressure with 20 sweeps of Gauss-Seidel. A sweep passes news on to the next cell only, "
     "so "
     "after 20 the far side of the box has not heard of the jet. Look at the divergence (key 4, and the numbers of key "
     "2): "
     "multigrid leaves a thousandth of what 20 sweeps leave.",
     "multigrid", "20 sweeps of Gauss-Seidel", plume, "[fluid]\nbuoyancy = 2.0\n[solver]\npressure = \"multigrid\"\n",
     "[fluid]\nbuoyancy = 2.0\n[solver]\npressure = \"gauss-seidel\"\nbudget = { cycles = 20 }\n", "density"},
    {"Dissipation and confinement",
     "Carrying a field by linear interpolation smears it a little at every step: whirls die that should live. "
     "Confinement finds where whirls are and pushes along them. Try O and o, and F to see the force.",
     "linear, no confinement", "linear, with confinement", swirl,
     "[solver]\nadvection = \"linear\"\norder = \"stam2003\"\n",
     "[fluid]\nvorticity_confinement = 4.0\n[solver]\nadvection = \"linear\"\norder = \"stam2003\"\n", "vorticity"},
    {"The paper's step against whorl's",
     "The same flow: on the left whorl's step, second order in time, which traces with the velocity of the middle of "
     "the "
     "step and keeps edges by MacCormack; on the right the step of Stam's paper, first order and linear. Both never "
     "blow "
     "up. Watch which one still has its checks after ten seconds.",
     "whorl", "Stam 2003", swirl, "", "[solver]\nadvection = \"linear\"\norder = \"stam2003\"\n", "density"},
    {"Why implicit, why backwards",
     "An explicit scheme asks each cell to push its content forward. If the step is too long for the grid it pushes "
     "more "
     "than there is, and a little error grows into an explosion: upwind, on the right, beyond one cell a step. Looking "
     "backwards, on the left, only ever mixes values that were there: it cannot grow, whatever the step. Diffusion has "
     "the same trap and the same way out.",
     "traced backwards: any step", "explicit upwind: blows up", fast_swirl, "[solver]\nadvection = \"linear\"\n",
     "[solver]\nadvection = \"upwind\"\n", "density"},
};

}  // namespace

std::span<const Lesson> lessons() {
    return table;
}

}  // namespace whorl::view
