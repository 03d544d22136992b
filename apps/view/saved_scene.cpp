#include "saved_scene.hpp"

#include "core/text.hpp"
#include "io/checkpoint_file.hpp"
#include "io/file.hpp"
#include "io/png.hpp"

namespace whorl::view {

Result<void> write_saved(const SavedScene& saved, const std::string& folder, const std::string& stem) {
    for (const auto& [name, picture] : saved.pictures)
        if (auto written = write_png(folder + "/" + name, picture); !written) return written;
    if (!saved.state_file.empty()) {
        CheckpointFile file;
        file.add("about", text("whorl state\nof %s.toml\ntime %.9g s\n", stem.c_str(), saved.start));
        file.add("fluid", saved.state);
        if (auto written = write_checkpoint(folder + "/" + saved.state_file, file); !written) return written;
    }
    return write_file(folder + "/" + stem + ".toml", saved.toml.data(), saved.toml.size());
}

}  // namespace whorl::view
