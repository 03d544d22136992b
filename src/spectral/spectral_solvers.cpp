#include "spectral/spectral_solvers.hpp"

#include "spectral/dct_solver.hpp"
#include "spectral/fft_solver.hpp"

namespace whorl {
namespace {

/// A name that is taken is ours, from a call before.
template <class T, int Dim> void add() {
    (void)register_pressure_solver<T, Dim>("fft", [] { return std::make_unique<FftSolver<T, Dim>>(); });
    (void)register_pressure_solver<T, Dim>("dct", [] { return std::make_unique<DctSolver<T, Dim>>(); });
}

}  // namespace

void register_spectral_solvers() {
    add<float, 2>();
    add<float, 3>();
    add<double, 2>();
    add<double, 3>();
}

const char* spectral_library() {
    return fftw_version;
}

}  // namespace whorl
