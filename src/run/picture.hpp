// A scene's pictures: from the look that an output asks for, and the state of the flow, to an image.
#pragma once

#include <optional>

#include "render/image.hpp"
#include "render/mesh.hpp"
#include "run/simulator.hpp"

namespace whorl {

/// Top row first; 0 and 1 are the ends of the range.
struct HeightMap {
    int width = 0, height = 0;
    std::vector<float> values{};
};

class Picture {
  public:
    /// Reads the mesh that the picture is wrapped around, if there is one. Refuses what can be known to fail before the
    /// first frame: a mesh without places for a texture, a camera inside an obstacle.
    static Result<Picture> make(const SceneLook& look, const Scene& scene, Scheduler* scheduler = nullptr);

    /// Flat pictures have square pixels whatever the shape of cells, and tile where the domain is periodic. The size
    /// is the same for all frames.
    Result<Image> draw(const Simulator& simulator) const;

    /// The field itself, from the range's lower end to its upper.
    Result<HeightMap> heights(const Simulator& simulator) const;

  private:
    Picture(const SceneLook& look, Scheduler* scheduler) : look_(look), scheduler_(scheduler) {}
    Result<Image> image(const Simulator& simulator) const;
    Result<Image> stage(const Simulator& simulator) const;
    Result<Image> skin(const Simulator& simulator) const;
    template <int Dim> Result<Image> view(const Simulator& simulator) const;

    SceneLook look_;
    Scheduler* scheduler_;
    std::optional<Mesh> mesh_{};
};

/// Whether it shows the stages of a step, which must be recorded for it.
bool shows_stages(const SceneLook& look);

}  // namespace whorl
