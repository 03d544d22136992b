#include "render/contact_sheet.hpp"

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "render/pixel_text.hpp"
#include "render/resample.hpp"

namespace whorl {
namespace {

constexpr int label_gap = 5;  // pixels between a tile and its label

}  // namespace

Result<ContactSheet> ContactSheet::make(const SheetStyle& style) {
    if (style.columns < 1 || style.columns > 100)
        return Error{text("a contact sheet of %d columns cannot be made; use 1 to 100", style.columns)};
    if (style.tile_width < 1 || style.tile_width > 4096)
        return Error{text("tiles of %d pixels cannot be made; use 1 to 4096", style.tile_width)};
    if (style.margin < 0 || style.margin > 1000)
        return Error{text("a margin of %d pixels cannot be made; use 0 to 1000", style.margin)};
    return ContactSheet(style);
}

Result<void> ContactSheet::add(const Image& frame, std::string label) {
    const Vec<int, 2> size{frame.width(), frame.height()};
    if (tiles_.empty()) frame_size_ = size;
    if (size != frame_size_)
        return Error{text("a frame of %d x %d pixels does not fit a contact sheet of %d x %d; give all frames one size",
                          size[0], size[1], frame_size_[0], frame_size_[1])};
    const double shape = static_cast<double>(size[1]) / size[0];
    auto small =
        shrink(frame, style_.tile_width, std::max(1, static_cast<int>(std::lround(style_.tile_width * shape))));
    if (!small) return small.error();
    tiles_.push_back({std::move(small).value(), std::move(label)});
    return {};
}

int ContactSheet::label_room() const {
    const bool labelled =
        std::any_of(tiles_.begin(), tiles_.end(), [](const Tile& tile) { return !tile.label.empty(); });
    return labelled ? label_gap + glyph_height : 0;
}

Result<Image> ContactSheet::draw() const {
    if (tiles_.empty()) return Error{"a contact sheet needs frames; add at least one"};
    const int columns = std::min(style_.columns, tiles()), rows = (tiles() + columns - 1) / columns;
    const int across = style_.tile_width + style_.margin;
    const int down = tiles_.front().picture.height() + label_room() + style_.margin;
    auto sheet = Image::make(style_.margin + columns * across, style_.margin + rows * down, style_.ground);
    if (!sheet) return sheet;
    for (int i = 0; i < tiles(); ++i) {
        const Tile& tile = tiles_[static_cast<std::size_t>(i)];
        const int x = style_.margin + i % columns * across, y = style_.margin + i / columns * down;
        paste(sheet.value(), tile.picture, x, y);
        draw_text(sheet.value(), tile.label, {x, y + tile.picture.height() + label_gap}, style_.label_color);
    }
    return sheet;
}

}  // namespace whorl
