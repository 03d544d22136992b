// [fluid], [scalars], [initial] and [solver]: what flows, what it carries, how it starts, and how it is solved.
#include <algorithm>

#include "core/text.hpp"
#include "scene/sections.hpp"

namespace whorl {
namespace {

constexpr Limits zero_up{0, 1e15}, any{-1e15, 1e15};
constexpr std::string_view schemes[] = {"linear", "maccormack", "upwind", "cubic", "bfecc", "flux"};
constexpr std::string_view pressures[] = {"auto", "multigrid",    "mgpcg", "red-black", "jacobi",
                                          "sor",  "gauss-seidel", "cg",    "pcg",       "cyclic-reduction",
                                          "fft",  "dct",          "direct"};
constexpr std::string_view orders[] = {"whorl", "stam2003", "stam1999", "harris2004", "slides", "thesis", "reflection"};
constexpr std::string_view traces[] = {"euler", "rk2", "rk3"};
SceneScalar read_scalar(const SceneFrame& frame, const Node& node) {
    check_scalar_name(node, node.name);
    const Table table(frame, node, {"diffusion", "dissipation", "kept", "ambient", "advection"});
    SceneScalar scalar{.name = node.name};
    scalar.diffusion = table.number("diffusion", 0.0, zero_up);
    scalar.dissipation = table.number("dissipation", 0.0, zero_up);
    scalar.kept = table.number("kept", 1.0, {0, 1});
    scalar.ambient = table.number("ambient", 0.0, limits::values);
    if (table.find("advection")) scalar.advection = static_cast<Scheme>(table.choice("advection", 0, schemes));
    return scalar;
}

}  // namespace

void check_scalar_name(const Node& at, const std::string& name) {
    static constexpr std::string_view taken[] = {
        "pressure",   "velocity",    "vorticity",  "speed",    "kind",   "from",   "to",        "shape",
        "set",        "start",       "end",        "preset",   "at",     "size",   "x",         "y",
        "z",          "t",           "dyes",       "lic",      "height", "ground", "wireframe", "volume",
        "fire",       "surface",     "slice",      "path",     "state",  "arrows", "obstacles", "streamlines",
        "projection", "confinement", "divergence", "viscosity"};
    const bool is_plain =
        name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string::npos;
    if (name.empty() || name.size() > 60 || !is_plain || (name[0] >= '0' && name[0] <= '9'))
        refuse(at,
               text("\"%s\" cannot name a scalar; use letters, digits and _, and begin with a letter", name.c_str()));
    if (std::find(std::begin(taken), std::end(taken), name) != std::end(taken))
        refuse(at, text("the name \"%s\" has another meaning in a scene; choose another", name.c_str()));
}

void read_scalars(const Node& root, SceneFrame& frame, Scene& scene) {
    const Node& list = need_kind(section(root, "scalars"), Node::Kind::table, "[scalars.density]");
    scene.scalars = {{.name = "density"}, {.name = "temperature"}};
    for (const Node& each : list.children) {
        SceneScalar scalar = read_scalar(frame, each);
        const auto same = std::find_if(scene.scalars.begin(), scene.scalars.end(),
                                       [&](const SceneScalar& other) { return other.name == scalar.name; });
        if (same != scene.scalars.end())
            *same = std::move(scalar);
        else
            scene.scalars.push_back(std::move(scalar));
    }
    if (scene.scalars.size() > 16) refuse(list, text("there are %zu scalars; use at most 16", scene.scalars.size()));
    for (const SceneScalar& scalar : scene.scalars) frame.scalars.push_back(scalar.name);
}

void read_fluid(const Node& root, const SceneFrame& frame, Scene& scene) {
    const Table table(frame, section(root, "fluid"),
                      {"viscosity", "gravity", "buoyancy", "ambient_temperature", "weight", "vorticity_confinement"});
    SceneFluid& fluid = scene.fluid;
    fluid.viscosity = table.number("viscosity", 0.0, zero_up, Free::all);
    fluid.gravity = table.vector("gravity", {}, any);
    fluid.buoyancy = table.number("buoyancy", 0.0, any);
    fluid.ambient_temperature = table.number("ambient_temperature", 0.0, any);
    fluid.weight = table.number("weight", 0.0, any);
    fluid.vorticity_confinement = table.number("vorticity_confinement", 0.0, zero_up);
}

void read_initial(const Node& root, const SceneFrame& frame, Scene& scene) {
    std::vector<std::string_view> keys{"velocity", "state"};
    keys.insert(keys.end(), frame.scalars.begin(), frame.scalars.end());
    const Table table(frame, section(root, "initial"), keys);
    scene.initial.state = table.words("state", "");
    if (table.find("state") && (scene.initial.state.empty() || section(root, "initial").children.size() > 1))
        refuse(
            *table.find("state"),
            "a state is the name of a checkpoint's file and all of the flow; leave out the formulas of [initial], or "
            "the state");
    if (const Node* velocity = table.find("velocity"))
        scene.initial.velocity = vector_of(frame, *velocity, {-1e6, 1e6}, Free::place);
    scene.initial.scalars = table.scalar_values(limits::values, Free::place);
}

void read_solver(const Node& root, const SceneFrame& frame, Scene& scene) {
    static constexpr std::string_view methods[] = {"engine", "classic", "spectral"}, precisions[] = {"float", "double"};
    const Table table(frame, section(root, "solver"),
                      {"method", "pressure", "tolerance", "budget", "deterministic", "advection", "trace", "order",
                       "precision", "max_speed"});
    SceneSolver& solver = scene.solver;
    solver.method = methods[table.choice("method", 0, methods)];
    solver.precision = precisions[table.choice("precision", 0, precisions)];
    if (solver.method == "spectral") solver.precision = "double";
    solver.pressure = pressures[table.choice("pressure", 0, pressures)];
    solver.order = orders[table.choice("order", 0, orders)];
    solver.tolerance = table.constant("tolerance", solver.tolerance, {0, 1});
    solver.max_speed = table.constant("max_speed", solver.max_speed, {1e-9, 1e15});
    solver.deterministic = table.truth("deterministic", true);
    solver.advection = static_cast<Scheme>(table.choice("advection", static_cast<int>(solver.advection), schemes));
    if (solver.advection == Scheme::flux)
        refuse(*table.find("advection"),
               "flux carries scalars alone, not velocity; say advection = \"flux\" in [scalars.NAME] instead");
    solver.trace = static_cast<Trace>(table.choice("trace", static_cast<int>(solver.trace), traces));
    if (const Node* budget = table.find("budget")) {
        if (table.find("tolerance")) refuse(*budget, "a budget and a tolerance are both given; choose one");
        const Table amount(frame, *budget, {"cycles", "ms"});
        const Node* ms = amount.find("ms");
        if (ms && amount.find("cycles")) refuse(*ms, "cycles and ms are both given; choose one");
        if (ms && solver.deterministic)
            refuse(*ms,
                   "a budget of milliseconds gives other bits in every run; say deterministic = false, or use "
                   "{ cycles = 4 }");
        solver.max_cycles = ms ? 1000000 : amount.whole("cycles", 4, {1, 1e6});
        if (ms) solver.max_milliseconds = constant_of(*ms, {1e-3, 1e6});
        solver.tolerance = 0;
    }
}

}  // namespace whorl
