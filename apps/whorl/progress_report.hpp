// A run's progress on standard error: a bar on a terminal, plain lines elsewhere, or JSON for programs.
#pragma once

#include "run/run.hpp"

namespace whorl {

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
};

}  // namespace whorl
