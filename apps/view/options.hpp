// The command line of whorl-view.
#pragma once

#include <string>

namespace whorl::view {

struct Options {
    std::string what{};  ///< a number of cells, a scene, or nothing
    std::string script{}, screenshot{}, record{};
    std::string pretended{};  ///< input for tests
    unsigned long window_id = 0;
    bool hears_window = false;  ///< and ends at a touch of it; xscreensaver ends its savers itself
    double loses_context = 0;   ///< seconds; 0: never
    int threads = 0;            ///< 0: one for each hardware thread
    int width = 0, height = 0;  ///< 0: the usual
    double scale = 0;           ///< 0: as the display says
    bool bench = false, is_screensaver = false, is_headless = false;
    bool probes = false;  ///< open the window and say whether that worked
    bool fits = false;    ///< as many cells as the machine can step 60 times a second
};

/// Returns -1 and fills `options`, or the exit code if there is nothing more to do (--help, wrong use).
int read_options(int argc, char** argv, Options& options);

}  // namespace whorl::view
