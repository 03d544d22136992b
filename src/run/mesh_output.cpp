#include "run/mesh_output.hpp"

#include "io/file.hpp"
#include "render/isosurface.hpp"
#include "run/scene_view.hpp"

namespace whorl {
namespace {

class MeshOutput final : public Output {
  public:
    MeshOutput(const SceneOutput& output, const OutputPlace& place) : output_(output), place_(place) {}

    Result<void> add(int frame, const Simulator& simulator) override {
        if (!is_due(output_, place_, frame)) return {};
        const std::string path = path_of(output_, place_, frame);
        if (auto made = make_folder_of(path); !made) return made;
        const auto mesh = simulator.scene().dim == 3 ? surface(simulator) : landscape(simulator);
        if (!mesh) return Error{output_.path + ": " + mesh.error().message};
        const std::string words = output_.file.ends_with(".ply") ? ply_of(mesh.value()) : obj_of(mesh.value());
        return write_file(path, words.data(), words.size());
    }

    Result<void> finish(std::vector<std::string>& files) override {
        add_name(output_, place_, files);
        return {};
    }

  private:
    Result<Mesh> surface(const Simulator& simulator) const {
        const ViewSource<3> source = source_of<3>(simulator);
        const auto field = source.field(output_.look.field);
        if (!field) return field.error();
        Box3 box;
        for (int axis = 0; axis < 3; ++axis) box.high[axis] = static_cast<float>(source.box[axis]);
        return isosurface(field.value().view(), static_cast<float>(output_.look.level), box);
    }

    Result<Mesh> landscape(const Simulator& simulator) const {
        const ViewSource<2> source = with_square_cells(source_of<2>(simulator), 0, 1);
        const auto field = source.field(output_.look.field);
        if (!field) return field.error();
        static const Palette palette = find_palette("viridis").value();
        HeightStyle style;
        if (const ValueRange range = range_of(output_.look, 2); range.low != range.high) style.range = range;
        auto mesh = height_mesh(field.value().view(), palette, style);
        if (!mesh) return mesh;
        const auto side = static_cast<float>(std::max(source.box[0], source.box[1]));
        for (Vec3& corner : mesh.value().positions) corner = side * corner;  // a landscape's longer side is 1
        return mesh;
    }

    SceneOutput output_;
    OutputPlace place_;
};

}  // namespace

Result<std::unique_ptr<Output>> make_mesh_output(const SceneOutput& output, const OutputPlace& place) {
    return std::unique_ptr<Output>(new MeshOutput(output, place));
}

}  // namespace whorl
