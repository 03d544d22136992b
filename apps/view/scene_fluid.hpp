// A scene to play with: `src/run` drives it exactly as `whorl run` does, and what the hand does is logged beside it.
#pragma once

#include <optional>

#include "glide.hpp"
#include "live_fluid.hpp"
#include "painted_walls.hpp"
#include "run/simulator.hpp"
#include "run/things.hpp"
#include "scene_parts.hpp"
#include "session_log.hpp"

namespace whorl::view {

class SceneFluid final : public LiveFluid {
  public:
    static Result<std::unique_ptr<LiveFluid>> make(const std::string& text, const std::string& file,
                                                   Scheduler& scheduler);

    std::string title() const override;
    int dim() const override { return scene_.dim; }
    Vec<int, 3> cells() const override { return scene_.cells; }
    Vec<double, 3> size() const override { return scene_.size; }
    bool is_periodic() const override;
    double interval() const override { return dt_; }

    Result<Report> step() override;
    Result<void> stir(const Stroke& stroke) override;
    std::vector<Stroke> waiting() const override;
    Result<void> still() override;
    Result<void> clear_smoke() override;
    Result<void> reset() override;
    Result<void> place(ThingKind kind, const Vec<double, 2>& at, double radius) override;
    Result<void> erase(const Vec<double, 2>& at, double radius) override;
    Result<void> settle() override;
    Result<void> take_ball(const Vec<double, 2>& at, double radius) override;
    Result<void> carry_ball(const Vec<double, 2>& to) override;

    Bookmark mark() const override;
    Result<void> go_to(const Bookmark& mark) override;
    Result<std::unique_ptr<LiveFluid>> twin() const override;
    std::uint64_t hash() const override { return simulator_->hash(); }
    double time() const override { return simulator_->time(); }
    std::int64_t steps() const override { return simulator_->steps(); }
    std::size_t bytes() const override { return simulator_->bytes(); }

    std::vector<std::string> fields() const override;
    std::vector<std::string> inks() const override;
    std::vector<float> field(std::string_view name) const override;
    std::vector<float> velocity(int axis) const override;
    std::vector<float> solids() const override;

    std::vector<Parameter> parameters() const override;
    std::vector<Part> parts() const override;
    Result<void> set(std::string_view id, double value) override;
    std::vector<Choice> choices() const override;
    Result<void> choose(std::string_view id, const std::string& name) override;
    bool ease() override;

    double brightest() const override { return matter_ > 0.1 ? matter_ : 0.1; }
    void observe(Observer* observer) override;
    Result<SavedScene> saved_scene(const std::string& stem) override;

