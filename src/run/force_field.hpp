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

    /// 1/s; above 0 only for wind and fan, which act as u += dt * pull * (velocity - u), implicitly.
    double pull() const { return pull_; }

    /// The part of the force that is felt at a place, 0 to 1, blurred over a cell.
    double felt(const Place& at, double spacing) const;

  private:
    struct Mode {
        Place wave, push;
        double phase;
    };
    void make_turbulence();
    Place vortex(const Place& away) const;

    const SceneForce& force_;
    int dim_;
    double t_, pull_ = 0, strength_ = 0, radius_ = 0;
    Place vector_{}, center_{}, axis_{};
    bool has_profile_ = false;
    StillShape shape_{};
    std::vector<Mode> modes_{};
};

}  // namespace whorl
