#include "stirring_scene.hpp"

#include <algorithm>
#include <cmath>

#include "core/hash.hpp"

namespace whorl {
namespace {

constexpr double dt = 1.0 / StirringScene::steps_per_second;
constexpr double rod_radius = 0.055;  // box lengths
constexpr double grip = 0.6;          // share of the speed difference to the fluid that a rod closes in a step
constexpr double bleeding = 13;       // ink for each box length that a rod moves, at its middle

double square(double value) {
    return value * value;
}

// 1 at a rod's middle, falling smoothly to 0 at its rim: a sharp rim would show as steps along the grid.
double inside_rod(double x, double y, const Vec<double, 2>& rod) {
    const double distance = (square(x - rod[0]) + square(y - rod[1])) / square(rod_radius);
    return distance < 1 ? square(1 - distance) : 0;
}

}  // namespace

// The tangent t of half the angle gives the rotation by arithmetic alone: cosine (1 - t^2) / (1 + t^2), sine
// 2 t / (1 + t^2). Three terms of the tangent's series miss a turn of 60 steps or more by less than a ten-millionth.
Turning::Turning(double cosine, double sine, double steps) : cosine_(cosine), sine_(sine) {
    const double half = 3.14159265358979323846 / steps;
    const double t = half * (1 + square(half) * (1.0 / 3 + square(half) * 2 / 15));
    step_cosine_ = (1 - square(t)) / (1 + square(t));
    step_sine_ = 2 * t / (1 + square(t));
}

void Turning::advance() {
    const double cosine = cosine_ * step_cosine_ - sine_ * step_sine_;
    sine_ = cosine_ * step_sine_ + sine_ * step_cosine_;
    cosine_ = cosine;
}

Vec<double, 2> StirringScene::Rod::place() const {
    return {centre[0] + first_arm[0] * first.cosine() + second_arm[0] * second.cosine(),
            centre[1] + first_arm[1] * first.sine() + second_arm[1] * second.sine()};
}

Result<StirringScene> StirringScene::make(int cells) {
    // 20 sweeps, as published, leave so much divergence on a grid of this size that the ink thins out and thickens;
    // 50 make it swirl.
    auto fluid = Classic2::make({.cells = cells, .inks = inks, .ink_kept = 0.998, .sweeps = 50});
    if (!fluid) return fluid.error();
    return StirringScene(std::move(fluid).value());
}

// Two rods with ink follow each other on a curve of three loops, half a turn apart; a third, clear, runs against them
// in a circle and folds their trails into each other.
StirringScene::StirringScene(Classic2 fluid) : fluid_(std::move(fluid)) {
    rods_ = {
        {{0.5, 0.5}, {0.27, 0.27}, {0.12, 0.12}, {-1, 0, 150}, {1, 0, -75}, 0},
        {{0.5, 0.5}, {0.27, 0.27}, {0.12, 0.12}, {1, 0, 150}, {-1, 0, -75}, 1},
        {{0.5, 0.5}, {0.2, 0.2}, {0.0, 0.0}, {0, 1, -100}, {1, 0, 90}, -1},
    };
}

void StirringScene::stir(Rod& rod) {
    const Vec<double, 2> before = rod.place();
    rod.first.advance(), rod.second.advance();
    const Vec<double, 2> at = rod.place();
    const Vec<double, 2> speed{(at[0] - before[0]) / dt, (at[1] - before[1]) / dt};
    const double travel = std::sqrt(square(speed[0]) + square(speed[1]));

    const int cells = fluid_.config().cells;
    const auto nearest = [&](double place) { return std::clamp(static_cast<int>(place * cells), 0, cells - 1); };
    for (int j = nearest(at[1] - rod_radius); j <= nearest(at[1] + rod_radius); ++j)
        for (int i = nearest(at[0] - rod_radius); i <= nearest(at[0] + rod_radius); ++i) {
            const double share = inside_rod((i + 0.5) / cells, (j + 0.5) / cells, at);
            for (int axis = 0; axis < 2; ++axis) {
                const double missing = speed[axis] - static_cast<double>(fluid_.velocity(axis)(i, j));
                fluid_.force(axis)(i, j) += static_cast<float>(share * grip * missing / dt);
            }
            if (rod.ink >= 0) fluid_.source(rod.ink)(i, j) += static_cast<float>(share * share * bleeding * travel);
        }
}

Result<ClassicReport> StirringScene::step() {
    for (Rod& rod : rods_) stir(rod);
    return fluid_.step(dt);
}

std::uint64_t StirringScene::hash() const {
    Hash hash;
    hash.add(fluid_.hash());
    for (const Rod& rod : rods_)
        for (const Turning* turning : {&rod.first, &rod.second}) hash.add(turning->cosine()), hash.add(turning->sine());
    return hash.value();
}

}  // namespace whorl
