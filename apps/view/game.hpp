// A small game, to show the library in a game's loop: two paddles blow a puff of smoke over each other's line.
//
// The court is a box with open ends. Each paddle is an obstacle that moves, and pushes the air before it. You drag the
// left one; the right one follows the smoke, not too fast. Whoever has most of a puff blown out behind them loses the
// point.
#pragma once

#include "live_fluid.hpp"

namespace whorl::view {

struct Court {
    static constexpr double width = 1.6, height = 1, paddle_x = 0.14, paddle_half = 0.11, thickness = 0.02;
};

struct Score {
    int left = 0, right = 0;
    friend constexpr bool operator==(const Score&, const Score&) = default;
};

class Game : public LiveFluid {
  public:
    virtual Score score() const = 0;
    /// Where a paddle is and where it is going, metres from the floor. 0: left, 1: right.
    virtual double paddle(int which) const = 0;
    virtual void aim(int which, double height) = 0;
    /// Whether the right paddle plays by itself.
    virtual void play_alone(bool is_alone) = 0;
};

/// `rows` of cells from floor to ceiling. The scheduler must outlive it.
Result<std::unique_ptr<Game>> make_game(Scheduler& scheduler, int rows = 120);

}  // namespace whorl::view
