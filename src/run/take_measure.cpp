#include <algorithm>
#include <cmath>

#include "run/fields.hpp"
#include "run/measures.hpp"

namespace whorl {
namespace {

double cell_volume(const Scene& scene) {
    double volume = 1;
    for (int axis = 0; axis < scene.dim; ++axis) volume *= spacing(scene, axis);
    return volume;
}

double at_point(const Simulator& simulator, const std::string& field, const Place& at) {
    if (field == "speed" || field == "vorticity" || field == "divergence")
        return interpolate(centred(simulator, field), simulator.scene(), at);
    return simulator.sample(field, at);
}

std::vector<double> profile(const SceneMeasure& measure, const Simulator& simulator) {
    const bool is_derived = measure.field == "speed" || measure.field == "vorticity" || measure.field == "divergence";
    const Array3 array = is_derived ? centred(simulator, measure.field) : Array3{};
    std::vector<double> values;
    for (int i = 0; i < measure.samples; ++i) {
        const double part = static_cast<double>(i) / (measure.samples - 1);
        Place at{};
        for (int axis = 0; axis < 3; ++axis)
            at[axis] = measure.from[axis] + part * (measure.to[axis] - measure.from[axis]);
        values.push_back(is_derived ? interpolate(array, simulator.scene(), at) : simulator.sample(measure.field, at));
    }
    return values;
}

/// 1/2 of the integral of u^2: a face stands for the volume around it, half of which is outside on the domain's sides.
double energy_along(const Simulator& simulator, int axis) {
    if (!simulator.is_staggered()) {
        double sum = 0;
        for (const double u : centred(simulator, std::string("velocity.") + "xyz"[axis]).values) sum += u * u;
        return 0.5 * sum * cell_volume(simulator.scene());
    }
    const Array3 faces = all_faces(simulator, axis);
    double sum = 0;
    for (int k = 0; k < faces.shape[2]; ++k)
        for (int j = 0; j < faces.shape[1]; ++j)
            for (int i = 0; i < faces.shape[0]; ++i) {
                const Vec<int, 3> at{i, j, k};
                const bool is_outer = at[axis] == 0 || at[axis] == faces.shape[axis] - 1;
                sum += (is_outer ? 0.5 : 1) * faces(at) * faces(at);
            }
    return 0.5 * sum * cell_volume(simulator.scene());
}

double energy(const SceneMeasure& measure, const Simulator& simulator) {
    double sum = 0;
    for (int axis = 0; axis < simulator.scene().dim; ++axis)
        if (measure.field == "velocity" || measure.field == std::string("velocity.") + "xyz"[axis])
            sum += energy_along(simulator, axis);
    return sum;
}

double enstrophy(const Simulator& simulator) {
    double sum = 0;
    for (const double omega : centred(simulator, "vorticity").values) sum += omega * omega;
    return 0.5 * sum * cell_volume(simulator.scene());
}

/// A plane of faces, and the cells along it that count.
struct Cut {
    int axis = 0, plane = 0;
    double sign = 1;  // of a side: outwards
    Vec<double, 3> low{}, high{};
};

Cut cut_of(const SceneMeasure& measure, const Scene& scene) {
    Cut cut;
    cut.high = scene.size;
    if (!measure.side.empty()) {
        const int side = static_cast<int>(std::find(std::begin(side_names), std::end(side_names), measure.side) -
                                          std::begin(side_names));
        cut.axis = side < 2 ? 0 : side >= 4 ? 1 : scene.dim - 1;
        cut.plane = side % 2 ? scene.cells[cut.axis] : 0;
        cut.sign = side % 2 ? 1 : -1;
        return cut;
    }
    for (int axis = 0; axis < scene.dim; ++axis) {
        cut.low[axis] = std::min(measure.from[axis], measure.to[axis]),
        cut.high[axis] = std::max(measure.from[axis], measure.to[axis]);
        if (cut.low[axis] == cut.high[axis]) cut.axis = axis;
    }
    const double plane = std::round(measure.from[cut.axis] / spacing(scene, cut.axis));
    cut.plane = static_cast<int>(std::clamp(plane, 0.0, static_cast<double>(scene.cells[cut.axis])));
    return cut;
}

double flux(const SceneMeasure& measure, const Simulator& simulator) {
    const Scene& scene = simulator.scene();
    const Cut cut = cut_of(measure, scene);
    const Array3 faces = all_faces(simulator, cut.axis);
    const bool is_volume = measure.field.starts_with("velocity");
    const Array3 carried = is_volume ? Array3{} : centred(simulator, measure.field);
    double sum = 0;
    Vec<int, 3> count = faces.shape, at{};
    count[cut.axis] = 1;
    for (int k = 0; k < count[2]; ++k)
        for (int j = 0; j < count[1]; ++j)
            for (int i = 0; i < count[0]; ++i) {
                at = {i, j, k};
                bool is_inside = true;
                for (int axis = 0; axis < scene.dim; ++axis) {
                    const double x = (at[axis] + 0.5) * spacing(scene, axis);
                    if (axis != cut.axis) is_inside = is_inside && x >= cut.low[axis] && x <= cut.high[axis];
                }
                if (!is_inside) continue;
                at[cut.axis] = cut.plane;
                const double u = faces(at);
                if (!is_volume) {  // what comes from upstream is what passes
                    const int upstream = u > 0 ? cut.plane - 1 : cut.plane;
                    at[cut.axis] = std::clamp(upstream, 0, scene.cells[cut.axis] - 1);
                }
                sum += u * (is_volume ? 1 : carried(at));
            }
    return cut.sign * sum * cell_volume(scene) / spacing(scene, cut.axis);
}

}  // namespace

std::vector<double> take_measure(const SceneMeasure& measure, const Simulator& simulator) {
    const auto values = [&] { return centred(simulator, measure.field).values; };
    switch (measure.kind) {
        case MeasureKind::point:
            return {at_point(simulator, measure.field, measure.from)};
        case MeasureKind::profile:
            return profile(measure, simulator);
        case MeasureKind::total: {
            double sum = 0;
            for (const double value : values()) sum += value;
            return {sum * cell_volume(simulator.scene())};
        }
        case MeasureKind::maximum: {
            const auto all = values();
            return {*std::max_element(all.begin(), all.end())};
        }
        case MeasureKind::minimum: {
            const auto all = values();
            return {*std::min_element(all.begin(), all.end())};
        }
        case MeasureKind::energy:
            return {energy(measure, simulator)};
        case MeasureKind::enstrophy:
            return {enstrophy(simulator)};
        case MeasureKind::divergence: {
            double most = 0, sum = 0;
            const Array3 all = centred(simulator, "divergence");
            for (const double value : all.values) most = std::max(most, std::abs(value)), sum += value * value;
            return {most, std::sqrt(sum / static_cast<double>(all.values.size()))};
        }
        case MeasureKind::flux:
            return {flux(measure, simulator)};
        case MeasureKind::force:
            return simulator.force_on(measure.obstacle);
    }
    return {};
}

}  // namespace whorl
