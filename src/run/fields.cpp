#include "run/fields.hpp"

#include "core/names.hpp"

#include <algorithm>
#include <cmath>

namespace whorl {
namespace {

template <class F> Array3 at_cells(const Scene& scene, F f) {
    Array3 out;
    for (int axis = 0; axis < scene.dim; ++axis) out.shape[axis] = scene.cells[axis];
    out.values.reserve(static_cast<std::size_t>(out.shape[0]) * out.shape[1] * out.shape[2]);
    for (int k = 0; k < out.shape[2]; ++k)
        for (int j = 0; j < out.shape[1]; ++j)
            for (int i = 0; i < out.shape[0]; ++i) out.values.push_back(f(Vec<int, 3>{i, j, k}));
    return out;
}

/// Means of neighbouring centres; nothing crosses the sides that do not wrap, which are walls.
Array3 faces_between(const Array3& centres, int axis, bool wraps) {
    Array3 out;
    out.shape = centres.shape;
    const int count = out.shape[axis]++;
    for (int k = 0; k < out.shape[2]; ++k)
        for (int j = 0; j < out.shape[1]; ++j)
            for (int i = 0; i < out.shape[0]; ++i) {
                Vec<int, 3> low{i, j, k}, high{i, j, k};
                const bool is_side = low[axis] == 0 || low[axis] == count;
                low[axis] = (low[axis] + count - 1) % count, high[axis] %= count;
                out.values.push_back(is_side && !wraps ? 0 : 0.5 * (centres(low) + centres(high)));
            }
    return out;
}

Array3 component_at_cells(const Simulator& simulator, int axis) {
    if (!simulator.is_staggered()) return simulator.read(component_names[axis]);
    const Array3 faces = all_faces(simulator, axis);
    return at_cells(simulator.scene(), [&](Vec<int, 3> at) {
        const double low = faces(at);
        ++at[axis];
        return 0.5 * (low + faces(at));
    });
}

/// Central differences, one-sided at walls.
double slope(const Array3& values, const Scene& scene, Vec<int, 3> at, int axis) {
    const int count = values.shape[axis], here = at[axis];
    const bool wraps = is_periodic(scene, axis);
    const int before = here > 0 ? here - 1
                       : wraps  ? count - 1
                                : 0,
              after = here + 1 < count ? here + 1
                      : wraps          ? 0
                                       : here;
    const double cells = wraps || (here > 0 && here + 1 < count) ? 2 : count > 1 ? 1 : 2;
    at[axis] = after;
    const double high = values(at);
    at[axis] = before;
    return (high - values(at)) / (cells * spacing(scene, axis));
}

/// Along an axis, or in 3D below 0 its length.
Array3 vorticity(const Simulator& simulator, int along) {
    const Scene& scene = simulator.scene();
    std::vector<Array3> u;
    for (int axis = 0; axis < scene.dim; ++axis) u.push_back(component_at_cells(simulator, axis));
    return at_cells(scene, [&](const Vec<int, 3>& at) {
        const auto turn = [&](int a, int b) {
            return slope(u[static_cast<std::size_t>(b)], scene, at, a) -
                   slope(u[static_cast<std::size_t>(a)], scene, at, b);
        };
        if (scene.dim == 2) return turn(0, 1);
        if (along >= 0) return turn((along + 1) % 3, (along + 2) % 3);
        const double x = turn(1, 2), y = turn(2, 0), z = turn(0, 1);
        return std::sqrt(x * x + y * y + z * z);
    });
}

Array3 speed(const Simulator& simulator) {
    const Scene& scene = simulator.scene();
    Array3 sum = at_cells(scene, [](const Vec<int, 3>&) { return 0.0; });
    for (int axis = 0; axis < scene.dim; ++axis) {
        const Array3 u = component_at_cells(simulator, axis);
        for (std::size_t i = 0; i < sum.values.size(); ++i) sum.values[i] += u.values[i] * u.values[i];
    }
    for (double& value : sum.values) value = std::sqrt(value);
    return sum;
}

Array3 divergence(const Simulator& simulator) {
    if (Array3 own = simulator.read("divergence"); !own.values.empty()) return own;
    const Scene& scene = simulator.scene();
    Array3 sum = at_cells(scene, [](const Vec<int, 3>&) { return 0.0; });
    for (int axis = 0; axis < scene.dim; ++axis) {
        const Array3 faces = all_faces(simulator, axis);
        std::size_t next = 0;
        at_cells(scene, [&](Vec<int, 3> at) {
            const double low = faces(at);
            ++at[axis];
            sum.values[next++] += (faces(at) - low) / spacing(scene, axis);
            return 0.0;
        });
    }
    return sum;
}

}  // namespace

bool is_periodic(const Scene& scene, int axis) {
    constexpr int low_sides[2][3] = {{0, 2, 2}, {0, 4, 2}};
    return scene.sides[low_sides[scene.dim - 2][axis]][0].kind == SideKind::periodic;
}

double spacing(const Scene& scene, int axis) {
    return scene.size[axis] / scene.cells[axis];
}

bool is_signed(std::string_view field, int dim) {
    return field == "pressure" || field == "divergence" || field.starts_with("velocity.") ||
           field.starts_with("vorticity.") || (field == "vorticity" && dim == 2);
}

Array3 all_faces(const Simulator& simulator, int axis) {
    Array3 stored = simulator.read(component_names[axis]);
    if (!simulator.is_staggered()) return faces_between(stored, axis, is_periodic(simulator.scene(), axis));
    if (!is_periodic(simulator.scene(), axis)) return stored;
    Array3 out;
    out.shape = stored.shape;
    ++out.shape[axis];
    for (int k = 0; k < out.shape[2]; ++k)
        for (int j = 0; j < out.shape[1]; ++j)
            for (int i = 0; i < out.shape[0]; ++i)
                out.values.push_back(stored(i % stored.shape[0], j % stored.shape[1], k % stored.shape[2]));
    return out;
}

Array3 centred(const Simulator& simulator, std::string_view field) {
    for (int axis = 0; axis < simulator.scene().dim; ++axis)
        if (field == component_names[axis]) return component_at_cells(simulator, axis);
    if (field == "speed") return speed(simulator);
    if (field == "vorticity") return vorticity(simulator, -1);
    if (field.starts_with("vorticity.")) return vorticity(simulator, field.back() - 'x');
    if (field == "divergence") return divergence(simulator);
    return simulator.read(field);
}

double interpolate(const Array3& array, const Scene& scene, const Place& at) {
    Vec<int, 3> low{}, high{};
    Vec<double, 3> part{};
    for (int axis = 0; axis < scene.dim; ++axis) {
        const double x = std::clamp(at[axis] / spacing(scene, axis) - 0.5, 0.0, array.shape[axis] - 1.0);
        low[axis] = std::min(static_cast<int>(x), array.shape[axis] - 1);
        high[axis] = std::min(low[axis] + 1, array.shape[axis] - 1);
        part[axis] = x - low[axis];
    }
    double sum = 0;
    for (int corner = 0; corner < 8; ++corner) {
        double weight = 1;
        Vec<int, 3> place{};
        for (int axis = 0; axis < 3; ++axis) {
            const bool is_far = corner >> axis & 1;
            weight *= is_far ? part[axis] : 1 - part[axis];
            place[axis] = is_far ? high[axis] : low[axis];
        }
        if (weight > 0) sum += weight * array(place);
    }
    return sum;
}

}  // namespace whorl
