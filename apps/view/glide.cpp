#include "glide.hpp"

#include "scene/number.hpp"
#include "session_log.hpp"

namespace whorl::view {
namespace {

std::string keys_text(const std::string& path, const std::vector<std::pair<double, double>>& keys) {
    std::string list;
    for (const auto& [time, value] : keys)
        list += (list.empty() ? "[" : ", [") + exact(time) + ", " + exact(value) + "]";
    return path + "={ keys = [" + list + "], ease = \"linear\" }";
}

}  // namespace

/// It begins where the first of `passed` was: a shape is read as of the scene's start, and both scenes have the same.
std::vector<std::pair<double, double>> Glide::route() const {
    std::vector<std::pair<double, double>> keys{{begin, from}, {end, to}};
    if (!passed.empty() && passed.front().first < begin) keys.insert(keys.begin(), passed.front());
    return keys;
}

double Glide::at(double t) const {
    return Keyframes{route(), Ease::linear}.at(t);
}

void Glide::head_for(double goal, double t, double seconds) {
    from = at(t), begin = t;
    to = goal, end = t + seconds;
}

void Glide::pass(double t, double dt) {
    if (t >= end) return;
    if (passed.empty() || passed.back().first < t - dt / 2) passed.emplace_back(t, at(t));  // it rested until now
    passed.emplace_back(t + dt, at(t + dt));
}

void Glide::start_at(double t) {
    from = at(t), begin = t;
    passed.clear();
}

std::string Glide::ahead() const {
    return keys_text(path, route());
}

std::string Glide::behind() const {
    return passed.empty() ? path + "=" + exact(from) : keys_text(path, passed);
}

}  // namespace whorl::view
