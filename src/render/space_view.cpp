#include "render/space_view.hpp"

#include "render/isosurface.hpp"
#include "render/path.hpp"

namespace whorl {
namespace {

/// Views in space of a 3D fluid.
class SpaceView {
  public:
    SpaceView(const ViewSource<3>& source, const ViewStyle<3>& style)
        : source_(source),
          style_(style),
          lights_(style.lights.empty() ? smoke_lights() : style.lights) {
        for (int axis = 0; axis < 3; ++axis) box_.high[axis] = static_cast<float>(source.box[axis]);
        camera_ =
            style.camera ? *style.camera : camera_for(box_, -60, 14, static_cast<double>(style.width) / style.height);
    }

    Result<Image> draw(std::string_view name) const {
        auto image = name == "surface" ? surface() : name == "dyes" ? dyes() : volume(name);
        if (!image || style_.title.empty()) return image;
        static const Palette none = find_palette("gray").value();
        return with_legend(image.value(), none, {}, {.title = style_.title, .bar = false, .ground = style_.ground});
    }

  private:
    /// How much of each cell is solid; nothing if there are no solids.
    CellField<3> solids() const { return style_.solid.data ? CellField<3>{} : solid_field(source_, 4); }
    View<const float, 3> view_of(const CellField<3>& solid) const {
        return solid.values.empty() ? style_.solid : solid.view();
    }

    Color ground() const { return style_.alpha ? Color{0, 0, 0, 0} : style_.ground; }
    VolumeStyle lit() const {
        return {.width = style_.width,
                .height = style_.height,
                .ground = ground(),
                .floor = style_.floor && !style_.alpha,
                .film = true,
                .scheduler = style_.scheduler};
    }

    Result<Image> volume(std::string_view name) const {
        auto density = source_.field("density");
        if (!density) return density.error();
        const CellField<3> solid = solids();
        VolumeFields fields{.density = density.value().view(), .solid = view_of(solid), .box = box_};
        Result<CellField<3>> heat = Error{};
        Volume volume = style_.volume;
        volume.extinction *= style_.exposure;
        if (name == "fire") {
            heat = source_.field("temperature");
            if (!heat) return heat.error();
            fields.temperature = heat.value().view();
            if (volume.glow == 0) volume.glow = 8;
        }
        if (name == "path") return path(fields, volume);
        return draw_volume(fields, volume, camera_, lights_, lit());
    }

    /// Developed as `volume` is, so that the two can be compared.
    Result<Image> path(const VolumeFields& fields, const Volume& volume) const {
        auto image = trace_volume(
            fields, volume, camera_, lights_,
            {.width = style_.width, .height = style_.height, .samples = style_.samples, .scheduler = style_.scheduler});
        if (!image) return image;
        for (int y = 0; y < style_.height; ++y)
            for (Color& pixel : image.value().row(y)) {
                pixel = developed(pixel);
                if (ground().a > 0) pixel = over(pixel, ground());
            }
        return image;
    }

    /// Inks stand on white, which shows what they take from the light; lights in the dark.
    Result<Image> dyes() const {
        if (style_.dyes.empty()) return Error{"there are no dyes to draw; give each a scalar and a colour"};
        std::vector<CellField<3>> amounts;
        for (const Dye& dye : style_.dyes) {
            auto field = source_.field(dye.field);
            if (!field) return field.error();
            amounts.push_back(std::move(field).value());
        }
        const CellField<3> solid = solids();
        VolumeFields fields{.solid = view_of(solid), .box = box_, .dyes_shine = style_.mixing == InkMixing::light};
        for (std::size_t i = 0; i < amounts.size(); ++i)
            fields.dyes.push_back({amounts[i].view(), style_.dyes[i].color});
        Volume volume = style_.volume;
        volume.extinction *= style_.exposure;
        VolumeStyle style = lit();
        if (!fields.dyes_shine) style.plane = {0.62f, 0.61f, 0.58f, 1};
        return draw_volume(fields, volume, camera_, lights_, style);
    }

    /// Obstacles stand in it in the colour of stone.
    Result<Image> surface() const {
        auto field = source_.field(style_.field);
        if (!field) return field.error();
        auto mesh = isosurface(field.value().view(), style_.level, box_);
        if (!mesh) return mesh.error();
        mesh.value().colors.assign(mesh.value().positions.size(), MeshStyle{}.color);
        const CellField<3> solid = solids();
        if (view_of(solid).data) {
            const auto walls = isosurface(view_of(solid), 0.5f, box_);
            if (!walls) return walls.error();
            join(mesh.value(), walls.value(), {0.34f, 0.33f, 0.31f, 1});
        }
        auto canvas = Image::make(style_.width, style_.height, ground());
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

    static void join(Mesh& mesh, const Mesh& more, const Color& color) {
        const auto first = static_cast<int>(mesh.positions.size());
        mesh.positions.insert(mesh.positions.end(), more.positions.begin(), more.positions.end());
        mesh.normals.insert(mesh.normals.end(), more.normals.begin(), more.normals.end());
        mesh.colors.resize(mesh.positions.size(), color);
        for (const Vec<int, 3>& each : more.triangles)
            mesh.triangles.push_back({each[0] + first, each[1] + first, each[2] + first});
    }

    const ViewSource<3>& source_;
    const ViewStyle<3>& style_;
    std::vector<Light> lights_;
    Box3 box_{};
    Camera camera_;
};

}  // namespace

Result<Image> draw_in_space(const ViewSource<3>& source, std::string_view name, const ViewStyle<3>& style) {
    return SpaceView(source, style).draw(name);
}

}  // namespace whorl
