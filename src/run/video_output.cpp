#include "run/video_output.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "core/text.hpp"
#include "io/file.hpp"
#include "io/video.hpp"
#include "run/card.hpp"

namespace whorl {
namespace {

class VideoOutput final : public Output {
  public:
    VideoOutput(const SceneOutput& look, Picture picture, const OutputPlace& place)
        : look_(look),
          picture_(std::move(picture)),
          place_(place) {}

    /// Parts are named by the frame before their first: those of an earlier attempt beyond the checkpoint go, and with
    /// them whatever a killed run left unfinished.
    Result<void> prepare() {
        if (auto made = make_folder(parts_folder()); !made) return made;
        std::vector<std::string> kept = parts();
        std::erase_if(kept, [&](const std::string& part) { return std::atoi(part.c_str()) >= place_.first_frame; });
        keep_only(kept);
        if (place_.is_resumed && place_.first_frame >= look_.every && kept.empty())
            return early_frames_are_gone(look_, place_, parts_folder());
        return {};
    }

    Result<void> add(int frame, const Simulator& simulator) override {
        if (frame % look_.every != 0) return {};
        const auto image = picture_.draw(simulator);
        if (!image) return image.error();
        if (!writer_) {
            auto writer = VideoWriter::open(
                parts_folder() + text("/%08d", frame - 1) + part_ending(look_.file),
                {.width = image.value().width(), .height = image.value().height(), .fps = place_.fps / look_.every});
            if (!writer) return writer.error();
            writer_ = std::move(writer).value();
            if (frame == look_.every)  // the film's first
                if (auto shown = add_card(image.value()); !shown) return shown;
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
        keep_only(all);  // an ffmpeg that outlived a killed run may have begun its file after this one had cleaned up
        files.push_back(path);
        return {};
    }

  private:
    Result<void> add_card(const Image& like) {
        if (!(look_.card.seconds > 0)) return {};
        const auto card = draw_card(*place_.scene, look_.card, like.width(), like.height());
        if (!card) return card.error();
        const Image8 frame = srgb8_of(card.value(), {0, 0, 0, 1});
        const double count = std::max(std::round(look_.card.seconds * place_.fps / look_.every), 1.0);
        for (int i = 0; i < static_cast<int>(count); ++i)
            if (auto added = writer_->add(frame); !added) return added;
        return {};
    }

    std::string parts_folder() const { return place_.work + "/" + look_.file + ".parts"; }

    void keep_only(const std::vector<std::string>& kept) const {
        std::error_code ignored;
        for (const auto& entry : std::filesystem::directory_iterator(parts_folder(), ignored))
            if (std::find(kept.begin(), kept.end(), entry.path().filename().string()) == kept.end())
                std::filesystem::remove(entry.path(), ignored);
    }

    std::vector<std::string> parts() const {
        std::vector<std::string> names;
        std::error_code ignored;
        for (const auto& entry : std::filesystem::directory_iterator(parts_folder(), ignored))
            if (entry.path().extension() == part_ending(look_.file)) names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        return names;
    }

    SceneOutput look_;
    Picture picture_;
    OutputPlace place_;
    std::optional<VideoWriter> writer_{};
};

}  // namespace

Result<std::unique_ptr<Output>> make_video_output(const SceneOutput& look, Picture picture, const OutputPlace& place) {
    auto made = std::make_unique<VideoOutput>(look, std::move(picture), place);
    if (auto ok = made->prepare(); !ok) return ok.error();
    return std::unique_ptr<Output>(std::move(made));
}

}  // namespace whorl
