// A solver that works on the grid of the problem alone and keeps nothing but its operator.
#pragma once

#include "pressure/prepared_solver.hpp"

namespace whorl {

template <class T, int Dim> class OneLevelSolver : public PreparedSolver<T, Dim> {
  public:
    std::size_t bytes() const override { return level_.bytes(); }
    void expect_walls(const WallExtent& walls) override {
        if (!level_.op.is_uniform()) expect_runs(level_, room_of<Dim>(walls, level_.op.cells, level_.op.cells));
    }

  protected:
    Result<void> take(Level<T, Dim> finest) override {
        level_ = std::move(finest);
        return {};
    }
    const Level<T, Dim>& finest() const override { return level_; }
    void change_diagonal(T diagonal) override { whorl::set_diagonal(level_, diagonal); }
    bool reweigh() override { return refresh_finest_level(level_); }

    /// Makes a field of the size of a level, unless it is there already.
    static Result<void> make_field(Field<T, Dim>& field, const Vec<int, Dim>& cells) {
        if (field.bytes() > 0 && field.layout().shape == cells) return {};
        auto made = Field<T, Dim>::make(cells, 0);
        if (!made) return made.error();
        field = std::move(made).value();
        return {};
    }

    Level<T, Dim> level_;
};

}  // namespace whorl
