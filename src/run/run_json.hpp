// A run's result and progress as JSON.
#pragma once

#include <string>

#include "run/run.hpp"

namespace whorl {

std::string run_json(const RunResult& result);
/// One line.
std::string progress_json(const RunProgress& progress);

}  // namespace whorl
