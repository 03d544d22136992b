#include "registry.hpp"

namespace whorl {

std::span<const Benchmark> benchmarks() {
    static constexpr Benchmark list[] = {
        {"performance", "every promise about speed and memory, with its bar", bench_performance},
        {"profile", "where the time of a step goes, with bandwidths beside a copy's", bench_profile},
        {"classic", "the published solver in three variants: as printed, by rows, tuned", bench_classic},
        {"engine", "the engine's step with all its stages, against the published solver", bench_engine},
        {"solvers", "every pressure solver, to a residual of 1e-4, against the number of cells", bench_solvers},
#if WHORL_HAS_SPECTRAL
        {"spectral", "the periodic solver by Fourier transforms, against the number of cells", bench_spectral},
#endif
        {"transport", "what each scheme of advection keeps of a shape that comes back, and each order of a vortex",
         bench_transport},
        {"render", "a frame of smoke in light and shadow at 1280 x 720, and an isosurface", bench_render},
    };
    return list;
}

}  // namespace whorl
