#include "run/branch.hpp"

#include "core/text.hpp"
#include "run/fields.hpp"

namespace whorl {
namespace {

std::string cells_of(const Scene& scene) {
    return scene.dim == 2 ? text("%d x %d", scene.cells[0], scene.cells[1])
                          : text("%d x %d x %d", scene.cells[0], scene.cells[1], scene.cells[2]);
}

std::string scalars_of(const Scene& scene) {
    std::string names;
    for (const SceneScalar& scalar : scene.scalars) names += (names.empty() ? "" : ", ") + scalar.name;
    return names;
}

std::string periodic_axes_of(const Scene& scene) {
    std::string axes;
    for (int axis = 0; axis < scene.dim; ++axis)
        if (is_periodic(scene, axis)) axes += (axes.empty() ? "" : ", ") + std::string(1, "xyz"[axis]);
    return axes.empty() ? "none" : axes;
}

}  // namespace

std::string obstacle_to_branch(const Scene& saved, const Scene& wanted) {
    const struct {
        const char* what;
        std::string there, here;
    } traits[] = {{"solver.method", saved.solver.method, wanted.solver.method},
                  {"solver.precision", saved.solver.precision, wanted.solver.precision},
                  {"domain.cells", cells_of(saved), cells_of(wanted)},
                  {"list of scalars", scalars_of(saved), scalars_of(wanted)},
                  {"list of periodic axes", periodic_axes_of(saved), periodic_axes_of(wanted)}};
    for (const auto& [what, there, here] : traits)
        if (there != here) return text("its %s is %s, and this scene's %s", what, there.c_str(), here.c_str());
    return "";
}

}  // namespace whorl
