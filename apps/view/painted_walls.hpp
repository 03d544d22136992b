// Walls as a picture over the whole domain, which a brush adds to and takes from. A saved scene has it as an image.
#pragma once

#include <memory>
#include <string>

#include "render/image.hpp"
#include "run/obstacles.hpp"
#include "scene/scene.hpp"

namespace whorl::view {

class PaintedWalls {
  public:
    PaintedWalls() = default;
    PaintedWalls(const Scene& scene, bool is_noslip);

    /// A disc, metres; whether any pixel changed. What taking away leaves thinner than a cell goes too: nobody sees
    /// such a skin, and confinement feeds on the whirls around it.
    bool paint(const Place& middle, double radius, bool is_wall);
    /// Adds what `is_inside(place)` says.
    template <class Inside> void add(Inside is_inside) {
        each_pixel([&](const Place& at, std::uint8_t* pixel) {
            if (is_inside(at)) pixel[0] = pixel[1] = pixel[2] = 0;
        });
    }

    bool is_blank() const { return !image_; }  ///< nobody painted yet
    bool is_empty() const;
    /// As if the scene had it.
    SceneObstacle obstacle() const;
    std::string obstacle_text(const std::string& file) const;
    const Image8& picture() const { return *image_; }

  private:
    template <class F> void each_pixel(F f) {
        Image8& image = own();
        for (int y = 0; y < image.height; ++y)
            for (int x = 0; x < image.width; ++x)
                f(Place{(x + 0.5) / image.width * size_[0], (1 - (y + 0.5) / image.height) * size_[1], 0},
                  image.pixel(x, y));
    }
    /// Takes away what is thinner than three pixels in a box of them.
    void trim(int left, int top, int right, int bottom);
    /// Others may hold the same picture: they keep it as it is.
    Image8& own();

    Place size_{};  // metres
    bool is_noslip_ = false;
    std::shared_ptr<Image8> image_{};
};

/// How much of each cell of a 2D scene an image covers that is an obstacle at this moment, 0 to 1.
std::vector<float> image_cover(const Scene& scene, const ObstacleMoment& moment, const Image8& image);

/// Whether a place is solid in it.
bool image_holds(const ObstacleMoment& moment, const Image8& image, const Place& at);

}  // namespace whorl::view
