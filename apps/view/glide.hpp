// A number of a wall on its way to where a slider has it: the wall moves there evenly and pushes the flow, as one that
// is dragged does, instead of jumping.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace whorl::view {

struct Glide {
    std::string path{};                               ///< of the number in the scene
    double begin = 0, from = 0, end = 0, to = 0;      ///< seconds and values; it rests before and after
    std::vector<std::pair<double, double>> passed{};  ///< moments and values at the ends of steps, oldest first

    double at(double t) const;
    /// From where it is at t; a goal that changes under way does not make it jump.
    void head_for(double goal, double t, double seconds);
    /// A step from t to t + dt is about to be made.
    void pass(double t, double dt);
    /// A session starts at t: there was no way here.
    void start_at(double t);

    /// "path=value" for the scene that runs, and for one that repeats what was passed, to the same bits: a step asks
    /// where the wall is at its end, and keyframes are exact at their own moments.
    std::string ahead() const;
    std::string behind() const;

  private:
    std::vector<std::pair<double, double>> route() const;
};

}  // namespace whorl::view
