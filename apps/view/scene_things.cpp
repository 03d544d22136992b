// What a person puts into a scene that runs and takes out of it: walls, emitters, a ball.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text.hpp"
#include "run/fields.hpp"
#include "run/obstacles.hpp"
#include "scene/table.hpp"
#include "scene_fluid.hpp"

namespace whorl::view {
namespace {

constexpr std::size_t most_cuts = 1000;  // as a scene may have

std::string ball_text(const Place& at, double radius) {
    return "{ sphere = { center = [" + exact(at[0]) + ", " + exact(at[1]) + ", " + exact(at[2]) +
           "], radius = " + exact(radius) + " } }";
}

}  // namespace

/// Of a ball that was carried, with keyframes: straight between the ends of steps.
std::string SceneFluid::center_text(const Thing& thing, bool with_path) const {
    std::string out = "[";
    for (int axis = 0; axis < scene_.dim; ++axis) {
        out += axis > 0 ? ", " : "";
        if (!with_path || thing.path.empty()) {
            out += exact(place_of(with_path ? thing.home : thing.at, 0.5)[axis]);
            continue;
        }
        std::string keys =
            "[" + exact(thing.path.front().first - dt_) + ", " + exact(place_of(thing.home, 0.5)[axis]) + "]";
        Vec<double, 2> last = thing.home;
        double reached = thing.path.front().first - dt_;
        for (const auto& [time, at] : thing.path) {
            if (time - dt_ > reached + dt_ / 2)  // it rested until this step began
                keys += ", [" + exact(time - dt_) + ", " + exact(place_of(last, 0.5)[axis]) + "]";
            keys += ", [" + exact(time) + ", " + exact(place_of(at, 0.5)[axis]) + "]";
            last = at, reached = time;
        }
        out += "{ keys = [" + keys + "], ease = \"linear\" }";
    }
    return out + "]";
}

std::string SceneFluid::thing_text(const Thing& thing, bool with_path) const {
    const std::string shape = std::string("shape = { ") + (scene_.dim == 3 ? "sphere" : "circle") +
                              " = { center = " + center_text(thing, with_path) + ", radius = " + exact(thing.radius) +
                              " } }\n";
    if (thing.kind == ThingKind::wall) {
        std::string cuts;
        for (const auto& [at, radius] : thing.cuts) cuts += (cuts.empty() ? "" : ", ") + ball_text(at, radius);
        return text("\n[[obstacle]]\nname = \"placed %d\"\n", thing.id) + shape +
               (cuts.empty() ? "" : "cuts = [" + cuts + "]\n");
    }
    const double rate = thing.preset.empty() ? 4 * thing.matter : 6;
    std::string out = "\n[[emitter]]\n";
    if (thing.preset.empty())
        out += shape + text("density = %g\ntemperature = %g\n", rate, rate);
    else
        out += "preset = \"" + thing.preset + "\"\nat = " + center_text(thing, false) + "\n";
    const std::vector<std::string> names = inks();
    if (!names.empty()) out += names[static_cast<std::size_t>(thing.id) % names.size()] + text(" = %g\n", rate);
    return out + (thing.start > 0 ? "start = " + exact(thing.start) + "\n" : "");
}

SceneFluid::Thing* SceneFluid::ball() {
    for (Thing& thing : built_.things)
        if (thing.is_ball) return &thing;
    return nullptr;
}

Result<void> SceneFluid::take_ball(const Vec<double, 2>& at, double radius) {
    const Place here = place_of(at, 0.5);
    if (const Thing* there = ball()) {
        const Place now = place_of(there->at, 0.5);
        if (std::hypot(here[0] - now[0], here[1] - now[1], here[2] - now[2]) < 2 * radius) return carry_ball(at);
        std::erase_if(built_.things, [](const Thing& thing) { return thing.is_ball; });
    }
    if (auto placed = place_thing(ThingKind::wall, at, radius); !placed) return placed;
    built_.things.back().is_ball = true;
    return settle();
}

Result<void> SceneFluid::carry_ball(const Vec<double, 2>& to) {
    ball_goes_ = to;
    return {};
}

Result<void> SceneFluid::place_thing(ThingKind kind, const Vec<double, 2>& at, double radius) {
    if (auto ok = check_hands(); !ok) return ok;
    constexpr std::size_t most_things = 2000;
    if (built_.things.size() >= most_things) return Error{"two thousand things are enough; erase some first"};
    built_.things.push_back({kind, at, radius, simulator_->time(), matter_, ++named_});
    built_.things.back().home = at;
    // An emitter's start is in the scene; but where there are walls, to set them up anew clears what is in them.
    touch(kind == ThingKind::wall     ? "a wall was put in"
          : !scene_.obstacles.empty() ? "an emitter was put in beside walls"
                                      : "");
    return {};
}

Result<void> SceneFluid::place(ThingKind kind, const Vec<double, 2>& at, double radius) {
    if (kind == ThingKind::emitter || scene_.dim == 3) return place_thing(kind, at, radius);
    if (auto ok = check_hands(); !ok) return ok;
    PaintedWalls& walls = built_.painted[0];
    if (walls.is_blank()) walls = PaintedWalls(scene_, false);
    if (!walls.paint(place_of(at, 0.5), radius, true)) return {};
    touch("walls were painted");
    return {};
}

Result<void> SceneFluid::settle() {
    if (!is_stale_) return {};
    is_stale_ = false;
    const std::string why = std::exchange(stale_why_, {});
    if (auto done = rewrite(); !done) {
        built_ = settled_;
        return done;
    }
    settled_ = built_;
    if (!why.empty()) start_anew(why);
    return {};
}

/// At the middle of any cell.
bool SceneFluid::is_anything_left(const ObstacleMoment& wall) const {
    const auto [low, high] = cells_around(wall);
    for (int z = low[2]; z < high[2]; ++z)
        for (int y = low[1]; y < high[1]; ++y)
            for (int x = low[0]; x < high[0]; ++x)
                if (wall.distance({(x + 0.5) * spacing(scene_, 0), (y + 0.5) * spacing(scene_, 1),
                                   (z + 0.5) * spacing(scene_, 2)}) < 0)
                    return true;
    return false;
}

/// A ball out of a wall of a 3D scene; false if nothing is left of it, or no more cuts are allowed.
bool SceneFluid::cut(Node& wall, const SceneObstacle& as_set, const Place& here, double radius) const {
    const ObstacleMoment now = obstacle_at(as_set, 3, simulator_->time());
    const auto made = parse_document("cuts = [" + ball_text(now.local(here), radius) + "]", "cut");
    if (!made) return false;
    Node* cuts = wall.find("cuts");
    if (!cuts) {
        wall.children.push_back(made.value().children[0]);
        cuts = &wall.children.back();
    } else {
        if (cuts->children.size() >= most_cuts) return false;
        cuts->children.push_back(made.value().children[0].children[0]);
        cuts->children.back().name = std::to_string(cuts->children.size() - 1);
    }
    ObstacleMoment after = now;
    after.cuts.clear();
    for (const Node& each : cuts->children)
        after.cuts.push_back(whorl::still(read_shape({.dim = 3}, each, {}, false), 3, 0));
    return is_anything_left(after);
}

/// Of the scene's own walls: in 2D those that stand still become part of what is painted, and lose what is under the
/// brush, and those that move or have no thickness go as a whole; in 3D a ball is cut out of them.
bool SceneFluid::erase_scenery(const Place& here, double radius) {
    Node* walls = built_.base.find("obstacle");
    if (!walls) return false;
    bool has_changed = false;
    for (std::size_t i = std::min(walls->children.size(), scene_.obstacles.size()); i-- > 0;) {
        const SceneObstacle& wall = scene_.obstacles[i];
        const ObstacleMoment moment = obstacle_at(wall, scene_.dim, simulator_->time());
        if (moment.distance(here) >= radius) continue;
        const Image8* image = pictures_.of(wall.shape);
        const bool is_sheet = wall.shape.kind == ShapeKind::segment || wall.shape.kind == ShapeKind::polyline;
        if (scene_.dim == 2 && !is_sheet && !wall.shape.depends_on_time() && !wall.angle.depends_on_time()) {
            PaintedWalls& painted = built_.painted[wall.is_noslip];
            if (painted.is_blank()) painted = PaintedWalls(scene_, wall.is_noslip);
            painted.add(
                [&](const Place& at) { return image ? image_holds(moment, *image, at) : moment.distance(at) < 0; });
        }
        if (scene_.dim == 3 && cut(walls->children[i], wall, here, radius)) {
            has_changed = true;
            continue;
        }
        walls->children.erase(walls->children.begin() + static_cast<std::ptrdiff_t>(i));
        has_changed = true;
    }
    if (walls->children.empty())  // an empty list could not be added to: TOML would have it twice
        std::erase_if(built_.base.children, [](const Node& child) { return child.name == "obstacle"; });
    return has_changed;
}

/// Emitters and balls go as a whole; placed walls, which there are in 3D, are cut.
bool SceneFluid::erase_things(const Place& here, double radius) {
    bool has_changed = false;
    std::erase_if(built_.things, [&](Thing& thing) {
        const Place there = place_of(thing.at, 0.5), away{here[0] - there[0], here[1] - there[1], here[2] - there[2]};
        if (std::hypot(away[0], away[1], away[2]) >= radius + thing.radius) return false;
        has_changed = true;
        if (thing.kind != ThingKind::wall || thing.is_ball || thing.cuts.size() >= most_cuts) return true;
        thing.cuts.emplace_back(away, radius);
        ObstacleMoment left{.shape = {.kind = ShapeKind::sphere, .dim = 3, .points = {{}}, .radius = thing.radius}};
        left.origin = there;
        for (const auto& [at, size] : thing.cuts)
            left.cuts.push_back({.kind = ShapeKind::sphere, .dim = 3, .points = {at}, .radius = size});
        return !is_anything_left(left);
    });
    return has_changed;
}

Result<void> SceneFluid::erase(const Vec<double, 2>& at, double radius) {
    const auto count_of = [](const Built& built) {
        const Node* list = built.base.find("obstacle");
        return list ? list->children.size() : 0;
    };
    if (count_of(built_) != count_of(settled_))  // the scene's list is to be the present one
        if (auto settled = settle(); !settled) return settled;
    const Place here = place_of(at, 0.5);
    if (is_glider_near(here, radius)) {  // it stays where it is, to be cut
        start_glides();
        built_.glides.clear();
        touch("something was erased");
        if (auto settled = settle(); !settled) return settled;
    }
    bool has_changed = erase_things(here, radius);
    has_changed = erase_scenery(here, radius) || has_changed;
    for (PaintedWalls& walls : built_.painted)
        if (!walls.is_blank()) has_changed = walls.paint(here, radius, false) || has_changed;
    if (!has_changed) return {};
    touch("something was erased");
    return {};
}

}  // namespace whorl::view
