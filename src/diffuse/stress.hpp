// Viscosity that differs from place to place, implicit in time, with the full stress (Batty and Bridson 2008):
//
//     u - dt div( nu (grad u + grad u^T) ) = u0
//
// Where nu varies, the transposed gradient couples the components: without it a stiff lump in thin fluid could not turn
// freely. What turns as a whole is not strained and stays as it is. The system is that of diffuse/stress_weights.hpp:
// symmetric and positive whatever the viscosity, so conjugate gradients solve it, each component preconditioned by one
// multigrid cycle of its own scalar part. The viscosity of an edge is the harmonic mean of the four cells around it: on
// the interface of two layers that is the one which carries the same stress through both, and beside a fluid without
// viscosity there is none.
//
// Divided by dt and solved for the change of u, as in diffuse/diffuse.hpp.
//
// Trade-off: a cycle treats the components apart, so a rigid turn of a thick lump looks dear to it, and the iterations
// grow with the number of such lumps. 22 numbers a cell in two dimensions and 38 in three, beside the solvers.
#pragma once

#include <memory>

#include "diffuse/stress_table.hpp"
#include "diffuse/stress_weights.hpp"
#include "whorl/pressure.hpp"

namespace whorl {

/// Where the flow is: what the methods below share.
template <class T, int Dim> struct StressDomain {
    Scheduler& scheduler;
    const Sides<T, Dim>& sides;
    const Walls<T, Dim>* walls = nullptr;
};

template <class T, int Dim> class Stress {
  public:
    static Result<Stress> make(const Sides<T, Dim>& sides);
    std::size_t bytes() const;

    /// Before the first obstacle.
    Result<void> make_room_for_walls(const Grid<Dim>& grid);
    /// After that: room for what lies beside walls of this extent.
    void expect_walls(const WallExtent& walls);
    /// After walls changed.
    void follow_walls(const Sides<T, Dim>& sides, const Walls<T, Dim>& walls,
                      const std::vector<PlacedObstacle<Dim>>& obstacles);

    /// Of the cells, m^2/s, 0 or more. Write it, then `take_viscosity`.
    View<T, Dim> viscosity() { return {viscosity_.view().data, grid_.cells, viscosity_.view().stride}; }
    View<const T, Dim> viscosity() const { return {viscosity_.view().data, grid_.cells, viscosity_.view().stride}; }
    void take_viscosity(const StressDomain<T, Dim>& domain);

    /// u += dt * (div stress of x) on the unknowns; x has its ghosts filled.
    void add(const StressDomain<T, Dim>& domain, double dt, const Faces<T, Dim>& u, const Faces<T, Dim>& x);

    /// u after dt seconds; it has its ghosts filled, and does not keep them up to date.
    SolveReport diffuse(const StressDomain<T, Dim>& domain, double dt, const Faces<T, Dim>& u, const SolveGoal& goal);

    /// Prepares the system for dt: what `diffuse` does first. False if the numbers are too large for it.
    bool set_dt(Scheduler& scheduler, double dt);
    /// y = A x, and x A x; x is 0 beside the unknowns, and its periodic ghosts are filled here.
    double apply(Scheduler& scheduler, const Faces<T, Dim>& y, const Faces<T, Dim>& x) const;
    /// What the stress of u does to every face, those in walls included, but for sheets: div stress, m/s^2. Valid until
    /// the next call of anything here.
    Faces<const T, Dim> divergence(const StressDomain<T, Dim>& domain, const Faces<T, Dim>& u);

    const Diffusion<T, Dim>& box(int component) const { return boxes_[component]; }
    const StressWeights<T, Dim>& weights() const { return weights_; }

  private:
    using Velocity = std::array<Field<T, Dim>, Dim>;

    static Faces<T, Dim> views(Velocity& velocity);
    StressArguments<T, Dim> arguments(int axis, const Faces<T, Dim>& y, const Faces<T, Dim>& x) const;
    void weigh(Scheduler& scheduler, double dt);
    void close_links(Scheduler& scheduler, int axis);
    Result<void> prepare(Scheduler& scheduler, double dt);
    void set_force(const StressDomain<T, Dim>& domain, const Faces<T, Dim>& u);
    void place(const StressDomain<T, Dim>& domain, const Faces<T, Dim>& u);
    void precondition(Scheduler& scheduler);
    double sum(Scheduler& scheduler, typename StressKernels<T, Dim>::Descent kernel, double factor);
    double dot(Scheduler& scheduler, const Velocity& a, const Velocity& b) const;
    double rounding_of(Scheduler& scheduler, const Faces<T, Dim>& u) const;
    double true_residual(const StressDomain<T, Dim>& domain, const Faces<T, Dim>& u);
    void iterate(const StressDomain<T, Dim>& domain, double dt, const Faces<T, Dim>& u, const SolveGoal& goal,
                 SolveReport& report);

    Grid<Dim> grid_{};
    Vec<double, Dim> per_cell_{};  // 1/h
    StressWeights<T, Dim> weights_{};
    std::array<Diffusion<T, Dim>, Dim> boxes_{};  // the unknowns, and the scalar problem of each component
    Field<T, Dim> viscosity_{};
    Velocity stretch_{};  // nu times weight at cells; one for all axes as long as there are no walls
    std::array<Field<T, Dim>, axis_pairs<Dim>> shear_{};
    Velocity diagonal_{};
    std::array<Velocity, Dim> scalar_weights_{};  // of each component
    Velocity scalar_diagonal_{};                  // once there are walls, which hold what is linked to them
    std::array<std::unique_ptr<PressureSolver<T, Dim>>, Dim> solvers_{};
    WallExtent expected_{};    // walls
    bool is_prepared_ = true;  // for the problems as they are, but for numbers
    Velocity x_{}, r_{}, p_{}, q_{}, z_{};
};

}  // namespace whorl
