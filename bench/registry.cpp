#include "registry.hpp"

namespace whorl {

std::span<const Benchmark> benchmarks() {
    static constexpr Benchmark list[] = {
        {"classic", "the published solver in three variants: as printed, by rows, tuned", bench_classic},
    };
    return list;
}

}  // namespace whorl
