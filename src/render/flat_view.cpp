#include "render/flat_view.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/text.hpp"
#include "render/lic.hpp"
#include "render/resample.hpp"

namespace whorl {
namespace {

constexpr std::array<std::string_view, 5> flat = {"ground", "dyes", "lic", "height", "wireframe"};
constexpr std::array<std::string_view, 3> overlays = {"arrows", "streamlines", "obstacles"};

bool is_overlay(std::string_view name) {
    return std::find(overlays.begin(), overlays.end(), name) != overlays.end();
}

// How a field is shown unless the style says otherwise.
struct Look {
    std::string_view field, palette;
    bool has_sign;
};
constexpr Look looks[] = {
    {"density", "smoke", false},
    {"temperature", "blackbody", false},
    {"vorticity", "diverging-dark", true},
    {"vorticity.x", "diverging-dark", true},
    {"vorticity.y", "diverging-dark", true},
    {"vorticity.z", "diverging-dark", true},
    {"speed", "magma", false},
    {"pressure", "diverging", true},
    {"divergence", "diverging", true},
    {"velocity.x", "diverging", true},
    {"velocity.y", "diverging", true},
    {"velocity.z", "diverging", true},
};

Look look_of(std::string_view field, const View<const float, 2>& values) {
    for (const Look& look : looks)
        if (look.field == field) {
            // In 3D the size of the vorticity has no sign.
            if (look.has_sign && range_of(values).low >= 0 && field == "vorticity") return {field, "magma", false};
            return look;
        }
    return {field, "viridis", range_of(values).low < 0};
}

// A picture, and what its colour bar should say.
struct Drawn {
    Image image;
    std::optional<Palette> palette{};
    ValueRange range{};
};

class FlatPainter {
  public:
    FlatPainter(const ViewSource<2>& source, const ViewStyle<2>& style) : fields_(source), style_(style) {
        if (style.across > 0) scale_ = std::max(1.0, static_cast<double>(style.across) / source.cells[0]);
    }

    Result<Drawn> base(const std::string& name) const {
        if (name == "dyes") return dyes();
        if (name == "lic") return lic();
        if (name == "ground") return ground();
        if (name == "height" || name == "wireframe") return landscape(name);
        return scalar(name);
    }

    Result<void> overlay(Image& image, const std::string& name) const {
        if (name == "obstacles") return obstacles(image);
        const Flow<2> flow = fields_.flow();
        const double suits = std::max(flow[0].shape[0], flow[0].shape[1]) / 36.0;
        const double spacing = style_.spacing > 0 ? style_.spacing : std::max(suits, 1.0);
        if (name == "arrows") {
            auto arrows = arrows_of(flow, static_cast<int>(std::lround(std::min(spacing, 1e6))));
            if (!arrows) return arrows.error();
            draw_arrows(image, flow, arrows.value(), style_.lines);
        } else {
            auto lines = streamlines_of(flow, spacing);
            if (!lines) return lines.error();
            draw_streamlines(image, flow, lines.value(), style_.lines);
        }
        return {};
    }

  private:
    Result<void> obstacles(Image& image) const {
        if (style_.solid.data) return overlay_solid(image, style_.solid);
        if (!fields_.distance) return {};
        const double pixel = fields_.box[0] / image.width();
        draw_solid(image, [&](double x, double y) {
            const double up = image.height() - y;
            return fields_.distance({x * pixel, up * fields_.box[1] / image.height()}, 0.75 * pixel) / pixel;
        });
        return {};
    }

    Result<Palette> palette(std::string_view own) const {
        return find_palette(style_.palette.empty() ? own : std::string_view(style_.palette));
    }

    ValueRange range(const View<const float, 2>& field, bool has_sign) const {
        return style_.range.low != style_.range.high ? style_.range : fitting_range(field, has_sign);
    }

    Result<Drawn> scalar(std::string_view name) const {
        auto field = fields_.field(name);
        if (!field) return field.error();
        const Look look = look_of(name, field.value().view());
        auto colors = palette(look.palette);
        if (!colors) return colors.error();
        if (name == "density" && style_.range.low == style_.range.high) {
            auto image = draw_density(
                field.value().view(), colors.value(),
                {.exposure = style_.exposure, .scale = scale_, .alpha = style_.alpha, .wraps = fields_.wraps});
            if (!image) return image.error();
            return Drawn{std::move(image).value(), colors.value(), {0, 1 / std::max(style_.exposure, 1e-6f)}};
        }
        const ValueRange shown = range(field.value().view(), look.has_sign);
        auto image =
            draw_scalar(field.value().view(), colors.value(), {shown, scale_, fields_.wraps, style_.scheduler});
        if (!image) return image.error();
        return Drawn{std::move(image).value(), colors.value(), shown};
    }

