#include "lessons.hpp"

#include <cmath>

#include "classic_fluid.hpp"

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

/// Whirls in a periodic box. Fewer frames a second are longer steps.
std::string swirl(int fps) {
    return "[domain]\ncells = [128, 128]\nleft = \"periodic\"\nright = \"periodic\"\nbottom = \"periodic\"\n"
           "top = \"periodic\"\n[time]\nfps = " +
           std::to_string(fps) +
           R"toml(
[initial]
velocity = ["0.4*sin(2*pi*y) + 0.1*sin(6*pi*y)", "0.4*sin(2*pi*x) + 0.1*cos(4*pi*x)"]
density = "0.5 + 0.5*sin(6*pi*x)*sin(6*pi*y)"
)toml";
}

constexpr const char* closed_whirls = R"toml(
[domain]
cells = [96, 96]
[time]
fps = 60
[initial]
velocity = ["0.5*sin(pi*x)*cos(pi*y) + 0.3*sin(2*pi*x)*cos(2*pi*y)", "-0.5*cos(pi*x)*sin(pi*y) - 0.3*cos(2*pi*x)*sin(2*pi*y)"]
density = "sin(6*pi*x)*sin(6*pi*y) > 0 ? 1 : 0"
)toml";

/// The same as formulas of C++: what the paper's own listing starts from.
std::array<double, 2> closed_velocity(double x, double y) {
    constexpr double pi = 3.141592653589793;
    return {0.5 * std::sin(pi * x) * std::cos(pi * y) + 0.3 * std::sin(2 * pi * x) * std::cos(2 * pi * y),
            -0.5 * std::cos(pi * x) * std::sin(pi * y) - 0.3 * std::cos(2 * pi * x) * std::sin(2 * pi * y)};
}
double closed_density(double x, double y) {
    constexpr double pi = 3.141592653589793;
    return std::sin(6 * pi * x) * std::sin(6 * pi * y) > 0 ? 1 : 0;
}

double three_discs(double x, double y) {
    const auto disc = [&](double cx, double cy, double radius) { return std::hypot(x - cx, y - cy) < radius; };
    return disc(0.3, 0.65, 0.14) || disc(0.68, 0.7, 0.1) || disc(0.52, 0.3, 0.18) ? 1 : 0;
}

using Opened = Result<std::unique_ptr<LiveFluid>>;

Opened of_words(const std::string& words, Scheduler& scheduler) {
    return read_live_scene(words, "lesson", scheduler);
}

constexpr Lesson all_lessons[] = {
    {"Why implicit diffusion",
     "Smoke spreads into its neighbours. The explicit rule (diffuse_bad, right) writes the exchange down directly: a "
     "cell "
     "gives each neighbour a part a = dt k N^2 of what they differ by. Both begin alike. Look for a chequered pattern "
     "at "
     "the edges of the discs on the right: with a above a quarter a cell gives away more than it has, overshoots, and "
     "each step overshoots more, until the numbers explode. The implicit rule (diffuse, left) asks which smoke, spread "
     "backwards, gives the present one: it only ever averages, so no step is too long. Turn \"Spread of smoke\" (key "
     "1) to the right of both: left merely blurs. r starts again.",
     "implicit: diffuse", "explicit: diffuse_bad", "density",
     [](bool is_right, Scheduler&) -> Opened {
         return make_classic_live({.diffusion = 0.0017, .is_explicit = is_right, .density = three_discs});
     }},
    {"What projection does",
     "Press f. The velocity before the projection is what forces and advection left: in places more flows in than out. "
     "The projection takes away a gradient, the third picture, and what stays swirls but never piles up. In Fourier "
     "space it removes from each wave the part along its own direction. Look at the smoke where the jets meet: on the "
     "right, where one sweep stands in for the projection, it is squeezed and torn.",
     "a good solver: what piles up is gone", "one sweep of Jacobi: smoke is squeezed and torn", "density",
     [](bool is_right, Scheduler& scheduler) -> Opened {
         const char* poor = "[solver]\npressure = \"jacobi\"\nbudget = { cycles = 1 }\n";
         return of_words(std::string(two_jets) + (is_right ? poor : ""), scheduler);
     }},
    {"Why 20 sweeps are not enough",
     "The paper solves for the pressure with 20 sweeps of Gauss-Seidel. A sweep passes news on to the next cell only, "
     "so after 20 the far side of the box has not heard of the jet. Look at the divergence (key 4, and the numbers of "
     "key 2): multigrid leaves a thousandth of what 20 sweeps leave.",
     "multigrid", "20 sweeps of Gauss-Seidel", "density",
     [](bool is_right, Scheduler& scheduler) -> Opened {
         const char* solver =
             is_right ? "pressure = \"gauss-seidel\"\nbudget = { cycles = 20 }\n" : "pressure = \"multigrid\"\n";
         return of_words(std::string(plume) + "[fluid]\nbuoyancy = 2.0\n[solver]\n" + solver, scheduler);
     }},
    {"Dissipation and confinement",
     "Carrying a field by linear interpolation smears it a little at every step: whirls die that should live. "
     "Confinement finds where whirls are and pushes along them. Look at the small whirls: left they fade within "
     "seconds. Try O and o, and F to see the force.",
     "linear, no confinement", "linear, with confinement", "vorticity",
     [](bool is_right, Scheduler& scheduler) -> Opened {
         const char* swirls = is_right ? "[fluid]\nvorticity_confinement = 4.0\n" : "";
         return of_words(swirl(60) + swirls + "[solver]\nadvection = \"linear\"\norder = \"stam2003\"\n", scheduler);
     }},
    {"Classic against engine",
     "The same whirls in the same box: on the left whorl's engine, second order in time, which keeps edges by "
     "MacCormack and solves for the pressure by multigrid; on the right the listing of Stam's paper itself, first "
     "order "
     "and linear, with 20 sweeps. Neither blows up. Look which one still has its checks after five seconds, and how "
     "much "
     "energy is left (key 2).",
     "whorl's engine", "Stam 2003, as published", "density",
     [](bool is_right, Scheduler& scheduler) -> Opened {
         if (is_right) return make_classic_live({.velocity = closed_velocity, .density = closed_density});
         return of_words(closed_whirls, scheduler);
     }},
    {"Why look backwards",
     "An explicit scheme asks each cell to push its content forward. If the step is too long for the grid it pushes "
     "more than there is, and a little error grows into an explosion: upwind, on the right, beyond one cell a step. "
     "Looking backwards, on the left, only ever mixes values that were there: it cannot grow, whatever the step. It is "
     "the trap of explicit diffusion again, and the same way out.",
     "traced backwards: any step", "explicit upwind: blows up", "density",
     [](bool is_right, Scheduler& scheduler) -> Opened {
         return of_words(swirl(20) + "[solver]\nadvection = \"" + (is_right ? "upwind" : "linear") + "\"\n", scheduler);
     }},
};

}  // namespace

std::span<const Lesson> lessons() {
    return all_lessons;
}

}  // namespace whorl::view
