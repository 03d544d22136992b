// A fluid that a person plays with: what the viewer asks of a solver, whichever it is.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "render/cell_field.hpp"
#include "saved_scene.hpp"
#include "whorl/whorl.hpp"

namespace whorl::view {

/// A straight piece of the path of a hand. Places are parts of the domain's sides, 0 to 1, y (in 3D z) upwards.
struct Stroke {
    Vec<double, 2> from{}, to{};
    double seconds = 0;   ///< that the hand took
    bool is_dab = false;  ///< the press itself: a dot of ink, no push
    int ink = 0;          ///< which of `inks`
    double depth = 0.5;   ///< of the plane that it moves in, in 3D
};

/// A number that a person may turn while the fluid runs.
struct Parameter {
    std::string id{}, label{}, unit{}, tip{};
    double low = 0, high = 1;
    bool is_logarithmic = false;
    double value = 0;
    std::string words{};  ///< not empty: it follows a formula or keyframes, these, and cannot be turned
};

/// A single thing in the flow with numbers of its own: an emitter, a force, a wall, a side, a scalar.
struct Part {
    std::string id{}, label{};
    std::vector<Parameter> numbers{};  ///< `set` takes them by their ids
};

/// One of several names that may be chosen while the fluid runs.
struct Choice {
    std::string id{}, label{}, tip{};
    std::vector<std::string> names{};
    std::string value{};
};

/// Solid, or an ever-burning place, that a person put in.
enum class ThingKind { wall, emitter };

struct Bookmark {
    std::vector<std::byte> state{};
    std::shared_ptr<const void> log{};  ///< the fluid's own
};

class LiveFluid {
  public:
    virtual ~LiveFluid() = default;

    virtual std::string title() const = 0;
    virtual std::string remark() const { return {}; }  ///< on what has become of it, for the label beside another
    virtual int dim() const = 0;
    virtual Vec<int, 3> cells() const = 0;
    virtual Vec<double, 3> size() const = 0;  ///< metres
    virtual bool is_periodic() const = 0;     ///< along every axis

    /// Seconds on the wall clock that a step stands for.
    virtual double interval() const = 0;
    virtual Result<Report> step() = 0;

    /// Lands before the next step.
    virtual Result<void> stir(const Stroke& stroke) = 0;
    virtual std::vector<Stroke> waiting() const { return {}; }  ///< strokes that cannot be seen until that step
    virtual Result<void> still() = 0;                           ///< velocities to zero
    virtual Result<void> clear_smoke() = 0;                     ///< densities to zero
    virtual Result<void> reset() = 0;                           ///< as at the start, with the present parameters

    /// A round wall or an emitter at a place; `radius` in metres. Erasing cuts what is under the place out of walls,
    /// and takes emitters and balls away. Both count from `settle` on, which is dear: once for many.
    virtual Result<void> place(ThingKind kind, const Vec<double, 2>& at, double radius) = 0;
    virtual Result<void> erase(const Vec<double, 2>& at, double radius) = 0;
    virtual Result<void> settle() { return {}; }
    /// A ball that is taken hold of at a place (or put there, if it is elsewhere), and then carried from place to
    /// place: it moves the flow.
    virtual Result<void> take_ball(const Vec<double, 2>&, double) { return no_ball(); }
    virtual Result<void> carry_ball(const Vec<double, 2>&) { return no_ball(); }

    /// A moment to come back to, bit for bit, with what was done and built until then; parameters stay as they are.
    virtual Bookmark mark() const = 0;
    virtual Result<void> go_to(const Bookmark& mark) = 0;
    /// Another one in the same state with the same parameters, to compare with.
    virtual Result<std::unique_ptr<LiveFluid>> twin() const = 0;
    virtual std::uint64_t hash() const = 0;
    virtual double time() const = 0;
    virtual std::int64_t steps() const = 0;
    virtual std::size_t bytes() const = 0;

    /// What can be looked at, smoke first; and the scalars that are inks, if there are several.
    virtual std::vector<std::string> fields() const = 0;
    virtual std::vector<std::string> inks() const = 0;
    /// At the centres of cells, x fastest; all of a 3D field.
    virtual std::vector<float> field(std::string_view name) const = 0;
    /// One component of the velocity, likewise.
    virtual std::vector<float> velocity(int axis) const = 0;
    /// 1 inside solids, 0 outside, blurred over a cell; empty if there are none.
    virtual std::vector<float> solids() const = 0;

    virtual std::vector<Parameter> parameters() const = 0;
    virtual std::vector<Part> parts() const { return {}; }
    virtual Result<void> set(std::string_view id, double value) = 0;
    virtual std::vector<Choice> choices() const { return {}; }
    virtual Result<void> choose(std::string_view id, const std::string& name);

    /// Takes the next lower quality, where it is too slow for the clock; false if there is none.
    virtual bool ease() { return false; }

    virtual double brightest() const = 0;            ///< density that is drawn as bright as can be
    virtual double divergence_left() { return -1; }  ///< 1/s, where a step's report does not have it

    virtual void observe(Observer* observer) = 0;

    /// The session as a scene that `whorl run` repeats to the same bits; files beside it begin with `stem`.
    virtual Result<SavedScene> saved_scene(const std::string& stem) = 0;

  private:
    static Error no_ball();
};

inline Error LiveFluid::no_ball() {
    return {"there is no ball to drag here; open a scene, such as `whorl-view stir`"};
}

inline Result<void> LiveFluid::choose(std::string_view, const std::string&) {
    return Error{"there is nothing to choose here; open a scene, such as `whorl-view stir`"};
}

/// Of a list by id; null if it has none.
const Parameter* find_parameter(const std::vector<Parameter>& list, std::string_view id);

/// Nealen's periodic box (`nealen`): an even number of cells along each side, his units and parameters. The scheduler
/// must outlive it. Without FFTW a periodic scene of the engine stands in, and `notice` says so.
struct NealenStart {
    std::unique_ptr<LiveFluid> fluid;
    std::string notice;
};
Result<NealenStart> make_nealen(int cells, Scheduler& scheduler);

/// A scene of a file or of the gallery.
Result<std::unique_ptr<LiveFluid>> open_scene(const std::string& word, Scheduler& scheduler);
/// The same with as many cells as this machine steps 60 times a second, from a quarter to four times the scene's along
/// each axis.
Result<std::unique_ptr<LiveFluid>> open_fitting(const std::string& word, Scheduler& scheduler);
/// A scene in words.
Result<std::unique_ptr<LiveFluid>> read_live_scene(const std::string& text, const std::string& file,
                                                   Scheduler& scheduler);

}  // namespace whorl::view
