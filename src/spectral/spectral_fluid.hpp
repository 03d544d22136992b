// Nealen's periodic solver, the one behind `flowanim`: Stam's stable fluids with the Fourier transform for everything
// that is linear (stam1999, section 3; nealen; Marek's Algorithm 4).
//
//     u = u + dt f                          the force fades by a factor each step
//     u = u(x - dt u)                       traced backwards, round the box by modulo, linear
//     transform each component              real to complex, in place
//     u_k = filter(|k|^2 nu dt) u_k         viscosity; exact for each wave
//     u_k = u_k - k (k . u_k) / |k|^2       projection; k = 0, the mean flow, is left alone
//     transform back
//     inks = inks(x - dt u), times a factor
//
// The two Fourier lines are one loop. Everything lives at cell centres. Against the engine it is simpler and exact in
// its linear parts, but periodic only, first order in time, and as damped as linear interpolation is. Sizes are even
// (nealen): the wave of half the cells has no derivative on the grid, so that it counts as 0 in the projection.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/region.hpp"
#include "spectral/plan.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

/// What viscosity does to a wave in a step: exp(-nu dt k^2), which is exact (nealen, eq. 8, with the factor that it
/// leaves out), or 1 / (1 + nu dt k^2), as an implicit step has it (marek2007, eq. 21).
enum class ViscousFilter { exponential, implicit };

template <int Dim> struct SpectralConfig {
    Vec<int, Dim> cells{};    ///< 2 or more; odd ones are raised by one
    Vec<double, Dim> size{};  ///< metres; all zero: the longest side is 1, cells are square
    double viscosity = 0;     ///< m^2/s, 0 or more
    ViscousFilter filter = ViscousFilter::exponential;
    int inks = 1;                    ///< 0 to 16
    double ink_kept = 1;             ///< factor each step, 0 to 1: Nealen's "dissipation", 1: none
    double force_kept = 0.85;        ///< factor each step, 0 to 1; 0: a force acts once
    double max_speed = 100;          ///< lengths of the longest side a second
    Scheduler* scheduler = nullptr;  ///< who runs the work; the calling thread if none. It must outlive the fluid
};

struct SpectralReport {
    double cfl = 0;                ///< cells that the fastest flow crossed
    double divergence_before = 0;  ///< rms, 1/s, before the projection
    double divergence = 0;         ///< and after it: rounding
    int fourier_loops = 0;         ///< passes over the waves: one
    bool speed_capped = false;     ///< max_speed was reached: push less, or take smaller steps
};

template <int Dim> class SpectralFluid {
  public:
    /// Refuses what is out of range or does not fit into memory.
    static Result<SpectralFluid> make(const SpectralConfig<Dim>& config);

    /// As made: with even sizes, and the size filled in.
    const SpectralConfig<Dim>& config() const { return config_; }
    /// What was changed about the sizes that were asked for, in a sentence; empty if nothing.
    const std::string& correction() const { return correction_; }

    /// The state, at cell centres, for reading and for setting. There are no ghosts.
    View<double, Dim> velocity(int axis) { return layout_.view(u_[axis].data()); }
    View<double, Dim> force(int axis) { return layout_.view(force_[axis].data()); }  ///< m/s^2
    View<double, Dim> ink(int which = 0) { return layout_.view(ink_[static_cast<std::size_t>(which)].data()); }

    /// m^2/s, from the next step on.
    Result<void> set_viscosity(double viscosity);

    /// Another viscosity, filter, factor or limit from the next step on. Cells, size and inks stay as they are.
    Result<void> change(const SpectralConfig<Dim>& config);

    /// Told after each verb of a step: add_forces, advect_velocity, filter_and_project, advect_inks. Reading the state
    /// from inside is fine, changing it is not. Null: nobody.
    void observe(Observer* observer) { observer_ = observer; }

    /// Refuses a step that is not above 0, and numbers that are not finite; the state then stays as it was.
    Result<SpectralReport> step(double dt);

    /// The largest |k . u_k| / cells over all waves, 1/s: what a projection leaves.
    double divergence();
    /// div u at the centres, 1/s, each wave derived exactly. Valid until the next step.
    View<const double, Dim> divergence_field();

    /// Everything that a later step depends on, as one block; `load` puts it back, bit for bit. It refuses a block of
    /// another size or kind.
    std::vector<std::byte> save() const;
    Result<void> load(const std::vector<std::byte>& saved);
    std::uint64_t hash() const;

    double time() const { return time_; }
    std::int64_t steps() const { return steps_; }
    std::size_t bytes() const;

  private:
    explicit SpectralFluid(const SpectralConfig<Dim>& config) : config_(config), layout_(config.cells) {}
    Result<void> allocate();
    Scheduler& scheduler() const { return config_.scheduler ? *config_.scheduler : serial_scheduler(); }
    Region<Dim> waves() const;
    template <class F> void each_wave_divergence(F f);
    std::size_t field_bytes() const;  ///< of a saved state
    /// f(view) for each field of the state, in the order of blocks and hashes.
    template <class F> void each_field(F f) const {
        for (const Buffer& buffer : u_.component) f(layout_.view(buffer.data()));
        for (const Buffer& buffer : force_.component) f(layout_.view(buffer.data()));
        for (const Buffer& buffer : ink_) f(layout_.view(buffer.data()));
    }
    bool is_finite() const;

    void told(const char* verb) const {
        if (observer_) observer_->after(verb);
    }
    void add_forces(double dt, SpectralReport& report);
    void advect(double dt, std::span<const Buffer> from, std::span<Buffer> to, double kept);
    void advect_velocity(double dt);
    void filter_and_project(double dt, SpectralReport& report);

    SpectralConfig<Dim> config_;
    std::string correction_;
    InPlace<Dim> layout_;
    Vec<Buffer, Dim> u_, before_, force_;
    std::vector<Buffer> ink_;
    Buffer spare_;  ///< for inks
    Plan forward_, backward_;
    Vec<std::vector<double>, Dim> wave_, decay_;        ///< k of each index, 1/m; what viscosity leaves of it
    std::vector<double> before_in_row_, after_in_row_;  ///< of waves: the squared divergence, around the projection
    Vec<std::vector<double>, Dim> derivative_;          ///< the same, but 0 for the wave of half the cells
    Observer* observer_ = nullptr;
    double time_ = 0;
    std::int64_t steps_ = 0;
};

}  // namespace whorl
