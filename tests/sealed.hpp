// A closed box inside the domain, with smoke in it: still, moving or turning, of any thickness. Nothing may get out.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "boundary/motion.hpp"
#include "core/for_box.hpp"
#include "tests/fluids.hpp"

namespace whorl {

enum class Movement { still, translating, rotating };

struct SealedCase {
    double thickness = 2;  // of the walls, in cells; 0: sheets
    Movement movement = Movement::still;
    Scheme scheme = Scheme::maccormack;  // of the smoke; flux leaves the velocity to maccormack
    double diffusion = 0;
    Trace trace = Trace::rk2;
    std::string order = "whorl";
    double noise = 0;          // m/s, of white noise that the flow starts each step with, instead of being pushed
    bool all_at_once = false;  // further scalars: each scheme, with and without diffusion
};

/// Half of the box's inner edge, in a domain of edge 1.
constexpr double inner = 0.2;

template <int Dim> ObstacleShape<Dim> hollow_box(double thickness, double h) {
    Vec<double, Dim> low{}, high{}, outer_low{}, outer_high{};
    for (int axis = 0; axis < Dim; ++axis) {
        low[axis] = -inner, high[axis] = inner;
        outer_low[axis] = -inner - thickness * h, outer_high[axis] = inner + thickness * h;
    }
    if (thickness > 0) return subtract(box<Dim>(outer_low, outer_high).value(), box<Dim>(low, high).value()).value();
    if constexpr (Dim == 2) {
        const Vec<double, 2> corners[] = {{-inner, -inner}, {inner, -inner}, {inner, inner}, {-inner, inner}};
        return polyline(corners, true).value();
    } else {
        std::optional<ObstacleShape<3>> all;
        for (int axis = 0; axis < 3; ++axis)
            for (const double side : {-inner, inner}) {
                Vec<double, 3> center{}, a{}, b{};
                center[axis] = side, a[(axis + 1) % 3] = inner, b[(axis + 2) % 3] = inner;
                const auto face = rectangle(center, a, b).value();
                all = all ? unite(*all, face).value() : face;
            }
        return *all;
    }
}

template <int Dim> ObstacleShape<Dim> ball(double radius) {
    if constexpr (Dim == 2)
        return circle({}, radius).value();
    else
        return sphere({}, radius).value();
}

template <int Dim> Pose<Dim> pose_at(Movement movement, double t) {
    Pose<Dim> pose;
    for (int axis = 0; axis < Dim; ++axis) pose.position[axis] = 0.5;
    if (movement == Movement::translating) {
        // To and fro, along a slanted line; a triangle wave needs no sine.
        const double phase = t - std::floor(t), way = phase < 0.5 ? phase : 1 - phase;
        for (int axis = 0; axis < Dim; ++axis) pose.position[axis] += 0.2 * (axis + 1) / Dim * (way - 0.25);
    }
    if (movement == Movement::rotating) {
        if constexpr (Dim == 2)
            pose.rotation[0] = 1.3 * t;
        else
            pose.rotation = {0.4 * t, 0.9 * t, 0.7 * t};
    }
    return pose;
}

/// The largest size of a density outside of the box after so many steps; in the last run also that inside.
template <int Dim> struct Leak { double outside = 0, inside = 0; };
template <int Dim, class T = float> Leak<Dim> run_sealed(const SealedCase& sealed, int cells, int steps) {
    const bool is_flux = sealed.scheme == Scheme::flux;
    FluidConfig<Dim> config{
        .vorticity_confinement = 1, .advection = is_flux ? Scheme::maccormack : sealed.scheme, .trace = sealed.trace};
    config.order = sealed.order;
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = cells + axis, config.size[axis] = 1;
    config.scalars[0].diffusion = sealed.diffusion;
    config.scalars[0].advection = sealed.scheme;
    config.buoyancy = 5;
    std::vector<std::string> names{"density"};
    for (const Scheme scheme :
         {Scheme::linear, Scheme::maccormack, Scheme::upwind, Scheme::cubic, Scheme::bfecc, Scheme::flux})
        for (const double diffusion : {0.0, 1e-3}) {
            if (!sealed.all_at_once) continue;
            names.push_back((scheme == Scheme::flux ? "flux " : "smoke ") + std::to_string(names.size()));
            config.scalars.push_back({.name = names.back(), .diffusion = diffusion, .advection = scheme});
        }
    auto fluid = Fluid<Dim, T>::make(config).value();
    const double h = 1.0 / cells;
    const int obstacle =
        fluid.set_obstacle({hollow_box<Dim>(sealed.thickness, h), pose_at<Dim>(sealed.movement, 0)}).value();
    const auto distance_inside = [&](const Vec<int, Dim>& at, double t) {
        const Placement<Dim> place = placement_of(pose_at<Dim>(sealed.movement, t));
        Vec<double, Dim> x{};
        for (int axis = 0; axis < Dim; ++axis) x[axis] = (at[axis] + 0.5) / config.cells[axis];
        double most = 0;
        const Vec<double, Dim> body = place.to_body(x);
        for (int axis = 0; axis < Dim; ++axis) most = std::max(most, std::abs(body[axis]));
        return inner - most;
    };
    for_box({}, config.cells, [&](const Vec<int, Dim>& at) {
        if (distance_inside(at, 0) <= 0) return;
        for (const std::string& name : names) fluid.edit(name)[at] = static_cast<T>(1 + at[1] % 3);
        fluid.edit("temperature")[at] = at[0] % 3 == 0 ? 2 : 0;
    });
    Leak<Dim> leak;
    const double dt = 0.02;
    for (int step = 1; step <= steps; ++step) {
        Box<Dim> stirred{};
        Vec<float, Dim> push{};
        for (int axis = 0; axis < Dim; ++axis)
            stirred.low[axis] = 0.1f * static_cast<float>(step % 5), stirred.high[axis] = stirred.low[axis] + 0.5f;
        push[step % Dim] = step % 2 == 0 ? 40.0f : -30.0f;
        if (sealed.noise > 0)
            set_noise(fluid, sealed.noise, static_cast<std::uint64_t>(step));
        else
            (void)fluid.push(stirred, push);
        (void)fluid.move_obstacle(obstacle, pose_at<Dim>(sealed.movement, step * dt));
        (void)fluid.step(dt).value();
    }
    for (const std::string& name : names) {
        const auto result = fluid.view(name);
        // With flux, cells that the wall's surface cuts belong to the flow even where their centres are in the wall:
        // outside begins in its middle.
        const bool is_in_walls = name[0] == 'f' || (name == "density" && is_flux);
        const double border = is_in_walls ? -0.5 * sealed.thickness * h : 0;
        for_box({}, config.cells, [&](const Vec<int, Dim>& at) {
            const double here = std::abs(static_cast<double>(result[at]));
            double& most = distance_inside(at, steps * dt) > border ? leak.inside : leak.outside;
            most = std::max(most, here);
            EXPECT_TRUE(std::isfinite(here));
        });
    }
    return leak;
}

}  // namespace whorl
