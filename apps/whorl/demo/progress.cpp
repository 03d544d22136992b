#include "progress.hpp"

#include <fmt/format.h>

#include <cmath>

namespace whorl {
namespace {

std::string time_text(double seconds) {
    const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
    return whole < 100 ? fmt::format("{} s", whole) : fmt::format("{} min {} s", whole / 60, whole % 60);
}

}  // namespace

std::string Progress::line(int frame, std::int64_t steps) const {
    const double spent = std::chrono::duration<double>(Clock::now() - start_).count();
    const double left = frame > 0 ? spent / frame * (frames_ - frame) : 0;
    return fmt::format("frame {} of {}   {}%   {} steps   {}", frame, frames_,
                       static_cast<std::int64_t>(frame) * 100 / frames_, steps,
                       frame == frames_ ? "took " + time_text(spent) : time_text(left) + " left");
}

bool Progress::at_tenth(int frame) const {
    const auto tenths = [&](int done) { return static_cast<std::int64_t>(done) * 10 / frames_; };
    return tenths(frame) > tenths(frame - 1);
}

}  // namespace whorl
