#include "run/measures.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/text.hpp"
#include "io/file.hpp"

namespace whorl {
namespace {

std::string header_of(const SceneMeasure& measure, int dim) {
    if (measure.kind == MeasureKind::divergence) return "time,maximum,rms\n";
    if (measure.kind == MeasureKind::force)
        return dim == 2 ? "time,pressure.x,pressure.y,friction.x,friction.y,torque\n"
                        : "time,pressure.x,pressure.y,pressure.z,friction.x,friction.y,friction.z,torque.x,torque.y,"
                          "torque.z\n";
    if (measure.kind != MeasureKind::profile) return "time,value\n";
    std::string header = "time";
    for (int i = 0; i < measure.samples; ++i) {
        const double part = static_cast<double>(i) / (measure.samples - 1);
        header += ",";
        for (int axis = 0; axis < dim; ++axis)
            header += text("%s%c=%.9g", axis ? " " : "", "xyz"[axis],
                           measure.from[axis] + part * (measure.to[axis] - measure.from[axis]));
    }
    return header + "\n";
}

}  // namespace

Measures::Measures(const Scene& scene) {
    for (const SceneMeasure& measure : scene.measures) series_.push_back({measure, header_of(measure, scene.dim)});
}

void Measures::add_row(Series& series, const Simulator& simulator) {
    series.rows += text("%.17g", simulator.time());
    for (const double value : take_measure(series.measure, simulator)) series.rows += text(",%.17g", value);
    series.rows += "\n";
}

/// A sample is due at every multiple of `every`; one row is taken at the first step that is not before it.
void Measures::add_due(const Simulator& simulator) {
    for (Series& series : series_) {
        const double every = series.measure.every;
        if (every == 0) continue;
        const double now = simulator.time() + 1e-9 * every;
        if (now < static_cast<double>(series.next) * every) continue;
        add_row(series, simulator);
        series.next = static_cast<std::int64_t>(std::floor(now / every)) + 1;
    }
}

void Measures::at_start(const Simulator& simulator) {
    add_due(simulator);
}

void Measures::after_step(const Simulator& simulator) {
    add_due(simulator);
}

void Measures::after_frame(const Simulator& simulator) {
    for (Series& series : series_)
        if (series.measure.every == 0 && !series.measure.at_end) add_row(series, simulator);
}

void Measures::at_end(const Simulator& simulator) {
    for (Series& series : series_)
        if (series.measure.at_end) add_row(series, simulator);
}

Result<void> Measures::write(const std::string& folder, std::vector<std::string>& files) const {
    if (series_.empty()) return {};
    if (auto made = make_folder(folder + "/measure"); !made) return made;
    for (const Series& series : series_) {
        const std::string path = folder + "/measure/" + series.measure.name + ".csv",
                          words = series.header + series.rows;
        if (auto written = write_file(path, words.data(), words.size()); !written) return written;
        files.push_back(path);
    }
    return {};
}

// Each series: the number of its next sample, the size of its rows, and the rows.
std::string Measures::save() const {
    std::string saved;
    for (const Series& series : series_)
        saved += text("%lld %zu\n", static_cast<long long>(series.next), series.rows.size()) + series.rows;
    return saved;
}

Result<void> Measures::load(const std::string& saved) {
    std::size_t place = 0;
    for (Series& series : series_) {
        const std::size_t line_end = saved.find('\n', place);
        long long next = 0;
        std::size_t size = 0;
        if (line_end == std::string::npos || std::sscanf(saved.c_str() + place, "%lld %zu", &next, &size) != 2 ||
            size > saved.size() - line_end - 1)
            return Error{"the checkpoint's measures do not fit this scene; use the scene that it was written by"};
        series.next = next;
        series.rows = saved.substr(line_end + 1, size);
        place = line_end + 1 + size;
    }
    return {};
}

}  // namespace whorl
