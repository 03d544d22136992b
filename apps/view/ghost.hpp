// Plays by itself: a hand that draws slow curves, and scenes that follow each other. For the screensaver, and to have
// something to measure.
#pragma once

#include "app.hpp"

namespace whorl::view {

class Ghost {
  public:
    enum class Kind { stir_only, screensaver };
    explicit Ghost(Kind kind) : kind_(kind) {}

    /// Moves the hand to where it is at a moment on the app's clock, and opens the next scene when its time has come.
    void play(App& app, double now);
    /// The same, for who sends events on.
    void play(double now, std::vector<Event>& events);

    /// 0: all is seen; 1: black, when scenes change.
    double darkness(double now) const;
    int scene() const { return scene_; }

  private:
    Kind kind_;
    bool is_down_ = false;
    int scene_ = -1;
    double began_ = 0, stroke_ = -1;
};

constexpr double ghost_scene_seconds = 40;

}  // namespace whorl::view