    Result<Drawn> dyes() const {
        if (style_.dyes.empty()) return Error{"there are no dyes to draw; give each a scalar and a colour"};
        std::vector<CellField<2>> amounts;
        for (const Dye& dye : style_.dyes) {
            auto field = fields_.field(dye.field);
            if (!field) return field.error();
            amounts.push_back(std::move(field).value());
        }
        std::vector<Ink> inks;
        for (std::size_t i = 0; i < amounts.size(); ++i) inks.push_back({amounts[i].view(), style_.dyes[i].color});
        return without_bar(draw_inks(inks, {style_.mixing, style_.ground, style_.exposure, scale_, fields_.wraps}));
    }

    Result<Drawn> lic() const {
        const Flow<2> flow = fields_.flow();
        auto colors = palette("abyss");
        if (!colors) return colors.error();
        return without_bar(draw_lic(flow, colors.value(),
                                    {.scale = scale_,
                                     .fastest = std::max(style_.range.high, 0.0f),
                                     .wraps = fields_.wraps,
                                     .scheduler = style_.scheduler}));
    }

    Result<Drawn> ground() const {
        return without_bar(Image::make(static_cast<int>(std::lround(fields_.cells[0] * scale_)),
                                       static_cast<int>(std::lround(fields_.cells[1] * scale_)), style_.ground));
    }

    Result<Drawn> landscape(std::string_view name) const {
        auto field = fields_.field(style_.field);
        if (!field) return field.error();
        const Look look = look_of(style_.field, field.value().view());
        auto colors = palette(style_.field == "density" ? "viridis" : look.palette);
        if (!colors) return colors.error();
        HeightStyle height{.width = style_.width,
                           .height = style_.height,
                           .range = range(field.value().view(), look.has_sign),
                           .ground = style_.ground,
                           .scheduler = style_.scheduler};
        const Vec<int, 2>& cells = field.value().shape;
        const float longest = static_cast<float>(std::max(cells[0], cells[1]));
        height.camera.target = {0.5f * static_cast<float>(cells[0]) / longest,
                                0.5f * static_cast<float>(cells[1]) / longest, 0.05f};
        if (style_.camera) height.camera = in_sides(*style_.camera);
        auto image = name == "height" ? draw_height(field.value().view(), colors.value(), height)
                                      : draw_wireframe(field.value().view(), colors.value(), height);
        if (!image) return image.error();
        return Drawn{std::move(image).value(), colors.value(), height.range};
    }

    /// A landscape's unit of length is its longer side.
    Camera in_sides(Camera camera) const {
        const auto side = static_cast<float>(std::max(fields_.box[0], fields_.box[1]));
        camera.target = (1 / side) * camera.target;
        camera.distance /= side;
        return camera;
    }

    static Result<Drawn> without_bar(Result<Image> image) {
        if (!image) return image.error();
        return Drawn{std::move(image).value()};
    }

    const ViewSource<2>& fields_;
    const ViewStyle<2>& style_;
    double scale_ = style_.scale;
};

}  // namespace

std::span<const std::string_view> flat_names() {
    return flat;
}

std::span<const std::string_view> overlay_names() {
    return overlays;
}

std::vector<std::string> layers_of(std::string_view view) {
    std::vector<std::string> layers;
    for (;;) {
        const std::size_t plus = view.find('+');
        std::string_view word = view.substr(0, plus);
        while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
        while (!word.empty() && word.back() == ' ') word.remove_suffix(1);
        layers.emplace_back(word);
        if (plus == std::string_view::npos) return layers;
        view.remove_prefix(plus + 1);
    }
}

Result<Image> draw_flat(const ViewSource<2>& source, const std::vector<std::string>& layers,
                        const ViewStyle<2>& style) {
    if (style.across < 0 || style.across > 65535)
        return Error{text("a picture of %d pixels across cannot be drawn; use 1 to 65535", style.across)};
    const ViewSource<2> square = with_square_cells(source, style.across, 64);
    const FlatPainter painter(square, style);
    const bool begins_with_overlay = is_overlay(layers.front());
    auto drawn = painter.base(begins_with_overlay ? "ground" : layers.front());
    if (!drawn) return drawn.error();
    Drawn& picture = drawn.value();
    const bool is_flat = layers.front() != "height" && layers.front() != "wireframe";
    if (is_flat && style.across > 0 && picture.image.width() > style.across) {
        const double up = style.across * square.box[1] / square.box[0];
        auto small = shrink(picture.image, style.across, std::max(static_cast<int>(std::lround(up)), 1));
        if (!small) return small;
        picture.image = std::move(small).value();
    }
    for (std::size_t i = begins_with_overlay ? 0 : 1; i < layers.size(); ++i)
        if (auto laid = painter.overlay(picture.image, layers[i]); !laid) return laid.error();
    if (!style.bar && style.title.empty()) return std::move(picture.image);
    static const Palette none = find_palette("gray").value();
    return with_legend(picture.image, picture.palette ? *picture.palette : none, picture.range,
                       {.title = style.title, .bar = style.bar && picture.palette.has_value(), .ground = style.ground});
}

}  // namespace whorl
