// A scene to play with: `src/run` drives it exactly as `whorl run` does, and what the hand does is logged beside it.
#pragma once

#include <optional>

#include "live_fluid.hpp"
#include "run/simulator.hpp"
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
    Result<void> set(std::string_view id, double value) override;
    std::vector<Choice> choices() const override;
    Result<void> choose(std::string_view id, const std::string& name) override;

    double brightest() const override { return matter_ > 0.1 ? matter_ : 0.1; }
    void observe(Observer* observer) override;
    Result<std::string> scene_text() const override;

  private:
    /// A wall or emitter that a person placed.
    struct Thing {
        ThingKind kind{};
        Vec<double, 2> at{};
        double radius = 0, start = 0;
        int id = 0;  ///< for its name
        bool is_ball = false;
        std::vector<std::pair<double, Vec<double, 2>>> path{};  ///< of a ball: times, and places after `home`
        Vec<double, 2> home{};                                  ///< where it was put
    };
    Thing* ball();
    SceneFluid(Node base, std::string file, Scheduler& scheduler)
        : base_(std::move(base)),
          file_(std::move(file)),
          scheduler_(scheduler) {}
    Result<void> start();
    Result<std::string> words(bool with_deeds) const;
    Result<void> rewrite();
    Place place_of(const Vec<double, 2>& at, double depth) const;
    std::string thing_text(const Thing& thing, bool with_path) const;
    std::string center_text(const Thing& thing, bool with_path) const;
    Result<void> turn(const std::vector<std::string>& paths, double before, double value);
    Result<void> wipe(SceneEmitter emitter);
    std::vector<std::string> smoke_paths(const char* key) const;

    Node base_;  // the scene as it was read, with what was chosen since
    std::string file_;
    Scheduler& scheduler_;
    Scene scene_{};
    std::unique_ptr<Simulator> simulator_{};
    Observer* observer_ = nullptr;
    SessionLog log_{};
    std::vector<Deed> next_{};                 // for the next step
    std::vector<Thing> things_{}, settled_{};  // settled: those that the simulator knows
    bool is_stale_ = false;
    int named_ = 0;
    std::optional<Vec<double, 2>> ball_goes_{};  // during the next step
    std::vector<std::string> set_{};             // present values, as for --set

    double dt_ = 1.0 / 60;
    double matter_ = 1, brush_ = 0.03, grip_ = 60;
    double swirl_ = 0.3;  // what confinement goes back to when it is switched on
    bool has_varied_step_ = false;
};

}  // namespace whorl::view
