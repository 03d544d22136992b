// An eye that circles around a point: z is up, angles are degrees, lengths metres.
#pragma once

#include <span>

#include "render/line.hpp"
#include "render/vec3.hpp"

namespace whorl {

struct Camera {
    Vec3 target{0.5f, 0.5f, 0.5f};  ///< what it looks at
    float distance = 2.6f;          ///< of the eye from the target, above 0
    float azimuth = -60;            ///< around z, from the x axis
    float elevation = 18;           ///< above the horizon, -90 to 90
    float field_of_view = 36;       ///< from bottom to top, above 0 and below 170
};

/// Refuses numbers that are not finite or out of range.
Result<void> check_camera(const Camera& camera);

struct CameraKey {
    double time;  ///< seconds
    Camera camera;
};

/// Between two keys it moves smoothly, resting at each; before the first and after the last it stands still. Refuses an
/// empty list and times that do not grow.
Result<Camera> camera_at(std::span<const CameraKey> keys, double time);

struct Ray {
    Vec3 from, along;  ///< `along` has length 1
};

/// A camera made ready to cast rays and to place points in a picture of width x height pixels.
class Eye {
  public:
    Eye(const Camera& camera, int width, int height);

    const Vec3& position() const { return position_; }

    /// Through a place in the picture, in pixels.
    Ray ray(float x, float y) const;

    /// Where a point appears, and how deep it lies along the view; behind the eye the depth is negative.
    struct Seen {
        Point2 at;
        float depth;
    };
    Seen see(const Vec3& point) const;

  private:
    Vec3 position_, right_, up_, forward_;
    float half_width_, half_height_, pixels_;  // pixels_: of a length at a depth as long
};

struct Box3 {
    Vec3 low{0, 0, 0}, high{1, 1, 1};
};

/// A camera at these angles from which the whole box is in the picture, with a little room around it.
Camera camera_for(const Box3& box, float azimuth, float elevation, double width_over_height,
                  float field_of_view = Camera{}.field_of_view);

}  // namespace whorl
