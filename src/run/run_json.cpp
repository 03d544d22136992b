#include "run/run_json.hpp"

#include <nlohmann/json.hpp>

#include "core/text.hpp"

namespace whorl {

std::string run_json(const RunResult& result) {
    const nlohmann::ordered_json json = {
        {"frames", result.frames},
        {"steps", result.steps},
        {"seconds", result.seconds},
        {"hash", text("%016llx", static_cast<unsigned long long>(result.hash))},
        {"max_divergence", result.max_divergence},
        {"files", result.files},
        {"warnings", result.warnings},
        {"stopped", result.stopped},
        {"checkpoint",
         result.checkpoint.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(result.checkpoint)},
    };
    return json.dump(2);
}

std::string progress_json(const RunProgress& progress) {
    const nlohmann::ordered_json json = {
        {"frame", progress.frame},
        {"frames", progress.frames},
        {"steps", progress.steps},
        {"time", progress.time},
        {"seconds", progress.seconds},
        {"seconds_left", progress.seconds_left},
        {"cells_per_second", progress.cells_per_second},
        {"residual", progress.residual},
    };
    return json.dump();
}

}  // namespace whorl
