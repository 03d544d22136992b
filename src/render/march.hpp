// Walks rays through a medium and sums the light that it sends towards the eye (`levoy1988`).
//
// A step takes the extinction at its middle, and along it the smoke behind and the smoke on the way to each light grow
// evenly: the integral of that is exact. Steps grow where little of what is sent arrives, and leap over empty bricks.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "render/shadow.hpp"

namespace whorl {

/// `Depth` is float, or Rgb for media that are coloured.
template <class Depth> class Marcher {
  public:
    /// At most 16 lights.
    Marcher(const Medium& medium, std::span<const Light> lights, Scheduler* scheduler);

    struct Seen {
        Color light{0, 0, 0, 0};
        Depth left;                    ///< the share of what is behind that comes through
        std::optional<float> solid{};  ///< how far along the ray one was met
    };
    Seen march(const Ray& ray) const;

  private:
    /// What one light sends to a place.
    struct Beam {
        Depth depth, through;  // smoke on its way, and what that leaves
        float lit;             // past solids
    };
    using Beams = std::array<Beam, 16>;
    using Phases = std::array<float, 16>;
    struct Step {
        Vec3 middle;
        float length;
    };

    Phases phases_of(const Ray& ray) const;
    float turned(const Ray& ray, const Vec3& toward) const;
    void aim(Beams& beams, const Vec3& at, float left) const;
    Medium::Shade<Depth> shade_of(std::size_t light, const Vec3& at, float left) const;
    float surface(const Ray& ray, float outside, float inside) const;
    void shine(Seen& seen, const Step& step, const Depth& depth) const;
    /// Adds what a step sends on, with the beams at its two ends; returns the share of light that comes through it.
    Depth gather(Seen& seen, const Ray& ray, const Step& step, const Depth& depth, const Phases& phases,
                 const Beams& from, const Beams& to) const;

    const Medium& medium_;
    std::span<const Light> lights_;
    float step_;
    std::vector<Shadow<Depth>> shadows_;
};

}  // namespace whorl
