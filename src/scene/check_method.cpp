// What each method of [solver] can do. A scene that asks for more is refused at the key that asks, with what will do.
//
// The engine does everything but pressure by transforms between obstacles; Stam's published solver ("classic") has a
// square box of walls, and Nealen's ("spectral") an even, periodic one.
#include <algorithm>

#include "core/text.hpp"
#include "render/flat_view.hpp"
#include "scene/sections.hpp"

namespace whorl {
namespace {

/// The node at the end of the keys, or the last one on the way that is there.
const Node& nearest(const Node& root, std::initializer_list<std::string_view> keys) {
    const Node* at = &root;
    for (const std::string_view key : keys)
        if (const Node* next = at->find(key))
            at = next;
        else
            break;
    return *at;
}

const Node* given(const Node& root, std::string_view section, std::string_view key) {
    const Node* found = root.find(section);
    return found ? found->find(key) : nullptr;
}

const Node& element(const Node& root, std::string_view list, std::size_t number) {
    return root.find(list)->children[number];
}

[[noreturn]] void cannot(const Node& at, const Scene& scene, const char* what, const char* remedy) {
    refuse(at,
           text("the %s method has %s; %s, or choose method = \"engine\"", scene.solver.method.c_str(), what, remedy));
}

/// One key of [solver] that the method fixes.
void check_choice(const Node& root, const Scene& scene, const char* key, std::vector<std::string_view> allowed,
                  const char* what) {
    const Node* found = given(root, "solver", key);
    if (!found || std::find(allowed.begin(), allowed.end(), found->text) != allowed.end()) return;
    cannot(*found, scene, what, "leave the key out");
}

void check_numerics(const Node& root, const Scene& scene) {
    const bool is_classic = scene.solver.method == "classic";
    check_choice(root, scene, "advection", {"linear"}, "linear advection");
    check_choice(root, scene, "trace", {"euler"}, "traces of one step, \"euler\"");
    if (is_classic) {
        check_choice(root, scene, "order", {"stam2003"}, "the order of its paper, \"stam2003\"");
        check_choice(root, scene, "pressure", {"auto", "gauss-seidel", "cg"},
                     "the pressure solvers \"gauss-seidel\" and \"cg\"");
    } else {
        check_choice(root, scene, "order", {}, "an order of its own");
        check_choice(root, scene, "pressure", {"auto", "fft"}, "pressure by Fourier transforms, \"fft\"");
        check_choice(root, scene, "precision", {"double"}, "double precision");
    }
    if (const Node* found = given(root, "solver", "tolerance"))
        cannot(*found, scene, is_classic ? "a number of sweeps, 20, and no tolerance" : "an exact projection",
               is_classic ? "write budget = { cycles = 40 }" : "leave the key out");
    if (const Node* found = given(root, "solver", "budget"); found && !is_classic)
        cannot(*found, scene, "an exact projection", "leave the key out");
    if (scene.solver.max_milliseconds > 0)
        cannot(nearest(root, {"solver", "budget"}), scene, "sweeps to count", "write budget = { cycles = 40 }");
    for (const SceneScalar& scalar : scene.scalars)
        if (scalar.advection && *scalar.advection != Scheme::linear)
            cannot(nearest(root, {"scalars", scalar.name, "advection"}), scene, "linear advection",
                   "leave the key out");
    if (scene.fluid.has_varying_viscosity())
        cannot(nearest(root, {"fluid", "viscosity"}), scene, "one viscosity everywhere", "write a number");
}

void check_sides(const Node& root, const Scene& scene) {
    const bool is_classic = scene.solver.method == "classic";
    for (int side = 0; side < 2 * scene.dim; ++side) {
        const SceneSide& parts = scene.sides[side];
        const SideKind wanted = is_classic ? SideKind::wall : SideKind::periodic;
        if (parts.size() == 1 && parts[0].kind == wanted && parts[0].scalars.empty()) continue;
        const char* const is = parts.size() > 1          ? "is in parts"
                               : parts[0].kind != wanted ? "is of another kind"
                                                         : "holds a scalar";
        const std::string what =
            text("%s sides only, and %s %s", is_classic ? "plain wall" : "periodic", side_names[side], is);
        cannot(nearest(root, {"domain", side_names[side]}), scene, what.c_str(),
               is_classic ? text("write %s = \"wall\"", side_names[side]).c_str()
                          : text("write %s = \"periodic\"", side_names[side]).c_str());
    }
}

void check_square(const Node& root, const Scene& scene) {
    for (int axis = 1; axis < scene.dim; ++axis) {
        if (scene.cells[axis] != scene.cells[0])
            cannot(nearest(root, {"domain", "cells"}), scene, "as many cells along each side",
                   scene.dim == 2 ? "write cells = [64, 64]" : "write cells = [32, 32, 32]");
        if (scene.size[axis] != scene.size[0])
            cannot(nearest(root, {"domain", "size"}), scene, "sides of one length", "make all sizes the same");
    }
}

void check_scalars(const Node& root, const Scene& scene) {
    const bool is_classic = scene.solver.method == "classic";
    const Number& first = scene.scalars[0].diffusion;
    for (const SceneScalar& scalar : scene.scalars) {
        const Number& each = scalar.diffusion;
        const bool is_same = each.is_constant() && first.is_constant() && each.at(0) == first.at(0);
        const Node& at = nearest(root, {"scalars", scalar.name, "diffusion"});
        if (is_classic && !is_same)
            cannot(at, scene, "one diffusion for all scalars",
                   text("give %s and %s the same number", scene.scalars[0].name.c_str(), scalar.name.c_str()).c_str());
        if (!is_classic && !(each.is_constant() && each.at(0) == 0))
            cannot(at, scene, "no diffusion of scalars", "leave the key out");
    }
}

void check_obstacles(const Node& root, const Scene& scene) {
    for (std::size_t i = 0; i < scene.obstacles.size(); ++i) {
        const SceneObstacle& each = scene.obstacles[i];
        const Node& at = element(root, "obstacle", i);
        if (scene.solver.method == "spectral") cannot(at, scene, "no obstacles", "leave this one out");
        if (each.shape.depends_on_time() || each.angle.depends_on_time())
            cannot(at, scene, "obstacles that stand still", "write numbers without t");
        if (each.shape.kind == ShapeKind::segment || each.shape.kind == ShapeKind::polyline)
            cannot(at, scene, "obstacles two cells thick or more", "write a box");
        if (each.is_noslip)
            cannot(nearest(at, {"slip"}), scene, "obstacles that the flow slips along", "leave slip out");
    }
}

void check_fields(const Node& root, const Scene& scene) {
    const auto refuse_pressure = [&](const Node& at) {
        cannot(at, scene, "no pressure that outlasts a step", "choose another field");
    };
    for (std::size_t i = 0; i < scene.measures.size(); ++i) {
        const Node& at = element(root, "measure", i);
        if (scene.measures[i].field == "pressure") refuse_pressure(nearest(at, {"field"}));
        if (scene.measures[i].kind == MeasureKind::force)
            cannot(nearest(at, {"kind"}), scene, "no forces on obstacles", "leave this measure out");
    }
    for (std::size_t i = 0; i < scene.outputs.size(); ++i) {
        const Node& at = element(root, "output", i);
        const auto& fields = scene.outputs[i].fields;
        const SceneLook& look = scene.outputs[i].look;
        const std::string view = layers_of(look.view)[0];
        if (view == "pressure") refuse_pressure(nearest(at, {"view"}));
        if (look.field == "pressure") refuse_pressure(nearest(at, {"field"}));
        if (view == "projection" || view == "confinement")
            cannot(nearest(at, {"view"}), scene, "no stages to look at", "choose another view");
        if (std::find(fields.begin(), fields.end(), "pressure") != fields.end())
            refuse_pressure(nearest(at, {"fields"}));
    }
}

/// Waves fit between whole sides only.
void check_transforms(const Node& root, const Scene& scene) {
    const std::string& name = scene.solver.pressure;
    if (name != "fft" && name != "dct" && name != "cyclic-reduction") return;
    const Node& at = nearest(root, {"solver", "pressure"});
    if (!scene.obstacles.empty())
        refuse(at, text("\"%s\" knows no obstacles, and there are %zu; use \"auto\", \"multigrid\" or \"mgpcg\"",
                        name.c_str(), scene.obstacles.size()));
    for (int side = 0; side < 2 * scene.dim && name == "fft"; ++side)
        if (scene.sides[side][0].kind != SideKind::periodic)
            refuse(at, text("\"fft\" needs periodic sides, and %s is none; use \"dct\" or \"multigrid\"",
                            side_names[side]));
}

}  // namespace

void check_method(const Node& root, const Scene& scene) {
    if (scene.solver.method == "engine") return check_transforms(root, scene);
    check_numerics(root, scene);
    check_sides(root, scene);
    check_scalars(root, scene);
    check_obstacles(root, scene);
    check_fields(root, scene);
    if (scene.solver.method == "classic") return check_square(root, scene);
    for (int axis = 0; axis < scene.dim; ++axis)
        if (scene.cells[axis] % 2 != 0)
            cannot(nearest(root, {"domain", "cells"}), scene,
                   text("even numbers of cells, and %d is odd", scene.cells[axis]).c_str(),
                   text("write %d", scene.cells[axis] + 1).c_str());
}

}  // namespace whorl
