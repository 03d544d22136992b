// Parameters of a fluid: checks what a configuration says, and works out what follows from it.
#include <algorithm>
#include <cmath>

#include "core/nearest_name.hpp"
#include "core/text.hpp"
#include "step/parts.hpp"

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
                  {"max_milliseconds", config.max_milliseconds, 0, 1e6},
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

template <int Dim> Result<void> check_schemes(const FluidConfig<Dim>& config) {
    if (config.advection == Scheme::flux)
        return Error{
            "flux carries scalars alone, not velocity; give it to the scalars that should keep their total, and choose "
            "maccormack, cubic, bfecc or linear for the fluid"};
    for (const ScalarConfig& scalar : config.scalars)
        if (scalar.at_nodes && scalar.advection == Scheme::flux)
            return Error{
                text("%s is stored at nodes, and flux carries what is stored at centres; store it there, or "
                     "choose another advection",
                     scalar.name.c_str())};
    return {};
}

Result<void> check_points(const std::vector<Vec<double, 2>>& points) {
    if (points.empty()) return {};
    if (points.size() < 2 || points.size() > CurvePoints::max)
        return Error{text("varying_viscosity has %zu points; give 2 to %d, or none", points.size(), CurvePoints::max)};
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (auto ok = in_range("a viscosity of varying_viscosity", points[i][1], 0, largest); !ok) return ok;
        if (auto ok = in_range("a value of varying_viscosity", points[i][0], -largest, largest); !ok) return ok;
        if (i > 0 && !(points[i][0] > points[i - 1][0]))
            return Error{text("varying_viscosity has the value %g after %g; sort its points so that values rise",
                              points[i][0], points[i - 1][0])};
    }
    return {};
}

/// Which scalar viscosity follows, and how.
template <class T, int Dim> Result<void> follow_scalar(Parameters<T, Dim>& made) {
    if (!made.config.varying_viscosity) return {};
    const VaryingViscosity& varying = *made.config.varying_viscosity;
    const auto& names = made.scalar_names;
    if (auto ok = check_points(varying.points); !ok) return ok;
    if (varying.scalar.empty()) {
        if (!varying.points.empty())
            return Error{"varying_viscosity has points but no scalar; name the one it follows"};
        if (std::find(names.begin(), names.end(), "viscosity") == names.end()) return {};
        return Error{
            "a scalar and a field would both be called viscosity; let varying_viscosity follow the scalar, or rename "
            "it"};
    }
    const auto found = std::find(names.begin(), names.end(), varying.scalar);
    if (found == names.end())
        return Error{unknown_name("scalar", varying.scalar, std::vector<std::string_view>(names.begin(), names.end()))};
    made.thickness = static_cast<int>(found - names.begin());
    if (made.config.scalars[static_cast<std::size_t>(made.thickness)].at_nodes)
        return Error{text("%s is stored at nodes but viscosity follows it; store it at centres", found->c_str())};
    if (made.config.viscosity != 0)
        return Error{text("viscosity is %g and varying_viscosity follows %s; leave one of them out",
                          made.config.viscosity, found->c_str())};
    made.curve.count = static_cast<int>(varying.points.size());
    for (std::size_t i = 0; i < varying.points.size(); ++i)
        made.curve.value[i] = varying.points[i][0], made.curve.viscosity[i] = varying.points[i][1];
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

}  // namespace

template <class T, int Dim> Result<Parameters<T, Dim>> Parameters<T, Dim>::make(const FluidConfig<Dim>& config) {
    if (auto ok = check_numbers(config); !ok) return ok.error();
    if (auto ok = check_scalars(config.scalars); !ok) return ok.error();
    if (auto ok = check_schemes(config); !ok) return ok.error();
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
    if (auto ok = follow_scalar(made); !ok) return ok.error();
    const auto sides = sides_in_order(config);
    for (int axis = 0; axis < Dim; ++axis) made.grid.periodic[axis] = sides[2 * axis].is_periodic();
    made.has_mixed_sides = std::any_of(sides.component, sides.component + 2 * Dim, [](const Side<Dim>& side) {
        return side.segments().size() != 1 || side.segments()[0].from != side.segments()[0].to;
    });
    auto worked_out = Sides<T, Dim>::make(made.grid, sides, made.scalar_names);
    if (!worked_out) return worked_out.error();
    made.sides = std::move(worked_out).value();
    made.traces.grid = made.grid;
    for (int axis = 0; axis < Dim; ++axis)
        for (const bool high : {false, true}) made.traces.passable[axis][high] = made.sides.is_passable(axis, high);
    made.buoyancy = {config.buoyancy, config.weight, config.ambient_temperature, up_from(config.gravity)};
    made.in_slabs = made.suits_slabs();
    return made;
}

template struct Parameters<float, 2>;
template struct Parameters<float, 3>;
template struct Parameters<double, 2>;
template struct Parameters<double, 3>;

}  // namespace whorl
