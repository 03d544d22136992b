#include "run/scene_view.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/names.hpp"
#include "render/flat_view.hpp"
#include "run/fields.hpp"
#include "run/obstacles.hpp"

namespace whorl {
namespace {

constexpr int usual_width = 512;  // pixels along the longer side of a flat picture, if none are asked for

template <int Dim> CellField<Dim> cell_field_of(const Array3& array) {
    CellField<Dim> field;
    for (int axis = 0; axis < Dim; ++axis) field.shape[axis] = array.shape[axis];
    field.values.resize(array.values.size());
    std::transform(array.values.begin(), array.values.end(), field.values.begin(),
                   [](double value) { return static_cast<float>(value); });
    return field;
}

/// Metres to the nearest of these walls.
template <int Dim> auto distance_to(const Scene& scene, double t) {
    struct Wall {
        ObstacleMoment moment;
        bool is_sheet;
    };
    std::vector<Wall> walls;
    for (const SceneObstacle& obstacle : scene.obstacles) {
        const ShapeKind kind = obstacle.shape.kind;
        if (kind == ShapeKind::image) continue;
        walls.push_back({obstacle_at(obstacle, Dim, t), kind == ShapeKind::segment || kind == ShapeKind::polyline});
    }
    return [walls](const Vec<double, Dim>& at, double sheet) {
        Place place{};
        for (int axis = 0; axis < Dim; ++axis) place[axis] = at[axis];
        double nearest = 1e300;
        for (const Wall& wall : walls)
            nearest = std::min(nearest, wall.moment.distance(place) - (wall.is_sheet ? sheet : 0));
        return nearest;
    };
}

Vec3 at_moment(const Place3& place, double t) {
    return {static_cast<float>(place[0].at(t)), static_cast<float>(place[1].at(t)), static_cast<float>(place[2].at(t))};
}

/// The name of the field that a view's palette shows.
std::string shown_field(const SceneLook& look) {
    const std::string base = layers_of(look.view)[0];
    const bool is_indirect = base == "height" || base == "wireframe" || base == "slice";
    return is_indirect ? look.field : base == "lic" ? "speed" : base;
}

/// Pixels from left to right of a flat picture: at least one a cell, small grids enlarged, and even, as film likes it.
int pixels_across(const SceneLook& look, const Vec<double, 2>& box, const Vec<int, 2>& cells) {
    if (look.width > 0) return look.width;
    const int longest = std::max({usual_width, cells[0], cells[1]});
    const double wide = box[0] >= box[1] ? longest : longest * box[0] / box[1];
    return std::clamp(2 * static_cast<int>(std::lround(wide / 2)), 2, 8192);
}

template <int Dim> Camera usual_camera(const SceneLook& look, const Scene& scene, double t, double aspect) {
    const std::string base = layers_of(look.view)[0];
    const SceneCamera& given = look.camera ? *look.camera : scene.camera;
    if (Dim == 3 && base != "height" && base != "wireframe") {
        Box3 box;
        for (int axis = 0; axis < 3; ++axis) box.high[axis] = static_cast<float>(scene.size[axis]);
        return camera_before(box, given, t, aspect);
    }
    const int axis = look.slice.axis;
    const auto wide = static_cast<float>(Dim == 2 || axis != 0 ? scene.size[0] : scene.size[1]);
    const auto deep = static_cast<float>(Dim == 2 || axis == 2 ? scene.size[1] : scene.size[2]);
    const float side = std::max(wide, deep);
    const Camera model = HeightStyle{}.camera;
    return {{0.5f * wide, 0.5f * deep, 0.05f * side}, model.distance * side, model.azimuth, model.elevation};
}

}  // namespace

template <int Dim> ViewSource<Dim> source_of(const Simulator& simulator) {
    const Scene& scene = simulator.scene();
    ViewSource<Dim> source;
    source.names = field_names(scene);
    for (int axis = 0; axis < Dim; ++axis) {
        source.cells[axis] = scene.cells[axis], source.box[axis] = scene.size[axis];
        source.wraps[axis] = is_periodic(scene, axis);
    }
    source.field = [&simulator](std::string_view name) -> Result<CellField<Dim>> {
        return cell_field_of<Dim>(centred(simulator, name));
    };
    source.flow = [&simulator] {
        Flow<Dim> flow;
        for (int axis = 0; axis < Dim; ++axis)
            flow[axis] = cell_field_of<Dim>(centred(simulator, component_names[axis]));
        return flow;
    };
    if (!scene.obstacles.empty()) source.distance = distance_to<Dim>(scene, simulator.time());
    return source;
}

Camera camera_before(const Box3& box, const SceneCamera& camera, double t, double width_over_height) {
    const auto angle = [&](const std::optional<Number>& given, float otherwise) {
        return given ? static_cast<float>(given->at(t)) : otherwise;
    };
    return camera_for(box, angle(camera.azimuth, -60), angle(camera.elevation, 14), width_over_height,
                      static_cast<float>(camera.fov.at(t)));
}

Camera camera_at(const SceneCamera& camera, double t, const Camera& usual) {
    Camera eye = usual;
    const auto set = [&](const std::optional<Number>& given, float& value) {
        if (given) value = static_cast<float>(given->at(t));
    };
    if (camera.target) eye.target = at_moment(*camera.target, t);
    set(camera.distance, eye.distance);
    set(camera.azimuth, eye.azimuth);
    set(camera.elevation, eye.elevation);
    eye.field_of_view = static_cast<float>(camera.fov.at(t));
    if (camera.position) {
        const Vec3 off = at_moment(*camera.position, t) - eye.target;
        constexpr float degrees = 180 / std::numbers::pi_v<float>;
        eye.distance = length(off);
        eye.azimuth = degrees * std::atan2(off[1], off[0]);
        eye.elevation = degrees * std::atan2(off[2], std::hypot(off[0], off[1]));
    }
    return eye;
}

std::vector<Light> lights_at(const Scene& scene, double t) {
    std::vector<Light> lights;
    for (const SceneLight& each : scene.lights) {
        const Vec3 place = at_moment(each.place, t);
        const auto strength = static_cast<float>(each.intensity.at(t));
        lights.push_back({each.is_at_place ? place : -1.0f * place,
                          {strength * each.color.r, strength * each.color.g, strength * each.color.b, 1},
                          each.is_at_place});
    }
    return lights;
}

Vec<int, 2> pixels_in_space(const SceneLook& look, bool is_tall) {
    const double wide_over_high = is_tall ? 0.75 : 1.6;
    if (look.width > 0 && look.height > 0) return {look.width, look.height};
    const auto at_least_one = [](double pixels) { return std::clamp(static_cast<int>(std::lround(pixels)), 1, 8192); };
    if (look.width > 0) return {look.width, at_least_one(look.width / wide_over_high)};
    if (look.height > 0) return {at_least_one(look.height * wide_over_high), look.height};
    return is_tall ? Vec<int, 2>{600, 800} : Vec<int, 2>{800, 500};
}

ValueRange range_of(const SceneLook& look, int dim) {
    if (look.range) return {static_cast<float>((*look.range)[0]), static_cast<float>((*look.range)[1])};
    const std::string field = shown_field(look);
    if (!look.exposure || layers_of(look.view)[0] == "density") return {};
    const auto most = static_cast<float>(1 / *look.exposure);
    return {is_signed(field, dim) ? -most : 0, most};
}

template <int Dim> ViewStyle<Dim> style_of(const SceneLook& look, const Scene& scene, double t, Scheduler* scheduler) {
    const Vec<int, 2> pixels =
        pixels_in_space(look, Dim == 3 && scene.size[2] > 1.2 * std::max(scene.size[0], scene.size[1]));
    ViewStyle<Dim> style{.width = pixels[0], .height = pixels[1]};
    const int axis = Dim == 2 ? 2 : look.slice.axis, wide = axis == 0 ? 1 : 0, high = axis == 2 ? 1 : 2;
    style.across = pixels_across(look, {scene.size[wide], scene.size[high]}, {scene.cells[wide], scene.cells[high]});
    style.palette = look.palette;
    style.range = range_of(look, Dim);
    style.exposure = static_cast<float>(look.exposure.value_or(1));
    style.alpha = look.alpha, style.bar = look.bar, style.title = look.title;
    style.field = look.field, style.level = static_cast<float>(look.level);
    style.dyes = scene.dyes, style.mixing = look.mixing;
    const std::string base = layers_of(look.view)[0];
    const bool has_dyes = base == "dyes" || (base == "slice" && look.field == "dyes");
    const bool is_paper = has_dyes && look.mixing == InkMixing::pigment;
    if (look.ground)
        style.ground = *look.ground;
    else if (is_paper)
        style.ground = color_of_hex(0xfbf6ea);
    style.spacing = look.spacing, style.lines = look.lines;
    style.slice = look.slice;
    const double aspect = static_cast<double>(style.width) / style.height;
    style.camera = camera_at(look.camera ? *look.camera : scene.camera, t, usual_camera<Dim>(look, scene, t, aspect));
    style.lights = lights_at(scene, t);
    style.volume = look.smoke, style.floor = look.floor, style.samples = look.samples;
    style.scheduler = scheduler;
    return style;
}

template ViewSource<2> source_of(const Simulator&);
template ViewSource<3> source_of(const Simulator&);
template ViewStyle<2> style_of(const SceneLook&, const Scene&, double, Scheduler*);
template ViewStyle<3> style_of(const SceneLook&, const Scene&, double, Scheduler*);

}  // namespace whorl
