// Two runs in one film: frame beside frame, after a card that says what they are.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "run/run.hpp"

namespace whorl {

struct CompareSide {
    Scene scene;
    std::string label{};  ///< under its pictures
};

struct CompareOptions {
    std::string out{};
    int frames = 0;   ///< instead of the scenes', if above 0
    int threads = 0;  ///< 0: one for each hardware thread
    bool overwrite = false;
    double card = 2;                                     ///< seconds; 0: no card
    std::function<void(const RunProgress&)> progress{};  ///< first of the left run, then of the right one
    std::function<bool()> stop{};
};

struct CompareResult {
    std::vector<std::string> files{};  ///< compare.mp4, and its last frame as compare.png
    bool stopped = false;              ///< then there are none
};

/// Whether the two can be compared: refuses scenes of different frame rates, a folder that holds something else, and
/// what a run refuses. Writes nothing.
Result<void> check_comparison(const CompareSide& left, const CompareSide& right, const CompareOptions& options);

/// Each side is drawn as the first output of its scene that draws. One run comes after the other, so that the memory of
/// one is enough. After an error nothing new is left in the folder.
Result<CompareResult> compare(const CompareSide& left, const CompareSide& right, const CompareOptions& options);

}  // namespace whorl
