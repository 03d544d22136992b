// The engine's side of the ratios: a plume in a closed box, fed and pushed from below as the classic one is.
#pragma once

#include "bench/interleave.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

/// A cube of n cells a side, one metre wide; in 3D with heat and buoyancy.
template <int Dim> FluidConfig<Dim> smoke_config(int n, Scheduler& scheduler) {
    FluidConfig<Dim> config{.buoyancy = Dim == 3 ? 1.0 : 0.0, .scheduler = &scheduler};
    if (Dim == 2) config.scalars = {{.name = "density"}};
    for (int axis = 0; axis < Dim; ++axis) config.cells[axis] = n, config.size[axis] = 1;
    return config;
}

/// A ball near the bottom gives off density, in 3D heat as well, and is pushed upwards.
template <int Dim> void feed(Fluid<Dim>& fluid) {
    Vec<float, Dim> low{}, push{};
    for (int axis = 0; axis < Dim; ++axis) low[axis] = axis == Dim - 1 ? 0.2f : 0.5f;
    push[Dim - 1] = 2;
    const Capsule<Dim> ball{low, low, 0.1f};
    (void)fluid.add(ball, {.density = 1, .temperature = Dim == 3 ? 1.0f : 0.0f});
    (void)fluid.push(ball, push);
}

/// As the row `smoke2d_512` has it.
template <int Dim> FluidConfig<Dim> linear_smoke(int n, Scheduler& scheduler) {
    FluidConfig<Dim> config = smoke_config<Dim>(n, scheduler);
    config.advection = Scheme::linear;
    return config;
}
/// As `smoke2d_512_full` and `smoke3d_128` have it.
template <int Dim> FluidConfig<Dim> full_smoke(int n, Scheduler& scheduler) {
    FluidConfig<Dim> config = smoke_config<Dim>(n, scheduler);
    config.vorticity_confinement = 0.3;
    return config;
}

/// About what part of the divergence the published solver leaves of its plume at step 50, 512 squared and 128 cubed:
/// for what is not held to it but should cost what a row does that is.
template <int Dim> constexpr double classic_leaves = Dim == 2 ? 0.95 : 0.91;

template <int Dim> class Smoke {
  public:
    explicit Smoke(const FluidConfig<Dim>& config) : fluid_(std::move(Fluid<Dim>::make(config)).value()) {}

    Fluid<Dim>& fluid() { return fluid_; }

    /// The milliseconds of a step without what feeds it.
    double step() {
        feed(fluid_);
        return ms_of([&] { (void)fluid_.step(0.02).value(); });
    }
    /// The fastest of several.
    double steps(int count) {
        return fastest(count, {[this] { return step(); }})[0];
    }
    double divergence() const { return fluid_.report().divergence / fluid_.report().divergence_before; }

  private:
    Fluid<Dim> fluid_;
};

}  // namespace whorl
