#include "render/film.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "render/pixel_text.hpp"

namespace whorl {
namespace {

constexpr int line_height = glyph_height + 4;  // dots

int even(int pixels) {
    return pixels + pixels % 2;
}

}  // namespace

Result<Image> side_by_side(const Image& left, const Image& right, const std::string& left_label,
                           const std::string& right_label, const FilmStyle& style) {
    if (style.gap < 0 || style.gap > 1000)
        return Error{text("a gap of %d pixels cannot be drawn; use 0 to 1000", style.gap)};
    const int tall = std::max(left.height(), right.height());
    const int size = tall >= 360 ? 2 : 1;
    const bool is_labelled = !left_label.empty() || !right_label.empty();
    const int below = is_labelled ? (line_height + 4) * size : 0;
    auto frame = Image::make(even(left.width() + style.gap + right.width()), even(tall + below), style.ground);
    if (!frame) return frame;
    const int start = left.width() + style.gap;
    paste(frame.value(), left, 0, (tall - left.height()) / 2);
    paste(frame.value(), right, start, (tall - right.height()) / 2);
    draw_text(frame.value(), left_label, {4 * size, tall + 4 * size}, style.ink, size);
    draw_text(frame.value(), right_label, {start + 4 * size, tall + 4 * size}, style.ink, size);
    return frame;
}

Result<Image> title_card(int width, int height, const std::string& title, const std::vector<std::string>& lines,
                         const FilmStyle& style) {
    auto card = Image::make(width, height, style.ground);
    if (!card) return card;
    int widest = 2 * text_width(title);  // the title is twice as large as the rest
    for (const std::string& line : lines) widest = std::max(widest, text_width(line));
    const int dots_high = 2 * line_height + line_height * static_cast<int>(lines.size());
    const int size = std::min({9 * width / (10 * std::max(widest, 1)), 9 * height / (10 * dots_high), 8});
    if (size < 1)
        return Error{text("a card of %d x %d pixels has no room for its words; it must be at least %d x %d", width,
                          height, 10 * widest / 9 + 1, 10 * dots_high / 9 + 1)};
    int y = (height - dots_high * size) / 2;
    draw_text(card.value(), title, {(width - 2 * text_width(title) * size) / 2, y}, {1, 1, 1, 1}, 2 * size);
    y += 2 * line_height * size;
    for (const std::string& line : lines) {
        draw_text(card.value(), line, {(width - text_width(line) * size) / 2, y}, style.ink, size);
        y += line_height * size;
    }
    return card;
}

}  // namespace whorl
