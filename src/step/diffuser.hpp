// The implicit diffusion of one field: its system, its solver, and how both follow the time step and the walls.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "diffuse/walled.hpp"

namespace whorl {

/// Fields for the weights of a problem on this grid.
template <class T, int Dim> Result<std::array<Field<T, Dim>, Dim>> weight_fields(const Grid<Dim>& grid) {
    std::array<Field<T, Dim>, Dim> weights;
    Vec<int, Dim> shape = grid.cells;
    for (int axis = 0; axis < Dim; ++axis) shape[axis] += 2;
    for (auto& field : weights) {
        auto made = Field<T, Dim>::make(shape);
        if (!made) return made.error();
        field = std::move(made).value();
    }
    return weights;
}

template <class T, int Dim, std::size_t Count> Faces<T, Dim> views_of(std::array<Field<T, Dim>, Count>& fields) {
    Faces<T, Dim> views{};
    for (int axis = 0; axis < Dim; ++axis) views[axis] = fields[axis].view();
    return views;
}

template <class T, int Dim> class Diffuser {
  public:
    /// None: what it is asked to do is nothing.
    Diffuser() = default;
    /// Of velocity component `number`, or of that scalar. `has_weights` where a side is of several kinds.
    static Result<Diffuser> make(const Sides<T, Dim>& sides, bool is_velocity, int number, bool has_weights);
    std::size_t bytes() const;

    /// Before the first obstacle.
    Result<void> make_room_for_walls(const Grid<Dim>& grid);
    /// After that: room for what lies beside walls of this extent.
    void expect_walls(const WallExtent& walls);
    /// After walls changed.
    void follow_walls(const Sides<T, Dim>& sides, const Walls<T, Dim>& walls,
                      const std::vector<PlacedObstacle<Dim>>& obstacles);

    /// u += rate * laplacian x; rate = coefficient * dt. x has its ghosts filled.
    void add(Scheduler& scheduler, double rate, const View<T, Dim>& u, const View<T, Dim>& x);
    /// x is diffused by `rate`; the others are scratch of its shape. x has its ghosts filled.
    void diffuse(Scheduler& scheduler, double rate, const Vec<View<T, Dim>, 3>& x_rhs_change, const SolveGoal& goal);

    const Diffusion<T, Dim>& diffusion() const { return diffusion_; }
    const WalledDiffusion<T, Dim>* walled() const { return walled_ ? &*walled_ : nullptr; }

  private:
    /// Diffusion this slow changes no digit, and the diagonal of its equation, 1 / rate, need not be a finite number.
    bool is_lost_in_rounding(double rate) const;
    void set_rate(double rate);

    bool is_velocity_ = false;
    int number_ = 0;
    std::unique_ptr<PressureSolver<T, Dim>> solver_{};  // none where there is nothing to solve
    std::array<Field<T, Dim>, Dim> weights_{};
    Diffusion<T, Dim> diffusion_{};
    std::optional<WalledDiffusion<T, Dim>> walled_{};  // once there are obstacles
    double rate_ = 0;                                  // that the solver was prepared for
    WallExtent expected_{};                            // walls
    bool is_prepared_ = true;                          // for the problem as it is now, but for numbers
};

}  // namespace whorl
