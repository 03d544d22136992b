// What SDL does not know of a display on X. When somebody else takes the window or the display away, Xlib's own answer
// is to print numbers and to exit on the spot: strokes and film would be lost.
#pragma once

#include <functional>

namespace whorl::view {

/// While one of these lives, errors of X about windows that are gone only set `window_is_gone`. When the connection
/// itself breaks Xlib does not let the program go on: `last_words` is called, on the thread that draws, and the program
/// ends with the exit code 1. It must not touch the window. One at a time; does nothing where there is no X.
class DisplayGuard {
  public:
    explicit DisplayGuard(std::function<void()> last_words);
    ~DisplayGuard();
    DisplayGuard(const DisplayGuard&) = delete;
    DisplayGuard& operator=(const DisplayGuard&) = delete;

    bool window_is_gone() const;

  private:
    void *earlier_error_ = nullptr, *earlier_break_ = nullptr;
};

/// Whether a hand touches a window of another program, whose events that program gets: asked, instead of told. The
/// pointer moves inside of it, or a button or key is pressed there. Does nothing where there is no X.
class TouchWatch {
  public:
    explicit TouchWatch(unsigned long window);
    ~TouchWatch();
    TouchWatch(const TouchWatch&) = delete;
    TouchWatch& operator=(const TouchWatch&) = delete;

    bool is_touched();

  private:
    unsigned long window_;
    void* display_ = nullptr;
    bool was_asked_ = false;
    int x_ = 0, y_ = 0;
};

/// The dots per inch that a desktop on X asks of its programs' letters (the resource Xft.dpi); 0 where it asks nothing.
double asked_dpi();

}  // namespace whorl::view
