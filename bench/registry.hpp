// Every benchmark, each in the file of its name.
#pragma once

#include "run/bench.hpp"

namespace whorl {

std::vector<BenchRow> bench_classic(const BenchOptions& options);
std::vector<BenchRow> bench_engine(const BenchOptions& options);
std::vector<BenchRow> bench_solvers(const BenchOptions& options);

/// "512x512".
std::string size_name(int dim, int n);

/// Milliseconds that a step of the published solver takes here and now, for ratios within one run.
template <int Dim> double published_ms(int n);

}  // namespace whorl
