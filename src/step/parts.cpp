#include "step/parts.hpp"

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "pressure/project.hpp"

namespace whorl {
namespace {

Result<void> in_range(const char* name, double value, double low, double high) {
    if (value >= low && value <= high) return {};
    return Error{text("%s is %g; it must be from %g to %g", name, value, low, high)};
}

constexpr double largest = 1e15;  // of rates and sizes: their products still fit a float

template <int Dim> Result<void> check_numbers(const FluidConfig<Dim>& config) {
    const struct {
        const char* name;
        double value, low, high;
    } ranges[] = {{"viscosity", config.viscosity, 0, largest},
                  {"buoyancy", config.buoyancy, -largest, largest},
                  {"ambient_temperature", config.ambient_temperature, -largest, largest},
                  {"weight", config.weight, -largest, largest},
                  {"vorticity_confinement", config.vorticity_confinement, 0, largest},
                  {"substeps", static_cast<double>(config.substeps), 1, 10000},
                  {"step", config.step, 0, 1e6},
                  {"cfl", config.cfl, 0, 1e6},
                  {"tolerance", config.tolerance, 0, 1},
                  {"max_cycles", static_cast<double>(config.max_cycles), 1, 1e6}};
    for (const auto& range : ranges)
        if (auto ok = in_range(range.name, range.value, range.low, range.high); !ok) return ok;
    if (!(config.max_speed > 0 && config.max_speed <= largest))
        return Error{text("max_speed is %g; it must be above 0 and at most %g", config.max_speed, largest)};
    if ((config.substeps != 1) + (config.step > 0) + (config.cfl > 0) > 1)
        return Error{"more than one of substeps, step and cfl is given; choose one"};
    for (int axis = 0; axis < Dim; ++axis)
        if (!std::isfinite(config.gravity[axis]))
            return Error{text("gravity is %g along axis %d; it must be finite", config.gravity[axis], axis)};
    return {};
}

Result<void> check_scalars(const std::vector<ScalarConfig>& scalars) {
    if (auto ok = in_range("the number of scalars", static_cast<double>(scalars.size()), 0, 16); !ok) return ok;
    for (const ScalarConfig& scalar : scalars) {
        const auto named = [&](const ScalarConfig& other) { return other.name == scalar.name; };
        if (scalar.name.empty() || std::count_if(scalars.begin(), scalars.end(), named) > 1)
            return Error{
                text("the scalar name \"%s\" is empty or given twice; each needs its own", scalar.name.c_str())};
        if (auto ok = in_range((scalar.name + ".diffusion").c_str(), scalar.diffusion, 0, largest); !ok) return ok;
        if (auto ok = in_range((scalar.name + ".dissipation").c_str(), scalar.dissipation, 0, largest); !ok) return ok;
        if (scalar.at_nodes && scalar.diffusion > 0)
            return Error{
                text("%s is stored at nodes and has a diffusion of %g; store it at centres, or leave its "
                     "diffusion at 0",
                     scalar.name.c_str(), scalar.diffusion)};
        if (auto ok = in_range((scalar.name + ".kept").c_str(), scalar.kept, 0, 1); !ok) return ok;
        if (auto ok = in_range((scalar.name + ".ambient").c_str(), scalar.ambient, -largest, largest); !ok) return ok;
    }
    return {};
}

template <int Dim> Result<Grid<Dim>> make_grid(const FluidConfig<Dim>& config) {
    Grid<Dim> grid{.cells = config.cells, .size = config.size, .periodic = {}};
    bool is_sized = false;
    int longest = 1;
    for (int axis = 0; axis < Dim; ++axis) {
        if (config.cells[axis] < 1 || config.cells[axis] > 1 << 20)
            return Error{
                text("cells along axis %d are %d; they must be from 1 to %d", axis, config.cells[axis], 1 << 20)};
        longest = std::max(longest, config.cells[axis]);
        is_sized = is_sized || config.size[axis] != 0;
    }
    double elements = 1;  // of a field, as it is laid out; offsets have 32 bits
    for (int axis = 0; axis < Dim; ++axis) elements *= config.cells[axis] + (axis == 0 ? 80.0 : 8.0);
    if (elements > 2147483647.0)
        return Error{text("a grid of %g cells is too large: use fewer cells than 2^31, ghosts included", elements)};
    for (int axis = 0; axis < Dim; ++axis) {
        if (!is_sized) grid.size[axis] = static_cast<double>(config.cells[axis]) / longest;
        if (!(grid.size[axis] >= 1e-6 && grid.size[axis] <= 1e9))
            return Error{
                text("size along axis %d is %g; it must be from 1e-06 to 1e+09 metres", axis, grid.size[axis])};
    }
    return grid;
}

/// In the order low x, high x, low y, ...: in 3D the floor is a z side.
template <int Dim> Vec<Side<Dim>, 2 * Dim> sides_in_order(const FluidConfig<Dim>& config) {
    if constexpr (Dim == 2)
        return {{config.left, config.right, config.bottom, config.top}};
    else
        return {{config.left, config.right, config.front, config.back, config.bottom, config.top}};
}

template <int Dim> Vec<double, Dim> up_from(const Vec<double, Dim>& gravity) {
    double length = 0;
    for (int axis = 0; axis < Dim; ++axis) length += gravity[axis] * gravity[axis];
    length = std::sqrt(length);
    Vec<double, Dim> up{};
    if (length == 0)
        up[Dim - 1] = 1;
    else
        for (int axis = 0; axis < Dim; ++axis) up[axis] = -gravity[axis] / length;
    return up;
}

template <class T, int Dim> Result<std::vector<Field<T, Dim>>> make_fields(int count, const Vec<int, Dim>& shape) {
    std::vector<Field<T, Dim>> fields;
    for (int i = 0; i < count; ++i) {
        auto field = Field<T, Dim>::make(shape);
        if (!field) return field.error();
        fields.push_back(std::move(field).value());
    }
    return fields;
}

template <class T, int Dim> Result<std::vector<Field<T, Dim>>> make_scalars(const Parameters<T, Dim>& parameters) {
    std::vector<Field<T, Dim>> fields;
    for (int scalar = 0; scalar < static_cast<int>(parameters.scalar_names.size()); ++scalar) {
        auto field = Field<T, Dim>::make(parameters.scalar_shape(scalar));
        if (!field) return field.error();
        fields.push_back(std::move(field).value());
    }
    return fields;
}

template <class T, int Dim, std::size_t Count> Faces<T, Dim> views_of(std::array<Field<T, Dim>, Count>& fields) {
    Faces<T, Dim> views{};
    for (int axis = 0; axis < Dim; ++axis) views[axis] = fields[axis].view();
    return views;
}

template <class T, int Dim> Result<std::array<Field<T, Dim>, Dim>> weight_fields(const Grid<Dim>& grid) {
    std::array<Field<T, Dim>, Dim> weights;
    Vec<int, Dim> shape = grid.cells;
    for (int axis = 0; axis < Dim; ++axis) shape[axis] += 2;
    for (auto& field : weights) {
        auto made = Field<T, Dim>::make(shape);
        if (!made) return made.error();
        field = std::move(made).value();
    }
    return weights;
}

/// Fields for the weights of a problem whose sides are of several kinds; empty ones where they are not.
template <class T, int Dim> Result<std::array<Field<T, Dim>, Dim>> make_weights(const Parameters<T, Dim>& parameters) {
    std::array<Field<T, Dim>, Dim> weights;
    const auto sides = sides_in_order(parameters.config);
    const bool is_mixed = std::any_of(sides.component, sides.component + 2 * Dim, [](const Side<Dim>& side) {
        return side.segments().size() != 1 || side.segments()[0].from != side.segments()[0].to;
    });
    if (!is_mixed) return weights;
    return weight_fields<T>(parameters.grid);
}

template <class T, int Dim>
Result<Diffuser<T, Dim>> make_diffuser(const Parameters<T, Dim>& parameters, bool is_velocity, int number) {
    Diffuser<T, Dim> diffuser;
    auto weights = make_weights(parameters);
    if (!weights) return weights.error();
    diffuser.weights = std::move(weights).value();
    auto solver = make_pressure_solver<T, Dim>("auto");
    if (!solver) return solver.error();
    diffuser.solver = std::move(solver).value();
    const Faces<T, Dim> views = views_of(diffuser.weights);
    diffuser.diffusion = is_velocity ? velocity_diffusion(parameters.sides, number, views)
                                     : scalar_diffusion(parameters.sides, number, views);
    diffuser.diffusion.problem.diagonal = 1;
    if (diffuser.diffusion.region().cells() == 0)
        diffuser.solver = nullptr;  // one cell between walls: nothing to solve
    else if (auto ok = diffuser.solver->prepare(diffuser.diffusion.problem); !ok)
        return ok.error();
    return diffuser;
}

}  // namespace

template <class T, int Dim> Result<Parameters<T, Dim>> Parameters<T, Dim>::make(const FluidConfig<Dim>& config) {
    if (auto ok = check_numbers(config); !ok) return ok.error();
    if (auto ok = check_scalars(config.scalars); !ok) return ok.error();
    auto grid = make_grid(config);
    if (!grid) return grid.error();
    auto order = find_order(config.order);
    if (!order) return order.error();

    Parameters made;
    made.config = config;
    made.grid = grid.value();
    made.order = order.value();
    for (std::size_t i = 0; i < config.scalars.size(); ++i) {
        made.scalar_names.push_back(config.scalars[i].name);
        const bool is_felt = (config.scalars[i].name == "density" && config.weight != 0) ||
                             (config.scalars[i].name == "temperature" && config.buoyancy != 0);
        if (config.scalars[i].at_nodes && is_felt)
            return Error{text("%s is stored at nodes but moves the flow by its weight or heat; store it at centres",
                              config.scalars[i].name.c_str())};
        if (config.scalars[i].name == "density") made.density = static_cast<int>(i);
        if (config.scalars[i].name == "temperature") {
            made.temperature = static_cast<int>(i);
            made.config.scalars[i].ambient = config.ambient_temperature;
        }
    }
    const auto sides = sides_in_order(config);
    for (int axis = 0; axis < Dim; ++axis) made.grid.periodic[axis] = sides[2 * axis].is_periodic();
    auto worked_out = Sides<T, Dim>::make(made.grid, sides, made.scalar_names);
    if (!worked_out) return worked_out.error();
    made.sides = std::move(worked_out).value();
    made.traces.grid = made.grid;
    for (int axis = 0; axis < Dim; ++axis)
        for (const bool high : {false, true}) made.traces.passable[axis][high] = made.sides.is_passable(axis, high);
    made.buoyancy = {config.buoyancy, config.weight, config.ambient_temperature, up_from(config.gravity)};
    return made;
}

template <class T, int Dim> Result<Changing<T, Dim>> Changing<T, Dim>::make(const Parameters<T, Dim>& parameters) {
    Changing made;
    auto u = Velocity<T, Dim>::make(parameters.grid);
    if (!u) return u.error();
    made.u = std::move(u).value();
    if (parameters.order.is_second_order) {
        auto before = Velocity<T, Dim>::make(parameters.grid);
        if (!before) return before.error();
        made.u_before = std::move(before).value();
        auto carried = Field<T, Dim>::make(parameters.grid.cells);
        if (!carried) return carried.error();
        made.carried = std::move(carried).value();
    }
    auto scalars = make_scalars(parameters);
    if (!scalars) return scalars.error();
    made.scalars = std::move(scalars).value();
    const auto& verbs = parameters.order.verbs;
    auto q = make_fields<T, Dim>(static_cast<int>(std::count(verbs.begin(), verbs.end(), Verb::project)),
                                 parameters.grid.cells);
    if (!q) return q.error();
    made.q = std::move(q).value();
    return made;
}

template <class T, int Dim> Result<Workspace<T, Dim>> Workspace<T, Dim>::make(const Parameters<T, Dim>& parameters) {
    Workspace made;
    for (Velocity<T, Dim>* velocity : {&made.u_next, &made.tracer}) {
        auto fields = Velocity<T, Dim>::make(parameters.grid);
        if (!fields) return fields.error();
        *velocity = std::move(fields).value();
    }
    const int scalars = static_cast<int>(parameters.scalar_names.size());
    auto next = make_scalars(parameters);
    if (!next) return next.error();
    made.scalars_next = std::move(next).value();

    // A trace and a predictor for each scalar; or vorticity and force; or a right-hand side and a change.
    Vec<int, Dim> shape = parameters.grid.cells;
    for (int axis = 0; axis < Dim; ++axis) ++shape[axis];
    auto scratch = make_fields<T, Dim>(std::max(Dim + std::max(scalars, 1), 2 * Dim), shape);
    if (!scratch) return scratch.error();
    made.scratch = std::move(scratch).value();

    auto weights = make_weights(parameters);
    if (!weights) return weights.error();
    made.weights = std::move(weights).value();
    auto pressure = make_pressure_solver<T, Dim>(parameters.config.pressure);
    if (!pressure) return pressure.error();
    made.pressure = std::move(pressure).value();
    if (auto ok = made.pressure->prepare(projection_problem(parameters.sides, views_of(made.weights))); !ok)
        return ok.error();

    if (parameters.config.viscosity > 0)
        for (int axis = 0; axis < Dim; ++axis) {
            auto diffuser = make_diffuser(parameters, true, axis);
            if (!diffuser) return diffuser.error();
            made.velocity_diffusers[axis] = std::move(diffuser).value();
        }
    made.scalar_diffusers.resize(parameters.scalar_names.size());
    for (int scalar = 0; scalar < scalars; ++scalar) {
        if (parameters.config.scalars[scalar].diffusion == 0) continue;
        auto diffuser = make_diffuser(parameters, false, scalar);
        if (!diffuser) return diffuser.error();
        made.scalar_diffusers[scalar] = std::move(diffuser).value();
    }
    return made;
}

template <class T, int Dim>
Result<void> Workspace<T, Dim>::make_room_for_obstacles(const Parameters<T, Dim>& parameters) {
    if (weights[0].bytes() == 0) {
        auto fields = weight_fields<T>(parameters.grid);
        if (!fields) return fields.error();
        weights = std::move(fields).value();
    }
    const auto prepare = [&](Diffuser<T, Dim>& diffuser, bool is_velocity) -> Result<void> {
        auto walled = WalledDiffusion<T, Dim>::make(parameters.grid, is_velocity);
        if (!walled) return walled.error();
        diffuser.walled = std::move(walled).value();
        return {};
    };
    if (parameters.config.viscosity > 0)
        for (auto& diffuser : velocity_diffusers)
            if (auto ok = prepare(diffuser, true); !ok) return ok;
    for (std::size_t scalar = 0; scalar < scalar_diffusers.size(); ++scalar)
        if (parameters.config.scalars[scalar].diffusion > 0)
            if (auto ok = prepare(scalar_diffusers[scalar], false); !ok) return ok;
    return {};
}

template <class T, int Dim> void Workspace<T, Dim>::follow_walls(const Parameters<T, Dim>& parameters) {
    const Walls<T, Dim>& walls = *obstacles.walls();
    const auto problem = walled_projection_problem(parameters.sides, walls, views_of(weights));
    if (!is_walled || !pressure->refresh()) (void)pressure->prepare(problem);
    obstacles.pockets().find(problem);
    const auto follow = [&](Diffuser<T, Dim>& diffuser) {
        if (!diffuser.solver) return;
        diffuser.rate = 0;  // the diagonal comes with the next solve
        if (!is_walled) diffuser.is_prepared = false;
    };
    for (int axis = 0; axis < Dim; ++axis) {
        Diffuser<T, Dim>& diffuser = velocity_diffusers[axis];
        if (diffuser.walled)
            wall_velocity(parameters.sides, axis, walls, obstacles.placed(), *diffuser.walled, diffuser.diffusion);
        follow(diffuser);
    }
    for (int scalar = 0; scalar < static_cast<int>(scalar_diffusers.size()); ++scalar) {
        Diffuser<T, Dim>& diffuser = scalar_diffusers[scalar];
        if (diffuser.walled) wall_scalar(parameters.sides, scalar, walls, *diffuser.walled, diffuser.diffusion);
        follow(diffuser);
    }
    is_walled = true;
}

template <int Dim> double coverage(const Shape<Dim>& shape, const Grid<Dim>& grid, const Vec<double, Dim>& x) {
    double distance = 0;  // to the surface, negative inside
    if (shape.is_box) {
        double outside = 0, inside = -1e300;
        for (int axis = 0; axis < Dim; ++axis) {
            const double low = static_cast<double>(shape.low[axis]) - x[axis];
            const double beyond = std::max(low, x[axis] - static_cast<double>(shape.high[axis]));
            outside += std::max(beyond, 0.0) * std::max(beyond, 0.0);
            inside = std::max(inside, beyond);
        }
        distance = inside > 0 ? std::sqrt(outside) : inside;
    } else {
        double along = 0, length = 0;
        for (int axis = 0; axis < Dim; ++axis) {
            const double line = static_cast<double>(shape.high[axis]) - static_cast<double>(shape.low[axis]);
            along += (x[axis] - static_cast<double>(shape.low[axis])) * line, length += line * line;
        }
        const double part = length > 0 ? std::clamp(along / length, 0.0, 1.0) : 0;
        for (int axis = 0; axis < Dim; ++axis) {
            const double line = static_cast<double>(shape.high[axis]) - static_cast<double>(shape.low[axis]);
            const double off = x[axis] - static_cast<double>(shape.low[axis]) - part * line;
            distance += off * off;
        }
        distance = std::sqrt(distance) - static_cast<double>(shape.radius);
    }
    return std::clamp(0.5 - distance / grid.smallest_spacing(), 0.0, 1.0);
}

#define WHORL_INSTANTIATE(T, Dim)       \
    template struct Parameters<T, Dim>; \
    template struct Changing<T, Dim>;   \
    template struct Workspace<T, Dim>;

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)
template double coverage(const Shape<2>&, const Grid<2>&, const Vec<double, 2>&);
template double coverage(const Shape<3>&, const Grid<3>&, const Vec<double, 3>&);

}  // namespace whorl
