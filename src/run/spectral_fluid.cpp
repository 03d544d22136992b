// Nealen's solver under a scene: a periodic box, solved by Fourier transforms. src/scene/check_method.cpp refuses what
// it cannot do.
#include "run/centred_fluid.hpp"

#if WHORL_HAS_SPECTRAL
#include "core/for_box.hpp"
#include "spectral/spectral_fluid.hpp"
#endif

namespace whorl {

#if WHORL_HAS_SPECTRAL
namespace {

template <int Dim> class SpectralMethod final : public CentredFluid<Dim, double> {
  public:
    static MadeCentredFluid<Dim, double> make(const Scene& scene, Scheduler& scheduler) {
        SpectralConfig<Dim> config;
        for (int axis = 0; axis < Dim; ++axis)
            config.cells[axis] = scene.cells[axis], config.size[axis] = scene.size[axis];
        config.viscosity = scene.fluid.viscosity.at(0);
        config.inks = static_cast<int>(scene.scalars.size());
        config.force_kept = 0;
        config.max_speed = scene.solver.max_speed;
        config.scheduler = &scheduler;
        auto fluid = SpectralFluid<Dim>::make(config);
        if (!fluid) return fluid.error();
        return std::unique_ptr<CentredFluid<Dim, double>>(new SpectralMethod(scene, std::move(fluid).value()));
    }

    View<double, Dim> velocity(int axis) override { return fluid_.velocity(axis); }
    View<double, Dim> scalar(int which) override { return fluid_.ink(which); }

    Result<void> follow(double t) override { return fluid_.set_viscosity(scene_.fluid.viscosity.at(t)); }

    Result<Report> step(double dt) override {
        const auto done = fluid_.step(dt);
        if (!done) return done.error();
        Report report{.steps = 1, .dt = dt, .cfl = done.value().cfl};
        report.divergence_before = done.value().divergence_before, report.divergence = done.value().divergence;
        report.speed_capped = done.value().speed_capped;
        return report;
    }

    std::vector<double> divergence() override {
        std::vector<double> values;
        const auto view = fluid_.divergence_field();
        for_box({}, view.shape, [&](const Vec<int, Dim>& at) { values.push_back(view[at]); });
        return values;
    }

    double time() const override { return fluid_.time(); }
    std::int64_t steps() const override { return fluid_.steps(); }
    std::uint64_t hash() const override { return fluid_.hash(); }
    std::vector<std::byte> save() const override { return fluid_.save(); }
    Result<void> load(const std::vector<std::byte>& saved) override { return fluid_.load(saved); }

  private:
    SpectralMethod(const Scene& scene, SpectralFluid<Dim> fluid) : scene_(scene), fluid_(std::move(fluid)) {}

    Scene scene_;
    SpectralFluid<Dim> fluid_;
};

}  // namespace

template <int Dim> MadeCentredFluid<Dim, double> make_spectral_fluid(const Scene& scene, Scheduler& scheduler) {
    return SpectralMethod<Dim>::make(scene, scheduler);
}
#else
template <int Dim> MadeCentredFluid<Dim, double> make_spectral_fluid(const Scene&, Scheduler&) {
    return Error{
        "solver.method: this program was built without FFTW, which the spectral method needs; install libfftw3-dev "
        "and build again, or write method = \"engine\""};
}
#endif

double spectral_bytes(const Scene& scene) {
    const double fields = 3.0 * scene.dim + static_cast<double>(scene.scalars.size()) + 1;
    return fields * 8 * (scene.cells[0] + 2.0) * scene.cells[1] * scene.cells[2];
}

template MadeCentredFluid<2, double> make_spectral_fluid(const Scene&, Scheduler&);
template MadeCentredFluid<3, double> make_spectral_fluid(const Scene&, Scheduler&);

}  // namespace whorl
