// The stirring scene: rods move along closed curves through a box of fluid, two of them bleeding ink.
//
// It knows nothing of pictures or clocks. Its state is made with + - * / and the square root alone (the curves are
// turned by a fixed rotation each step; no sine is ever taken), so that every machine gets the same bits.
#pragma once

#include <cstdint>
#include <vector>

#include "whorl/classic.hpp"

namespace whorl {

/// A point on the unit circle that moves by the same angle each step.
class Turning {
  public:
    /// Starts at (cosine, sine), which should lie on the unit circle, and takes `steps` for a turn; negative:
    /// clockwise.
    Turning(double cosine, double sine, double steps);

    void advance();
    double cosine() const { return cosine_; }
    double sine() const { return sine_; }

  private:
    double cosine_, sine_, step_cosine_, step_sine_;
};

class StirringScene {
  public:
    static constexpr int inks = 2;
    static constexpr int steps_per_second = 30;

    /// Refuses what `Classic2::make` refuses.
    static Result<StirringScene> make(int cells);

    Result<ClassicReport> step();

    View<const float, 2> ink(int which) const { return fluid_.ink(which); }
    double time() const { return fluid_.time(); }
    std::int64_t steps() const { return fluid_.steps(); }

    /// Of the fluid and of the rods.
    std::uint64_t hash() const;

  private:
    // A rod's place is the centre plus two turning arms.
    struct Rod {
        Vec<double, 2> centre, first_arm, second_arm;  // box lengths along x and y
        Turning first, second;
        int ink;  // that it bleeds, or -1

        Vec<double, 2> place() const;
    };

    StirringScene(Classic2 fluid);
    void stir(Rod& rod);

    Classic2 fluid_;
    std::vector<Rod> rods_;
};

}  // namespace whorl
