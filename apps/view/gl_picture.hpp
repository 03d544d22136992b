// Pictures of fields on the graphics card: the values go up as they are and are coloured after they are interpolated.
// OpenGL 3.3 core; a context must be current for everything here.
#pragma once

#include <cstdint>
#include <string>

#include "look.hpp"

namespace whorl::view {

/// Pixels of the window, from its lower left corner.
struct Rect {
    int x = 0, y = 0, width = 0, height = 0;
};

/// Where a 3D picture is seen from: radians, and lengths of the box's diagonal.
struct Orbit {
    double yaw = 0.5, pitch = 0.25, distance = 1.3;
};

class PicturePainter {
  public:
    /// Compiles the shaders; an Error has what the driver said.
    static Result<PicturePainter> make();
    PicturePainter(PicturePainter&& other) noexcept;
    PicturePainter& operator=(PicturePainter&&) = delete;
    ~PicturePainter();

    /// A 2D picture, or the plane at `depth` (0 to 1) of a 3D one.
    void draw(const Picture& picture, const Theme& theme, const Rect& where, double depth);

    /// Pixels are coloured in blocks this wide, where drawing would else be too slow: 1 for all of them.
    int coarseness = 1;

    /// All of a 3D picture: what absorbs and glows along each ray, up to 64 samples each (`levoy1988`), at half the
    /// resolution or less. `size` is the box's, metres: across, up, in. Of each `slot`, 0 or 1, the last picture is
    /// kept: one that has not changed costs nothing, and after a moment it is made as fine as can be.
    void draw_volume(const Picture& picture, const Theme& theme, const Rect& where, const Vec<double, 3>& size,
                     const Orbit& orbit, int slot);
    /// Draws again what has not changed.
    void forget() { shown_[0] = shown_[1] = {}; }
    bool was_drawn = false;  ///< since it was last set to false: a 3D picture that changed

  private:
    PicturePainter() = default;
    /// Draws with the program in use into a picture that is so many times smaller.
    void render_small(std::uint32_t into, const Rect& where, int times);
    void stretch(std::uint32_t from, const Rect& where);
    void set_palette(const Picture& picture, const Theme& theme);
    void set_inks(std::uint32_t program, const Picture& picture, const Theme& theme);

    std::uint32_t flat_ = 0, volume_ = 0, stretch_ = 0, corners_ = 0;                 // programs, vertex array
    std::uint32_t field_ = 0, cube_ = 0, solids_ = 0, solid_cube_ = 0, palette_ = 0;  // textures
    std::uint32_t half_ = 0, half_picture_[2]{};                                      // frame buffer, what is in it
    struct Shown {
        std::string key{};  // of what it was made from
        int times = 0;      // smaller than the window
        int rests = 0;      // frames that it has been the same
    } shown_[2]{};
    std::string palette_name_{};
};

/// Where the ray through a point of the picture (0 to 1, y upwards) meets the plane at `depth`, as parts of the box's
/// sides; outside of 0 to 1 it misses.
Vec<double, 2> plane_hit(const Vec<double, 2>& at, double aspect, const Vec<double, 3>& size, const Orbit& orbit,
                         double depth);

/// The other way round: where a place of the plane (parts of the box's sides) is seen.
Vec<double, 2> plane_seen(const Vec<double, 2>& place, double aspect, const Vec<double, 3>& size, const Orbit& orbit,
                          double depth);

}  // namespace whorl::view
