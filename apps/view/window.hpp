// The window: SDL2 for it and its input, OpenGL 3.3 for the picture, Dear ImGui for everything over it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "play.hpp"
#include "recorder.hpp"

namespace whorl::view {

struct WindowOptions {
    int width = 0, height = 0;  ///< points; 0: the usual
    double scale = 0;           ///< of letters and panels; 0: as the display says
    std::string title = "whorl";
    double loses_context = 0;     ///< seconds after which it acts as if the driver had; 0: never. For tests
    std::string pretended{};      ///< a file of input to act on as if a driver had sent it. For tests
    std::string record{};         ///< a file to record to from the start
    unsigned long parent = 0;     ///< a window of X to draw into, as a screensaver does; 0: one of our own
    bool is_unattended = false;   ///< nobody looks: where there is no display it draws into memory
    bool is_screensaver = false;  ///< fills the screen, without pointer and words
    bool hears_parent = false;    ///< a screensaver ends when somebody touches that window of X
};

class Window final : public Screen {
  public:
    /// Refuses with a sentence where no window with OpenGL 3.3 opens.
    static Result<std::unique_ptr<Window>> open(const WindowOptions& options);
    ~Window() override;

    // Screen: at the app's own pace, on this thread.
    Result<void> frame(App& app) override;
    Result<Image8> picture(App& app) override;

    /// Called between frames with seconds since the start, for events of its own; false ends the play.
    using Tick = std::function<bool(double, std::vector<Event>&)>;
    /// Until it is closed: the simulation runs in a thread of its own and this one draws. A window that is taken away
    /// is an Error, after the session was saved and the film finished.
    Result<void> live(App& app, const Tick& tick = {});

    /// Draws so many frames as fast as it can: milliseconds each.
    double bench(App& app, int frames);
    /// Plays as a person's window does for some seconds, recording if a file is given: from frame to frame,
    /// milliseconds.
    struct Pace {
        double median = 0, slow = 0, slowest = 0;  ///< slow: one in twenty takes longer
        double steps = 0;                          ///< a second
    };
    Result<Pace> pace(App& app, double seconds, const Tick& tick, const std::string& record);

    void fade(double darkness);  ///< 0 to 1, over everything

    std::string driver() const;  ///< who draws
    Result<void> finish_recording();
    /// Lets the app's keys for pictures and recording reach the window.
    void serve(App& app);

  private:
    /// What can be saved when the window cannot be; a sentence.
    std::string rescue(class SimulationThread& simulation);
    Result<void> keep_context(SimulationThread& simulation);

    struct Parts;
    explicit Window(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace whorl::view
