// Every benchmark, each in the file of its name.
#pragma once

#include "run/bench.hpp"

namespace whorl {

std::vector<BenchRow> bench_classic(const BenchOptions& options);
std::vector<BenchRow> bench_engine(const BenchOptions& options);
std::vector<BenchRow> bench_performance(const BenchOptions& options);
std::vector<BenchRow> bench_profile(const BenchOptions& options);
std::vector<BenchRow> bench_solvers(const BenchOptions& options);
std::vector<BenchRow> bench_spectral(const BenchOptions& options);  ///< only with whorl::spectral
std::vector<BenchRow> bench_transport(const BenchOptions& options);
std::vector<BenchRow> bench_render(const BenchOptions& options);

/// "512x512".
std::string size_name(int dim, int n);

/// Milliseconds that a step of the published solver takes here and now, for ratios within one run.
template <int Dim> double published_ms(int n);

/// What a text says that a method costs: N to the exponent, times log N.
struct PublishedCost {
    double exponent = 0;  ///< 0: it says nothing
    bool has_log = false;
};

/// The exponent of the time in the number of cells, beside the published one; where that has a log N, it is taken off
/// the times first. A quick run holds nothing to anything: its sizes are too small to show an exponent.
BenchRow exponent_row(const BenchOptions& options, const std::string& name, const PublishedCost& published,
                      const std::vector<BenchRow>& sizes);

}  // namespace whorl
