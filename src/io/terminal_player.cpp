#include "io/terminal_player.hpp"

#include <fmt/format.h>
#include <langinfo.h>
#include <locale.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace whorl {
namespace {

using namespace std::chrono_literals;

constexpr auto shortest_interval = 50ms;
constexpr int idle_share = 5;  // a picture that took t to draw is followed by 5 t without one

// Asks for a locale of its own: a library must not set the whole program's.
bool locale_is_utf8() {
    const locale_t locale = ::newlocale(LC_CTYPE_MASK, "", locale_t{});
    if (!locale) return false;
    const bool utf8 = std::string_view(::nl_langinfo_l(CODESET, locale)) == "UTF-8";
    ::freelocale(locale);
    return utf8;
}

Vec<int, 2> terminal_size() {
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {80, 24};
    return {size.ws_col, size.ws_row};
}

void send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(STDERR_FILENO, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR && errno != EAGAIN) return;  // a terminal that has gone is not our trouble
        if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

}  // namespace

TerminalStyle terminal_style(const TerminalTraits& traits) {
    if (!traits.utf8 || (traits.no_color && *traits.no_color)) return TerminalStyle::plain;
    const std::string_view colors = traits.color_term ? traits.color_term : "";
    return colors == "truecolor" || colors == "24bit" ? TerminalStyle::full_color : TerminalStyle::indexed_color;
}

TerminalPlayer::TerminalPlayer() {
    const char* term = std::getenv("TERM");
    on_ = ::isatty(STDERR_FILENO) && term && *term && std::strcmp(term, "dumb") != 0;
    if (on_) style_ = terminal_style({std::getenv("COLORTERM"), std::getenv("NO_COLOR"), locale_is_utf8()});
}

TerminalPlayer::~TerminalPlayer() {
    if (lines_up_ > 0) send(std::string(terminal_restore) + "\n");
}

void TerminalPlayer::show(const Image& image, const std::string& status) {
    if (!on_) return;
    const auto start = Clock::now();
    const Vec<int, 2> size = terminal_size();
    // One row for the status; the last column stays free, as some terminals wrap when it is written.
    const auto picture = fit_to_terminal(image, style_, size[0] - 1, size[1] - 1);
    if (!picture) return;
    // Decided once: a film that changed its mind would flicker.
    if (lines_up_ == 0 && style_ == TerminalStyle::plain && mostly_light(image)) style_ = TerminalStyle::plain_negative;

    std::string out = "\x1b[?25l";
    if (lines_up_ > 0 && size == size_) out += fmt::format("\r\x1b[{}A", lines_up_);
    if (lines_up_ > 0 && size != size_) out += "\x1b[H\x1b[2J";
    const std::string rows = encode_for_terminal(srgb8_of(picture.value(), Color{}), style_);
    out += rows + status.substr(0, static_cast<std::size_t>(std::max(size[0] - 1, 0))) + "\x1b[K";
    send(out);

    size_ = size;
    lines_up_ = static_cast<int>(std::count(rows.begin(), rows.end(), '\n'));
    next_ = start + std::max<Clock::duration>(shortest_interval, idle_share * (Clock::now() - start));
}

}  // namespace whorl