  private:
    /// An emitter, a ball, or in 3D a round wall that a person placed.
    struct Thing {
        ThingKind kind{};
        Vec<double, 2> at{};
        double radius = 0, start = 0, matter = 1;
        int id = 0;  ///< for its name
        bool is_ball = false;
        std::string preset{};                                   ///< of an emitter, if it is one
        std::vector<std::pair<double, Vec<double, 2>>> path{};  ///< of a ball: times, and places after `home`
        Vec<double, 2> home{};                                  ///< where it was put
        std::vector<std::pair<Place, double>> cuts{};           ///< of a wall in 3D: balls about its middle
    };
    /// What stands in the flow.
    struct Built {
        Node base{};  ///< the scene as it was read, without what was erased
        std::vector<Thing> things{};
        std::vector<Glide> glides{};  ///< of walls of the base, which has them where they were at the start
        PaintedWalls painted[2]{};    ///< in 2D: free slip, no slip
        int version = 0;
    };
    /// Where a saved session starts, if not at the scene's own start.
    struct Start {
        std::vector<std::byte> state{};
        double time = 0;
        std::int64_t steps = 0;
        std::string why{};
    };
    /// What a bookmark knows beside the state.
    struct Moment {
        SessionLog log{};
        std::shared_ptr<const Start> start{};
        std::string due{}, settings{};
        Built built{};
        std::string stale_why{};  ///< not empty: what was built is not in the state yet
    };
    Thing* ball();
    SceneFluid(Node base, std::string file, Scheduler& scheduler) : file_(std::move(file)), scheduler_(scheduler) {
        built_.base = std::move(base);
    }
    Result<void> start();
    Result<Node> document() const;
    Result<Scene> present() const;
    Result<std::string> words(bool with_deeds, const std::string& stem = "") const;
    /// The simulator is told of the scene as it is now; `sources`: nothing but emitters and forces differ.
    enum class Reach { all, sources };
    Result<void> rewrite(Reach reach = Reach::all);
    /// More was changed than a scene can say of a moment: what is saved starts here.
    void start_anew(const std::string& why);
    void take_start();
    std::string settings() const;
    /// Something was built that counts from `settle` on; `why` a saved session starts there, empty if it need not.
    void touch(const std::string& why) {
        built_.version = next_version(), is_stale_ = true;
        if (!why.empty()) stale_why_ = why;
    }
    static int next_version();
    Result<void> place_thing(ThingKind kind, const Vec<double, 2>& at, double radius);
    void add_cover(const SceneObstacle& obstacle, std::vector<float>& out) const;
    /// The cells that it may cover: from the first to beyond the last.
    std::pair<Vec<int, 3>, Vec<int, 3>> cells_around(const ObstacleMoment& wall) const;
    bool erase_scenery(const Place& here, double radius);
    bool erase_things(const Place& here, double radius);
    bool cut(Node& wall, const SceneObstacle& as_set, const Place& here, double radius) const;
    bool is_anything_left(const ObstacleMoment& wall) const;
    Place place_of(const Vec<double, 2>& at, double depth) const;
    std::string thing_text(const Thing& thing, bool with_path) const;
    std::string center_text(const Thing& thing, bool with_path) const;
    struct Turn {
        std::string path{};
        double before = 0, value = 0;
    };
    Result<void> turn(const std::vector<Turn>& turns, Reach reach = Reach::all);
    Result<void> turn_all(const std::vector<std::string>& paths, double before, double value);
    Result<void> set_part(std::string_view id, double value);
    Result<void> set_part_number(const ScenePart& part, const PartNumber& number, double value);
    Result<void> set_wall(const PartNumber& number, const std::vector<double>& values);
    Result<void> put_wall(const PartNumber& number, const std::vector<double>& values);
    Glide& glide_of(const std::string& path, double value);
    bool start_glides();
    void end_glides();
    bool is_glider_near(const Place& here, double radius) const;
    Result<void> set_placed(std::string_view id, double value);
    std::vector<Part> placed_parts() const;
    Result<void> wipe(SceneEmitter emitter);
    Result<void> assign(const std::vector<std::string>& assignments, const std::string& why);
    Result<void> add_preset(const std::string& name);
    Result<void> check_hands() const;
    std::vector<std::string> smoke_paths(const char* key) const;

    std::string file_;
    Scheduler& scheduler_;
    Scene scene_{};
    Node document_{};  // that the scene was read from, without what was placed
    Pictures pictures_{};
    std::unique_ptr<Simulator> simulator_{};
    Observer* observer_ = nullptr;
    SessionLog log_{};
    std::shared_ptr<const Start> start_{};
    std::string start_due_{};    // why the next step is a start; empty: it is none
    std::vector<Deed> next_{};   // for the next step
    Built built_{}, settled_{};  // settled: what the simulator knows
    bool is_stale_ = false;
    std::string stale_why_{};  // why what is stale makes a start
    int named_ = 0;
    std::optional<Vec<double, 2>> ball_goes_{};  // during the next step
    std::vector<std::string> set_{};             // present values, as for --set
    mutable std::vector<float> still_solids_{};  // of walls that do not move, as of a version
    mutable int still_version_ = -1;

    double dt_ = 1.0 / 60;
    double matter_ = 1, brush_ = 0.03, grip_ = 60;
    double swirl_ = 0.3;  // what confinement goes back to when it is switched on
};

}  // namespace whorl::view
