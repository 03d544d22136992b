// Multigrid on its own: V(1,1) cycles until the goal is met (hierarchy.hpp). The solver of choice without obstacles:
// 0.07 to 0.19 a cycle whatever the size (odd periodic sizes in 3D are the slowest), and hardly any memory.
// Obstacles thinner than coarse cells slow it down, where mgpcg is the safer one.
#pragma once

#include "pressure/hierarchy.hpp"
#include "pressure/prepared_solver.hpp"

namespace whorl {

template <class T, int Dim> class Multigrid final : public PreparedSolver<T, Dim> {
  public:
    const char* name() const override { return "multigrid"; }
    std::size_t bytes() const override { return hierarchy_.bytes(); }
    void expect_walls(const WallExtent& walls) override { hierarchy_.expect_walls(walls); }
    void borrow(std::span<const std::span<std::byte>> pieces) override {
        Loan loan(pieces);
        hierarchy_.borrow(loan);
    }
    bool begins_anew() const override { return true; }

  protected:
    using Solve = typename PreparedSolver<T, Dim>::Solve;
    OpenAs keeps_open_faces() const override { return OpenAs::open; }
    Result<void> take(Level<T, Dim> finest) override { return hierarchy_.prepare(std::move(finest)); }
    const Level<T, Dim>& finest() const override { return hierarchy_.finest(); }
    void change_diagonal(T diagonal) override { hierarchy_.set_diagonal(diagonal); }
    bool reweigh() override { return hierarchy_.refresh(); }
    void iterate(Solve& solve) override;

  private:
    Hierarchy<T, Dim> hierarchy_;
};

}  // namespace whorl
