// What a projection leaves, wave by wave and place by place. Works on a copy of the velocity in the step's scratch.
#include "core/for_box.hpp"
#include "spectral/spectral_fluid.hpp"

namespace whorl {

/// f(number of the wave, k . u_k / cells) for each wave that is stored.
template <int Dim> template <class F> void SpectralFluid<Dim>::each_wave_divergence(F f) {
    double cells = 1;
    for (int a = 0; a < Dim; ++a) {
        const auto from = velocity(a), to = layout_.view(before_[a].data());
        for_box({}, config_.cells, [&](const Vec<int, Dim>& at) { to[at] = from[at]; });
        forward_.run(before_[a]);
        cells *= config_.cells[a];
    }
    std::ptrdiff_t i = 0;
    Vec<int, Dim> count = config_.cells;
    count[0] = layout_.waves();
    for_box({}, count, [&](const Vec<int, Dim>& k) {
        std::complex<double> sum = 0;
        for (int a = 0; a < Dim; ++a) sum += derivative_[a][static_cast<std::size_t>(k[a])] * before_[a].complex()[i];
        f(i++, sum / cells);
    });
}

template <int Dim> double SpectralFluid<Dim>::divergence() {
    double largest = 0;
    each_wave_divergence([&](std::ptrdiff_t, const std::complex<double>& wave) {
        largest = largest < std::abs(wave) ? std::abs(wave) : largest;
    });
    return largest;
}

template <int Dim> View<const double, Dim> SpectralFluid<Dim>::divergence_field() {
    std::complex<double>* waves = before_[0].complex();  // each is read before it is written
    each_wave_divergence([&](std::ptrdiff_t i, const std::complex<double>& wave) {
        waves[i] = std::complex<double>(-wave.imag(), wave.real());
    });
    backward_.run(before_[0]);
    return layout_.view(before_[0].data());
}

template double SpectralFluid<2>::divergence();
template double SpectralFluid<3>::divergence();
template View<const double, 2> SpectralFluid<2>::divergence_field();
template View<const double, 3> SpectralFluid<3>::divergence_field();

}  // namespace whorl
