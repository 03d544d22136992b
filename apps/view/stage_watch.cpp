#include "stage_watch.hpp"

#include <cmath>

namespace whorl::view {
namespace {

constexpr struct {
    const char* verb;
    int term;
    const char* meaning;
} verbs[] = {
    {"add_sources", 3, "Smoke, heat and velocity are added where something gives them off."},
    {"add_forces", 3, "Every force pushes the fluid: buoyancy, the mouse, wind."},
    {"add_half_forces", 3, "Half of the forces now, half at the end: second order in time."},
    {"confine_vorticity", 3, "Small whirls that the grid loses are given back: f = epsilon h (N x w)."},
    {"extrapolate", 0, "The velocity in the middle of the step is foreseen from the last two."},
    {"carry", 4, "The last pressure gradient is taken off beforehand, so that only its change is left to find."},
    {"diffuse_velocity", 2,
     "Viscosity: neighbours share their velocity. Solved implicitly, so that no step is too long."},
    {"diffuse_scalars", 2, "Smoke and heat spread into their neighbours."},
    {"advect", 1, "The flow carries itself and all smoke along: each place looks back where its fluid came from."},
    {"advect_velocity", 1, "The velocity carries itself along: each place looks back where its fluid came from."},
    {"advect_scalars", 1, "Smoke and heat are carried along by the flow."},
    {"advect_inks", 1, "Smoke is carried along by the flow."},
    {"dissipate", -1, "Smoke fades."},
    {"project", 4, "Pressure pushes fluid out of crowded cells until as much leaves each cell as comes in."},
    {"filter_and_project", 4,
     "In Fourier space: viscosity damps each wave, and the part along its own direction goes."},
    {"check", -1, "Speeds are held below the limit."},
};

}  // namespace

int term_of(std::string_view verb) {
    for (const auto& each : verbs)
        if (verb == each.verb) return each.term;
    return -1;
}

const char* field_of(std::string_view verb) {
    if (verb.find("project") != std::string_view::npos || verb == "carry") return "divergence";
    for (const char* smoke : {"add_sources", "diffuse_scalars", "advect_scalars", "advect_inks", "dissipate"})
        if (verb == smoke) return "density";
    return "vorticity";
}

const char* meaning_of(std::string_view verb) {
    for (const auto& each : verbs)
        if (verb == each.verb) return each.meaning;
    return "";
}

CellField<2> StageWatch::plane(std::vector<float> values) const {
    const Vec<int, 3> cells = fluid_.cells();
    if (fluid_.dim() == 2) return {{cells[0], cells[1]}, std::move(values)};
    CellField<2> out{{cells[0], cells[2]}, {}};
    for (int z = 0; z < cells[2]; ++z) {
        const auto row = static_cast<std::size_t>(z * cells[1] + cells[1] / 2) * static_cast<std::size_t>(cells[0]);
        out.values.insert(out.values.end(), values.begin() + static_cast<std::ptrdiff_t>(row),
                          values.begin() + static_cast<std::ptrdiff_t>(row) + cells[0]);
    }
    return out;
}

Flow<2> StageWatch::flow() const {
    Flow<2> out;
    out[0] = plane(fluid_.velocity(0)), out[1] = plane(fluid_.velocity(fluid_.dim() - 1));
    return out;
}

void StageWatch::begin() {
    latest_ = flow();
    next_.clear();
    unconfined_ = confined_ = {};
}

void StageWatch::after(std::string_view verb) {
    ++calls_;
    Flow<2> now = flow();
    if (verb.find("project") != std::string_view::npos) {
        projection_.before = latest_, projection_.after = now;
        projection_.difference = latest_;
        for (int axis = 0; axis < 2; ++axis)
            for (std::size_t i = 0; i < now[axis].values.size(); ++i)
                projection_.difference[axis].values[i] -= now[axis].values[i];
    }
    if (verb == "confine_vorticity") unconfined_ = latest_, confined_ = now;
    next_.push_back({std::string(verb), plane(fluid_.field("density")), plane(fluid_.field("vorticity")),
                     plane(fluid_.field("divergence")), plane(fluid_.field("speed"))});
    latest_ = std::move(now);
}

void StageWatch::end(double dt) {
    stages_ = std::move(next_);
    next_.clear();
    const Flow<2>& u = unconfined_[0].values.empty() ? latest_ : unconfined_;
    const int width = u[0].shape[0], height = u[0].shape[1];
    const bool wraps = fluid_.is_periodic();
    const double hx = fluid_.size()[0] / width, hy = fluid_.size()[fluid_.dim() - 1] / height;
    confinement_.velocity = u;
    confinement_.vorticity = CellField<2>::zero(u[0].shape);
    confinement_.normal = confinement_.force = {confinement_.vorticity, confinement_.vorticity};
    const auto index = [&](int x, int y) {
        const auto fit = [&](int i, int n) { return wraps ? (i + n) % n : i < 0 ? 0 : i < n ? i : n - 1; };
        return static_cast<std::size_t>(fit(y, height)) * static_cast<std::size_t>(width) +
               static_cast<std::size_t>(fit(x, width));
    };
    const auto slope = [&](const std::vector<float>& of, int x, int y, int axis) {
        const double high = of[axis == 0 ? index(x + 1, y) : index(x, y + 1)],
                     low = of[axis == 0 ? index(x - 1, y) : index(x, y - 1)];
        return (high - low) / (2 * (axis == 0 ? hx : hy));
    };
    std::vector<float> strength(u[0].values.size());
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const auto w = static_cast<float>(slope(u[1].values, x, y, 0) - slope(u[0].values, x, y, 1));
            confinement_.vorticity.values[index(x, y)] = w;
            strength[index(x, y)] = std::abs(w);
        }
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const double gx = slope(strength, x, y, 0), gy = slope(strength, x, y, 1), length = std::hypot(gx, gy);
            const std::size_t i = index(x, y);
            if (length > 1e-9) {
                confinement_.normal[0].values[i] = static_cast<float>(gx / length);
                confinement_.normal[1].values[i] = static_cast<float>(gy / length);
            }
            for (int axis = 0; axis < 2 && !confined_[0].values.empty() && dt > 0; ++axis)
                confinement_.force[axis].values[i] =
                    static_cast<float>((confined_[axis].values[i] - unconfined_[axis].values[i]) / dt);
        }
}

}  // namespace whorl::view
