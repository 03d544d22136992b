#include "session_log.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/text.hpp"

namespace whorl::view {
namespace {

std::string vector_text(const Place3& place, int dim) {
    std::string out = "[";
    for (int axis = 0; axis < dim; ++axis) out += (axis > 0 ? ", " : "") + exact(place[axis].at(0));
    return out + "]";
}

std::string shape_text(const SceneShape& shape, int dim) {
    const std::string a = vector_text(shape.points[0], dim), b = vector_text(shape.points[1], dim);
    if (shape.kind == ShapeKind::box) return "{ box = { low = " + a + ", high = " + b + " } }";
    return "{ capsule = { from = " + a + ", to = " + b + ", radius = " + exact(shape.radius.at(0)) + " } }";
}

std::string span_text(double start, double end) {
    return "start = " + exact(start) + "\nend = " + exact(end) + "\n";
}

std::string emitter_text(const SceneEmitter& emitter, int dim) {
    std::string out = "\n[[emitter]]\nshape = " + shape_text(emitter.shape, dim) + "\n";
    for (const auto& [name, value] : emitter.scalars) out += name + " = " + exact(value.at(0)) + "\n";
    if (emitter.velocity) out += "velocity = " + vector_text(*emitter.velocity, dim) + "\n";
    if (emitter.set) out += "set = true\n";
    return out + span_text(emitter.start, emitter.end);
}

std::string force_text(const SceneForce& force, int dim) {
    return "\n[[force]]\nkind = \"fan\"\nshape = " + shape_text(*force.shape, dim) +
           "\nvelocity = " + vector_text(force.vector, dim) + "\nrate = " + exact(force.rate.at(0)) + "\n" +
           span_text(force.start, force.end);
}

}  // namespace

std::string exact(double value) {
    std::string digits = text("%.15g", value);
    if (std::strtod(digits.c_str(), nullptr) != value) digits = text("%.17g", value);
    return digits.find_first_of(".e") == std::string::npos ? digits + ".0" : digits;
}

void SessionLog::turn(const std::string& path, double t, double before, double value) {
    auto& keys = turns_[path];
    if (keys.empty()) keys.emplace_back(-1e6, before);
    while (keys.size() > 1 && keys.back().first >= t) keys.pop_back();
    if (t <= 0)
        keys = {{-1e6, value}};
    else
        keys.emplace_back(t, value);
}

void SessionLog::forget(const std::string& path) {
    std::erase_if(turns_, [&](const auto& each) { return each.first.starts_with(path + "."); });
}

bool SessionLog::go_back(const SessionLog& earlier, double t) {
    deeds_ = earlier.deeds_;
    auto present = std::move(turns_);
    turns_ = earlier.turns_;
    const bool is_told = std::erase_if(turns_, [&](const auto& each) { return !present.contains(each.first); }) == 0;
    for (const auto& [path, keys] : present) {
        const double now = keys.back().second;
        const auto found = turns_.find(path);
        const double then = found != turns_.end() ? found->second.back().second : keys.front().second;
        // What was ever turned stays known, or a later state that is put back would not be told of its present value.
        if (then != now || found == turns_.end()) turn(path, t, then, now);
    }
    return is_told;
}

void SessionLog::clear() {
    deeds_.clear();
    for (auto& [path, keys] : turns_) keys = {{-1e6, keys.back().second}};
}

std::string SessionLog::first_blocks(int dim) const {
    std::string out;
    for (const Deed& deed : deeds_)
        if (deed.is_first)
            for (const SceneEmitter& each : deed.emitters) out += emitter_text(each, dim);
    return out;
}

std::string SessionLog::last_blocks(int dim) const {
    std::string out;
    for (const Deed& deed : deeds_) {
        if (!deed.is_first)
            for (const SceneEmitter& each : deed.emitters) out += emitter_text(each, dim);
        for (const SceneForce& each : deed.forces) out += force_text(each, dim);
    }
    return out;
}

std::vector<std::string> SessionLog::assignments() const {
    std::vector<std::string> out;
    for (const auto& [path, keys] : turns_) {
        if (keys.size() == 1) {
            out.push_back(path + "=" + exact(keys[0].second));
            continue;
        }
        std::string list;
        for (const auto& [time, value] : keys)
            list += (list.empty() ? "[" : ", [") + exact(time) + ", " + exact(value) + "]";
        out.push_back(path + "={ keys = [" + list + "], ease = \"hold\" }");
    }
    return out;
}

}  // namespace whorl::view
