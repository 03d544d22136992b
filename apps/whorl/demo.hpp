// `whorl demo`: the scene `demo` of the gallery as a film, a contact sheet and a still, played in the terminal while it
// is made.
#pragma once

#include <string>

namespace whorl {

struct DemoOptions {
    std::string out = "out";  ///< the files go to the folder `demo` in it
    int cells = 192;          ///< across
    int frames = 240;         ///< 30 a second; at least 1
};

/// Exit code: 0 done, 1 failed, 2 wrong input, 130 interrupted.
int run_demo(const DemoOptions& options);

}  // namespace whorl
