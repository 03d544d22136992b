// whorl's fluid: smoke in a box of cells, in two or three dimensions. This is the header to include.
//
//     auto fluid = whorl::Fluid2::make({.cells = {256, 256}, .size = {1, 1}}).value();
//     fluid.add(whorl::Circle{{0.5f, 0.1f}, 0.05f}, {.density = 4, .velocity = {0, 1}});
//     fluid.advance(1.0f / 60);
//
// Lengths are metres, times seconds; the number of cells is only a matter of quality.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/obstacles.hpp"
#include "whorl/parallel.hpp"
#include "whorl/pressure.hpp"
#include "whorl/sides.hpp"
#include "whorl/types.hpp"

namespace whorl {

/// How a particle is followed backwards: first, second and third order in the time step.
enum class Trace { euler, rk2, rk3 };

/// How a field is carried along; docs/transport.md compares them. `upwind` is for teaching: it blows up where the
/// others do not. `flux` keeps totals; it carries scalars at centres alone, so a fluid's velocity cannot have it.
enum class Scheme { linear, maccormack, upwind, cubic, bfecc, flux };

/// A quantity that the flow carries.
struct ScalarConfig {
    std::string name{};
    double diffusion = 0;    ///< m^2/s, 0 or more
    double dissipation = 0;  ///< a rate, 1/s: divided by 1 + dt * dissipation each step
    double kept = 1;         ///< a factor each step, 0 to 1 (Nealen's dissipation)
    double ambient = 0;      ///< what comes in through open sides; of temperature, FluidConfig::ambient_temperature
    std::optional<Scheme> advection{};  ///< as the fluid's, if not given
    /// Stored at the corners of cells, one more than cells along each axis that is not periodic, instead of their
    /// centres. It is carried and dissipated; diffusion, weight, heat and obstacles want centres.
    bool at_nodes = false;
};

/// Viscosity that differs from place to place, with the full stress of a fluid that is sheared: thick ink in thin
/// water, wax that melts (docs/viscosity.md).
struct VaryingViscosity {
    /// It follows this scalar, which is at centres. None: it is the field "viscosity", m^2/s at centres, which starts
    /// as FluidConfig::viscosity everywhere and is yours to `edit` before any step; it stays where it is.
    std::string scalar{};
    /// {value of the scalar, m^2/s}, 2 to 16 of them with rising values: straight lines between, level beyond. None:
    /// the scalar is the viscosity, and counts as 0 where it is below.
    std::vector<Vec<double, 2>> points{};
};

template <int Dim> struct FluidConfig {
    Vec<int, Dim> cells{};    ///< 1 or more along each axis
    Vec<double, Dim> size{};  ///< metres; all zero: the longest side is 1, cells are square

    Side<Dim> left{}, right{};  ///< low and high x
    Side<Dim> bottom{}, top{};  ///< low and high y; in 3D z
    Side<Dim> front{}, back{};  ///< in 3D: low and high y

    double viscosity = 0;                                 ///< m^2/s, 0 or more
    std::optional<VaryingViscosity> varying_viscosity{};  ///< instead of the same everywhere
    Vec<double, Dim> gravity{};                           ///< tells where up is: its opposite; if zero, y, or z in 3D
    double buoyancy = 0;                                  ///< m/s^2 a degree above ambient
    double ambient_temperature = 0;
    double weight = 0;                 ///< m/s^2 a unit of density, downwards
    double vorticity_confinement = 0;  ///< epsilon, 1/s; see docs/step.md for its scale
    std::vector<ScalarConfig> scalars{{.name = "density"}, {.name = "temperature"}};

    int substeps = 1;  ///< steps that `advance` takes
    double step = 0;   ///< instead: the length of a step, seconds
    double cfl = 0;    ///< instead: cells that the flow may cross in a step

    std::string order = "whorl";  ///< whorl stam2003 stam1999 harris2004 slides thesis reflection
    Scheme advection = Scheme::maccormack;
    Trace trace = Trace::rk2;
    std::string pressure = "auto";   ///< auto multigrid mgpcg, others for comparison, or one that was registered
    double tolerance = 1e-4;         ///< of the divergence that a projection leaves, relative to that before
    int max_cycles = 50;             ///< of the pressure solver, each projection
    double max_milliseconds = 0;     ///< of each projection, 0: no limit; with one, every run has bits of its own
    double max_speed = 100;          ///< domain lengths a second
    Scheduler* scheduler = nullptr;  ///< who runs the work; the calling thread if none. It must outlive the fluid
};

/// Shapes. Distances are in metres.
struct Circle {
    Vec<float, 2> center;
    float radius;
};
struct Sphere {
    Vec<float, 3> center;
    float radius;
};
template <int Dim> struct Box { Vec<float, Dim> low, high; };
/// All points within `radius` of the line from `from` to `to`.
template <int Dim> struct Capsule {
    Vec<float, Dim> from, to;
    float radius;
};

/// Any of them: a box or a capsule (a circle is a capsule without length).
template <int Dim> struct Shape {
    Vec<float, Dim> low{}, high{};
    float radius = 0;
    bool is_box = false;

    Shape(const Circle& circle) requires(Dim == 2) : low(circle.center), high(circle.center), radius(circle.radius) {}
    Shape(const Sphere& sphere) requires(Dim == 3) : low(sphere.center), high(sphere.center), radius(sphere.radius) {}
    Shape(const Box<Dim>& box) : low(box.low), high(box.high), is_box(true) {}
    Shape(const Capsule<Dim>& capsule) : low(capsule.from), high(capsule.to), radius(capsule.radius) {}
};

/// A velocity that may be left out.
template <int Dim> struct MaybeVelocity {
    Vec<float, Dim> value{};
    bool is_given = false;

    MaybeVelocity() = default;
    MaybeVelocity(const Vec<float, Dim>& velocity) : value(velocity), is_given(true) {}
    template <class... Number>
    requires(sizeof...(Number) == Dim) MaybeVelocity(Number... number)
        : value{static_cast<float>(number)...},
          is_given(true) {}
};

/// What a shape gives off. Scalars are units a second, times the part of a cell that the shape covers.
template <int Dim> struct Emission {
    float density = 0;
    float temperature = 0;
    MaybeVelocity<Dim> velocity{};      ///< m/s; the flow inside the shape is set to it
    std::vector<SideScalar> scalars{};  ///< further ones by name
};

/// Pressure and friction on an obstacle, for a fluid of density 1: newtons (a metre deep in 2D), and newton metres
/// about the obstacle's position.
template <int Dim> struct ObstacleForce {
    Vec<double, Dim> pressure{}, friction{};
    Vec<double, Dim == 2 ? 1 : 3> torque{};
};

/// How long a verb of the step took.
struct StageTime {
    const char* verb = nullptr;
    double milliseconds = 0;
};

/// What a step, or all steps of an `advance`, did. Flags each say what to change.
struct Report {
    static constexpr int max_stages = 16;

