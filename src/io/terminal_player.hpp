// Plays pictures in the terminal behind standard error, one over the other, with a status line below.
//
// It never holds up the work it shows for long: at most 20 pictures a second, and on a slow line fewer, so that drawing
// takes no more than a fifth of the time.
#pragma once

#include <chrono>
#include <string>

#include "io/terminal.hpp"

namespace whorl {

/// What a terminal says about itself: the variables COLORTERM and NO_COLOR (null if unset), and whether the locale's
/// characters are UTF-8.
struct TerminalTraits {
    const char* color_term = nullptr;
    const char* no_color = nullptr;
    bool utf8 = false;
};

TerminalStyle terminal_style(const TerminalTraits& traits);

/// Makes the cursor visible and the colours plain again. Short enough for a signal handler to send.
constexpr char terminal_restore[] = "\x1b[0m\x1b[?25h";

class TerminalPlayer {
  public:
    /// Off, if standard error is no terminal or a dumb one; then everything below does nothing.
    TerminalPlayer();
    TerminalPlayer(const TerminalPlayer&) = delete;
    TerminalPlayer& operator=(const TerminalPlayer&) = delete;
    ~TerminalPlayer();  // shows the cursor again

    bool on() const { return on_; }

    /// Whether it is time for another picture: ask before drawing one for the terminal alone.
    bool due() const { return on_ && Clock::now() >= next_; }

    void show(const Image& image, const std::string& status);

  private:
    using Clock = std::chrono::steady_clock;

    bool on_ = false;
    TerminalStyle style_ = TerminalStyle::plain;
    Vec<int, 2> size_{};  // columns and rows of the terminal when it was last drawn to
    int lines_up_ = 0;    // from the status line back to the top of the picture
    Clock::time_point next_{};
};

}  // namespace whorl
