// Blender has z up, Houdini y: `up` chooses which of the file's axes is whorl's. A 2D domain becomes one voxel thick.
#include "run/vdb_output.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "io/file.hpp"
#include "io/vdb/vdb.hpp"
#include "run/fields.hpp"

namespace whorl {
namespace {

/// Which of the scene's axes each of the file's is, -1: none; one may run the other way, so that no picture is
/// mirrored.
struct Axes {
    int of[3];
    bool flips[3];
};

Axes axes_for(int dim, char up) {
    if (dim == 2) return up == 'y' ? Axes{{0, 1, -1}, {}} : Axes{{0, -1, 1}, {}};
    return up == 'y' ? Axes{{0, 2, 1}, {false, false, true}} : Axes{{0, 1, 2}, {}};
}

class VdbOutput final : public Output {
  public:
    VdbOutput(const SceneOutput& what, const OutputPlace& place) : what_(what), place_(place) {}

    Result<void> add(int frame, const Simulator& simulator) override {
        if (frame % what_.every != 0) return {};
        const std::string path = place_.folder + "/" + numbered(what_.file, frame / what_.every);
        if (auto made = make_folder(std::filesystem::path(path).parent_path().string()); !made) return made;
        const Scene& scene = simulator.scene();
        const Axes axes = axes_for(scene.dim, what_.up);
        VdbVolume volume{.time = simulator.time(), .up = what_.up};
        for (int i = 0; i < 3; ++i) {
            const int axis = axes.of[i];
            volume.voxels[i] = axis < 0 ? 1 : scene.cells[axis];
            volume.voxel_size[i] = spacing(scene, axis < 0 ? 0 : axis);
        }
        for (const std::string& name : what_.fields)
            if (name == "dyes")
                add_dyes(simulator, volume, axes);
            else
                volume.grids.push_back(name == "velocity" ? velocity(simulator, volume, axes)
                                                          : scalar(simulator, name, volume, axes));
        return write_vdb(path, volume);
    }

    Result<void> finish(std::vector<std::string>& files) override {
        if (place_.frames >= what_.every) files.push_back(place_.folder + "/" + what_.file);
        return {};
    }

  private:
    /// f(place in the scene) for each voxel, x fastest.
    template <class F> static void each_voxel(const VdbVolume& volume, const Axes& axes, F f) {
        for (int k = 0; k < volume.voxels[2]; ++k)
            for (int j = 0; j < volume.voxels[1]; ++j)
                for (int i = 0; i < volume.voxels[0]; ++i) {
                    const int voxel[3] = {i, j, k};
                    Vec<int, 3> at{};
                    for (int axis = 0; axis < 3; ++axis)
                        if (axes.of[axis] >= 0)
                            at[axes.of[axis]] = axes.flips[axis] ? volume.voxels[axis] - 1 - voxel[axis] : voxel[axis];
                    f(at);
                }
    }

    static VdbGrid scalar(const Simulator& simulator, const std::string& name, const VdbVolume& volume,
                          const Axes& axes) {
        const Array3 values = centred(simulator, name);
        VdbGrid grid{name, 1};
        each_voxel(volume, axes, [&](const Vec<int, 3>& at) { grid.values.push_back(static_cast<float>(values(at))); });
        return grid;
    }

    /// The sum of all dyes, and in `Cd` the colour of their mixture, linear: that of a filter which has the share of
    /// each that the mixture has. Thinner than `least` there is none.
    static void add_dyes(const Simulator& simulator, VdbVolume& volume, const Axes& axes) {
        constexpr double least = 1e-6;
        VdbGrid sum{"dyes", 1}, color{"Cd", 3};
        std::vector<Array3> amounts;
        for (const Dye& dye : simulator.scene().dyes) amounts.push_back(centred(simulator, dye.field));
        each_voxel(volume, axes, [&](const Vec<int, 3>& at) {
            double all = 0, depth[3] = {0, 0, 0};
            for (std::size_t i = 0; i < amounts.size(); ++i) {
                const double amount = std::max(amounts[i](at), 0.0);
                const Color& own = simulator.scene().dyes[i].color;
                const float channels[] = {own.r, own.g, own.b};
                all += amount;
                for (int c = 0; c < 3; ++c) depth[c] -= amount * std::log(std::max(double{channels[c]}, 1e-4));
            }
            sum.values.push_back(static_cast<float>(all));
            for (const double each : depth)
                color.values.push_back(all > least ? static_cast<float>(std::exp(-each / all)) : 0.0f);
        });
        volume.grids.push_back(std::move(sum));
        volume.grids.push_back(std::move(color));
    }

    /// On low faces; along an axis that runs the other way those are the scene's high ones, with the sign turned.
    static VdbGrid velocity(const Simulator& simulator, const VdbVolume& volume, const Axes& axes) {
        std::vector<Array3> faces;
        for (int axis = 0; axis < simulator.scene().dim; ++axis) faces.push_back(all_faces(simulator, axis));
        VdbGrid grid{"velocity", 3, true};
        each_voxel(volume, axes, [&](const Vec<int, 3>& at) {
            for (int axis = 0; axis < 3; ++axis) {
                const int from = axes.of[axis];
                Vec<int, 3> face = at;
                if (from >= 0 && axes.flips[axis]) ++face[from];
                const double u = from < 0 ? 0 : faces[static_cast<std::size_t>(from)](face);
                grid.values.push_back(static_cast<float>(axes.flips[axis] ? -u : u));
            }
        });
        return grid;
    }

    SceneOutput what_;
    OutputPlace place_;
};

}  // namespace

std::unique_ptr<Output> make_vdb_output(const SceneOutput& what, const OutputPlace& place) {
    return std::make_unique<VdbOutput>(what, place);
}

}  // namespace whorl
