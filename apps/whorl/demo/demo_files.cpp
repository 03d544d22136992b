#include "demo_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/png.hpp"
#include "render/density_view.hpp"

namespace whorl {
namespace {

constexpr int sheet_tiles = 12;
constexpr double picture_size = 720;
const Color paper = color_of_hex(0xf6efe0);
const Color ink_colors[StirringScene::inks] = {color_of_hex(0xe2492f), color_of_hex(0x1f6f8b)};

}  // namespace

Result<Image> draw_stirring(const StirringScene& scene) {
    std::vector<Ink> inks;
    for (int i = 0; i < StirringScene::inks; ++i) inks.push_back({scene.ink(i), ink_colors[i]});
    const double scale = std::clamp(picture_size / scene.ink(0).shape[0], 1.0, 64.0);
    return draw_inks(inks, {.ground = paper, .scale = scale});
}

Result<DemoFiles> DemoFiles::make(const std::string& folder, int frames, const Vec<int, 2>& size) {
    if (auto made = make_folder(folder); !made) return made.error();
    auto sheet = ContactSheet::make({.columns = 4, .tile_width = 300, .margin = 14, .ground = color_of_hex(0xffffff)});
    if (!sheet) return sheet.error();
    DemoFiles files(folder, frames, std::move(sheet).value());
    auto film = VideoWriter::open(folder + "/stir.mp4", {.width = size[0], .height = size[1]});
    if (film)
        files.film_ = std::move(film).value();
    else
        files.film_error_ = film.error().message;
    return files;
}

DemoFiles::DemoFiles(std::string folder, int frames, ContactSheet sheet)
    : folder_(std::move(folder)),
      frames_(frames),
      sheet_(std::move(sheet)) {}

bool DemoFiles::wanted_on_sheet(int frame) const {
    const auto tiles = [&](int done) { return static_cast<std::int64_t>(done) * sheet_tiles / frames_; };
    return tiles(frame) > tiles(frame - 1);
}

Result<void> DemoFiles::add(const Image& frame, double time) {
    ++added_;
    if (wanted_on_sheet(added_))
        if (auto added = sheet_.add(frame, fmt::format("{:.1f} s", time)); !added) return added;
    still_ = frame;
    return film_ ? film_->add(srgb8_of(frame)) : Result<void>{};
}

Result<std::vector<std::string>> DemoFiles::finish() {
    std::vector<std::string> paths;
    const auto done = [&](const std::string& name) { paths.push_back(folder_ + "/" + name); };
    if (film_ && added_ > 0) {
        if (auto finished = film_->finish(); !finished) return finished.error();
        done("stir.mp4");
    }
    if (sheet_.tiles() > 0) {
        auto sheet = sheet_.draw();
        if (!sheet) return sheet.error();
        if (auto written = write_png(folder_ + "/stir.png", sheet.value()); !written) return written.error();
        done("stir.png");
    }
    if (still_) {
        if (auto written = write_png(folder_ + "/still.png", *still_); !written) return written.error();
        done("still.png");
    }
    return paths;
}

}  // namespace whorl
