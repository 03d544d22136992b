// The numbers of single things in a scene that runs. Those of emitters, forces, sides and scalars are keyframes of a
// saved session, and so is the way of a wall. A wall that a person placed jumps, which no keyframe says: the session
// starts there.
#include <algorithm>
#include <cmath>

#include "core/names.hpp"
#include "core/text.hpp"
#include "run/fields.hpp"
#include "run/obstacles.hpp"
#include "scene_fluid.hpp"

namespace whorl::view {
namespace {

constexpr double whole_way_seconds = 1;  // that a wall takes for all of its slider

Error refusal(const Parameter& number, double value) {
    if (!number.words.empty()) return {text("%s cannot be turned: %s", number.label.c_str(), number.words.c_str())};
    return {text("%s would be %g %s; it stays between %g and %g", number.label.c_str(), value, number.unit.c_str(),
                 number.low, number.high)};
}

bool may_be(const Parameter& number, double value) {
    return number.words.empty() && value >= number.low && value <= number.high;
}

}  // namespace

std::vector<Part> SceneFluid::parts() const {
    std::vector<Part> out = placed_parts();
    for (ScenePart& part : parts_of(document_, scene_, simulator_->time(), dt_)) {
        Part& seen = out.emplace_back(Part{part.id, part.label, {}});
        for (PartNumber& number : part.numbers) seen.numbers.push_back(std::move(number.shown));
    }
    return out;
}

/// What the hand put in, but for the ball, which the hand moves.
std::vector<Part> SceneFluid::placed_parts() const {
    std::vector<Part> out;
    for (const Thing& thing : built_.things) {
        if (thing.is_ball) continue;
        const bool is_wall = thing.kind == ThingKind::wall;
        const std::string id = text("placed.%d", thing.id);
        Part part{id, text("placed %s %d", is_wall ? "wall" : "emitter", thing.id), {}};
        const Place at = place_of(thing.at, 0.5);
        for (int axis = 0; axis < scene_.dim; ++axis)
            if (scene_.dim == 2 || axis != 1)
                part.numbers.push_back(
                    {id + "." + axis_names[axis], std::string("Place along ") + axis_names[axis], "m",
                     is_wall ? "Where its middle is. The wall jumps there, and does not push." : "Where its middle is.",
                     0, scene_.size[axis], false, at[axis]});
        if (thing.preset.empty())
            part.numbers.push_back({id + ".radius", "Radius", "m", "From its middle to its edge.",
                                    0.25 * spacing(scene_, 0), scene_.size[0] / 2, false, thing.radius});
        if (!is_wall && thing.preset.empty())
            part.numbers.push_back({id + ".rate", "Smoke and heat", "units a second",
                                    "How much comes out of it each second.", 0, 400, true, 4 * thing.matter});
        out.push_back(std::move(part));
    }
    return out;
}

Result<void> SceneFluid::set_placed(std::string_view id, double value) {
    const std::vector<Part> known = placed_parts();
    for (const Part& part : known) {
        const Parameter* number = find_parameter(part.numbers, id);
        if (!number) continue;
        if (!may_be(*number, value)) return refusal(*number, value);
        const std::string key = number->id.substr(part.id.size() + 1);
        for (Thing& thing : built_.things) {
            if (part.id != text("placed.%d", thing.id)) continue;
            if (key == "radius") thing.radius = value;
            if (key == "rate") thing.matter = value / 4;
            if (key == "x") thing.at[0] = value / scene_.size[0];
            if (key == (scene_.dim == 2 ? "y" : "z")) thing.at[1] = value / scene_.size[scene_.dim - 1];
            thing.home = thing.at;
        }
        touch(part.label + " was changed");
        return settle();
    }
    return Error{text("there is no \"%s\" to turn", std::string(id).c_str())};
}

Result<void> SceneFluid::set_part(std::string_view id, double value) {
    if (auto settled = settle(); !settled) return settled;
    for (const ScenePart& part : parts_of(document_, scene_, simulator_->time(), dt_))
        for (const PartNumber& number : part.numbers)
            if (number.shown.id == id) return set_part_number(part, number, value);
    return set_placed(id, value);
}

Result<void> SceneFluid::set_part_number(const ScenePart& part, const PartNumber& number, double value) {
    if (!may_be(number.shown, value)) return refusal(number.shown, value);
    if (value == number.shown.value) return {};
    const std::vector<double> values = number.turned(value);
    if (part.kind == ScenePart::Kind::wall) return set_wall(number, values);
    const bool is_source = part.kind == ScenePart::Kind::source;
    // An emitter that gives nothing of a field and one that gives zero differ in the sign of zeros.
    if (number.way == PartNumber::Way::constant || (is_source && !number.is_given)) {
        const bool is_whole = number.paths[0].ends_with(".seed");
        return assign({number.paths[0] + "=" + (is_whole ? text("%.0f", value) : exact(value))},
                      part.label + " was changed");
    }
    std::vector<Turn> turns;
    for (std::size_t i = 0; i < values.size(); ++i) turns.push_back({number.paths[i], number.values[i], values[i]});
    return turn(turns, is_source ? Reach::sources : Reach::all);
}

/// Before the first step a wall may stand anywhere.
Result<void> SceneFluid::put_wall(const PartNumber& number, const std::vector<double>& values) {
    Node base = built_.base;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (auto set = set_in_document(base, number.paths[i] + "=" + exact(values[i])); !set) return set.error();
    built_.base = std::move(base);
    touch("");
    return settle();
}

Glide& SceneFluid::glide_of(const std::string& path, double value) {
    for (Glide& each : built_.glides)
        if (each.path == path) return each;
    const double t = simulator_->time();
    return built_.glides.emplace_back(Glide{path, t, value, t, value, {}});
}

Result<void> SceneFluid::set_wall(const PartNumber& number, const std::vector<double>& values) {
    if (simulator_->steps() == 0) return put_wall(number, values);
    Built before = built_;
    const bool had_keys = std::any_of(number.paths.begin(), number.paths.end(), [&](const std::string& path) {
        return has_passed_keys(node_at(document_, path), simulator_->time());
    });
    const double t = simulator_->time(), whole = number.shown.high - number.shown.low;
    double seconds = dt_;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double way = std::abs(values[i] - glide_of(number.paths[i], number.values[i]).at(t));
        seconds = std::max(seconds, whole_way_seconds * way / whole);
    }
    for (std::size_t i = 0; i < values.size(); ++i)
        glide_of(number.paths[i], number.values[i]).head_for(values[i], t, seconds);
    built_.version = next_version();
    if (auto done = rewrite(Reach::sources); !done) {
        built_ = std::move(before);
        return done;
    }
    settled_ = built_;
    if (had_keys) start_anew("a wall that had keyframes was moved");
    return {};
}

/// The base has the walls where they are now; true if any was ever moved.
bool SceneFluid::start_glides() {
    const double t = simulator_->time();
    for (Glide& each : built_.glides) {
        set_in_document(built_.base, each.path + "=" + exact(each.at(t)));
        each.start_at(t);
    }
    const bool had_any = !built_.glides.empty();
    std::erase_if(built_.glides, [&](const Glide& each) { return each.end <= t; });
    settled_.base = built_.base, settled_.glides = built_.glides;
    return had_any;
}

void SceneFluid::end_glides() {
    for (const Glide& each : built_.glides) set_in_document(built_.base, each.path + "=" + exact(each.to));
    built_.glides.clear();
}

bool SceneFluid::is_glider_near(const Place& here, double radius) const {
    return !built_.glides.empty() &&
           std::any_of(scene_.obstacles.begin(), scene_.obstacles.end(), [&](const SceneObstacle& wall) {
               return (wall.shape.depends_on_time() || wall.angle.depends_on_time()) &&
                      obstacle_at(wall, scene_.dim, simulator_->time()).distance(here) < radius;
           });
}

}  // namespace whorl::view
