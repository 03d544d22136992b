// The step of the spectral fluid, as the list in spectral_fluid.hpp has it.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/text.hpp"
#include "parallel/reduce.hpp"
#include "simd/loops.hpp"
#include "spectral/spectral_fluid.hpp"

namespace whorl {
namespace {

/// Fields that are carried by one flow.
template <int Dim> struct Advection {
    View<const double, Dim> u[Dim];
    double steps[Dim];  ///< cells that a speed of 1 m/s crosses in dt
    double kept;
    int count;
    View<const double, Dim> from[Dim];
    View<double, Dim> to[Dim];
};

/// Where a point of a periodic axis lies: below it, above it, and how far between. Any number will do: it is taken
/// modulo the cells.
struct Place {
    int low, high;
    double part;
};
inline Place wrapped(double position, int cells) {
    if (!(position >= 0 && position < cells)) {
        position -= cells * std::floor(position / cells);
        if (!(position >= 0 && position < cells)) position = 0;  // so large that no digits are left
    }
    const int low = static_cast<int>(position);
    return {low, low + 1 == cells ? 0 : low + 1, position - low};
}

/// The values around a point, the same for all fields, which have one layout: offsets and weights.
template <int Dim> struct Around {
    std::ptrdiff_t offset[1 << Dim];
    double weight[1 << Dim];

    Around(const Place (&place)[Dim], const Vec<std::ptrdiff_t, Dim>& stride) {
        for (int corner = 0; corner < 1 << Dim; ++corner) {
            offset[corner] = 0, weight[corner] = 1;
            for (int a = 0; a < Dim; ++a) {
                const bool high = ((corner >> a) & 1) != 0;
                offset[corner] += (high ? place[a].high : place[a].low) * stride[a];
                weight[corner] *= high ? place[a].part : 1 - place[a].part;
            }
        }
    }
    double mean(const double* field) const {
        double value = 0;
        for (int corner = 0; corner < 1 << Dim; ++corner) value += weight[corner] * field[offset[corner]];
        return value;
    }
};

template <int Dim> void advect_row(const Advection<Dim>& in, const Row& row) {
    for (int x = row.x0; x < row.x1; ++x) {
        Vec<int, Dim> at{};
        at[0] = x, at[1] = row.y;
        if constexpr (Dim == 3) at[2] = row.z;
        Place place[Dim];
        for (int a = 0; a < Dim; ++a) place[a] = wrapped(at[a] - in.steps[a] * in.u[a][at], in.u[a].shape[a]);
        const Around<Dim> around(place, in.from[0].stride);
        for (int field = 0; field < in.count; ++field) in.to[field][at] = in.kept * around.mean(in.from[field].data);
    }
}

/// NaN if a value is not finite: 0 times a number is 0, of anything else it is not.
template <int Dim> void add_zeros(const View<const double, Dim>& in, const Row& row, Lanes& lanes) {
    const double* values = row_of(in, row);
    add_row(lanes, row, [=](int x) { return 0 * values[x]; });
}

template <int Dim> struct Push {
    View<double, Dim> u, force;
    double dt, kept, most;  ///< seconds; of a force; m/s
};

/// Adds a force to a component, no further than the limit, which also catches what overflowed. The largest that it
/// would have been without.
template <int Dim> void push_row(const Push<Dim>& in, const Row& row, Lanes& lanes) {
    double *u = row_of(in.u, row), *force = row_of(in.force, row);
    const double dt = in.dt, kept = in.kept, most = in.most;
    WHORL_INDEPENDENT
    for (int x = row.x0; x < row.x1; ++x) {
        u[x] += dt * force[x];
        force[x] *= kept;
    }
    max_row(lanes, row, [=](int x) { return std::abs(u[x]); });
    WHORL_INDEPENDENT
    for (int x = row.x0; x < row.x1; ++x) u[x] = u[x] > most ? most : u[x] < -most ? -most : u[x];
}

template <int Dim> struct Waves {
    std::complex<double>* u[Dim];
    const double *wave[Dim], *derivative[Dim], *decay[Dim];  ///< decay: exp(-nu dt k^2) along each axis
    Vec<int, Dim> count;
    double viscous, scale;  ///< nu dt; 1 / cells, which the two transforms multiply by
    ViscousFilter filter;
    double *before, *after;  ///< the squared divergence of each row, in and out
};

/// A wave stands for its mirror image too, which is not stored; the first and the last along x are their own.
double share_of_wave(int x, int waves) {
    return x == 0 || x == waves - 1 ? 1 : 2;
}

/// Viscosity and projection of one row of waves.
template <int Dim> void filter_row(const Waves<Dim>& in, const Row& row) {
    const int index[] = {0, row.y, row.z};
    const std::ptrdiff_t number = static_cast<std::ptrdiff_t>(row.z) * in.count[1] + row.y;
    const std::ptrdiff_t start = number * in.count[0];
    double before = 0, after = 0;
    for (int x = row.x0; x < row.x1; ++x) {
        double k[Dim], k2 = 0, d2 = 0;
        std::complex<double> along = 0, left = 0;
        for (int a = 0; a < Dim; ++a) {
            const int i = a == 0 ? x : index[a];
            k[a] = in.derivative[a][i];
            k2 += in.wave[a][i] * in.wave[a][i];
            d2 += k[a] * k[a];
            along += k[a] * in.u[a][start + x];
        }
        before += share_of_wave(x, in.count[0]) * std::norm(along);
        if (d2 > 0) along *= 1 / d2;  // at 0 it is 0: the mean flow stays
        double factor = in.scale;
        if (in.viscous > 0 && in.filter == ViscousFilter::implicit) factor /= 1 + in.viscous * k2;
        if (in.viscous > 0 && in.filter == ViscousFilter::exponential)
            for (int a = 0; a < Dim; ++a) factor *= in.decay[a][a == 0 ? x : index[a]];
        for (int a = 0; a < Dim; ++a) {
            in.u[a][start + x] = factor * (in.u[a][start + x] - k[a] * along);
            left += k[a] * in.u[a][start + x];
        }
        after += share_of_wave(x, in.count[0]) * std::norm(left);
    }
    in.before[number] = in.scale * in.scale * before, in.after[number] = after;
}

}  // namespace

template <int Dim> Result<SpectralReport> SpectralFluid<Dim>::step(double dt) {
    if (!(dt > 0 && dt <= 1e6)) return Error{text("the step is %g s; it must be above 0 and at most 1e6", dt)};
    if (!is_finite()) return Error{"a velocity, force or ink is not finite; set it to a number before the next step"};
    SpectralReport report;
    add_forces(dt, report);
    told("add_forces");
    advect_velocity(dt);
    told("advect_velocity");
    for (Buffer& u : u_.component) forward_.run(u);
    filter_and_project(dt, report);
    for (Buffer& u : u_.component) backward_.run(u);
    told("filter_and_project");
    for (Buffer& ink : ink_) {
        advect(dt, {&ink, 1}, {&spare_, 1}, config_.ink_kept);
        std::swap(ink, spare_);
    }
    told("advect_inks");
    time_ += dt;
    ++steps_;
    return report;
}

template <int Dim> bool SpectralFluid<Dim>::is_finite() const {
    double sum = 0;
    each_field([&](const View<const double, Dim>& view) {
        sum += reduce_sum(scheduler(), Region<Dim>::box({}, config_.cells), add_zeros<Dim>, view);
    });
    return sum == 0;
}

template <int Dim> void SpectralFluid<Dim>::add_forces(double dt, SpectralReport& report) {
    double longest = 0;
    for (const double size : config_.size.component) longest = longest < size ? size : longest;
    const double most = config_.max_speed * longest;
    for (int a = 0; a < Dim; ++a) {
        const double largest = reduce_max(scheduler(), Region<Dim>::box({}, config_.cells), push_row<Dim>,
                                          {velocity(a), force(a), dt, config_.force_kept, most});
        report.speed_capped = report.speed_capped || largest > most;
        report.cfl = std::max(report.cfl, std::min(largest, most) * dt * config_.cells[a] / config_.size[a]);
    }
}

template <int Dim>
void SpectralFluid<Dim>::advect(double dt, std::span<const Buffer> from, std::span<Buffer> to, double kept) {
    Advection<Dim> in{{}, {}, kept, static_cast<int>(from.size()), {}, {}};
    for (int a = 0; a < Dim; ++a) {
        in.u[a] = velocity(a);
        in.steps[a] = dt * config_.cells[a] / config_.size[a];
    }
    for (std::size_t field = 0; field < from.size(); ++field) {
        in.from[field] = layout_.view(from[field].data());
        in.to[field] = layout_.view(to[field].data());
    }
    parallel_rows(scheduler(), Region<Dim>::box({}, config_.cells), advect_row<Dim>, in);
}

/// All components along the velocity before any of them moved.
template <int Dim> void SpectralFluid<Dim>::advect_velocity(double dt) {
    advect(dt, u_.component, before_.component, 1);
    for (int a = 0; a < Dim; ++a) std::swap(u_[a], before_[a]);
}

template <int Dim> Region<Dim> SpectralFluid<Dim>::waves() const {
    Vec<int, Dim> count = config_.cells;
    count[0] = layout_.waves();
    return Region<Dim>::box({}, count);
}

template <int Dim> void SpectralFluid<Dim>::filter_and_project(double dt, SpectralReport& report) {
    Waves<Dim> in{};
    in.count = config_.cells;
    in.count[0] = layout_.waves();
    in.viscous = config_.viscosity * dt, in.scale = 1, in.filter = config_.filter;
    for (int a = 0; a < Dim; ++a) {
        in.u[a] = u_[a].complex();
        in.wave[a] = wave_[a].data(), in.derivative[a] = derivative_[a].data(), in.decay[a] = decay_[a].data();
        for (std::size_t i = 0; i < wave_[a].size(); ++i)
            decay_[a][i] = std::exp(-in.viscous * (wave_[a][i] * wave_[a][i]));
        in.scale /= config_.cells[a];
    }
    in.before = before_in_row_.data(), in.after = after_in_row_.data();
    parallel_rows(scheduler(), waves(), filter_row<Dim>, in);
    ++report.fourier_loops;
    // Over the waves as over the cells (Parseval).
    report.divergence_before = std::sqrt(std::accumulate(before_in_row_.begin(), before_in_row_.end(), 0.0));
    report.divergence = std::sqrt(std::accumulate(after_in_row_.begin(), after_in_row_.end(), 0.0));
}

// The rest is instantiated with its class; this is all that other files call.
template Result<SpectralReport> SpectralFluid<2>::step(double);
template Result<SpectralReport> SpectralFluid<3>::step(double);

}  // namespace whorl
