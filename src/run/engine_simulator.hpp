// The scene's fluid on whorl's own engine.
#pragma once

#include "run/flow_config.hpp"
#include "run/obstacles.hpp"
#include "run/simulator.hpp"
#include "run/things.hpp"

namespace whorl {

template <int Dim, class T> class EngineSimulator final : public Simulator {
  public:
    static Result<std::unique_ptr<Simulator>> make(const Scene& scene, Scheduler& scheduler);

    const Scene& scene() const override { return scene_; }
    Result<Report> step(double dt) override;
    double time() const override { return fluid_.time(); }
    std::int64_t steps() const override { return fluid_.steps(); }
    std::uint64_t hash() const override { return fluid_.hash(); }
    double fastest() const override;
    Array3 read(std::string_view field) const override;
    double sample(std::string_view field, const Place& at) const override;
    std::vector<double> force_on(std::string_view obstacle) const override;
    Result<Image> draw_stage(std::string_view name, const StageStyle& style) const override;
    std::vector<std::byte> save() const override { return fluid_.save(); }
    Result<void> load(const std::vector<std::byte>& saved) override;

    Result<void> add(const SceneEmitter& emitter) override;
    Result<void> add(const SceneForce& force) override;
    Result<void> change(const Scene& scene) override;
    Result<void> change_sources(const Scene& scene) override;
    Result<void> carry(std::string_view obstacle, const Place& to) override;
    Result<void> fill(std::string_view field, double value) override;
    Result<void> observe(Observer* observer) override;
    std::size_t bytes() const override { return fluid_.bytes(); }

  private:
    EngineSimulator(const Scene& scene, Scheduler& scheduler, Fluid<Dim, T> fluid)
        : scene_(scene),
          scheduler_(scheduler),
          fluid_(std::move(fluid)),
          numbers_(config_numbers(scene, 0)),
          config_moves_(config_moves(scene)) {}

    void watch_stages();
    Result<void> set_viscosity(double t);
    Result<void> follow_config(double t);
    Result<void> move_house(double t);
    Result<void> carry_over(Fluid<Dim, T>& to) const;
    Result<void> act(double t, double dt);
    Result<void> move_carried();
    Result<void> set_obstacles(double t);
    Result<void> move_obstacles(double t, double dt);
    Result<void> emit_now(const SceneEmitter& emitter, double t, double dt);
    Result<void> emit_by_engine(const SceneEmitter& emitter, const Shape<Dim>& shape, const Moment& moment);
    Result<void> apply_now(const SceneForce& force, double t, double dt);
    Editable<T, Dim> editable() {
        return {[this](std::string_view name) { return fluid_.edit(name); }};
    }

    Scene scene_;
    Scheduler& scheduler_;
    Fluid<Dim, T> fluid_;
    std::vector<double> numbers_;  // of the configuration that fluid_ has
    bool config_moves_;
    Pictures pictures_{};
    std::vector<int> obstacles_{};                // the engine's numbers for the scene's
    std::vector<ObstacleMoment> walls_{};         // as they were set
    std::unique_ptr<StageRecorder<T>> stages_{};  // if an output shows them
    std::vector<SceneEmitter> hand_emitters_{};
    std::vector<SceneForce> hand_forces_{};
    std::map<std::string, Place> carried_{}, carrying_{};  // by obstacle: where it was put, where it goes now
    Observer* observer_ = nullptr;
};

}  // namespace whorl
