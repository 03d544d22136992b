// Ctrl-C, as a person expects it: answered at once, obeyed after the work in hand, and a second one quits.
#pragma once

namespace whorl {

/// While one of these lives, SIGINT, SIGTERM and SIGHUP ask to stop instead of ending the program, and Ctrl-Z shows the
/// cursor before it suspends. One at a time.
class Interrupt {
  public:
    Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;
    ~Interrupt();  // puts the earlier handlers back

    bool requested() const;
};

}  // namespace whorl
