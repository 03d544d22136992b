// A fluid as the scene has it, whatever its dimension and precision: stepped with the scene's emitters, forces and
// moving numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "render/stages.hpp"
#include "scene/scene.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

/// A field copied out, in double precision: pictures, measures and files read it without knowing the fluid's type.
/// In 2D the third side is 1.
struct Array3 {
    Vec<int, 3> shape{1, 1, 1};
    std::vector<double> values{};

    std::size_t index(int i, int j, int k) const {
        return (static_cast<std::size_t>(k) * shape[1] + static_cast<std::size_t>(j)) * shape[0] +
               static_cast<std::size_t>(i);
    }
    double operator()(int i, int j, int k) const { return values[index(i, j, k)]; }
    double operator()(const Vec<int, 3>& at) const { return values[index(at[0], at[1], at[2])]; }
};

class Simulator {
  public:
    virtual ~Simulator() = default;

    virtual const Scene& scene() const = 0;
    /// One step, with what the scene does at this moment.
    virtual Result<Report> step(double dt) = 0;

    virtual double time() const = 0;
    virtual std::int64_t steps() const = 0;
    virtual std::uint64_t hash() const = 0;
    /// Cells that the fastest flow crosses in a second.
    virtual double fastest() const = 0;

    /// Whether velocity.x and its sisters lie on the faces that they cross; otherwise at the centres of cells.
    virtual bool is_staggered() const { return true; }
    /// As it is stored: scalars and pressure at centres. Of the derived fields only the divergence, where the method
    /// has one of its own; empty if there is no such field.
    virtual Array3 read(std::string_view field) const = 0;
    /// Linear interpolation of a stored field.
    virtual double sample(std::string_view field, const Place& at) const = 0;

    /// Pressure and friction along each axis and the torque, as of the last step; empty if there is no such obstacle.
    virtual std::vector<double> force_on(std::string_view obstacle) const = 0;

    /// One of `stage_names` of the last step. Refused by methods that do not show their stages.
    virtual Result<Image> draw_stage(std::string_view name, const StageStyle& style) const;

    virtual std::vector<std::byte> save() const = 0;
    virtual Result<void> load(const std::vector<std::byte>& saved) = 0;

    // What a person does to the flow while it runs. Each may be refused.

    /// During the next step alone, after the scene's own: exactly as if it stood at the end of the scene's list.
    virtual Result<void> add(const SceneEmitter&) { return no_hands(); }
    virtual Result<void> add(const SceneForce&) { return no_hands(); }
    /// Other numbers, solver, emitters, forces and obstacles on the same grid with the same scalars; the state goes on,
    /// with another order of the step as far as both keep it.
    virtual Result<void> change(const Scene&) { return no_hands(); }
    /// The same where nothing but emitters and forces differ: no bit of the state is touched, walls stay set up.
    virtual Result<void> change_sources(const Scene& scene) { return change(scene); }
    /// The middle of one of the scene's obstacles goes to a place during the next step, evenly, and moves the flow.
    /// From then on it is where it was carried, whatever the scene says.
    virtual Result<void> carry(std::string_view, const Place&) { return no_hands(); }
    /// A stored field, the same everywhere.
    virtual Result<void> fill(std::string_view, double) { return no_hands(); }
    /// Told after each verb of a step; null: nobody.
    virtual Result<void> observe(Observer*) { return no_hands(); }
    /// Of memory; 0 if it is not known.
    virtual std::size_t bytes() const { return 0; }

  private:
    static Error no_hands() { return {"this solver runs a scene as it is written; nothing can be changed under way"}; }
};

/// With the scene's initial state. The scheduler must outlive it. Refuses what its method cannot do.
Result<std::unique_ptr<Simulator>> make_simulator(const Scene& scene, Scheduler& scheduler);

/// Bytes that the scene's fluid will take, found from two small ones.
Result<double> estimate_memory(const Scene& scene);

}  // namespace whorl
