// One step of smoke. The verbs are said in the order that the parameters name (step/orders.hpp; docs/step.md has a
// section for each).
#pragma once

#include "step/parts.hpp"

namespace whorl {

template <class T, int Dim> class SmokeStep {
  public:
    struct Parts {
        const Parameters<T, Dim>& parameters;
        Changing<T, Dim>& state;
        Workspace<T, Dim>& work;
        const std::vector<Emitter<T, Dim>>& emitters;
        Scheduler& scheduler;
        Observer* observer;  // may be null
    };

    SmokeStep(const Parts& parts, double dt, Report& report);
    void run();

  private:
    void say(Verb verb);

    void add_sources();
    void add_forces(double part);
    void confine_vorticity();
    void extrapolate();
    void carry();
    void diffuse_velocity();
    void diffuse_scalars();
    void advect_velocity(double part);
    void reflect();
    void advect_scalars();
    void advect();
    void advect_in_slabs(std::span<const int> scalars, bool with_velocity);
    void advect_some_scalars(const Faces<const T, Dim>& tracer, std::span<const int> scalars);
    void dissipate();
    void project();
    void check();

    Faces<const T, Dim> tracing_velocity();
    AdvectScratch<T, Dim> traces(double part);
    void fill_velocity(const Faces<T, Dim>& u, int first_axis = 0);
    AdvectContext<T, Dim> advect_context(double part) const;
    static bool ends_rows(Scheme scheme);
    bool looks_ahead(int scalar) const;
    bool walls_meet_openings() const;
    ScalarGhosts<T, Dim> ghosts_of(int scalar);
    void fill_scalar(int scalar, const View<T, Dim>& view, int first_axis = 0, const Lines& lines = {});
    void fill_departing_velocity();
    AdvectedField<T, Dim> departing_component(int axis, std::optional<RowEnds<T>>& ends);
    AdvectedField<T, Dim> departing_scalar(int scalar, std::optional<RowEnds<T>>& ends);
    View<T, Dim> spare_carried();
    bool is_stiff(double coefficient) const;
    StressDomain<T, Dim> stress_domain() const;
    double take_viscosity();
    void carry_stress();
    void diffuse_by_stress();
    void diffuse(Diffuser<T, Dim>& diffuser, double rate, const View<T, Dim>& x);
    void carry_on(const View<T, Dim>& q);

    const Parameters<T, Dim>& parameters_;
    Changing<T, Dim>& state_;
    Workspace<T, Dim>& work_;
    const std::vector<Emitter<T, Dim>>& emitters_;
    Scheduler& scheduler_;
    Observer* observer_;
    const double dt_;
    Report& report_;
    std::size_t projections_ = 0;                     // said so far
    bool has_tracer_ = false;                         // work_.tracer is the velocity that traces
    std::optional<Vec<double, Dim>> tracer_speed_{};  // the largest along each axis, where it is known
    double traced_part_ = 0;                          // of the step, that work_.traces() are of; 0: none
    bool rows_are_ended_ = false;                     // state_.u has its ghosts across x
    bool is_stress_halved_ = false;                   // the other half was carried
};

}  // namespace whorl
