// The app in a thread of its own: events go in, what there is to see comes out, and neither side waits for a step.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "app.hpp"

namespace whorl::view {

class SimulationThread {
  public:
    explicit SimulationThread(App& app);
    ~SimulationThread();

    /// Seconds since the start: the app's clock.
    double now() const;
    void send(std::vector<Event> events);
    /// The newest look; asks for another. Never null.
    std::shared_ptr<const Look> look();
    bool has_quit() const { return has_quit_; }
    void say(const std::string& message);
    void set_recording(bool is_recording) { is_recording_ = is_recording; }
    /// Runs between steps, with the app to itself.
    void between(const std::function<void(App&)>& deed);

  private:
    void work();

    using Clock = std::chrono::steady_clock;
    App& app_;
    const Clock::time_point start_;
    std::atomic<int> guests_{0};  // who wait to come between
    std::mutex mutex_{}, app_mutex_{};
    std::condition_variable wake_{};
    std::vector<Event> inbox_{};
    std::string said_{};
    std::shared_ptr<const Look> look_{};
    bool look_wanted_ = true;
    std::atomic<bool> ends_{false}, has_quit_{false}, is_recording_{false};
    std::thread thread_{};
};

}  // namespace whorl::view
