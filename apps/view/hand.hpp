// The path of a pointer, cut into the pieces that belong to each step.
//
// Events carry their own times. A step takes what happened up to its end, so that the same path in the same time
// stirs the same, whatever the rate at which frames are drawn.
#pragma once

#include <vector>

#include "live_fluid.hpp"

namespace whorl::view {

class Hand {
  public:
    void down(double time, const Vec<double, 2>& at);
    void move(double time, const Vec<double, 2>& at);
    void up(double time);

    bool is_down() const { return is_down_; }
    const Vec<double, 2>& at() const { return last_; }

    /// The pieces up to a time, each handed out once.
    std::vector<Stroke> take(double until);

  private:
    struct Point {
        double time;
        Vec<double, 2> at;
        bool starts;
    };
    std::vector<Point> points_{};  // not handed out yet
    Point previous_{};
    Vec<double, 2> last_{};
    bool is_down_ = false;
};

}  // namespace whorl::view
