// Looks into a step while it runs: the fields after each verb, the velocity on both sides of the projection, and what
// confinement does to it. Through the observer and nothing else; while no panel asks, nobody observes.
#pragma once

#include <string>
#include <vector>

#include "live_fluid.hpp"
#include "render/stages.hpp"

namespace whorl::view {

class StageWatch final : public Observer {
  public:
    explicit StageWatch(LiveFluid& fluid) : fluid_(fluid) {}

    /// Before a step that is to be watched.
    void begin();
    void after(std::string_view verb) override;
    /// After it: confinement's force is its change of velocity over the step's length.
    void end(double dt);

    /// Of the last step that was watched; of a 3D fluid the plane in the middle. Empty before.
    const ProjectionStages& projection() const { return projection_; }
    const ConfinementStages& confinement() const { return confinement_; }

    struct Stage {
        std::string verb{};
        CellField<2> density{}, vorticity{}, divergence{}, speed{};
    };
    const std::vector<Stage>& stages() const { return stages_; }
    int calls() const { return calls_; }  ///< how often it was told anything

  private:
    Flow<2> flow() const;
    CellField<2> plane(std::vector<float> values) const;

    LiveFluid& fluid_;
    Flow<2> latest_{}, unconfined_{}, confined_{};
    ProjectionStages projection_{};
    ConfinementStages confinement_{};
    std::vector<Stage> stages_{}, next_{};
    int calls_ = 0;
};

/// The term of the equation that a verb stands for: an index into `equation_terms`, or -1.
int term_of(std::string_view verb);
/// The velocity equation, in pieces: du/dt = - (u . grad) u + nu lap u + f - grad p
inline constexpr const char* equation_terms[] = {"du/dt  =", "- (u . grad) u", "+ nu lap(u)", "+ f", "- grad p"};
/// The field in which the work of a verb is seen best: density, vorticity or divergence.
const char* field_of(std::string_view verb);
/// What the verb does, in a sentence for students.
const char* meaning_of(std::string_view verb);

}  // namespace whorl::view
