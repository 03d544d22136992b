// What the keys do.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app.hpp"
#include "core/text.hpp"
#include "lessons.hpp"
#include "render/palette.hpp"

namespace whorl::view {
namespace {

constexpr std::size_t most_steps_back = 240;
constexpr double least_viscosity = 1e-6;  // where "ten times thicker" starts from nothing, m^2/s

}  // namespace

void App::act(const Key& key) {
    const auto flip = [](bool& flag) { flag = !flag; };
    const auto both = [&](auto deed) {
        remember();
        for (LiveFluid* each : {fluid_.get(), second_.get()})
            if (each) hear(deed(*each));
    };
    switch (key.action) {
        case Action::still:
            return both([](LiveFluid& fluid) { return fluid.still(); });
        case Action::clear_smoke:
            return both([](LiveFluid& fluid) { return fluid.clear_smoke(); });
        case Action::switch_view:
            field_ = field_ == "vorticity" ? "density" : "vorticity";
            return;
        case Action::toggle_confinement:
            return toggle("is_confined");
        case Action::toggle_velocity:
            return flip(shows_velocity_);
        case Action::toggle_wireframe:
            return flip(shows_wireframe_);
        case Action::turn:
            return turn(key);
        case Action::quit:
            wants_to_quit_ = true;
            return;
        case Action::pause:
            return flip(is_paused_);
        case Action::reset:
            back_.clear(), undo_.clear();
            measured_ = second_measured_ = {};
            hear(fluid_->reset());
            if (second_) hear(second_->reset());
            return;
        case Action::toggle_decomposition:
            return flip(panels_.decomposition);
        case Action::toggle_confinement_panel:
            return flip(panels_.confinement);
        case Action::save_state:
            saved_ = marks();
            return say(
                text("state saved at step %lld; shift-n brings it back", static_cast<long long>(fluid_->steps())));
        case Action::restore_state:
            if (!saved_) return say("no state is saved yet; n saves one");
            // Both leave from one state (Nealen's figure 6), unless they are of two kinds.
            hear(fluid_->go_to(saved_->first));
            if (second_ && !second_->go_to(saved_->first) && saved_->second) hear(second_->go_to(*saved_->second));
            return;
        case Action::help:
            return flip(panels_.help);
        case Action::undo:
            return undo();
        case Action::single_step:
            is_paused_ = true;
            back_.push_back(marks());
            if (back_.size() > most_steps_back) back_.pop_front();
            apply_hand(1e300);
            return step_once();
        case Action::step_back:
            return step_back();
        case Action::record: {
            if (!toggle_recording) return say("there is no window to record; use --record FILE");
            const auto done = toggle_recording();
            return say(done ? done.value() : done.error().message);
        }
        case Action::screenshot: {
            if (!take_screenshot) return say("there is no window to take a picture of; use `shot FILE` in a script");
            const auto done = take_screenshot();
            return say(done ? done.value() : done.error().message);
        }
        case Action::save_scene:
            return save_scene();
        case Action::next_field: {
            const std::vector<std::string> names = fluid_->fields();
            const auto found = std::find(names.begin(), names.end(), field_);
            field_ = found == names.end() || found + 1 == names.end() ? names.front() : *(found + 1);
            return say("showing " + field_);
        }
        case Action::next_palette: {
            const auto names = palette_names();
            const auto found = std::find(names.begin(), names.end(), theme_.palette);
            theme_.palette = found == names.end() || found + 1 == names.end() ? names.front() : *(found + 1);
            return say("palette " + theme_.palette);
        }
        case Action::next_ink:
            if (fluid_->inks().empty()) return say("this fluid has one smoke; `whorl-view stir` has three inks");
            ink_ = (ink_ + 1) % static_cast<int>(fluid_->inks().size());
            return say("ink: " + fluid_->inks()[static_cast<std::size_t>(ink_)]);
        case Action::next_tool:
            tool_ = static_cast<Tool>((static_cast<int>(tool_) + 1) % tool_count);
            return say(std::string("the left button will ") + tool_names[static_cast<int>(tool_)]);
        case Action::toggle_parameters:
            return flip(panels_.parameters);
        case Action::toggle_measure:
            return flip(panels_.measure);
        case Action::toggle_inside:
            return flip(panels_.inside);
        case Action::toggle_divergence:
            return flip(panels_.divergence);
        case Action::toggle_compare:
            return compare();
        case Action::toggle_lessons:
            return flip(panels_.lessons);
        case Action::next_lesson:
            panels_.lessons = true;
            return start_lesson((lesson_ + 1) % static_cast<int>(lessons().size()));
        case Action::next_stage:
        case Action::previous_stage: {
            const int count = static_cast<int>(watch_->stages().size());
            const int wanted = stage_ + (key.action == Action::next_stage ? 1 : -1);
            if (wanted >= count && panels_.inside) {  // past the end of a step the next one begins
                stage_ = 0;
                return press("space");
            }
            stage_ = std::clamp(wanted, 0, std::max(count - 1, 0));
            return;
        }
        case Action::toggle_theme:
            return flip(theme_.is_light);
        case Action::open_menu:
        case Action::focus_panels:
            return say("there is no window");
        case Action::close:
            panels_.help = false;
            return;
    }
}

void App::turn(const Key& key) {
    for (LiveFluid* each : {fluid_.get(), second_.get()}) {
        if (!each) continue;
        const std::vector<Parameter> list = each->parameters();
        const Parameter* found = find_parameter(list, key.parameter);
        if (!found) {
            say(text("this fluid has no %s to turn", key.parameter));
            continue;
        }
        double next = found->value * key.factor + key.step;
        if (found->value == 0 && key.factor > 1) next = least_viscosity;
        const auto done = each->set(key.parameter, next);
        say(done ? text("%s %.6g %s", found->label.c_str(), next, found->unit.c_str()) : done.error().message);
    }
}

void App::toggle(std::string_view id) {
    const std::vector<Parameter> list = fluid_->parameters();
    const Parameter* found = find_parameter(list, id);
    if (!found) return say("this fluid has no such switch");
    if (auto set = fluid_->set(id, found->value > 0.5 ? 0 : 1); !set) return hear(set);
    say(found->label + (found->value > 0.5 ? ": no" : ": yes"));
}

App::Marks App::marks() const {
    Marks out{fluid_->mark(), {}};
    if (second_) out.second = second_->mark();
    return out;
}

void App::go_to(const Marks& marks) {
    hear(fluid_->go_to(marks.first));
    if (second_ && marks.second) hear(second_->go_to(*marks.second));
}

void App::undo() {
    if (undo_.empty()) return say("nothing to undo");
    go_to(undo_.back());
    undo_.pop_back();
    say("undone");
}

void App::step_back() {
    is_paused_ = true;
    if (back_.empty()) return say("no step to go back to; steps made with space can be taken back");
    go_to(back_.back());
    back_.pop_back();
}

/// A second fluid from the state of the first, with confinement the other way round (Nealen's figure 6).
void App::compare() {
    if (second_) {
        second_.reset(), second_measured_ = {};
        left_label_.clear(), right_label_.clear(), lesson_ = -1;
        return;
    }
    auto twin = fluid_->twin();
    if (!twin) return say(twin.error().message);
    second_ = std::move(twin).value();
    undo_.clear(), back_.clear();  // of one fluid
    const std::vector<Parameter> list = fluid_->parameters();
    const Parameter* confined = find_parameter(list, "is_confined");
    const bool is_on = confined && confined->value > 0.5;
    hear(second_->set("is_confined", is_on ? 0 : 1));
    left_label_ = is_on ? "with swirl" : "without swirl", right_label_ = is_on ? "without swirl" : "with swirl";
    say("two fluids from one state; the parameters (key 1) can be turned for each");
}

void App::open(const std::string& word) {
    auto opened = open_scene(word, scheduler_);
    if (!opened) return say(opened.error().message);
    fluid_ = std::move(opened).value();
    second_.reset();
    watch_ = std::make_unique<StageWatch>(*fluid_);
    saved_.reset(), undo_.clear(), back_.clear();
    measured_ = second_measured_ = {};
    left_label_.clear(), right_label_.clear();
    field_ = "density", ink_ = 0, lesson_ = -1, due_ = clock_;
    say(fluid_->title());
}

void App::start_lesson(int number) {
    if (number < 0 || number >= static_cast<int>(lessons().size())) return;
    const Lesson& lesson = lessons()[static_cast<std::size_t>(number)];
    auto left = lesson.open(false, scheduler_), right = lesson.open(true, scheduler_);
    if (!left || !right) return say(left ? right.error().message : left.error().message);
    fluid_ = std::move(left).value(), second_ = std::move(right).value();
    watch_ = std::make_unique<StageWatch>(*fluid_);
    saved_.reset(), undo_.clear(), back_.clear();
    measured_ = second_measured_ = {};
    left_label_ = lesson.left_label, right_label_ = lesson.right_label;
    field_ = lesson.field, lesson_ = number, is_paused_ = false, due_ = clock_;
}

void App::save_scene() {
    std::string stem, file;
    std::error_code ignored;
    do {
        stem = text("session-%d", ++saved_scenes_);
        file = save_folder == "." ? stem + ".toml" : save_folder + "/" + stem + ".toml";
    } while (std::filesystem::exists(file, ignored));
    const auto saved = fluid_->saved_scene(stem);
    if (!saved) return say(saved.error().message);
    if (auto written = write_saved(saved.value(), save_folder, stem); !written) return say(written.error().message);
    std::string words = text("saved %s; `whorl run %s` repeats it to the same bits", file.c_str(), file.c_str());
    if (!saved.value().state_file.empty())
        words += text(", from t = %.2f s on, where %s (%s)", saved.value().start, saved.value().why.c_str(),
                      saved.value().state_file.c_str());
    say(words);
}

}  // namespace whorl::view
