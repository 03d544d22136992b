#include "render/view.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/nearest_name.hpp"
#include "core/text.hpp"
#include "render/flat_view.hpp"
#include "render/space_view.hpp"

namespace whorl {
namespace {

constexpr std::array<std::string_view, 5> space_names = {"volume", "fire", "surface", "slice", "path"};

bool contains(std::span<const std::string_view> names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_layer_in_space(int dim, std::string_view name) {
    if (name == "height" || name == "wireframe") return true;
    return dim == 3 && (name == "density" || name == "dyes" || (contains(space_names, name) && name != "slice"));
}

int slice_index(const ViewStyle<3>& style, const Vec<int, 3>& cells) {
    const int count = cells[style.slice.axis];
    return std::clamp(static_cast<int>(style.slice.at * count), 0, count - 1);
}

ViewStyle<2> flat_style(const ViewStyle<3>& style) {
    return {.scale = style.scale,
            .across = style.across,
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

std::vector<std::string> view_names(int dim, const std::vector<std::string>& fields) {
    std::vector<std::string> names = fields;
    const auto append = [&](std::span<const std::string_view> more) {
        names.insert(names.end(), more.begin(), more.end());
    };
    append(flat_names());
    if (dim == 3) append(space_names);
    append(overlay_names());
    return names;
}

bool is_in_space(int dim, std::string_view view) {
    return is_layer_in_space(dim, layers_of(view)[0]);
}

Result<void> check_view(int dim, const std::vector<std::string>& fields, std::string_view view) {
    const std::vector<std::string> names = view_names(dim, fields), layers = layers_of(view);
    const std::vector<std::string_view> views(names.begin(), names.end());
    for (const std::string& layer : layers) {
        if (contains(views, layer)) continue;
        if (contains(space_names, layer))
            return Error{
                text("the view \"%s\" needs a domain of three dimensions, and this one has two; use a flat view "
                     "such as \"density\" or \"height\", or give three cells",
                     layer.c_str())};
        return Error{unknown_name("view", layer, views)};
    }
    for (std::size_t i = 1; i < layers.size(); ++i) {
        if (!contains(overlay_names(), layers[i]))
            return Error{
                text("\"%s\" is a picture of its own and cannot be laid over \"%s\"; overlays are arrows, "
                     "streamlines and obstacles",
                     layers[i].c_str(), layers[0].c_str())};
        if (is_layer_in_space(dim, layers[0]))
            return Error{text("\"%s\" cannot be laid over \"%s\", which is drawn in perspective; use a flat view",
                              layers[i].c_str(), layers[0].c_str())};
    }
    return {};
}

template <int Dim>
Result<Image> draw_view(const ViewSource<Dim>& source, std::string_view view, const ViewStyle<Dim>& style) {
    if (auto good = check_view(Dim, source.names, view); !good) return good.error();
    if (auto good = check_solid(style, source.cells); !good) return good.error();
    std::vector<std::string> layers = layers_of(view);
    if constexpr (Dim == 2) {
        return draw_flat(source, layers, style);
    } else {
        if (auto good = check_slice(style); !good) return good.error();
        if (is_layer_in_space(3, layers[0]) && layers[0] != "height" && layers[0] != "wireframe")
            return draw_in_space(source, layers[0], style);
        if (layers[0] == "slice") layers[0] = style.field;
        const int index = slice_index(style, source.cells);
        ViewStyle<2> flat = flat_style(style);
        const CellField<2> solid =
            style.solid.data ? slice_of(style.solid, style.slice.axis, index).value() : CellField<2>{};
        if (style.solid.data) flat.solid = solid.view();
        return draw_flat(slice_of(source, style.slice.axis, index), layers, flat);
    }
}

template Result<Image> draw_view(const ViewSource<2>&, std::string_view, const ViewStyle<2>&);
template Result<Image> draw_view(const ViewSource<3>&, std::string_view, const ViewStyle<3>&);

}  // namespace whorl
