#include "run/video_output.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "core/text.hpp"
#include "io/file.hpp"
#include "io/video.hpp"
#include "run/picture.hpp"

namespace whorl {
namespace {

class VideoOutput final : public Output {
  public:
    VideoOutput(const SceneOutput& look, const OutputPlace& place) : look_(look), place_(place) {}

    /// Parts are named by the frame before their first: those of an earlier attempt beyond the checkpoint go.
    Result<void> prepare() {
        if (auto made = make_folder(parts_folder()); !made) return made;
        for (const std::string& part : parts())
            if (std::atoi(part.c_str()) >= place_.first_frame) std::filesystem::remove(parts_folder() + "/" + part);
        return {};
    }

    Result<void> add(int frame, const Simulator& simulator) override {
        if (frame % look_.every != 0) return {};
        const auto image = draw_view(look_, simulator);
        if (!image) return image.error();
        if (!writer_) {
            auto writer = VideoWriter::open(
                parts_folder() + text("/%08d", frame - 1) + part_ending(look_.file),
                {.width = image.value().width(), .height = image.value().height(), .fps = place_.fps / look_.every});
            if (!writer) return writer.error();
            writer_ = std::move(writer).value();
        }
        return writer_->add(srgb8_of(image.value(), {0, 0, 0, 1}));
    }

    Result<void> settle() override {
        if (!writer_) return {};
        auto finished = writer_->finish();
        writer_.reset();
        return finished;
    }

    Result<void> finish(std::vector<std::string>& files) override {
        if (auto settled = settle(); !settled) return settled;
        const std::vector<std::string> all = parts();
        if (all.empty()) return {};
        const std::string path = place_.folder + "/" + look_.file;
        if (auto made = make_folder(std::filesystem::path(path).parent_path().string()); !made) return made;
        if (auto joined = join_video(path, parts_folder(), all); !joined) return joined;
        files.push_back(path);
        return {};
    }

  private:
    std::string parts_folder() const { return place_.work + "/" + look_.file + ".parts"; }

    std::vector<std::string> parts() const {
        std::vector<std::string> names;
        std::error_code ignored;
        for (const auto& entry : std::filesystem::directory_iterator(parts_folder(), ignored))
            if (entry.path().extension() == part_ending(look_.file)) names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        return names;
    }

    SceneOutput look_;
    OutputPlace place_;
    std::optional<VideoWriter> writer_{};
};

}  // namespace

Result<std::unique_ptr<Output>> make_video_output(const SceneOutput& look, const OutputPlace& place) {
    auto made = std::make_unique<VideoOutput>(look, place);
    if (auto ok = made->prepare(); !ok) return ok.error();
    return std::unique_ptr<Output>(std::move(made));
}

}  // namespace whorl
