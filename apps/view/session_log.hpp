// What a person did to a scene, kept so that it can be written down as a scene of its own.
//
// Strokes and cleared fields are emitters and forces that last for one step; turned parameters are keyframes that
// hold. They stand between the steps that they belong to, so that rounding of times cannot move them to another.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "scene/document.hpp"
#include "scene/scene.hpp"

namespace whorl::view {

/// A piece of a stroke or a cleared field: at work during the step that starts at `start`.
struct Deed {
    double start = 0, end = 0;
    bool is_first = false;  ///< before the scene's own emitters: a cleared field
    std::vector<SceneEmitter> emitters{};
    std::vector<SceneForce> forces{};
};

class SessionLog {
  public:
    void add(Deed deed) { deeds_.push_back(std::move(deed)); }
    /// A key of the scene, such as "fluid.viscosity", has this value from a moment on; `before` it had another.
    void turn(const std::string& path, double t, double before, double value);

    bool knows(const std::string& path) const { return turns_.contains(path); }
    /// What is below a key is no longer there to be turned.
    void forget(const std::string& path);

    /// An earlier state is put back: what was done is what was done until then, but parameters stay as they are.
    /// False if keys had been turned until then that are not there any more: then this log does not tell all.
    bool go_back(const SessionLog& earlier, double t);
    /// Nothing was done; parameters have been as they are from the start.
    void clear();

    /// A capsule along each stroke and a box for each cleared field, as TOML.
    std::string first_blocks(int dim) const;
    std::string last_blocks(int dim) const;
    /// "fluid.viscosity={ keys = [...] }" for each key that was turned more than once.
    std::vector<std::string> assignments() const;
    std::size_t size() const { return deeds_.size(); }

  private:
    std::vector<Deed> deeds_{};
    std::map<std::string, std::vector<std::pair<double, double>>> turns_{};
};

/// So many digits that reading gives the same number.
std::string exact(double value);

}  // namespace whorl::view
