// Place masses attract as Newton's do, softened inside a radius (Plummer 1911). Turbulence is a sum of random waves
// that push across their own direction, so that it has no divergence (Kraichnan 1970).
#include "run/force_field.hpp"

#include <cmath>

#include "core/elementary.hpp"
#include "core/random.hpp"

namespace whorl {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr int mode_count = 12;

double dot(const Place& a, const Place& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Place cross(const Place& a, const Place& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Place scaled(const Place& a, double factor) {
    return {a[0] * factor, a[1] * factor, a[2] * factor};
}

Place at_time(const Place3& numbers, double t) {
    return {numbers[0].at(t), numbers[1].at(t), numbers[2].at(t)};
}

/// Uniform over the sphere, or the circle in 2D (Marsaglia 1972).
Place random_direction(int dim, std::uint64_t seed, std::uint64_t index) {
    const double turn = random_between(0, 2 * pi, seed, 2 * index);
    const double z = dim == 3 ? random_between(-1, 1, seed, 2 * index + 1) : 0;
    const double flat = std::sqrt(1 - z * z);
    return {flat * elementary::cos(turn), flat * elementary::sin(turn), z};
}

}  // namespace

ForceField::ForceField(const Scene& scene, const SceneForce& force, double t) : force_(force), dim_(scene.dim), t_(t) {
    strength_ = force.strength.at(t), radius_ = force.radius.at(t);
    vector_ = at_time(force.vector, t), center_ = at_time(force.center, t), axis_ = at_time(force.axis, t);
    rate_ = force.rate.at(t);
    for (const Number& number : force.vector.component) has_profile_ = has_profile_ || number.depends_on_place();
    const double length = std::sqrt(dot(axis_, axis_));
    axis_ = length > 0 ? scaled(axis_, 1 / length) : Place{0, 0, 1};
    if (force.kind == ForceKind::turbulence) make_turbulence();
}

// Eddies of the given size turn over at the given rate: each wave's phase runs at a rate of its own around it.
void ForceField::make_turbulence() {
    const double size = strength_ * std::sqrt(2.0 / mode_count);
    for (int i = 0; i < mode_count; ++i) {
        const auto number = static_cast<std::uint64_t>(i);
        const Place direction = random_direction(dim_, force_.seed, 3 * number);
        const Place other = dim_ == 3 ? random_direction(3, force_.seed, 3 * number + 1) : Place{0, 0, 1};
        Place push = cross(direction, other);
        const double length = std::sqrt(dot(push, push));
        push = length > 1e-9 ? scaled(push, size / length) : Place{};
        const double rate = rate_ * random_between(0.5, 1.5, force_.seed, 1000 + number);
        const double wavelength = radius_ * random_between(0.7, 1.6, force_.seed, 2000 + number);
        modes_.push_back({scaled(direction, 2 * pi / wavelength), push,
                          random_between(0, 2 * pi, force_.seed, 3000 + number) + 2 * pi * rate * t_});
    }
}

Place ForceField::vortex(const Place& away) const {
    const double along = dot(away, axis_);
    const Place flat{away[0] - along * axis_[0], away[1] - along * axis_[1], away[2] - along * axis_[2]};
    return scaled(cross(axis_, flat), strength_ / (dot(flat, flat) + radius_ * radius_));
}

double ForceField::along(int axis, const Place& at) const {
    const Place away{at[0] - center_[0], at[1] - center_[1], dim_ == 3 ? at[2] - center_[2] : 0};
    switch (force_.kind) {
        case ForceKind::gravity:
            return vector_[axis];
        case ForceKind::wind:
        case ForceKind::fan:
            return has_profile_ ? force_.vector[axis].at(t_, at) : vector_[axis];
        case ForceKind::vortex:
            return vortex(away)[axis];
        case ForceKind::point: {
            const double squared = dot(away, away) + radius_ * radius_;
            return -strength_ * away[axis] / (squared * std::sqrt(squared));
        }
        case ForceKind::turbulence: {
            double sum = 0;
            for (const Mode& mode : modes_) sum += mode.push[axis] * elementary::cos(dot(mode.wave, at) + mode.phase);
            return sum;
        }
    }
    return 0;
}

}  // namespace whorl
