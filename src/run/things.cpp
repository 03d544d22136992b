#include "run/things.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/names.hpp"
#include "core/text.hpp"
#include "io/png.hpp"

namespace whorl {
namespace {

constexpr double largest = 1e12;      // of what a formula may give
constexpr double fastest_wind = 1e6;  // 1/s; as the reader of scenes has it for constants

template <class T, int Dim>
Result<void> set_field(const Scene& scene, const std::string& key, const Number& value, const View<T, Dim>& view,
                       int staggered, double unit) {
    std::vector<double> row(static_cast<std::size_t>(view.shape[0]));
    Vec<int, Dim> at{};
    while (true) {
        Place place{};
        double h = 1;
        for (int axis = 0; axis < Dim; ++axis) {
            const double spacing = scene.size[axis] / scene.cells[axis];
            place[axis] = (at[axis] + (axis == staggered ? 0 : 0.5)) * spacing;
            if (axis == 0) h = spacing;
        }
        value.fill_row(0, place, h, row);
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (!(std::abs(row[i]) <= 1e30))
                return Error{text("%s is %g at x = %g, y = %g; it must be finite everywhere", key.c_str(), row[i],
                                  place[0] + static_cast<double>(i) * h, place[1])};
            (&view[at])[i] = static_cast<T>(row[i] / unit);
        }
        int axis = 1;
        while (axis < Dim && ++at[axis] == view.shape[axis]) at[axis++] = 0;
        if (axis == Dim) return {};
    }
}

}  // namespace

Error at_key(const std::string& path, const Error& error) {
    return {path + ": " + error.message};
}

Moment Moment::of(double t, double dt, double start, double end) {
    if (!(dt > 0)) return {t, dt, 0};
    const double share = (std::min(t + dt, end) - std::max(t, start)) / dt;
    return {t, dt, share > 1e-9 ? share : 0};  // a step that rounding lets touch the span is outside
}

Result<Pictures> Pictures::read(const Scene& scene) {
    Pictures pictures;
    const auto read = [&](const SceneShape& shape, const std::string& path) -> Result<void> {
        if (shape.kind != ShapeKind::image || shape.picture) return {};
        auto picture = read_png((std::filesystem::path(scene.file).parent_path() / shape.file).string());
        if (!picture) return at_key(path + ".shape.image.file", picture.error());
        pictures.pictures_[shape.file] = std::move(picture).value();
        return {};
    };
    for (const SceneEmitter& emitter : scene.emitters)
        if (auto ok = read(emitter.shape, emitter.path); !ok) return ok.error();
    for (const SceneObstacle& obstacle : scene.obstacles)
        if (auto ok = read(obstacle.shape, obstacle.path); !ok) return ok.error();
    for (const SceneForce& force : scene.forces)
        if (force.shape)
            if (auto ok = read(*force.shape, force.path); !ok) return ok.error();
    return pictures;
}

const Image8* Pictures::of(const SceneShape& shape) const {
    if (shape.picture) return shape.picture.get();
    const auto found = pictures_.find(shape.file);
    return shape.kind == ShapeKind::image && found != pictures_.end() ? &found->second : nullptr;
}

template <class T, int Dim> Result<void> set_initial(const Scene& scene, const Editable<T, Dim>& fluid) {
    if (scene.initial.velocity)
        for (int axis = 0; axis < Dim; ++axis)
            if (auto ok = set_field(scene, "initial.velocity", (*scene.initial.velocity)[axis],
                                    fluid.field(component_names[axis]), fluid.is_staggered ? axis : -1, fluid.unit);
                !ok)
                return ok;
    for (const auto& [name, value] : scene.initial.scalars)
        if (auto ok = set_field(scene, "initial." + name, value, fluid.field(name), -1, 1); !ok) return ok;
    return {};
}

template <class T, int Dim>
Result<void> emit(const Scene& scene, const SceneEmitter& emitter, const CoveredShape& shape, const Moment& moment,
                  const Editable<T, Dim>& fluid) {
    bool is_finite = true;
    const auto towards = [&](T& value, double part, double wanted) {
        is_finite = is_finite && std::abs(wanted) <= largest;
        value += static_cast<T>(part * (wanted - static_cast<double>(value)));
    };
    for (const auto& [name, given_value] : emitter.scalars) {
        const Number& number = given_value;
        each_covered_value(scene, shape, -1, fluid.field(name), [&](T& value, double part, const Place& at) {
            const double given = number.at(moment.t, at);
            if (emitter.set) return towards(value, part, given);
            is_finite = is_finite && std::abs(given) <= largest;
            value += static_cast<T>(part * moment.share * moment.dt * given);
        });
    }
    if (emitter.velocity)
        for (int axis = 0; axis < Dim; ++axis)
            each_covered_value(scene, shape, fluid.is_staggered ? axis : -1, fluid.field(component_names[axis]),
                               [&](T& value, double part, const Place& at) {
                                   towards(value, part, (*emitter.velocity)[axis].at(moment.t, at) / fluid.unit);
                               });
    if (is_finite) return {};
    return at_key(emitter.path, {text("a formula gives no finite number up to 1e+12 at t = %g s", moment.t)});
}

template <class T, int Dim>
Result<void> apply(const Scene& scene, const SceneForce& force, const Pictures& pictures, const Moment& moment,
                   const Editable<T, Dim>& fluid) {
    const ForceField field(scene, force, moment.t);
    if (field.is_wind() && !(field.rate() >= 0 && field.rate() <= fastest_wind))
        return at_key(force.path + ".rate", {text("it is %g at t = %g s; it must be from 0 to %g a second",
                                                  field.rate(), moment.t, fastest_wind)});
    const SceneShape everywhere{.points = {{}, {scene.size[0], scene.size[1], scene.size[2]}}};
    const CoveredShape box = pictures.covered(force.shape ? *force.shape : everywhere, Dim, moment.t);
    bool is_finite = true;
    for (int axis = 0; axis < Dim; ++axis)
        each_covered_value(
            scene, box, fluid.is_staggered ? axis : -1, fluid.field(component_names[axis]),
            [&](T& value, double covered_part, const Place& at) {
                const double part = moment.share * moment.dt * (force.shape ? covered_part : 1),
                             wanted = field.along(axis, at) / fluid.unit;
                is_finite = is_finite && std::abs(wanted) <= largest;
                const double pull = part * field.rate(), u = static_cast<double>(value);
                value = static_cast<T>(field.is_wind() ? (u + pull * wanted) / (1 + pull) : u + part * wanted);
            });
    if (is_finite) return {};
    return at_key(force.path, {text("the force is not finite at t = %g s", moment.t)});
}

#define WHORL_INSTANTIATE(T, Dim)                                                                     \
    template Result<void> set_initial(const Scene&, const Editable<T, Dim>&);                         \
    template Result<void> emit(const Scene&, const SceneEmitter&, const CoveredShape&, const Moment&, \
                               const Editable<T, Dim>&);                                              \
    template Result<void> apply(const Scene&, const SceneForce&, const Pictures&, const Moment&,      \
                                const Editable<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
