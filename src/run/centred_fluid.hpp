// A fluid that has everything at the centres of cells: what scenes need to know of the solvers of the sources.
#pragma once

#include <memory>
#include <vector>

#include "run/things.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

template <int Dim, class T> class CentredFluid {
  public:
    virtual ~CentredFluid() = default;

    /// The state, to read and to change. Velocities are in units a second, and a unit is so many metres.
    virtual View<T, Dim> velocity(int axis) = 0;
    virtual View<T, Dim> scalar(int which) = 0;
    virtual double unit() const { return 1; }

    /// Takes over what the scene's numbers are at a moment.
    virtual Result<void> follow(double t) = 0;
    virtual Result<Report> step(double dt) = 0;

    /// div u at the centres, as the method itself understands it, 1/s; empty: by central differences.
    virtual std::vector<double> divergence() { return {}; }

    virtual double time() const = 0;
    virtual std::int64_t steps() const = 0;
    virtual std::uint64_t hash() const = 0;
    virtual std::vector<std::byte> save() const = 0;
    virtual Result<void> load(const std::vector<std::byte>& saved) = 0;
};

template <int Dim, class T> using MadeCentredFluid = Result<std::unique_ptr<CentredFluid<Dim, T>>>;

/// Stam's solver as published, for `method = "classic"`.
template <int Dim, class T> MadeCentredFluid<Dim, T> make_classic_fluid(const Scene& scene, const Pictures& pictures);

/// Nealen's, for `method = "spectral"`. Without FFTW it is refused, with the package's name.
template <int Dim> MadeCentredFluid<Dim, double> make_spectral_fluid(const Scene& scene, Scheduler& scheduler);

/// Bytes that they take.
double classic_bytes(const Scene& scene);
double spectral_bytes(const Scene& scene);

}  // namespace whorl
