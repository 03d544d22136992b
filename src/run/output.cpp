#include "run/output.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "core/text.hpp"
#include "io/exr/exr.hpp"
#include "io/file.hpp"
#include "io/png.hpp"
#include "io/ppm.hpp"
#include "io/vdb/vdb.hpp"
#include "io/vtk.hpp"
#include "render/contact_sheet.hpp"
#include "render/height_field.hpp"
#include "run/fields.hpp"
#include "run/mesh_output.hpp"
#include "run/picture.hpp"
#include "run/vdb_output.hpp"
#include "run/video_output.hpp"

namespace whorl {
namespace {

class FramesOutput final : public Output {
  public:
    FramesOutput(const SceneOutput& output, Picture picture, const OutputPlace& place)
        : output_(output),
          picture_(std::move(picture)),
          place_(place) {}

    Result<void> add(int frame, const Simulator& simulator) override {
        if (!is_due(output_, place_, frame)) return {};
        const std::string path = path_of(output_, place_, frame);
        if (auto made = make_folder_of(path); !made) return made;
        if (output_.look.palette == "height") return write_heights(path, simulator);
        const auto image = picture_.draw(simulator);
        if (!image) return image.error();
        if (output_.file.ends_with(".exr")) return write_exr(path, image.value(), exr_depth(), output_.look.alpha);
        if (output_.file.ends_with(".ppm")) return write_ppm(path, srgb8_of(image.value(), {0, 0, 0, 1}));
        return output_.bits == 16 ? write_png16(path, image.value()) : write_png(path, image.value());
    }

    Result<void> finish(std::vector<std::string>& files) override {
        add_name(output_, place_, files);
        return {};
    }

  private:
    Result<void> write_heights(const std::string& path, const Simulator& simulator) const {
        const auto map = picture_.heights(simulator);
        if (!map) return map.error();
        const auto& [width, height, values] = map.value();
        if (output_.file.ends_with(".exr")) return write_exr(path, width, height, values, exr_depth());
        const float* const bottom = values.data() + static_cast<std::ptrdiff_t>(height - 1) * width;
        return write_gray16(path, width, height, height_map16({bottom, {width, height}, {1, -width}}, {0, 1}));
    }

    ExrDepth exr_depth() const { return output_.bits == 32 ? ExrDepth::single : ExrDepth::half; }

    SceneOutput output_;
    Picture picture_;
    OutputPlace place_;
};

/// Its tiles wait as files, so that a resumed run still has the early ones.
class SheetOutput final : public Output {
  public:
    SheetOutput(const SceneOutput& look, Picture picture, const OutputPlace& place)
        : look_(look),
          picture_(std::move(picture)),
          place_(place) {}

    Result<void> prepare() {
        if (place_.is_resumed && !std::filesystem::exists(tiles_folder()))
            return early_frames_are_gone(look_, place_, tiles_folder());
        return make_folder(tiles_folder());
    }

    Result<void> add(int frame, const Simulator& simulator) override {
        if (!is_wanted(frame)) return {};
        const auto image = picture_.draw(simulator);
        if (!image) return image.error();
        return write_png(tile(frame), image.value());
    }

    Result<void> finish(std::vector<std::string>& files) override {
        auto sheet = ContactSheet::make({.columns = look_.columns, .tile_width = 240});
        if (!sheet) return sheet.error();
        for (int frame = 1; frame <= place_.frames; ++frame) {
            if (!is_wanted(frame) || !std::filesystem::exists(tile(frame))) continue;
            const auto picture = read_png(tile(frame));
            if (!picture) return picture.error();
            if (auto added = sheet.value().add(image_of(picture.value()), text("%.2f s", frame / place_.fps)); !added)
                return added;
        }
        if (sheet.value().tiles() == 0) return {};
        const auto drawn = sheet.value().draw();
        if (!drawn) return drawn.error();
        const std::string path = place_.folder + "/" + look_.file;
        if (auto made = make_folder_of(path); !made) return made;
        if (auto written = write_png(path, drawn.value()); !written) return written;
        files.push_back(path);
        return {};
    }

  private:
    bool is_wanted(int frame) const {
        if (look_.every > 1) return frame % look_.every == 0;
        const auto tiles = [&](int done) { return static_cast<std::int64_t>(done) * look_.tiles / place_.frames; };
        return tiles(frame) > tiles(frame - 1);
    }
    std::string tiles_folder() const { return place_.work + "/" + look_.file + ".tiles"; }
    std::string tile(int frame) const { return tiles_folder() + text("/%08d.png", frame); }

    SceneOutput look_;
    Picture picture_;
    OutputPlace place_;
};

class VtkOutput final : public Output {
  public:
    VtkOutput(const SceneOutput& what, const OutputPlace& place) : what_(what), place_(place) {}

    Result<void> add(int frame, const Simulator& simulator) override {
        if (frame % what_.every != 0) return {};
        const std::string path = place_.folder + "/" + numbered(what_.file, frame / what_.every);
        if (auto made = make_folder_of(path); !made) return made;
        VtkGrid grid{.time = simulator.time()};
        for (int axis = 0; axis < simulator.scene().dim; ++axis)
            grid.cells[axis] = simulator.scene().cells[axis], grid.spacing[axis] = spacing(simulator.scene(), axis);
        if (simulator.scene().dim == 2) grid.spacing[2] = grid.spacing[0];
        std::vector<VtkField> fields;
        for (const std::string& name : what_.fields)
            fields.push_back(name == "velocity" ? velocity(simulator) : scalar(simulator, name));
        return write_vti(path, grid, fields);
    }

