// What a step does, stage by stage (`nealen`): the velocity before and after the projection, their difference and the
// Fourier transforms of all three; and how confinement finds its force. Through the step's observer and nothing else.
//
//     StageRecorder stages(fluid);
//     fluid.step(dt);
//     auto sheet = draw_decomposition(stages.projection());
#pragma once

#include <span>

#include "render/cell_field.hpp"
#include "render/image.hpp"

namespace whorl {

struct ProjectionStages {
    Flow<2> before, after, difference;  ///< difference = before - after: a gradient
};

struct ConfinementStages {
    Flow<2> velocity;        ///< that the force is found from
    CellField<2> vorticity;  ///< 1/s
    Flow<2> normal;          ///< N: the direction in which |vorticity| grows, of length 1, or 0 where it does not
    Flow<2> force;           ///< what the step added, a second: m/s^2; zero if it does not confine
};

/// Watches a fluid while it lives. Of several projections in a step the last counts.
template <class T> class StageRecorder : public Observer {
  public:
    explicit StageRecorder(Fluid<2, T>& fluid);
    ~StageRecorder() override;
    StageRecorder(const StageRecorder&) = delete;
    StageRecorder& operator=(const StageRecorder&) = delete;

    void after(std::string_view verb) override;

    /// Empty before the first step.
    const ProjectionStages& projection() const { return projection_; }
    ConfinementStages confinement() const;

  private:
    Fluid<2, T>& fluid_;
    Flow<2> latest_;
    ProjectionStages projection_;
    Flow<2> unconfined_, confined_;
};

/// Arrows of the sheets grow with the square root of what they show.
struct StageStyle {
    int panel = 300;  ///< pixels across each panel, 32 to 2048
    int arrows = 26;  ///< across a panel, 2 to 200
    Scheduler* scheduler = nullptr;
};

/// Two rows of three: before, after, difference; below each its Fourier transform, imaginary part left and real right.
/// Refuses stages that hold nothing yet.
Result<Image> draw_decomposition(const ProjectionStages& stages, const StageStyle& style = {});

/// |vorticity| in yellow under the velocity, N, and the force in arrows that turn from red at the tail to blue at the
/// tip.
Result<Image> draw_confinement(const ConfinementStages& stages, const StageStyle& style = {});

/// The sheets by name, as a scene asks for them: projection, confinement.
std::span<const std::string_view> stage_names();
/// An unknown name is an Error with the nearest right one.
template <class T>
Result<Image> draw_stage(const StageRecorder<T>& stages, std::string_view name, const StageStyle& style = {});

/// |vorticity| from black to yellow; on its own, for films.
Result<Image> draw_yellow(const View<const float, 2>& vorticity, double scale);
/// Arrows from red to blue over `image`, which shows the same box.
Result<void> overlay_force(Image& image, const Flow<2>& force, int every);

}  // namespace whorl
