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

Result<void> check_folder(const CompareOptions& options) {
    std::error_code ignored;
    const std::filesystem::path folder = options.out;
    if (options.overwrite || !std::filesystem::exists(folder, ignored)) return {};
    if (!std::filesystem::is_directory(folder, ignored))
        return Error{text("\"%s\" is a file; give a folder with --out", options.out.c_str())};
    if (std::filesystem::is_empty(folder, ignored) || std::filesystem::exists(folder / "compare.mp4", ignored))
        return {};
    return Error{text("the folder \"%s\" holds something else; choose another with --out, or say --overwrite",
                      options.out.c_str())};
}

RunOptions run_options_of(const CompareOptions& options) {
    RunOptions made;
    made.frames = options.frames, made.threads = options.threads, made.writes = false;
    return made;
}

/// Runs a scene and hands on each frame's picture; false if it was asked to stop.
Result<bool> each_picture(const Scene& scene, const CompareOptions& options,
                          const std::function<Result<void>(int frame, const Image&)>& take) {
    const auto picture = Picture::make(look_of(scene), scene);
    if (!picture) return Error{scene.file + ": " + picture.error().message};
    std::optional<Error> fault;
    RunOptions run_options = run_options_of(options);
    run_options.stop = [&] { return fault || (options.stop && options.stop()); };
    run_options.progress = [&](const RunProgress& progress) {
        if (fault) return;
        if (options.progress) options.progress(progress);
        if (progress.is_between) return;  // no frame's state
        const auto image = picture.value().draw(*progress.simulator);
        if (!image)
            fault = image.error();
        else if (auto taken = take(progress.frame, image.value()); !taken)
            fault = taken.error();
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

Result<void> check_comparison(const CompareSide& left, const CompareSide& right, const CompareOptions& options) {
    if (!has_program("ffmpeg"))
        return Error{
            "a comparison is a film and needs the ffmpeg program, which was not found; install the package ffmpeg"};
    const double fps = left.scene.time.fps;
    if (fps != right.scene.time.fps)
        return Error{text("the left scene has %g frames a second and the right one %g; set time.fps so that they agree",
                          fps, right.scene.time.fps)};
    if (fps > 240) return Error{text("film of %g frames a second cannot be made; set time.fps to 240 or less", fps)};
    if (auto free = check_folder(options); !free) return free;
    for (const Scene* scene : {&left.scene, &right.scene}) {
        if (const auto picture = Picture::make(look_of(*scene), *scene); !picture)
            return Error{scene->file + ": " + picture.error().message};
        if (const auto run = Run::prepare(*scene, run_options_of(options)); !run) return run.error();
    }
    return {};
}

Result<CompareResult> compare(const CompareSide& left, const CompareSide& right, const CompareOptions& options) {
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
