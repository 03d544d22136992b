// Plays a script: sixty frames a second of the app's own clock, never dropped, whatever the machine can do.
#pragma once

#include <vector>

#include "app.hpp"
#include "script.hpp"

namespace whorl::view {

constexpr double frame_seconds = 1.0 / 60;

/// Where frames go: a window, or nowhere.
class Screen {
  public:
    virtual ~Screen() = default;
    /// After each frame's worth of time.
    virtual Result<void> frame(App& app) = 0;
    virtual Result<Image8> picture(App& app) = 0;
};

/// No window: pictures are drawn on the CPU when one is asked for, and only then.
class NoScreen final : public Screen {
  public:
    Result<void> frame(App&) override { return {}; }
    Result<Image8> picture(App& app) override;
};

/// By the ending of its name: PNG or PPM.
Result<void> write_picture(const std::string& file, const Image8& picture);

/// To its end, to `quit`, or until the app wants to quit.
Result<void> play(App& app, const std::vector<ScriptLine>& script, Screen& screen);

}  // namespace whorl::view
