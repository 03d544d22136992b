// A run's progress on standard error: a bar on a terminal, plain lines elsewhere, or JSON for programs.
#pragma once

#include "run/run.hpp"

namespace whorl {

/// "frame 37 of 240   37 steps   12 s left   3.1 Mcells/s   residual 4.0e-05"
std::string progress_line(const RunProgress& progress);

class ProgressReport {
  public:
    enum class Style { automatic, json, silent };
    explicit ProgressReport(Style style);

    void show(const RunProgress& progress);
    /// Leaves the cursor on a line of its own.
    void end();

  private:
    Style style_;
    bool is_terminal_, is_line_open_ = false;
    int last_tenth_ = -1;
    double last_line_ = 0;  // seconds since the start
};

}  // namespace whorl
