#include "render/view.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/nearest_name.hpp"
#include "core/text.hpp"
#include "render/flat_view.hpp"
#include "render/isosurface.hpp"
#include "render/path.hpp"

namespace whorl {
namespace {

constexpr std::array<std::string_view, 5> space_names = {"volume", "fire", "surface", "slice", "path"};

bool contains(std::span<const std::string_view> names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Drawn in perspective, so that flat overlays do not fit.
template <int Dim> bool is_in_space(std::string_view name) {
    if (name == "height" || name == "wireframe") return true;
    return Dim == 3 && (name == "density" || (contains(space_names, name) && name != "slice"));
}

template <class T> FlatFields flat_fields(const Fluid<2, T>& fluid, const ViewStyle<2>& style) {
    FlatFields fields{
        [&fluid](std::string_view name) { return field_of(fluid, name); }, [&fluid] { return velocity_of(fluid); }, {}};
    if (style.solid.data) {
        fields.solid = CellField<2>::zero(style.solid.shape);
        for (int y = 0; y < style.solid.shape[1]; ++y)
            for (int x = 0; x < style.solid.shape[0]; ++x) fields.solid.edit()(x, y) = style.solid(x, y);
    }
    return fields;
}

int slice_index(const ViewStyle<3>& style, const Vec<int, 3>& cells) {
    const int count = cells[style.slice.axis];
    return std::clamp(static_cast<int>(style.slice.at * count), 0, count - 1);
}

template <class T> FlatFields flat_fields(const Fluid<3, T>& fluid, const ViewStyle<3>& style) {
    const int axis = style.slice.axis, index = slice_index(style, fluid.config().cells);
    FlatFields fields;
    fields.field = [&fluid, axis, index](std::string_view name) -> Result<CellField<2>> {
        auto field = field_of(fluid, name);
        if (!field) return field.error();
        return slice_of(field.value().view(), axis, index);
    };
    fields.flow = [&fluid, axis, index] {
        const Flow<3> flow = velocity_of(fluid);
        return Flow<2>{{slice_of(flow[axis == 0 ? 1 : 0].view(), axis, index).value(),
                        slice_of(flow[axis == 2 ? 1 : 2].view(), axis, index).value()}};
    };
    if (style.solid.data) fields.solid = slice_of(style.solid, axis, index).value();
    return fields;
}

template <int Dim> ViewStyle<2> flat_style(const ViewStyle<Dim>& style) {
    return {.scale = style.scale,
            .width = style.width,
            .height = style.height,
            .palette = style.palette,
            .range = style.range,
            .exposure = style.exposure,
            .alpha = style.alpha,
            .bar = style.bar,
            .title = style.title,
            .field = style.field,
            .dyes = style.dyes,
            .mixing = style.mixing,
            .ground = style.ground,
            .spacing = style.spacing,
            .lines = style.lines,
            .camera = style.camera,
            .scheduler = style.scheduler};
}

/// Views in space of a 3D fluid.
template <class T> class SpaceView {
  public:
    SpaceView(const Fluid<3, T>& fluid, const ViewStyle<3>& style)
        : fluid_(fluid),
          style_(style),
          lights_(style.lights.empty() ? smoke_lights() : style.lights) {
        const Vec<double, 3> size = box_of(fluid.config());
        for (int axis = 0; axis < 3; ++axis) box_.high[axis] = static_cast<float>(size[axis]);
        camera_ =
            style.camera ? *style.camera : camera_for(box_, -60, 14, static_cast<double>(style.width) / style.height);
    }

    Result<Image> draw(std::string_view name) const {
        auto image = name == "surface" ? surface() : volume(name);
        if (!image || style_.title.empty()) return image;
        static const Palette none = find_palette("gray").value();
        return with_legend(image.value(), none, {}, {.title = style_.title, .bar = false, .ground = style_.ground});
    }

  private:
    Result<Image> volume(std::string_view name) const {
        auto density = field_of(fluid_, "density");
        if (!density) return density.error();
        VolumeFields fields{.density = density.value().view(), .solid = style_.solid, .box = box_};
        Result<CellField<3>> heat = Error{};
        Volume volume = style_.volume;
        volume.extinction *= style_.exposure;
        if (name == "fire") {
            heat = field_of(fluid_, "temperature");
            if (!heat) return heat.error();
            fields.temperature = heat.value().view();
            if (volume.glow == 0) volume.glow = 8;
        }
        const Color ground = style_.alpha ? Color{0, 0, 0, 0} : style_.ground;
        if (name == "path")
            return trace_volume(
                fields, volume, camera_, lights_,
                {.width = style_.width, .height = style_.height, .ground = ground, .scheduler = style_.scheduler});
        return draw_volume(fields, volume, camera_, lights_,
                           {.width = style_.width,
                            .height = style_.height,
                            .ground = ground,
                            .floor = !style_.alpha,
                            .film = true,
                            .scheduler = style_.scheduler});
    }

    Result<Image> surface() const {
        auto field = field_of(fluid_, style_.field);
        if (!field) return field.error();
        auto mesh = isosurface(field.value().view(), style_.level, box_);
        if (!mesh) return mesh.error();
        auto canvas = Image::make(style_.width, style_.height, style_.alpha ? Color{0, 0, 0, 0} : style_.ground);
        if (!canvas || mesh.value().triangles.empty()) return canvas;
        std::vector<Light> lights = lights_;
        for (Light& light : lights) light.color = {0.2f * light.color.r, 0.2f * light.color.g, 0.2f * light.color.b, 1};
        auto drawn = draw_mesh(
            mesh.value(), camera_, lights,
            {.width = style_.width, .height = style_.height, .ambient = 0.08f, .scheduler = style_.scheduler});
        if (!drawn) return drawn;
        paste(canvas.value(), drawn.value(), 0, 0);
        return canvas;
    }

    const Fluid<3, T>& fluid_;
    const ViewStyle<3>& style_;
    std::vector<Light> lights_;
    Box3 box_{};
    Camera camera_;
};

Result<void> check_slice(const ViewStyle<3>& style) {
    if (style.slice.axis < 0 || style.slice.axis > 2)
        return Error{text("a slice along axis %d cannot be cut; use 0, 1 or 2", style.slice.axis)};
    if (!(style.slice.at >= 0 && style.slice.at <= 1))
        return Error{text("a slice at %g of the box cannot be cut; use 0 to 1", style.slice.at)};
    return {};
}

template <int Dim> Result<void> check_solid(const ViewStyle<Dim>& style, const Vec<int, Dim>& cells) {
    if (!style.solid.data || style.solid.shape == cells) return {};
    return Error{"the mask of solid cells has another shape than the fluid; give one value for each cell"};
}

}  // namespace

template <int Dim, class T> std::vector<std::string> view_names(const Fluid<Dim, T>& fluid) {
    std::vector<std::string> names = field_names(fluid);
    const auto append = [&](std::span<const std::string_view> more) {
        names.insert(names.end(), more.begin(), more.end());
    };
    append(flat_names());
    if (Dim == 3) append(space_names);
    append(overlay_names());
    return names;
}

template <int Dim, class T> Result<void> check_view(const Fluid<Dim, T>& fluid, std::string_view view) {
    const std::vector<std::string> names = view_names(fluid), layers = layers_of(view);
    const std::vector<std::string_view> views(names.begin(), names.end());
    for (const std::string& layer : layers)
        if (!contains(views, layer)) return Error{unknown_name("view", layer, views)};
    for (std::size_t i = 1; i < layers.size(); ++i) {
        if (!contains(overlay_names(), layers[i]))
            return Error{
                text("\"%s\" is a picture of its own and cannot be laid over \"%s\"; overlays are arrows, "
                     "streamlines and obstacles",
                     layers[i].c_str(), layers[0].c_str())};
        if (is_in_space<Dim>(layers[0]))
            return Error{text("\"%s\" cannot be laid over \"%s\", which is drawn in perspective; use a flat view",
                              layers[i].c_str(), layers[0].c_str())};
    }
    return {};
}

template <int Dim, class T>
Result<Image> draw_view(const Fluid<Dim, T>& fluid, std::string_view view, const ViewStyle<Dim>& style) {
    if (auto good = check_view(fluid, view); !good) return good.error();
    if (auto good = check_solid(style, fluid.config().cells); !good) return good.error();
    std::vector<std::string> layers = layers_of(view);
    if constexpr (Dim == 3) {
        if (auto good = check_slice(style); !good) return good.error();
        if (is_in_space<3>(layers[0]) && layers[0] != "height" && layers[0] != "wireframe")
            return SpaceView<T>(fluid, style).draw(layers[0]);
        if (layers[0] == "slice") layers[0] = style.field;
    }
    return draw_flat(flat_fields(fluid, style), layers, flat_style(style));
}

#define WHORL_INSTANTIATE(T, Dim)                                             \
    template std::vector<std::string> view_names(const Fluid<Dim, T>&);       \
    template Result<void> check_view(const Fluid<Dim, T>&, std::string_view); \
    template Result<Image> draw_view(const Fluid<Dim, T>&, std::string_view, const ViewStyle<Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
