#include "progress_report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "run/run_json.hpp"

namespace whorl {
namespace {

std::string time_text(double seconds) {
    const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
    return whole < 100 ? fmt::format("{} s", whole) : fmt::format("{} min {} s", whole / 60, whole % 60);
}

std::string bar_of(const RunProgress& progress) {
    constexpr int width = 24;
    const auto filled = static_cast<std::size_t>(static_cast<std::int64_t>(progress.frame) * width / progress.frames);
    return "[" + std::string(filled, '#') + std::string(width - filled, '.') + "] ";
}

}  // namespace

std::string progress_line(const RunProgress& progress) {
    if (progress.is_between)
        return fmt::format("frame {} of {}   {} steps   {:.4g} s of flow   {:.1f} Mcells/s", progress.frame + 1,
                           progress.frames, progress.steps, progress.time, progress.cells_per_second / 1e6);
    const std::string time = progress.frame == progress.frames ? "took " + time_text(progress.seconds)
                                                               : time_text(progress.seconds_left) + " left";
    return fmt::format("frame {} of {}   {} steps   {}   {:.1f} Mcells/s   residual {:.1e}", progress.frame,
                       progress.frames, progress.steps, time, progress.cells_per_second / 1e6, progress.residual);
}

ProgressReport::ProgressReport(Style style) : style_(style), is_terminal_(::isatty(STDERR_FILENO)) {}

void ProgressReport::show(const RunProgress& progress) {
    if (style_ == Style::silent) return;
    if (style_ == Style::json && progress.is_between) return;  // a line a frame
    if (style_ == Style::json) return fmt::print(stderr, "{}\n", progress_json(progress));
    if (is_terminal_) {
        fmt::print(stderr, "\r{}{}\x1b[K", bar_of(progress), progress_line(progress));
        std::fflush(stderr);
        is_line_open_ = true;
        return;
    }
    const int tenth = static_cast<int>(static_cast<std::int64_t>(progress.frame) * 10 / progress.frames);
    const bool is_silent_for_long = progress.seconds - last_line_ > 20;
    if ((tenth == last_tenth_ || progress.is_between) && !is_silent_for_long) return;
    last_tenth_ = tenth, last_line_ = progress.seconds;
    fmt::print(stderr, "{}\n", progress_line(progress));
}

void ProgressReport::end() {
    if (is_line_open_) fmt::print(stderr, "\n");
    is_line_open_ = false;
}

}  // namespace whorl
