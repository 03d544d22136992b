// Pictures of a fluid by name: what scenes, the command line and the viewer's export ask for.
//
//     auto image = draw_view(fluid, "vorticity + streamlines", {.scale = 3, .bar = true});
//
// The fields may also come from elsewhere: see ViewSource.
//
// A view is one picture with any number of overlays, joined by "+". In 2D, and in 3D on a slice:
//     density         and any other scalar by its name; temperature glows
//     dyes            the scalars of ViewStyle::dyes at once, as inks or as lights; in 3D in space, as `volume`
//     vorticity speed pressure divergence velocity.x ...
//     lic             line integral convolution, coloured by the speed
//     height          the field of ViewStyle::field as a lit landscape
//     wireframe       the same in wires
//     ground          nothing but the ground, to lay overlays on
// overlays: arrows, streamlines, obstacles. In 3D also
//     volume          smoke with light and shadow; `density` means this too
//     fire            the same, glowing by its temperature
//     surface         where the field of ViewStyle::field has the value `level`
//     slice           the field of ViewStyle::field, or "dyes", on ViewStyle::slice
//     path            the reference for `volume`, by tracing paths: slow and noisy
#pragma once

#include <optional>

#include "render/density_view.hpp"
#include "render/flow_lines.hpp"
#include "render/height_field.hpp"
#include "render/view_source.hpp"
#include "render/volume.hpp"

namespace whorl {

/// A scalar with a colour.
struct Dye {
    std::string field;
    Color color;
};

/// A plane at right angles to an axis, at a share of the box from 0 to 1.
struct Slice {
    int axis = 1;
    double at = 0.5;
};

template <int Dim> struct ViewStyle {
    double scale = 1;               ///< pixels a cell of flat pictures, 1 to 64
    int across = 0;                 ///< pixels of flat pictures from left to right, instead of `scale`, if above 0
    int width = 960, height = 600;  ///< pixels of pictures in space
    std::string palette{};          ///< the view's own, if not given
    ValueRange range{};             ///< values at the palette's two ends; equal: what fits the field
    float exposure = 1;             ///< of densities and dyes
    bool alpha = false;             ///< where there is little density the picture is transparent
    bool bar = false;               ///< a colour bar, where there is a palette
    std::string title{};            ///< above the picture
    std::string field = "density";  ///< of height, wireframe, slice and surface
    float level = 0.5f;             ///< of the surface
    std::vector<Dye> dyes{};
    InkMixing mixing = InkMixing::pigment;
    Color ground{0.012f, 0.014f, 0.02f, 1};
    double spacing = 0;  ///< cells between arrows or streamlines; 0: what suits the size
    LineStyle lines{};
    View<const float, Dim> solid{};  ///< how much of each cell is solid, 0 to 1; if missing, as the source says
    Slice slice{};
    std::optional<Camera> camera{};  ///< in metres; one that sees everything, if not given
    std::vector<Light> lights{};     ///< a pair that suits smoke, if not given
    Volume volume{};                 ///< how smoke meets light
    bool floor = true;               ///< under a volume, unless it has alpha
    int samples = 64;                ///< paths a pixel of `path`
    Scheduler* scheduler = nullptr;
};

/// All views and overlays of a fluid with these fields.
std::vector<std::string> view_names(int dim, const std::vector<std::string>& fields);

/// Whether `view` can be drawn of such a fluid, without drawing it. An unknown name is an Error with the nearest right
/// one and the list.
Result<void> check_view(int dim, const std::vector<std::string>& fields, std::string_view view);

/// Whether a view is drawn in perspective, so that it has a camera, a width and a height of its own.
bool is_in_space(int dim, std::string_view view);

/// Premultiplied, in linear light.
template <int Dim>
Result<Image> draw_view(const ViewSource<Dim>& source, std::string_view view, const ViewStyle<Dim>& style = {});

template <int Dim, class T>
Result<Image> draw_view(const Fluid<Dim, T>& fluid, std::string_view view, const ViewStyle<Dim>& style = {}) {
    return draw_view(source_of(fluid), view, style);
}
template <int Dim, class T> Result<void> check_view(const Fluid<Dim, T>& fluid, std::string_view view) {
    return check_view(Dim, field_names(fluid), view);
}
template <int Dim, class T> std::vector<std::string> view_names(const Fluid<Dim, T>& fluid) {
    return view_names(Dim, field_names(fluid));
}

}  // namespace whorl
