#include "run/compare.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "core/text.hpp"
#include "io/file.hpp"
#include "io/png.hpp"
#include "io/video.hpp"
#include "render/film.hpp"
#include "run/card.hpp"
#include "run/picture.hpp"

namespace whorl {
namespace {

SceneLook look_of(const Scene& scene) {
    for (const SceneOutput& output : scene.outputs)
        if (is_drawn(output.kind)) return output.look;
    return {};
}

Result<void> check(const CompareSide& left, const CompareSide& right, const CompareOptions& options) {
    if (!has_program("ffmpeg"))
        return Error{
            "a comparison is a film and needs the ffmpeg program, which was not found; install the package ffmpeg"};
    if (left.scene.time.fps != right.scene.time.fps)
        return Error{text("the left scene has %g frames a second and the right one %g; set time.fps so that they agree",
                          left.scene.time.fps, right.scene.time.fps)};
    std::error_code ignored;
    const std::filesystem::path folder = options.out;
    const bool is_free = !std::filesystem::exists(folder, ignored) || std::filesystem::is_empty(folder, ignored) ||
                         std::filesystem::exists(folder / "compare.mp4", ignored);
    if (is_free || options.overwrite) return {};
    return Error{text("the folder \"%s\" holds something else; choose another with --out, or say --overwrite",
                      options.out.c_str())};
}

/// Runs a scene and hands on each frame's picture; false if it was asked to stop.
Result<bool> each_picture(const Scene& scene, const CompareOptions& options,
                          const std::function<Result<void>(int frame, const Image&)>& take) {
    const auto picture = Picture::make(look_of(scene), scene);
    if (!picture) return Error{scene.file + ": " + picture.error().message};
    std::optional<Error> fault;
    RunOptions run_options;
    run_options.frames = options.frames, run_options.threads = options.threads, run_options.writes = false;
    run_options.stop = [&] { return fault || (options.stop && options.stop()); };
    run_options.progress = [&](const RunProgress& progress) {
        if (fault) return;
        const auto image = picture.value().draw(*progress.simulator);
        if (!image)
            fault = image.error();
        else if (auto taken = take(progress.frame, image.value()); !taken)
            fault = taken.error();
        if (options.progress) options.progress(progress);
    };
    auto run = Run::prepare(scene, run_options);
    if (!run) return run.error();
    const auto result = run.value().go();
    if (fault) return Error{scene.file + ": " + fault->message};
    if (!result) return result.error();
    return !result.value().stopped;
}

/// The film, begun when the size of its frames is known.
class Film {
  public:
    Film(const CompareSide& left, const CompareSide& right, const CompareOptions& options)
        : left_(left),
          right_(right),
          options_(options) {}

    Result<void> add(const Image& left, const Image& right) {
        auto frame = side_by_side(left, right, left_.label, right_.label);
        if (!frame) return frame.error();
        if (!writer_)
            if (auto begun = begin(frame.value()); !begun) return begun;
        last_ = std::move(frame).value();
        return writer_->add(srgb8_of(*last_, {0, 0, 0, 1}));
    }

    Result<void> finish(std::vector<std::string>& files) {
        if (!writer_) return Error{"there were no frames to compare; ask for at least one"};
        if (auto finished = writer_->finish(); !finished) return finished;
        if (auto written = write_png(options_.out + "/compare.png", *last_); !written) return written;
        files = {options_.out + "/compare.mp4", options_.out + "/compare.png"};
        return {};
    }

  private:
    Result<void> begin(const Image& like) {
        const double fps = left_.scene.time.fps;
        auto writer = VideoWriter::open(options_.out + "/compare.mp4",
                                        {.width = like.width(), .height = like.height(), .fps = fps});
        if (!writer) return writer.error();
        writer_ = std::move(writer).value();
        SceneCard card{.seconds = options_.card, .lines = parameters_of(left_.scene)};
        card.lines.push_back("left: " + left_.label);
        card.lines.push_back("right: " + right_.label);
        const auto drawn = draw_card(left_.scene, card, like.width(), like.height());
        if (!drawn) return drawn.error();
        const Image8 words = srgb8_of(drawn.value(), {0, 0, 0, 1});
        for (int i = 0; i < static_cast<int>(std::lround(options_.card * fps)); ++i)
            if (auto added = writer_->add(words); !added) return added;
        return {};
    }

    const CompareSide &left_, &right_;
    const CompareOptions& options_;
    std::optional<VideoWriter> writer_{};
    std::optional<Image> last_{};
};

}  // namespace

Result<CompareResult> compare(const CompareSide& left, const CompareSide& right, const CompareOptions& options) {
    if (auto good = check(left, right, options); !good) return good.error();
    for (const Scene* scene : {&left.scene, &right.scene})
        if (const auto picture = Picture::make(look_of(*scene), *scene); !picture)
            return Error{scene->file + ": " + picture.error().message};
    const std::string kept = options.out + "/.run";
    const auto file = [&](int frame) { return kept + text("/%08d.png", frame); };
    if (auto made = make_folder(kept); !made) return made.error();
    const auto forget = [&] {
        std::error_code ignored;
        std::filesystem::remove_all(kept, ignored);
    };
    auto done =
        each_picture(left.scene, options, [&](int frame, const Image& image) { return write_png(file(frame), image); });
    Film film(left, right, options);
    if (done && done.value())
        done = each_picture(right.scene, options, [&](int frame, const Image& image) -> Result<void> {
            if (!std::filesystem::exists(file(frame))) return {};  // the left run is shorter
            const auto beside = read_png(file(frame));
            if (!beside) return beside.error();
            return film.add(image_of(beside.value()), image);
        });
    forget();
    if (!done) return done.error();
    CompareResult result{.stopped = !done.value()};
    if (result.stopped) return result;
    if (auto finished = film.finish(result.files); !finished) return finished.error();
    return result;
}

}  // namespace whorl
