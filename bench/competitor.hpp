// A process that keeps one core busy for as long as this object lives: the browser tab beside the game.
#pragma once

#include <sys/types.h>

namespace whorl {

class Competitor {
  public:
    Competitor();
    ~Competitor();
    Competitor(const Competitor&) = delete;
    Competitor& operator=(const Competitor&) = delete;

  private:
    pid_t process_;
};

}  // namespace whorl
