// Every benchmark, each in the file of its name.
#pragma once

#include "run/bench.hpp"

namespace whorl {

std::vector<BenchRow> bench_classic(const BenchOptions& options);

}  // namespace whorl
