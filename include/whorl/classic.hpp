// The solver of "Real-Time Fluid Dynamics for Games" (Stam 2003), as published: the teaching core, the core
// for small devices, and the reference that every faster path is compared with.
//
// N x N (x N) square cells in a box one unit long, closed on all sides. Velocities are in box lengths a
// second. Everything lives at cell centres. Velocity and inks each have two buffers; in between steps the
// second one holds what is to be added, and a step empties it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "whorl/fixed.hpp"
#include "whorl/types.hpp"

namespace whorl {

enum class ClassicSolver {
    relaxation,          ///< Gauss-Seidel sweeps, the published solver
    conjugate_gradient,  ///< to a tolerance; floating point only: it misbehaves in fixed point (S1)
};

struct ClassicConfig {
    int cells = 64;           ///< N, along each side; at least 1
    int inks = 1;             ///< densities that are moved; 0 to 16
    double viscosity = 0;     ///< box areas a second, 0 or more
    double diffusion = 0;     ///< of the inks; box areas a second, 0 or more
    double ink_kept = 1;      ///< factor on the inks at the end of each step, 0 to 1; Nealen's "dissipation", 1: none
    double pull_kept = 0.85;  ///< factor on `pull` at the end of each step, 0 to 1 (Nealen)
    double max_speed = 100;   ///< box lengths a second; faster flow is slowed down to it and the report says so
    int sweeps = 20;          ///< of relaxation, each solve; at least 1
    ClassicSolver solver = ClassicSolver::relaxation;
};

/// What a step did.
struct ClassicReport {
    double max_speed = 0;        ///< largest velocity component, box lengths a second
    double residual = 0;         ///< of the last pressure solve, relative to its right-hand side (L2)
    double divergence_left = 0;  ///< rms divergence after the last projection over that before it
    int iterations = 0;          ///< of the last pressure solve
    bool speed_capped = false;   ///< ClassicConfig::max_speed was reached: push less, or take smaller steps
};

/// `T` is float, double, Fixed<int32_t, 9> or Fixed<int16_t, 8>; `Dim` is 2 or 3.
template <class T, int Dim> class Classic {
  public:
    /// Refuses sizes and rates out of range, and grids too big for memory or for the number type.
    static Result<Classic> make(const ClassicConfig& config);

    Classic(Classic&&) noexcept;
    Classic& operator=(Classic&&) noexcept;
    ~Classic();

    /// The state. Cells 0..N-1 on each axis; ghosts at -1 and N.
    View<T, Dim> velocity(int axis);
    View<const T, Dim> velocity(int axis) const;
    View<T, Dim> ink(int which = 0);
    View<const T, Dim> ink(int which = 0) const;

    /// What the next step adds, and then clears (Stam): box lengths a second squared; ink a second.
    View<T, Dim> force(int axis);
    View<T, Dim> source(int which = 0);

    /// A force that each step applies and then multiplies by `pull_kept`, as a mouse drag leaves behind
    /// (Nealen).
    View<T, Dim> pull(int axis);

    /// Cells for which the mask is not zero become solid. Walls two cells thick never leak.
    Result<void> set_obstacles(View<const std::uint8_t, Dim> mask);

    /// Moves velocity, then inks, by `dt` seconds. A number that is not finite, in `dt` or in what is to be
    /// added, is refused and leaves the state as it was.
    Result<ClassicReport> step(double dt);

    /// Moves the inks alone, in the velocity as it stands.
    Result<void> step_inks(double dt);

    /// Linear interpolation at a point of the box (0 to 1 on each axis, clamped).
    double sample(View<const T, Dim> field, const Vec<double, Dim>& at) const;

    /// Everything that a later step depends on, as one block; `load` puts it back, bit for bit.
    std::vector<std::byte> save() const;
    Result<void> load(const std::vector<std::byte>& saved);
    std::uint64_t hash() const;

    const ClassicConfig& config() const;
    double time() const;
    std::int64_t steps() const;

  private:
    struct State;
    explicit Classic(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

using Classic2 = Classic<float, 2>;
using Classic3 = Classic<float, 3>;

}  // namespace whorl
