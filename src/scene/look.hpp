// How a scene's pictures look: the view, and the eye, lights and smoke of those in space.
#pragma once

#include <optional>
#include <string>

#include "render/view.hpp"
#include "scene/number.hpp"
#include "scene/shape.hpp"

namespace whorl {

/// An eye that circles around a target, or stands at a position. What is not given is chosen so that everything is
/// seen.
struct SceneCamera {
    std::optional<Place3> target{}, position{};
    std::optional<Number> distance{}, azimuth{}, elevation{};  ///< metres and degrees
    Number fov{36.0};                                          ///< degrees from bottom to top
};

struct SceneLight {
    Place3 place{};  ///< where it stands, or the way in which it shines
    bool is_at_place = false;
    Color color{1, 1, 1, 1};
    Number intensity{6.0};
};

/// Of a picture.
struct SceneLook {
    std::string view = "density";
    std::string palette{};                  ///< empty: the view's own; "height": 16-bit values
    std::optional<Vec<double, 2>> range{};  ///< of values, over the palette
    std::optional<double> exposure{};       ///< 1 / exposure takes the palette's upper end
    int width = 0, height = 0;              ///< pixels; 0: chosen by the number of cells
    bool alpha = false, bar = false, obstacles = true, floor = true;
    std::string title{};
    std::string field = "density";  ///< of height, wireframe, slice and surface
    double level = 0.5;             ///< of the surface
    Slice slice{};
    double spacing = 0;  ///< cells between arrows or streamlines
    LineStyle lines{};
    std::optional<Color> ground{};
    InkMixing mixing = InkMixing::pigment;
    Volume smoke{.extinction = 40,
                 .albedo = {0.96f, 0.95f, 0.94f, 1},
                 .forward = 0.15f,
                 .ambient = {0.02f, 0.026f, 0.04f, 1},
                 .step = 0.6};
    int samples = 64;  ///< of a path-traced picture, a pixel
    std::optional<SceneCamera> camera{};
    std::string mesh{};  ///< that the flat picture is wrapped around: globe, vase or an OBJ file
    std::string path{};  ///< of the output's key, for messages
};

}  // namespace whorl
