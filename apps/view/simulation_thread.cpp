#include "simulation_thread.hpp"

#include <algorithm>

namespace whorl::view {
namespace {

/// Steps at once before time is let go: a scene too heavy for real time slows down, and the window stays quick.
constexpr int most_steps = 4;
constexpr double a_while = 24;      // milliseconds of steps between two looks
constexpr double a_moment = 0.004;  // seconds

}  // namespace

SimulationThread::SimulationThread(App& app)
    : app_(app),
      start_(Clock::now() - std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(app.clock()))),
      look_(std::make_shared<const Look>(app.look())),
      thread_(&SimulationThread::work, this) {}

SimulationThread::~SimulationThread() {
    ends_ = true;
    wake_.notify_all();
    thread_.join();
}

double SimulationThread::now() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
}

void SimulationThread::send(std::vector<Event> events) {
    if (events.empty()) return;
    const std::lock_guard lock(mutex_);
    for (Event& each : events) inbox_.push_back(std::move(each));
    wake_.notify_all();
}

void SimulationThread::say(const std::string& message) {
    const std::lock_guard lock(mutex_);
    said_ = message;
}

std::shared_ptr<const Look> SimulationThread::look() {
    const std::lock_guard lock(mutex_);
    look_wanted_ = true;
    return look_;
}

void SimulationThread::between(const std::function<void(App&)>& deed) {
    ++guests_;
    const std::lock_guard lock(app_mutex_);
    --guests_;
    deed(app_);
}

void SimulationThread::work() {
    double next_step = 0;
    while (!ends_) {
        std::vector<Event> events;
        std::string said;
        bool is_wanted = false;
        {
            std::unique_lock lock(mutex_);
            // A scene that is late has no time to wait; one that is not looks for a wish now and then.
            wake_.wait_for(lock, std::chrono::duration<double>(std::clamp(next_step - now(), 0.0, a_moment)));
            events.swap(inbox_), said.swap(said_);
            std::swap(is_wanted, look_wanted_);
        }
        std::shared_ptr<const Look> made;
        // A mutex is not handed over: who steps without a pause would take it again before a guest wakes up.
        while (guests_ > 0 && !ends_) std::this_thread::sleep_for(std::chrono::microseconds(200));
        {
            const std::lock_guard lock(app_mutex_);
            app_.is_recording = is_recording_;
            if (!said.empty()) app_.say(said);
            for (const Event& each : events) app_.handle(each);
            const int most = static_cast<int>(a_while / std::max(app_.usual_step_milliseconds(), 1.0));
            app_.drops_quality = true;
            app_.advance(std::max(0.0, now() - app_.clock()), std::clamp(most, 1, most_steps));
            next_step = app_.is_paused() ? now() + a_moment : app_.next_step();
            has_quit_ = app_.wants_to_quit();
            if (is_wanted) made = std::make_shared<const Look>(app_.look());
        }
        if (!made) continue;
        const std::lock_guard lock(mutex_);
        look_ = std::move(made);
    }
}

}  // namespace whorl::view
