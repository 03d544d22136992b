#include "run/picture.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/text.hpp"
#include "render/flat_view.hpp"
#include "render/resample.hpp"
#include "render/stages.hpp"
#include "run/obstacles.hpp"
#include "run/scene_view.hpp"

namespace whorl {
namespace {

/// Lamps for smoke are this much too bright for surfaces, which throw back most of what they get.
constexpr float on_surfaces = 0.2f;

Result<Mesh> read_mesh(const std::string& name, const Scene& scene) {
    if (name == "globe") return make_globe(160, 80);
    if (name == "vase") return make_vase();
    const std::string file = (std::filesystem::path(scene.file).parent_path() / name).string();
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return Error{text("cannot read the mesh \"%s\"", file.c_str())};
    auto mesh = mesh_of_obj(std::string{std::istreambuf_iterator<char>(stream), {}});
    if (!mesh) return Error{file + ": " + mesh.error().message};
    if (mesh.value().triangles.empty())
        return Error{text("the mesh \"%s\" has no faces; there is nothing to draw on", file.c_str())};
    if (mesh.value().texture.empty())
        return Error{text("the mesh \"%s\" has no places for a texture; export it with UV coordinates", file.c_str())};
    if (mesh.value().normals.empty()) add_normals(mesh.value());
    return mesh;
}

Box3 box_around(const Mesh& mesh) {
    Box3 box{mesh.positions[0], mesh.positions[0]};
    for (const Vec3& each : mesh.positions)
        for (int axis = 0; axis < 3; ++axis) {
            box.low[axis] = std::min(box.low[axis], each[axis]);
            box.high[axis] = std::max(box.high[axis], each[axis]);
        }
    return box;
}

Result<Image> titled(Result<Image> image, const std::string& title, const Color& ground) {
    if (!image || title.empty()) return image;
    static const Palette none = find_palette("gray").value();
    return with_legend(image.value(), none, {}, {.title = title, .bar = false, .ground = ground});
}

/// Landscapes are not where the obstacles are.
bool is_among_obstacles(const SceneLook& look) {
    const std::string base = layers_of(look.view)[0];
    return is_in_space(3, look.view) && base != "height" && base != "wireframe";
}

/// Where everything is at the start is known before the first frame.
Result<void> check_eye(const SceneLook& look, const Scene& scene) {
    if (scene.dim != 3 || !look.obstacles || !is_among_obstacles(look)) return {};
    const ViewStyle<3> style = style_of<3>(look, scene, 0, nullptr);
    if (auto good = check_camera(*style.camera); !good) return good;
    const Vec3 eye = Eye(*style.camera, style.width, style.height).position();
    const Place at{static_cast<double>(eye[0]), static_cast<double>(eye[1]), static_cast<double>(eye[2])};
    for (const SceneObstacle& obstacle : scene.obstacles)
        if (obstacle_at(obstacle, 3, 0).distance(at) < 0)
            return Error{
                text("the camera at (%.3g, %.3g, %.3g) is inside the obstacle \"%s\" and sees nothing; move it "
                     "out, or let it look from farther away",
                     at[0], at[1], at[2], obstacle.name.c_str())};
    return {};
}

Error at_key(const SceneLook& look, const Error& error) {
    return {look.path.empty() ? error.message : look.path + ": " + error.message};
}

}  // namespace

bool shows_stages(const SceneLook& look) {
    return std::find(stage_names().begin(), stage_names().end(), look.view) != stage_names().end();
}

Result<Picture> Picture::make(const SceneLook& look, const Scene& scene, Scheduler* scheduler) {
    Picture picture(look, scheduler);
    if (auto good = check_eye(look, scene); !good) return at_key(look, good.error());
    if (look.mesh.empty()) return picture;
    auto mesh = read_mesh(look.mesh, scene);
    if (!mesh) return at_key(look, mesh.error());
    picture.mesh_ = std::move(mesh).value();
    return picture;
}

Result<Image> Picture::draw(const Simulator& simulator) const {
    auto drawn = image(simulator);
    if (drawn) return drawn;
    return at_key(look_, {text("at t = %.6g s: %s", simulator.time(), drawn.error().message.c_str())});
}

Result<Image> Picture::image(const Simulator& simulator) const {
    if (shows_stages(look_)) return stage(simulator);
    if (mesh_) return skin(simulator);
    return simulator.scene().dim == 2 ? view<2>(simulator) : view<3>(simulator);
}

template <int Dim> Result<Image> Picture::view(const Simulator& simulator) const {
    const Scene& scene = simulator.scene();
    ViewSource<Dim> source = source_of<Dim>(simulator);
    std::string name = look_.view;
    if (!look_.obstacles) source.distance = {};
    const std::vector<std::string> layers = layers_of(name);
    const bool has_walls = std::find(layers.begin(), layers.end(), "obstacles") != layers.end();
    if (source.distance && !has_walls && !is_in_space(Dim, name)) name += " + obstacles";
    return draw_view(source, name, style_of<Dim>(look_, scene, simulator.time(), scheduler_));
}

Result<Image> Picture::stage(const Simulator& simulator) const {
    const StageStyle style{.panel = look_.width > 0 ? std::clamp((look_.width - 48) / 3, 32, 2048) : 300,
                           .scheduler = scheduler_};
    auto sheet = simulator.draw_stage(look_.view, style);
    if (sheet && look_.width > 0 && sheet.value().width() > look_.width) {
        const double high = static_cast<double>(sheet.value().height()) * look_.width / sheet.value().width();
        sheet = shrink(sheet.value(), look_.width, std::max(static_cast<int>(std::lround(high)), 1));
    }
    return titled(std::move(sheet), look_.title, {0.012f, 0.014f, 0.02f, 1});
}

Result<Image> Picture::skin(const Simulator& simulator) const {
    const Scene& scene = simulator.scene();
    SceneLook flat = look_;
    flat.mesh.clear(), flat.title.clear();
    flat.width = 0, flat.bar = flat.alpha = false;
    const auto texture = Picture(flat, scheduler_).image(simulator);
    if (!texture) return texture;
    const double t = simulator.time();
    const Vec<int, 2> size{look_.width > 0 ? look_.width : 600, look_.height > 0  ? look_.height
                                                                : look_.width > 0 ? look_.width
                                                                                  : 600};
    const SceneCamera& eye = look_.camera ? *look_.camera : scene.camera;
    const Camera usual = camera_before(box_around(*mesh_), eye, t, static_cast<double>(size[0]) / size[1]);
    std::vector<Light> lights = lights_at(scene, t);
    if (lights.empty()) lights = smoke_lights();
    for (Light& light : lights)
        light.color = {on_surfaces * light.color.r, on_surfaces * light.color.g, on_surfaces * light.color.b, 1};
    const Color ground = look_.ground ? *look_.ground : Color{0.004f, 0.005f, 0.009f, 1};
    auto canvas = Image::make(size[0], size[1], look_.alpha ? Color{0, 0, 0, 0} : ground);
    if (!canvas) return canvas;
    auto drawn = draw_mesh(*mesh_, camera_at(eye, t, usual), lights,
                           {.width = size[0],
                            .height = size[1],
                            .gloss = 0.2f,
                            .ambient = 0.03f,
                            .skin = &texture.value(),
                            .scheduler = scheduler_});
    if (!drawn) return drawn;
    paste(canvas.value(), drawn.value(), 0, 0);
    return titled(std::move(canvas), look_.title, ground);
}

Result<HeightMap> Picture::heights(const Simulator& simulator) const {
    const Scene& scene = simulator.scene();
    const auto map = [&](const ViewSource<2>& source, int across) -> Result<HeightMap> {
        auto field = source.field(layers_of(look_.view)[0]);
        if (!field) return at_key(look_, field.error());
        HeightMap made{across, std::max(static_cast<int>(std::lround(across * source.box[1] / source.box[0])), 1), {}};
        ValueRange range = range_of(look_, scene.dim);
        if (range.low == range.high) range = {0, static_cast<float>(1 / look_.exposure.value_or(1))};
        const Sampler sampler(made.width, made.height, source.cells, source.wraps);
        auto pixels = CellField<2>::zero({made.width, made.height});
        for (int y = 0; y < made.height; ++y)
            sampler.read_row(
                field.value().view(), y,
                {&pixels.values[static_cast<std::size_t>(y) * made.width], static_cast<std::size_t>(made.width)},
                [](float value) { return std::isfinite(value) ? value : 0; });
        made.values = std::move(pixels.values);
        for (float& value : made.values) value = (value - range.low) / (range.high - range.low);
        return made;
    };
    if (scene.dim == 2) return map(source_of<2>(simulator), style_of<2>(look_, scene, 0, nullptr).across);
    const ViewSource<3> source = source_of<3>(simulator);
    const int axis = look_.slice.axis;
    const int index = std::clamp(static_cast<int>(look_.slice.at * source.cells[axis]), 0, source.cells[axis] - 1);
    return map(slice_of(source, axis, index), style_of<3>(look_, scene, 0, nullptr).across);
}

}  // namespace whorl
