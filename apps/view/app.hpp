// The viewer without its window: state, keys, the hand, time. A window, a script or a test sends it events and asks
// what there is to see; it never knows which.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hand.hpp"
#include "keys.hpp"
#include "live_fluid.hpp"
#include "look.hpp"
#include "stage_watch.hpp"

namespace whorl::view {

enum class Tool { stir, wall, erase, emitter, ball };
constexpr const char* tool_names[] = {"stir", "paint walls", "erase", "place emitters", "drag a ball"};
constexpr int tool_count = 5;

struct Event {
    enum class Kind { key, down, move, up, parameter, choice, tool, ink, field, palette, stage, depth, open, lesson };
    Kind kind{};
    double time = 0;  ///< of the pointer, on the app's clock
    Vec<double, 2> at{};
    const Key* key = nullptr;
    std::string name{};      ///< of a parameter, choice, field, palette or scene
    std::string text{};      ///< what is chosen
    double value = 0;        ///< of a parameter; or a number
    bool is_second = false;  ///< the fluid on the right
};

/// Panels: what is hidden costs nothing.
struct Panels {
    bool help = false, parameters = false, measure = false, decomposition = false, confinement = false, inside = false,
         divergence = false, lessons = false;
};

/// Numbers of the last steps, oldest first.
struct Measured {
    std::vector<float> milliseconds{}, divergence{}, residual{}, energy{};
    std::vector<StageTime> stages{};                       ///< of the last step
    std::vector<std::vector<float>> stage_milliseconds{};  ///< of each of them
    double cells_per_second = 0;
    std::size_t bytes = 0;
    Report report{};
};

/// Everything that is drawn.
struct Look {
    std::string title{}, message{}, field{};
    double time = 0;
    std::int64_t steps = 0;
    bool is_paused = false, is_recording = false, shows_velocity = false, shows_wireframe = false, has_second = false;
    Vec<double, 2> size{1, 1};
    double depth_size = 0;  ///< metres; 0 in 2D
    double depth = 0.5;
    Theme theme{};
    Tool tool{};
    int ink = 0;
    Panels panels{};
    Picture picture{}, second{};
    std::vector<Line> velocity{}, second_velocity{}, wires{}, second_wires{};
    std::vector<Stroke> waiting{};  ///< what the hand did while it is paused
    std::vector<std::string> fields{}, inks{};
    std::vector<Parameter> parameters{}, second_parameters{};
    std::vector<Choice> choices{}, second_choices{};
    std::vector<Part> parts{}, second_parts{};
    Measured measured{}, second_measured{};
    ProjectionStages projection{};
    ConfinementStages confinement{};
    std::vector<std::string> verbs{};
    int stage = 0;
    Picture stage_picture{}, divergence_before{}, divergence_after{};
    std::vector<Picture> stage_small{};  ///< of each verb the field that it works on
    std::string lesson_title{}, lesson_text{};
    std::string left_label{}, right_label{};
};

class App {
  public:
    /// The scheduler must outlive it.
    App(std::unique_ptr<LiveFluid> fluid, Scheduler& scheduler);

    void handle(const Event& event);
    void press(std::string_view key);
    /// Lets time pass and takes the steps that fall due; `most` of them at once, so that a slow scene slows down
    /// instead of stalling.
    void advance(double seconds, int most = 1 << 30);

    Look look();

    LiveFluid& fluid() { return *fluid_; }
    LiveFluid* second() { return second_.get(); }
    const Panels& panels() const { return panels_; }
    double clock() const { return clock_; }
    double next_step() const { return due_ + fluid_->interval(); }  ///< on that clock, if it is not paused
    bool is_paused() const { return is_paused_; }
    bool wants_to_quit() const { return wants_to_quit_; }
    /// Whether a person did anything that could be lost.
    bool was_played() const { return was_played_; }
    const std::string& message() const { return message_; }
    void say(const std::string& message);
    int watched() const { return watch_ ? watch_->calls() : 0; }
    double step_milliseconds() const { return spent_milliseconds_; }        ///< all steps so far
    double usual_step_milliseconds() const { return usual_milliseconds_; }  ///< one, of late, both fluids

    /// What only a window can do; left empty they are refused with a sentence.
    std::function<Result<std::string>()> take_screenshot{};
    std::function<Result<std::string>()> toggle_recording{};
    bool is_recording = false;
    bool drops_quality = false;     ///< where steps take longer than the clock allows; never while recording
    std::string save_folder = ".";  ///< where scenes are saved

  private:
    void act(const Key& key);
    void turn(const Key& key);
    void toggle(std::string_view id);
    void hear(const Result<void>& result);
    void step_once();
    void measure(LiveFluid& fluid, Measured& measured, const Report& report, double milliseconds);
    void fall_behind();
    bool is_watch_due();
    void apply_hand(double until);
    void use_tool(const Stroke& stroke);
    bool is_first_of_a_turn(const Event& event);
    /// A moment of both fluids, if there are two.
    struct Marks {
        Bookmark first{};
        std::optional<Bookmark> second{};
    };
    Marks marks() const;
    void go_to(const Marks& marks);
    void remember();
    void undo();
    void step_back();
    void compare();
    void start_lesson(int number);
    void open(const std::string& word);
    void save_scene();
    bool watches() const {
        return panels_.decomposition || panels_.confinement || panels_.inside || panels_.divergence;
    }
    void look_inside(Look& look);

    Scheduler& scheduler_;
    std::unique_ptr<LiveFluid> fluid_, second_;
    std::unique_ptr<StageWatch> watch_;
    Hand hand_{};
    Tool tool_ = Tool::stir;
    int ink_ = 0;
    Panels panels_{};
    Theme theme_{};
    std::string field_ = "density";
    bool shows_velocity_ = false, shows_wireframe_ = false, is_paused_ = false, wants_to_quit_ = false,
         was_played_ = false;
    int stage_ = 0;
    double depth_ = 0.5;
    double clock_ = 0, due_ = 0, next_watch_ = 0;  // seconds; steps are due up to the clock
    double spent_milliseconds_ = 0, usual_milliseconds_ = 0;
    double next_settle_ = 0, last_turn_ = 0;
    std::string last_turned_{};  // the slider of a thing that stands in the flow
    double late_ = 0;
    bool said_slow_ = false, has_unsettled_ = false;
    std::string message_{};
    double message_until_ = 0;
    std::optional<Marks> saved_{};
    std::deque<Marks> undo_{}, back_{};
    Measured measured_{}, second_measured_{};
    AutoRange range_{}, second_range_{}, stage_range_{};
    std::map<std::string, AutoRange> small_ranges_{};
    int lesson_ = -1;
    std::string left_label_{}, right_label_{};
    int saved_scenes_ = 0;
};

}  // namespace whorl::view
