#include "run/card.hpp"

#include "core/text.hpp"
#include "render/film.hpp"
#include "render/resample.hpp"

namespace whorl {
namespace {

void add(std::vector<std::string>& lines, const char* name, const Number& number, const char* unit) {
    if (number.is_constant() && number.at(0) != 0) lines.push_back(text("%s %.4g%s", name, number.at(0), unit));
}

}  // namespace

std::vector<std::string> parameters_of(const Scene& scene) {
    std::vector<std::string> lines{text("%d x %d", scene.cells[0], scene.cells[1])};
    if (scene.dim == 3) lines[0] += text(" x %d", scene.cells[2]);
    lines[0] += " cells";
    add(lines, "viscosity", scene.fluid.viscosity, " m^2/s");
    add(lines, "buoyancy", scene.fluid.buoyancy, "");
    add(lines, "vorticity confinement", scene.fluid.vorticity_confinement, " 1/s");
    return lines;
}

Result<Image> draw_card(const Scene& scene, const SceneCard& card, int width, int height) {
    const std::string title = scene.title.empty() ? scene.name : scene.title;
    const auto lines = card.lines.empty() ? parameters_of(scene) : card.lines;
    for (int larger = 1;; larger *= 2) {
        auto drawn = title_card(larger * width, larger * height, title, lines);
        if (drawn && larger > 1) return shrink(drawn.value(), width, height);
        if (drawn || larger > 64) return drawn;
    }
}

}  // namespace whorl
