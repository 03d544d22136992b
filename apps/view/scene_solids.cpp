// How much of each cell the walls of a scene cover, for pictures.
#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "run/fields.hpp"
#include "run/obstacles.hpp"
#include "scene_fluid.hpp"

namespace whorl::view {

std::pair<Vec<int, 3>, Vec<int, 3>> SceneFluid::cells_around(const ObstacleMoment& wall) const {
    const double h = spacing(scene_, 0);
    double reach = h;  // from its middle, beyond which it covers nothing
    for (const Place& point : wall.shape.points)
        reach = std::max(reach, std::hypot(point[0], point[1], point[2]) + wall.shape.radius + h);
    Vec<int, 3> low{}, high{1, 1, 1};
    for (int axis = 0; axis < scene_.dim; ++axis) {
        const auto cell = [&](double at) {
            return static_cast<int>(
                std::clamp(at / spacing(scene_, axis), 0.0, static_cast<double>(scene_.cells[axis])));
        };
        low[axis] = cell(wall.origin[axis] - reach), high[axis] = cell(wall.origin[axis] + reach + h);
    }
    return {low, high};
}

void SceneFluid::add_cover(const SceneObstacle& obstacle, std::vector<float>& out) const {
    ObstacleMoment moment = obstacle_at(obstacle, scene_.dim, simulator_->time());
    for (const Thing& thing : built_.things)
        if (thing.is_ball && obstacle.name == text("placed %d", thing.id)) moment.origin = place_of(thing.at, 0.5);
    if (const Image8* image = pictures_.of(obstacle.shape)) {
        const std::vector<float> cover = image_cover(scene_, moment, *image);
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::max(out[i], cover[i]);
        return;
    }
    const bool is_sheet = obstacle.shape.kind == ShapeKind::segment || obstacle.shape.kind == ShapeKind::polyline;
    const double h = spacing(scene_, 0);
    const auto [low, high] = cells_around(moment);
    for (int z = low[2]; z < high[2]; ++z)
        for (int y = low[1]; y < high[1]; ++y) {
            const auto row = (static_cast<std::size_t>(z) * static_cast<std::size_t>(scene_.cells[1]) +
                              static_cast<std::size_t>(y)) *
                             static_cast<std::size_t>(scene_.cells[0]);
            for (int x = low[0]; x < high[0]; ++x) {
                const double depth = scene_.dim == 3 ? (z + 0.5) * spacing(scene_, 2) : 0;
                const double away = moment.distance({(x + 0.5) * h, (y + 0.5) * spacing(scene_, 1), depth});
                const double part = std::clamp(0.5 - (away - (is_sheet ? 0.4 * h : 0)) / h, 0.0, 1.0);
                float& cover = out[row + static_cast<std::size_t>(x)];
                cover = std::max(cover, static_cast<float>(part));
            }
        }
}

std::vector<float> SceneFluid::solids() const {
    if (scene_.obstacles.empty()) return {};
    const auto moves = [&](const SceneObstacle& each) {
        return each.shape.depends_on_time() || each.angle.depends_on_time() || each.name.starts_with("placed ");
    };
    if (still_version_ != settled_.version) {
        still_version_ = settled_.version;
        still_solids_.assign(static_cast<std::size_t>(scene_.cells[0]) * static_cast<std::size_t>(scene_.cells[1]) *
                                 static_cast<std::size_t>(scene_.cells[2]),
                             0);
        for (const SceneObstacle& each : scene_.obstacles)
            if (!moves(each)) add_cover(each, still_solids_);
    }
    std::vector<float> out = still_solids_;
    for (const SceneObstacle& each : scene_.obstacles)
        if (moves(each)) add_cover(each, out);
    return out;
}

}  // namespace whorl::view
