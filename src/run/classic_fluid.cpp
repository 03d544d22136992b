// Stam's solver as published under a scene: a box of N x N (x N) cells between walls, one unit long whatever the
// scene's size is. src/scene/check_method.cpp refuses what it cannot do.
#include <cmath>

#include "core/for_box.hpp"
#include "run/centred_fluid.hpp"
#include "run/obstacles.hpp"
#include "whorl/classic.hpp"

namespace whorl {
namespace {

ClassicConfig config_at(const Scene& scene, double t) {
    const double area = scene.size[0] * scene.size[0];
    ClassicConfig config{.cells = scene.cells[0], .inks = static_cast<int>(scene.scalars.size())};
    config.viscosity = scene.fluid.viscosity.at(t) / area;
    config.diffusion = scene.scalars[0].diffusion.at(t) / area;  // the same for all
    config.max_speed = scene.solver.max_speed;
    if (scene.solver.tolerance == 0) config.sweeps = scene.solver.max_cycles;
    if (scene.solver.pressure == "cg") config.solver = ClassicSolver::conjugate_gradient;
    return config;
}

template <int Dim, class T> class ClassicFluid final : public CentredFluid<Dim, T> {
  public:
    static MadeCentredFluid<Dim, T> make(const Scene& scene, const Pictures& pictures) {
        auto solver = Classic<T, Dim>::make(config_at(scene, 0));
        if (!solver) return solver.error();
        std::unique_ptr<ClassicFluid> made(new ClassicFluid(scene, std::move(solver).value()));
        made->lay_mask(pictures);
        if (auto ok = made->set_walls(); !ok) return ok.error();
        return std::unique_ptr<CentredFluid<Dim, T>>(std::move(made));
    }

    View<T, Dim> velocity(int axis) override { return solver_.velocity(axis); }
    View<T, Dim> scalar(int which) override { return solver_.ink(which); }
    double unit() const override { return scene_.size[0]; }

    /// The solver's numbers do not change under it; where the scene's move, the state changes house.
    Result<void> follow(double t) override {
        if (!scene_.fluid.viscosity.depends_on_time() && !scene_.scalars[0].diffusion.depends_on_time()) return {};
        auto solver = Classic<T, Dim>::make(config_at(scene_, t));
        if (!solver) return solver.error();
        if (auto ok = solver.value().load(solver_.save()); !ok) return ok;
        solver_ = std::move(solver).value();
        return set_walls();
    }

    Result<Report> step(double dt) override {
        const auto done = solver_.step(dt);
        if (!done) return done.error();
        const ClassicReport& from = done.value();
        Report report{.steps = 1, .dt = dt, .cfl = from.max_speed * dt * scene_.cells[0]};
        report.iterations = from.iterations;
        report.divergence = rms_divergence();
        report.divergence_before = from.divergence_left > 0 ? report.divergence / from.divergence_left : 0;
        report.speed_capped = from.speed_capped;
        return report;
    }

    double time() const override { return solver_.time(); }
    std::int64_t steps() const override { return solver_.steps(); }
    std::uint64_t hash() const override { return solver_.hash(); }
    std::vector<std::byte> save() const override { return solver_.save(); }
    Result<void> load(const std::vector<std::byte>& saved) override { return solver_.load(saved); }

  private:
    ClassicFluid(const Scene& scene, Classic<T, Dim> solver) : scene_(scene), solver_(std::move(solver)) {}

    /// Cells whose centres are inside an obstacle.
    void lay_mask(const Pictures& pictures) {
        if (scene_.obstacles.empty()) return;
        const View<T, Dim> cells = solver_.velocity(0);
        mask_.assign(static_cast<std::size_t>(cells.cells()), 0);
        for (const SceneObstacle& each : scene_.obstacles) {
            const ObstacleMoment wall = obstacle_at(each, Dim, 0);
            const CoveredShape inside{wall.shape, pictures.of(each.shape)};
            const double h = scene_.size[0] / scene_.cells[0];
            std::size_t next = 0;
            for_box({}, cells.shape, [&](const Vec<int, Dim>& at) {
                Place place{};
                for (int axis = 0; axis < Dim; ++axis) place[axis] = (at[axis] + 0.5) * h;
                mask_[next++] |= inside.part(wall.local(place), h) >= 0.5;
            });
        }
    }

    Result<void> set_walls() {
        if (mask_.empty()) return {};
        View<const std::uint8_t, Dim> view{mask_.data(), solver_.velocity(0).shape, {}};
        view.stride[0] = 1;
        for (int axis = 1; axis < Dim; ++axis) view.stride[axis] = view.stride[axis - 1] * view.shape[axis - 1];
        return solver_.set_obstacles(view);
    }

    /// By central differences, as the solver projects; ghosts are filled.
    double rms_divergence() {
        double sum = 0;
        const View<T, Dim> cells = solver_.velocity(0);
        for_box({}, cells.shape, [&](const Vec<int, Dim>& at) {
            double divergence = 0;
            for (int axis = 0; axis < Dim; ++axis) {
                const View<T, Dim> u = solver_.velocity(axis);
                const T* here = &u[at];
                divergence += static_cast<double>(here[u.stride[axis]]) - static_cast<double>(here[-u.stride[axis]]);
            }
            sum += divergence * divergence;
        });
        return 0.5 * scene_.cells[0] * std::sqrt(sum / static_cast<double>(cells.cells()));
    }

    Scene scene_;
    Classic<T, Dim> solver_;
    std::vector<std::uint8_t> mask_{};
};

}  // namespace

template <int Dim, class T> MadeCentredFluid<Dim, T> make_classic_fluid(const Scene& scene, const Pictures& pictures) {
    return ClassicFluid<Dim, T>::make(scene, pictures);
}

double classic_bytes(const Scene& scene) {
    const double fields = 3.0 * scene.dim + 2.0 * static_cast<double>(scene.scalars.size());
    return fields * std::pow(scene.cells[0] + 2.0, scene.dim) * (scene.solver.precision == "double" ? 8 : 4);
}

template MadeCentredFluid<2, float> make_classic_fluid(const Scene&, const Pictures&);
template MadeCentredFluid<3, float> make_classic_fluid(const Scene&, const Pictures&);
template MadeCentredFluid<2, double> make_classic_fluid(const Scene&, const Pictures&);
template MadeCentredFluid<3, double> make_classic_fluid(const Scene&, const Pictures&);

}  // namespace whorl
