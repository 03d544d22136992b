// The forces of a scene as an acceleration, or a pull towards a wind, at a place and moment.
#pragma once

#include <vector>

#include "scene/scene.hpp"

namespace whorl {

/// A force at one moment: what is the same for all places is worked out once.
class ForceField {
  public:
    ForceField(const Scene& scene, const SceneForce& force, double t);

    /// Along one axis, m/s^2. Of wind and fan the velocity that they pull towards.
    double along(int axis, const Place& at) const;

    /// Wind and fan do not accelerate by themselves: they draw u towards their velocity, u += dt * rate * (velocity -
    /// u).
    bool is_wind() const { return force_.kind == ForceKind::wind || force_.kind == ForceKind::fan; }
    double rate() const { return rate_; }  ///< of a wind, 1/s

  private:
    struct Mode {
        Place wave, push;
        double phase;
    };
    void make_turbulence();
    Place vortex(const Place& away) const;

    const SceneForce& force_;
    int dim_;
    double t_, rate_ = 0, strength_ = 0, radius_ = 0;
    Place vector_{}, center_{}, axis_{};
    bool has_profile_ = false;
    std::vector<Mode> modes_{};
};

}  // namespace whorl
