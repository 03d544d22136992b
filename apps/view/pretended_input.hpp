// Input that no test can make with a mouse: fingers and files that are dropped, put into SDL's own queue at their
// times, as a driver would.
#pragma once

#include <string>
#include <vector>

#include "whorl/types.hpp"

namespace whorl::view {

class PretendedInput {
  public:
    /// Lines: `TIME finger-down ID X Y`, `finger-move`, `finger-up`, `TIME drop FILE`, `TIME key K`. X and Y are parts
    /// of the window from its upper left corner; seconds; K a letter.
    static Result<PretendedInput> read(const std::string& file);

    /// What has fallen due.
    void push(double now);

  private:
    struct Line {
        double time = 0;
        std::string what{}, word{};
        int id = 0;
        float x = 0, y = 0;
    };
    std::vector<Line> lines_{};
    std::size_t next_ = 0;
};

}  // namespace whorl::view
