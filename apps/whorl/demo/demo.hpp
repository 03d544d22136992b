// `whorl demo`: the stirring scene as a film, a contact sheet and a still, played in the terminal while it is made.
#pragma once

#include <string>

namespace whorl {

struct DemoOptions {
    std::string out = "out";  ///< the files go to the folder `demo` in it
    int cells = 288;          ///< along each side of the box
    int frames = 240;         ///< 30 a second; at least 1
    bool quiet = false;       ///< no playing and no progress; results and errors only
};

/// Exit code: 0 done, 1 failed, 2 wrong input, 130 interrupted (the film then holds the frames so far).
int run_demo(const DemoOptions& options);

}  // namespace whorl
