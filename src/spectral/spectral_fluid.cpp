#include "spectral/spectral_fluid.hpp"

#include <cmath>

#include "core/memory.hpp"
#include "core/text.hpp"

namespace whorl {
namespace {

template <int Dim> Result<void> check(const SpectralConfig<Dim>& config) {
    for (int a = 0; a < Dim; ++a) {
        if (config.cells[a] < 2 || config.cells[a] > 1 << 20)
            return Error{text("there are %d cells along axis %d; it must be 2 to %d", config.cells[a], a, 1 << 20)};
        if (!(config.size[a] >= 0 && config.size[a] < 1e9))
            return Error{
                text("the size along axis %d is %g m; it must be above 0, or 0 along all axes", a, config.size[a])};
    }
    const struct {
        const char* name;
        double value, high;
    } numbers[] = {{"viscosity", config.viscosity, 1e6},
                   {"ink_kept", config.ink_kept, 1},
                   {"force_kept", config.force_kept, 1},
                   {"max_speed", config.max_speed, 1e6},
                   {"inks", static_cast<double>(config.inks), 16}};
    for (const auto& [name, value, high] : numbers)
        if (!(value >= 0 && value <= high)) return Error{text("%s is %g; it must be 0 to %g", name, value, high)};
    return {};
}

/// Odd sizes become even, and a size that was left out follows from the cells.
template <int Dim> std::string correct(SpectralConfig<Dim>& config) {
    std::string sentence;
    int longest = 0;
    bool has_size = false;
    for (int a = 0; a < Dim; ++a) {
        if (config.cells[a] % 2 == 1) {
            sentence += text("%s%d cells along axis %d are odd: made %d", sentence.empty() ? "" : "; ", config.cells[a],
                             a, config.cells[a] + 1);
            ++config.cells[a];
        }
        longest = longest < config.cells[a] ? config.cells[a] : longest;
        has_size = has_size || config.size[a] > 0;
    }
    for (int a = 0; a < Dim && !has_size; ++a) config.size[a] = static_cast<double>(config.cells[a]) / longest;
    return sentence;
}

}  // namespace

template <int Dim> Result<SpectralFluid<Dim>> SpectralFluid<Dim>::make(const SpectralConfig<Dim>& config) {
    if (auto checked = check(config); !checked) return checked.error();
    SpectralConfig<Dim> even = config;
    const std::string correction = correct(even);
    for (int a = 0; a < Dim; ++a)
        if (!(even.size[a] > 0))
            return Error{text("the size along axis %d is 0 and along another is not; give all of them or none", a)};
    SpectralFluid fluid(even);
    fluid.correction_ = correction;
    if (auto allocated = fluid.allocate(); !allocated) return allocated.error();
    return fluid;
}

template <int Dim> Result<void> SpectralFluid<Dim>::change(const SpectralConfig<Dim>& config) {
    if (auto checked = check(config); !checked) return checked;
    if (config.cells != config_.cells || config.size != config_.size || config.inks != config_.inks)
        return Error{"cells, size and inks of a fluid stay as they were made; make another"};
    config_ = config;
    return {};
}

template <int Dim> Result<void> SpectralFluid<Dim>::allocate() {
    const std::size_t count = layout_.count();
    const double fields = 3 * Dim + config_.inks + 1;
    if (auto fits = check_memory(fields * static_cast<double>(count) * sizeof(double), "the spectral fluid"); !fits)
        return fits.error();
    ink_.resize(static_cast<std::size_t>(config_.inks));
    std::vector<Buffer*> all{&spare_};
    for (int a = 0; a < Dim; ++a) all.insert(all.end(), {&u_[a], &before_[a], &force_[a]});
    for (Buffer& ink : ink_) all.push_back(&ink);
    for (Buffer* buffer : all) {
        auto made = Buffer::make(count);
        if (!made) return made.error();
        *buffer = std::move(made).value();
    }
    const std::size_t rows = count / static_cast<std::size_t>(2 * layout_.waves());
    before_in_row_.assign(rows, 0), after_in_row_.assign(rows, 0);
    forward_ = Plan::forward(layout_, u_[0]);
    backward_ = Plan::backward(layout_, u_[0]);
    for (int a = 0; a < Dim; ++a) {
        const int n = config_.cells[a];
        for (int i = 0; i < n; ++i) {
            const int signed_index = i <= n / 2 ? i : i - n;
            const double k = 2 * std::acos(-1.0) * signed_index / config_.size[a];
            wave_[a].push_back(k);
            decay_[a].push_back(1);
            derivative_[a].push_back(2 * i == n ? 0 : k);
        }
    }
    return {};
}

template <int Dim> Result<void> SpectralFluid<Dim>::set_viscosity(double viscosity) {
    SpectralConfig<Dim> changed = config_;
    changed.viscosity = viscosity;
    if (auto checked = check(changed); !checked) return checked;
    config_ = changed;
    return {};
}

template <int Dim> std::size_t SpectralFluid<Dim>::bytes() const {
    return static_cast<std::size_t>(3 * Dim + config_.inks + 1) * spare_.bytes();
}

template Result<SpectralFluid<2>> SpectralFluid<2>::make(const SpectralConfig<2>&);
template Result<SpectralFluid<3>> SpectralFluid<3>::make(const SpectralConfig<3>&);
template Result<void> SpectralFluid<2>::set_viscosity(double);
template Result<void> SpectralFluid<3>::set_viscosity(double);
template Result<void> SpectralFluid<2>::change(const SpectralConfig<2>&);
template Result<void> SpectralFluid<3>::change(const SpectralConfig<3>&);
template std::size_t SpectralFluid<2>::bytes() const;
template std::size_t SpectralFluid<3>::bytes() const;

}  // namespace whorl
