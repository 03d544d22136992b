#include "render/camera.hpp"

#include <algorithm>
#include <numbers>

#include "core/text.hpp"

namespace whorl {
namespace {

float radians(float degrees) {
    return degrees * std::numbers::pi_v<float> / 180;
}

float mix(float from, float to, float share) {
    return from + (to - from) * share;
}

Camera between(const Camera& a, const Camera& b, float share) {
    return {a.target + share * (b.target - a.target), mix(a.distance, b.distance, share),
            mix(a.azimuth, b.azimuth, share), mix(a.elevation, b.elevation, share),
            mix(a.field_of_view, b.field_of_view, share)};
}

}  // namespace

Result<void> check_camera(const Camera& camera) {
    const auto wrong = [](const char* what, float value, const char* range) {
        return Error{text("the camera's %s is %g; it must be %s", what, static_cast<double>(value), range)};
    };
    for (int axis = 0; axis < 3; ++axis)
        if (!std::isfinite(camera.target[axis])) return wrong("target", camera.target[axis], "finite");
    if (!(camera.distance > 0 && camera.distance <= 1e6f))
        return wrong("distance", camera.distance, "above 0 and at most 1e+06 m");
    if (!std::isfinite(camera.azimuth)) return wrong("azimuth", camera.azimuth, "finite, in degrees");
    if (!(camera.elevation >= -90 && camera.elevation <= 90))
        return wrong("elevation", camera.elevation, "-90 to 90 degrees");
    if (!(camera.field_of_view >= 0.1f && camera.field_of_view < 170))
        return wrong("field of view", camera.field_of_view, "0.1 to 170 degrees");
    return {};
}

Result<Camera> camera_at(std::span<const CameraKey> keys, double time) {
    if (keys.empty()) return Error{"a camera's path needs at least one key; give its time and place"};
    for (std::size_t i = 1; i < keys.size(); ++i)
        if (!(keys[i].time > keys[i - 1].time))
            return Error{text("the camera's key at %g s does not come after that at %g s; times must grow",
                              keys[i].time, keys[i - 1].time)};
    const auto next = std::find_if(keys.begin(), keys.end(), [&](const CameraKey& key) { return key.time > time; });
    if (next == keys.begin()) return keys.front().camera;
    if (next == keys.end()) return keys.back().camera;
    const auto last = next - 1;
    const float share = static_cast<float>((time - last->time) / (next->time - last->time));
    return between(last->camera, next->camera, share * share * (3 - 2 * share));
}

Eye::Eye(const Camera& camera, int width, int height)
    : half_width_(0.5f * static_cast<float>(width)),
      half_height_(0.5f * static_cast<float>(height)),
      pixels_(half_height_ / std::tan(0.5f * radians(camera.field_of_view))) {
    const float a = radians(camera.azimuth), e = radians(camera.elevation);
    const Vec3 outward{std::cos(e) * std::cos(a), std::cos(e) * std::sin(a), std::sin(e)};
    position_ = camera.target + camera.distance * outward;
    forward_ = -1.0f * outward;
    right_ = {-std::sin(a), std::cos(a), 0};  // at a right angle to z, even straight above
    up_ = cross(right_, forward_);
}

Ray Eye::ray(float x, float y) const {
    const Vec3 through = forward_ + ((x - half_width_) / pixels_) * right_ + ((half_height_ - y) / pixels_) * up_;
    return {position_, normalized(through)};
}

Eye::Seen Eye::see(const Vec3& point) const {
    const Vec3 from_eye = point - position_;
    const float depth = dot(from_eye, forward_);
    const float scale = pixels_ / (depth > 1e-6f ? depth : 1e-6f);
    return {{half_width_ + scale * dot(from_eye, right_), half_height_ - scale * dot(from_eye, up_)}, depth};
}

Camera camera_for(const Box3& box, float azimuth, float elevation, double width_over_height, float field_of_view) {
    Camera camera{.target = 0.5f * (box.low + box.high),
                  .distance = 1,
                  .azimuth = azimuth,
                  .elevation = elevation,
                  .field_of_view = field_of_view};
    const Vec3 outward = Eye(camera, 1, 1).position() - camera.target;
    const float tangent = 0.94f * std::tan(0.5f * radians(camera.field_of_view));
    const float a = radians(azimuth);
    const Vec3 right{-std::sin(a), std::cos(a), 0}, up = cross(outward, right);
    camera.distance = 1e-3f;
    for (int corner = 0; corner < 8; ++corner) {
        Vec3 at{};
        for (int axis = 0; axis < 3; ++axis)
            at[axis] = (corner >> axis & 1 ? box.high : box.low)[axis] - camera.target[axis];
        const float across = std::abs(dot(at, right)) / static_cast<float>(width_over_height);
        camera.distance =
            std::max(camera.distance, dot(at, outward) + std::max(across, std::abs(dot(at, up))) / tangent);
    }
    return camera;
}

}  // namespace whorl
