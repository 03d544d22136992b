#include "run/flow_config.hpp"

namespace whorl {
namespace {

template <int Dim> Vec<double, 3> padded(const Vec<double, Dim>& place) {
    Vec<double, 3> out{};
    for (int axis = 0; axis < Dim; ++axis) out[axis] = place[axis];
    return out;
}

template <int Dim> Segment<Dim> segment_of(const SceneSegment& from, double t) {
    Segment<Dim> segment{.kind = from.kind};
    if (from.velocity) {
        bool is_profile = false;
        for (int axis = 0; axis < Dim; ++axis) {
            segment.velocity[axis] = (*from.velocity)[axis].at(t);
            is_profile = is_profile || (*from.velocity)[axis].depends_on_place();
        }
        if (is_profile)
            segment.profile = [numbers = *from.velocity, t](const Vec<double, Dim>& place) {
                Vec<double, Dim> velocity{};
                for (int axis = 0; axis < Dim; ++axis) velocity[axis] = numbers[axis].at(t, padded(place));
                return velocity;
            };
    }
    for (const auto& [name, value] : from.scalars) segment.scalars.push_back({name, value.at(t)});
    for (int axis = 0; axis < Dim - 1; ++axis) segment.from[axis] = from.from[axis], segment.to[axis] = from.to[axis];
    return segment;
}

template <int Dim> Side<Dim> side_of(const SceneSide& from, double t) {
    std::vector<Segment<Dim>> segments;
    for (const SceneSegment& each : from) segments.push_back(segment_of<Dim>(each, t));
    return segments;
}

/// f(number) for each number that the configuration is made of, but for profiles.
template <class F> void each_number(const Scene& scene, F f) {
    const SceneFluid& fluid = scene.fluid;
    if (!fluid.has_varying_viscosity()) f(fluid.viscosity);  // else it is a field, written before each step
    for (const Number* number : {&fluid.buoyancy, &fluid.ambient_temperature, &fluid.weight,
                                 &fluid.vorticity_confinement, &fluid.gravity[0], &fluid.gravity[1], &fluid.gravity[2]})
        f(*number);
    for (const SceneScalar& scalar : scene.scalars)
        for (const Number* number : {&scalar.diffusion, &scalar.dissipation, &scalar.kept, &scalar.ambient}) f(*number);
    for (const SceneSide& side : scene.sides)
        for (const SceneSegment& segment : side) {
            for (const auto& [name, value] : segment.scalars) f(value);
            if (segment.velocity)
                for (const Number& number : segment.velocity->component) f(number);
        }
}

}  // namespace

template <int Dim> FluidConfig<Dim> config_of(const Scene& scene, double t) {
    FluidConfig<Dim> config;
    for (int axis = 0; axis < Dim; ++axis) {
        config.cells[axis] = scene.cells[axis], config.size[axis] = scene.size[axis];
        config.gravity[axis] = scene.fluid.gravity[axis].at(t);
    }
    config.left = side_of<Dim>(scene.sides[0], t), config.right = side_of<Dim>(scene.sides[1], t);
    config.bottom = side_of<Dim>(scene.sides[2], t), config.top = side_of<Dim>(scene.sides[3], t);
    config.front = side_of<Dim>(scene.sides[4], t), config.back = side_of<Dim>(scene.sides[5], t);
    if (scene.fluid.has_varying_viscosity())
        config.varying_viscosity.emplace();
    else
        config.viscosity = scene.fluid.viscosity.at(t);
    config.buoyancy = scene.fluid.buoyancy.at(t);
    config.ambient_temperature = scene.fluid.ambient_temperature.at(t);
    config.weight = scene.fluid.weight.at(t);
    config.vorticity_confinement = scene.fluid.vorticity_confinement.at(t);
    config.scalars.clear();
    for (const SceneScalar& scalar : scene.scalars)
        config.scalars.push_back({.name = scalar.name,
                                  .diffusion = scalar.diffusion.at(t),
                                  .dissipation = scalar.dissipation.at(t),
                                  .kept = scalar.kept.at(t),
                                  .ambient = scalar.ambient.at(t),
                                  .advection = scalar.advection});
    config.order = scene.solver.order;
    config.advection = scene.solver.advection;
    config.trace = scene.solver.trace;
    config.pressure = scene.solver.pressure;
    config.tolerance = scene.solver.tolerance;
    config.max_cycles = scene.solver.max_cycles;
    config.max_milliseconds = scene.solver.max_milliseconds;
    config.max_speed = scene.solver.max_speed;
    return config;
}

bool config_moves(const Scene& scene) {
    bool moves = false;
    each_number(scene, [&](const Number& number) { moves = moves || number.depends_on_time(); });
    return moves;
}

std::vector<double> config_numbers(const Scene& scene, double t) {
    std::vector<double> numbers;
    each_number(scene, [&](const Number& number) {
        // A profile that moves is another one at every moment.
        numbers.push_back(number.depends_on_place() && number.depends_on_time() ? t : number.at(t));
    });
    return numbers;
}

template FluidConfig<2> config_of(const Scene&, double);
template FluidConfig<3> config_of(const Scene&, double);

}  // namespace whorl