    int steps = 0;
    double dt = 0;                  ///< of the last step
    double cfl = 0;                 ///< cells that the fastest flow crossed in it
    int iterations = 0;             ///< of the pressure solver, the last projection
    double divergence_before = 0;   ///< rms, 1/s, before the last projection
    double divergence = 0;          ///< and after it, as measured on the velocity
    double unbalanced = 0;          ///< mean divergence that no pressure can remove, 1/s
    double unbalanced_at[3]{};      ///< with obstacles: a place in the pocket where that is so, metres
    int viscosity_iterations = 0;   ///< where viscosity varies: of its solver, the last step
    double viscosity_residual = 0;  ///< and what that left, relative to its right-hand side (L2)
    int flux_substeps = 0;          ///< that `flux` cut the last step into; 0 if no scalar uses it
    double swept = 0;               ///< density that moving walls added or took, in units times m^2, or m^3 in 3D

    StageTime stages[max_stages]{};  ///< of the last step, in order
    int stage_count = 0;

    bool tolerance_missed = false;  ///< raise max_cycles, or the tolerance
    bool viscosity_missed = false;  ///< its solver fell short: raise max_cycles, lower the contrast, or use double
    bool at_float_floor = false;    ///< rounding is all that is left: nothing to change, or use double
    bool flow_unbalanced = false;   ///< more flows into a closed box than out: open a side, or balance the inflows
    bool speed_capped = false;      ///< max_speed was reached: push less, or take smaller steps
    bool flux_slowed = false;       ///< `flux` carried less far than the flow went: take smaller steps
    bool steps_capped = false;      ///< `advance` would have needed more steps than it may take: raise `cfl` or `step`
};

/// Told after each verb of a step, with its name. Reading the fluid's views from inside is fine, changing it is not.
class Observer {
  public:
    virtual ~Observer() = default;
    virtual void after(std::string_view verb) = 0;
};

template <int Dim, class T = float> class Fluid {
  public:
    /// Refuses what is out of range, does not fit together or does not fit into memory.
    [[nodiscard]] static Result<Fluid> make(const FluidConfig<Dim>& config);
    Fluid(Fluid&&) noexcept;
    Fluid& operator=(Fluid&&) noexcept;
    ~Fluid();

    /// During the next `advance`, or `step`, the shape gives off this. Refuses numbers that are not finite.
    Result<void> add(const Shape<Dim>& shape, const Emission<Dim>& emission);
    /// During the next `advance`, or `step`, the flow inside the shape is accelerated, m/s^2.
    Result<void> push(const Shape<Dim>& shape, const Vec<float, Dim>& acceleration);

    /// Puts an obstacle into the flow; the number that comes back stands for it below. Cells inside it are not flow.
    Result<int> set_obstacle(const Obstacle<Dim>& obstacle);
    /// Another shape, place or slip for it, at once.
    Result<void> set_obstacle(int number, const Obstacle<Dim>& obstacle);
    /// Where it is at the end of the next `advance`, or `step`: it moves there evenly, and moves the flow.
    Result<void> move_obstacle(int number, const Pose<Dim>& pose);
    Result<void> remove_obstacle(int number);
    /// What the flow does to it, as of the last step; all 0 if there is no such obstacle.
    ObstacleForce<Dim> force_on(int number) const;

    /// Moves on by `seconds`, in steps as the configuration says. What was added and pushed is then forgotten.
    Result<Report> advance(double seconds);
    /// One step of `dt` seconds.
    Result<Report> step(double dt);
    const Report& report() const;

    /// density, temperature, any other scalar, pressure, viscosity where it varies, or velocity.x velocity.y
    /// velocity.z, which lie on the faces that they cross: face i between cells i - 1 and i. Valid until the next step;
    /// data is null if there is no such field.
    View<const T, Dim> view(std::string_view name) const;
    /// To set an initial state. Values that are not finite make the next step refuse.
    View<T, Dim> edit(std::string_view name);
    /// Linear interpolation at a point; 0 if there is no such field.
    double sample(std::string_view name, const Vec<double, Dim>& at) const;

    void observe(Observer* observer);

    std::vector<std::byte> save() const;
    /// The fields and the time; obstacles are the caller's, to be put (set_obstacle) where they were when it was saved.
    Result<void> load(const std::vector<std::byte>& saved);
    std::uint64_t hash() const;

    const FluidConfig<Dim>& config() const;
    double time() const;
    std::int64_t steps() const;
    std::size_t bytes() const;  ///< of memory

  private:
    struct State;
    explicit Fluid(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

using Fluid2 = Fluid<2>;
using Fluid3 = Fluid<3>;

}  // namespace whorl