    Result<void> finish(std::vector<std::string>& files) override {
        if (place_.frames >= what_.every) files.push_back(place_.folder + "/" + what_.file);
        return {};
    }

  private:
    static VtkField scalar(const Simulator& simulator, const std::string& name) {
        const Array3 values = centred(simulator, name);
        VtkField field{name, 1, {}};
        for (const double value : values.values) field.values.push_back(static_cast<float>(value));
        return field;
    }
    static VtkField velocity(const Simulator& simulator) {
        VtkField field{"velocity", 3, {}};
        for (int axis = 0; axis < simulator.scene().dim; ++axis) {
            const Array3 u = centred(simulator, std::string("velocity.") + "xyz"[axis]);
            field.values.resize(3 * u.values.size());
            for (std::size_t i = 0; i < u.values.size(); ++i)
                field.values[3 * i + static_cast<std::size_t>(axis)] = static_cast<float>(u.values[i]);
        }
        return field;
    }

    SceneOutput what_;
    OutputPlace place_;
};

Result<std::unique_ptr<Output>> make_drawn_output(const SceneOutput& output, const OutputPlace& place) {
    auto picture = Picture::make(output.look, *place.scene, place.scheduler);
    if (!picture) return picture.error();
    if (output.kind == OutputKind::video) return make_video_output(output, std::move(picture).value(), place);
    if (output.kind == OutputKind::sheet) {
        auto sheet = std::make_unique<SheetOutput>(output, std::move(picture).value(), place);
        if (auto ok = sheet->prepare(); !ok) return ok.error();
        return std::unique_ptr<Output>(std::move(sheet));
    }
    return std::unique_ptr<Output>(new FramesOutput(output, std::move(picture).value(), place));
}

}  // namespace

bool is_drawn(OutputKind kind) {
    return kind == OutputKind::video || kind == OutputKind::frames || kind == OutputKind::sheet;
}

std::string numbered(const std::string& pattern, int number) {
    const std::size_t first = pattern.find('#'), last = pattern.rfind('#');
    if (first == std::string::npos) return pattern;
    return pattern.substr(0, first) + text("%0*d", static_cast<int>(last - first + 1), number) +
           pattern.substr(last + 1);
}

Result<void> make_folder_of(const std::string& path) {
    return make_folder(std::filesystem::path(path).parent_path().string());
}

Error early_frames_are_gone(const SceneOutput& output, const OutputPlace& place, const std::string& folder) {
    return {
        text("the frames of \"%s\" up to %d are gone from \"%s\"; give the --out of the run that was stopped, run the "
             "scene from its start, or say --branch for the rest of it alone",
             output.file.c_str(), place.first_frame, folder.c_str())};
}

bool is_due(const SceneOutput& output, const OutputPlace& place, int frame) {
    return output.at_end ? frame == place.frames : frame % output.every == 0;
}

std::string path_of(const SceneOutput& output, const OutputPlace& place, int frame) {
    return place.folder + "/" + numbered(output.file, frame / output.every);
}

void add_name(const SceneOutput& output, const OutputPlace& place, std::vector<std::string>& files) {
    const int count = output.at_end ? 1 : place.frames / output.every;  // one is named, many as their pattern
    if (count > 0) files.push_back(place.folder + "/" + (count == 1 ? numbered(output.file, 1) : output.file));
}

bool has_program(const std::string& name) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        const auto file = std::filesystem::path(folder.empty() ? "." : folder) / name;
        std::error_code ignored;
        if (std::filesystem::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0) return true;
    }
    return false;
}

Result<void> check_output(const SceneOutput& output, const Scene& scene) {
    if (output.kind == OutputKind::video && !has_program("ffmpeg"))
        return Error{output.path +
                     ": film needs the ffmpeg program, which was not found; install the package ffmpeg "
                     "(apt-get install ffmpeg), or write kind = \"frames\""};
    if (output.kind == OutputKind::frames && output.file.ends_with(".exr") && exr_version().empty())
        return Error{
            output.path +
            ".file: this build was made without OpenEXR; install libopenexr-dev and build again, or write .png "
            "with bits = 16"};
    if (output.kind == OutputKind::vdb && vdb_version().empty())
        return Error{output.path +
                     ": this build was made without OpenVDB; install libopenvdb-dev and build again, or write "
                     "kind = \"vtk\""};
    if (is_drawn(output.kind))
        if (const auto picture = Picture::make(output.look, scene); !picture) return picture.error();
    return {};
}

Result<std::unique_ptr<Output>> make_output(const SceneOutput& output, const OutputPlace& place) {
    if (auto ok = check_output(output, *place.scene); !ok) return ok.error();
    if (is_drawn(output.kind)) return make_drawn_output(output, place);
    if (output.kind == OutputKind::vtk) return std::unique_ptr<Output>(new VtkOutput(output, place));
    if (output.kind == OutputKind::vdb) return make_vdb_output(output, place);
    if (output.kind == OutputKind::mesh) return make_mesh_output(output, place);
    return std::unique_ptr<Output>();
}

}  // namespace whorl
