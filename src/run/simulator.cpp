#include "run/simulator.hpp"

#include <algorithm>
#include <filesystem>

#include "core/text.hpp"
#include "io/checkpoint_file.hpp"
#include "run/centred_simulator.hpp"
#include "run/engine_simulator.hpp"
#include "step/estimate.hpp"

namespace whorl {
namespace {

template <int Dim, class T> Result<double> estimate(const Scene& scene) {
    return estimate_bytes<Dim, T>(config_of<Dim>(scene, 0), !scene.obstacles.empty());
}

template <int Dim, class T> Result<std::unique_ptr<Simulator>> make(const Scene& scene, Scheduler& scheduler) {
    if (scene.solver.method == "engine") return EngineSimulator<Dim, T>::make(scene, scheduler);
    auto pictures = Pictures::read(scene);
    if (!pictures) return pictures.error();
    if (scene.solver.method == "classic")
        return CentredSimulator<Dim, T>::make(scene, pictures.value(),
                                              make_classic_fluid<Dim, T>(scene, pictures.value()));
    return CentredSimulator<Dim, double>::make(scene, pictures.value(), make_spectral_fluid<Dim>(scene, scheduler));
}

Result<std::unique_ptr<Simulator>> make_fresh(const Scene& scene, Scheduler& scheduler) {
    const bool is_double = scene.solver.precision == "double";
    if (scene.dim == 2) return is_double ? make<2, double>(scene, scheduler) : make<2, float>(scene, scheduler);
    return is_double ? make<3, double>(scene, scheduler) : make<3, float>(scene, scheduler);
}

/// As a picture of a shape, the state lies beside the scene.
Result<void> take_up(Simulator& simulator, const Scene& scene) {
    const std::string path = (std::filesystem::path(scene.file).parent_path() / scene.initial.state).string();
    const auto read = read_checkpoint(path);
    if (!read) return Error{"initial.state: " + read.error().message};
    const auto* fluid = read.value().find("fluid");
    if (!fluid) return Error{text("initial.state: \"%s\" holds no state of a fluid; name a checkpoint", path.c_str())};
    if (auto loaded = simulator.load(*fluid); !loaded)
        return Error{text("initial.state: \"%s\": %s", path.c_str(), loaded.error().message.c_str())};
    return {};
}

}  // namespace

Result<Image> Simulator::draw_stage(std::string_view name, const StageStyle&) const {
    return Error{
        text("this flow has no stages to draw as \"%s\"; use the method \"engine\" in 2D", std::string(name).c_str())};
}

Result<std::unique_ptr<Simulator>> make_simulator(const Scene& scene, Scheduler& scheduler) {
    auto made = make_fresh(scene, scheduler);
    if (!made || scene.initial.state.empty()) return made;
    if (auto taken = take_up(*made.value(), scene); !taken) return taken.error();
    return made;
}

Result<double> estimate_memory(const Scene& scene) {
    if (scene.solver.method == "classic") return classic_bytes(scene);
    if (scene.solver.method == "spectral") return spectral_bytes(scene);
    const bool is_double = scene.solver.precision == "double";
    if (scene.dim == 2) return is_double ? estimate<2, double>(scene) : estimate<2, float>(scene);
    return is_double ? estimate<3, double>(scene) : estimate<3, float>(scene);
}

}  // namespace whorl
