// The scene's fluid on a solver that has everything at the centres of cells: Stam's as published, or Nealen's.
//
// Emitters, forces, buoyancy and confinement change the velocity before the step, whose first line adds forces anyway;
// what scalars lose is taken after it.
#pragma once

#include "run/centred_fluid.hpp"
#include "run/simulator.hpp"

namespace whorl {

template <int Dim, class T> class CentredSimulator final : public Simulator {
  public:
    static Result<std::unique_ptr<Simulator>> make(const Scene& scene, Pictures pictures,
                                                   MadeCentredFluid<Dim, T> fluid);

    const Scene& scene() const override { return scene_; }
    Result<Report> step(double dt) override;
    double time() const override { return fluid_->time(); }
    std::int64_t steps() const override { return fluid_->steps(); }
    std::uint64_t hash() const override { return fluid_->hash(); }
    double fastest() const override;
    bool is_staggered() const override { return false; }
    Array3 read(std::string_view field) const override;
    double sample(std::string_view field, const Place& at) const override;
    std::vector<double> force_on(std::string_view) const override { return {}; }
    std::vector<std::byte> save() const override { return fluid_->save(); }
    Result<void> load(const std::vector<std::byte>& saved) override { return fluid_->load(saved); }

  private:
    CentredSimulator(const Scene& scene, Pictures pictures, std::unique_ptr<CentredFluid<Dim, T>> fluid)
        : scene_(scene),
          pictures_(std::move(pictures)),
          fluid_(std::move(fluid)) {}

    View<T, Dim> field(std::string_view name) const;
    double unit_of(std::string_view name) const { return name.starts_with("velocity") ? fluid_->unit() : 1; }
    Editable<T, Dim> editable() {
        return {[this](std::string_view name) { return field(name); }, false, fluid_->unit()};
    }
    int number_of(std::string_view scalar) const;
    Result<void> check_numbers(double t) const;
    void confine(double t, double dt);
    void lift(double t, double dt);
    void fade(double t, double dt);

    Scene scene_;
    Pictures pictures_;
    std::unique_ptr<CentredFluid<Dim, T>> fluid_;
};

}  // namespace whorl
