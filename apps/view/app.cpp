#include "app.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "core/text.hpp"
#include "lessons.hpp"

namespace whorl::view {
namespace {

constexpr std::size_t plotted = 240;           // steps that a plot shows
constexpr std::size_t undo_bytes = 256 << 20;  // of states to go back to
constexpr double message_seconds = 6;
constexpr double late_enough = 1;      // seconds in which steps were let go, less half of those in which none were
constexpr double longest_late = 0.25;  // that count at once: to open a scene may take longer

void push(std::vector<float>& list, double value) {
    if (list.size() >= plotted) list.erase(list.begin());
    list.push_back(static_cast<float>(value));
}

double energy_of(const LiveFluid& fluid) {
    double sum = 0, volume = 1;
    for (int axis = 0; axis < fluid.dim(); ++axis) {
        for (const float u : fluid.velocity(axis)) sum += 0.5 * static_cast<double>(u) * static_cast<double>(u);
        volume *= fluid.size()[axis] / fluid.cells()[axis];
    }
    return sum * volume;
}

}  // namespace

App::App(std::unique_ptr<LiveFluid> fluid, Scheduler& scheduler)
    : scheduler_(scheduler),
      fluid_(std::move(fluid)),
      watch_(std::make_unique<StageWatch>(*fluid_)) {}

void App::say(const std::string& message) {
    message_ = message, message_until_ = clock_ + message_seconds;
}

void App::hear(const Result<void>& result) {
    if (!result) say(result.error().message);
}

void App::press(std::string_view key) {
    if (const Key* found = find_key(key)) act(*found);
}

void App::handle(const Event& event) {
    LiveFluid& target = event.is_second && second_ ? *second_ : *fluid_;
    using Kind = Event::Kind;
    was_played_ =
        was_played_ || event.kind == Kind::down || event.kind == Kind::parameter || event.kind == Kind::choice;
    switch (event.kind) {
        case Kind::key:
            return event.key ? act(*event.key) : void();
        case Kind::down:
            remember();
            hand_.down(event.time, event.at);
            break;
        case Kind::move:
            hand_.move(event.time, event.at);
            break;
        case Kind::up:
            if (hand_.is_down() && tool_ == Tool::stir && !fluid_->inks().empty())
                ink_ = (ink_ + 1) % static_cast<int>(fluid_->inks().size());
            return hand_.up(event.time);
        case Kind::parameter:
            if (is_first_of_a_turn(event)) remember();
            return hear(target.set(event.name, event.value));
        case Kind::choice:
            return hear(target.choose(event.name, event.text));
        case Kind::tool:
            tool_ = static_cast<Tool>(std::clamp(static_cast<int>(event.value), 0, tool_count - 1));
            return;
        case Kind::ink:
            ink_ = static_cast<int>(event.value);
            return;
        case Kind::field:
            field_ = event.name;
            return;
        case Kind::palette:
            theme_.palette = event.name;
            return;
        case Kind::stage:
            stage_ = static_cast<int>(event.value);
            return;
        case Kind::depth:
            depth_ = std::clamp(event.value, 0.0, 1.0);
            return;
        case Kind::open:
            return open(event.name);
        case Kind::lesson:
            return start_lesson(static_cast<int>(event.value));
    }
    if (is_paused_) apply_hand(1e300);  // editing is allowed while nothing moves
}

/// What stands in the flow comes back with undo, as what was painted does; once for all of a slider's way.
bool App::is_first_of_a_turn(const Event& event) {
    if (!event.name.starts_with("obstacle.") && !event.name.starts_with("placed.")) return false;
    const bool goes_on = event.name == last_turned_ && clock_ < last_turn_ + 0.5;
    last_turned_ = event.name, last_turn_ = clock_;
    return !goes_on;
}

void App::use_tool(const Stroke& stroke) {
    if (tool_ == Tool::stir) {
        hear(fluid_->stir(stroke));
        if (second_) hear(second_->stir(stroke));
        return;
    }
    const std::vector<Parameter> list = fluid_->parameters();
    const Parameter* brush = find_parameter(list, "brush");
    const double radius = 1.3 * (brush ? brush->value : 0.03);
    if (tool_ == Tool::ball) {
        for (LiveFluid* each : {fluid_.get(), second_.get()})
            if (each) hear(stroke.is_dab ? each->take_ball(stroke.to, 2 * radius) : each->carry_ball(stroke.to));
        return;
    }
    if (tool_ == Tool::emitter && !stroke.is_dab) return;
    const ThingKind kind = tool_ == Tool::wall ? ThingKind::wall : ThingKind::emitter;
    // Dabs so close to each other that a drag has smooth edges and, however fast, no gaps.
    const double dx = stroke.to[0] - stroke.from[0], dy = stroke.to[1] - stroke.from[1];
    const double length = std::hypot(dx * fluid_->size()[0], dy * fluid_->size()[fluid_->dim() - 1]);
    const double apart = (fluid_->dim() == 2 ? 0.25 : 0.8) * radius;
    const int dabs = static_cast<int>(std::clamp(std::ceil(length / apart), 1.0, 4096.0));
    for (int i = 1; i <= dabs; ++i) {
        const Vec<double, 2> at{stroke.from[0] + dx * i / dabs, stroke.from[1] + dy * i / dabs};
        for (LiveFluid* each : {fluid_.get(), second_.get()})
            if (each) hear(tool_ == Tool::erase ? each->erase(at, radius) : each->place(kind, at, radius));
    }
}

void App::apply_hand(double until) {
    const std::vector<Stroke> strokes = hand_.take(until);
    for (Stroke stroke : strokes) {
        stroke.ink = ink_, stroke.depth = depth_;
        use_tool(stroke);
    }
    has_unsettled_ = has_unsettled_ || (!strokes.empty() && tool_ != Tool::stir);
    // To set walls up is dear: in a window a brush that goes on does so some times a second.
    const bool can_wait = tool_ == Tool::wall || tool_ == Tool::erase;
    if (!has_unsettled_ || (can_wait && drops_quality && hand_.is_down() && clock_ < next_settle_)) return;
    has_unsettled_ = false, next_settle_ = clock_ + 0.08;
    for (LiveFluid* each : {fluid_.get(), second_.get()})
        if (each) hear(each->settle());
}

void App::advance(double seconds, int most) {
    clock_ += seconds;
    if (message_until_ < clock_) message_.clear();
    if (is_paused_) {
        apply_hand(1e300);
        due_ = clock_;
        return;
    }
    // A hair of tolerance: sixty frames of 1/60 s are a second, whatever they add up to.
    for (int taken = 0; due_ + fluid_->interval() <= clock_ + 1e-9; ++taken) {
        if (taken >= most) {  // too slow for the clock: time is let go, not saved up
            due_ = clock_;
            late_ += std::min(seconds, longest_late);
            if (late_ >= late_enough) fall_behind();
            return;
        }
        due_ += fluid_->interval();
        apply_hand(due_);
        step_once();
        if (is_paused_) return;
    }
    late_ = std::max(0.0, late_ - seconds / 2);
}

/// Looking into a step costs more than the step, and panels are drawn ten times a second.
bool App::is_watch_due() {
    if (clock_ < next_watch_) return false;
    next_watch_ = clock_ + 0.1;
    return true;
}

/// Quality goes before time does.
void App::fall_behind() {
    late_ = 0;
    if (drops_quality && !is_recording && fluid_->ease())
        return say("too slow for the clock: its quality was lowered; the parameters (key 1) have a higher one");
    if (std::exchange(said_slow_, true)) return;
    say("this takes longer than the clock allows and runs slower than real time; fewer cells ([domain] cells), or "
        "--fit, would keep up");
}

void App::step_once() {
    using Clock = std::chrono::steady_clock;
    double both = 0;
    for (LiveFluid* fluid : {fluid_.get(), second_.get()}) {
        if (!fluid) continue;
        const bool is_watched = fluid == fluid_.get() && watches() && (!drops_quality || is_paused_ || is_watch_due());
        if (is_watched) {
            watch_->begin();
            fluid->observe(watch_.get());
        }
        const auto start = Clock::now();
        const auto report = fluid->step();
        const double spent = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
        if (is_watched) {
            fluid->observe(nullptr);
            if (report) watch_->end(report.value().dt);
        }
        if (!report) {
            is_paused_ = true;
            return say("stopped: " + report.error().message);
        }
        if (fluid == fluid_.get()) spent_milliseconds_ += spent;
        both += spent;
        measure(*fluid, fluid == fluid_.get() ? measured_ : second_measured_, report.value(), spent);
    }
    usual_milliseconds_ += 0.2 * (both - usual_milliseconds_);
}

void App::measure(LiveFluid& fluid, Measured& measured, const Report& report, double milliseconds) {
    measured.report = report;
    if (!panels_.measure) return;  // hidden panels cost nothing
    push(measured.milliseconds, milliseconds);
    const double left = fluid.divergence_left();
    push(measured.divergence, left >= 0 ? left : report.divergence);
    if (report.divergence_before > 0) push(measured.residual, report.divergence / report.divergence_before);
    push(measured.energy, energy_of(fluid));
    measured.stages.assign(report.stages, report.stages + report.stage_count);
    if (measured.stage_milliseconds.size() != measured.stages.size())  // another order of verbs
        measured.stage_milliseconds.assign(measured.stages.size(), {});
    for (std::size_t i = 0; i < measured.stages.size(); ++i)
        push(measured.stage_milliseconds[i], measured.stages[i].milliseconds);
    const double cells = static_cast<double>(fluid.cells()[0]) * fluid.cells()[1] * fluid.cells()[2];
    double mean = 0;
    for (const float each : measured.milliseconds)
        mean += static_cast<double>(each) / static_cast<double>(measured.milliseconds.size());
    measured.cells_per_second = mean > 0 ? cells / mean * 1000 : 0;
    measured.bytes = fluid.bytes();
}

void App::remember() {
    undo_.push_back(marks());
    const auto size = [](const Marks& each) {
        return each.first.state.size() + (each.second ? each.second->state.size() : 0);
    };
    std::size_t bytes = 0;
    for (const Marks& each : undo_) bytes += size(each);
    while (undo_.size() > 1 && (bytes > undo_bytes || undo_.size() > 64)) {
        bytes -= size(undo_.front());
        undo_.pop_front();
    }
}

Look App::look() {
    Look look{.title = fluid_->title(), .message = message_, .field = field_, .time = fluid_->time()};
    look.steps = fluid_->steps();
    look.is_paused = is_paused_, look.is_recording = is_recording, look.shows_velocity = shows_velocity_;
    look.shows_wireframe = shows_wireframe_, look.has_second = second_ != nullptr;
    look.size = {fluid_->size()[0], fluid_->size()[fluid_->dim() - 1]};
    look.depth_size = fluid_->dim() == 3 ? fluid_->size()[1] : 0;
    look.depth = depth_, look.theme = theme_, look.tool = tool_, look.ink = ink_, look.panels = panels_;
    look.fields = fluid_->fields(), look.inks = fluid_->inks();
    const auto label = [](const std::string& name, const std::string& remark) {
        return name.empty() || remark.empty() ? name + remark : name + " - " + remark;
    };
    look.left_label = label(left_label_, fluid_->remark());
    if (second_) look.right_label = label(right_label_, second_->remark());
    if (lesson_ >= 0) {
        const Lesson& lesson = lessons()[static_cast<std::size_t>(lesson_)];
        look.lesson_title = lesson.title, look.lesson_text = lesson.text;
    }
    const auto show = [&](LiveFluid& fluid, AutoRange& range, Picture& picture, std::vector<Line>& arrows,
                          std::vector<Line>& wires) {
        picture = picture_of(fluid, field_);
        if (field_ == "density")
            picture.high = static_cast<float>(fluid.brightest());
        else
            range.apply(picture);
        if (shows_velocity_) arrows = velocity_lines(fluid, depth_, fluid.dim() == 3 ? 32 : 64);
        if (shows_wireframe_) wires = wireframe(picture, 64);
    };
    show(*fluid_, range_, look.picture, look.velocity, look.wires);
    if (is_paused_) look.waiting = fluid_->waiting();
    if (second_) show(*second_, second_range_, look.second, look.second_velocity, look.second_wires);
    if (panels_.parameters)
        look.parameters = fluid_->parameters(), look.choices = fluid_->choices(), look.parts = fluid_->parts();
    if (panels_.parameters && second_)
        look.second_parameters = second_->parameters(), look.second_choices = second_->choices(),
        look.second_parts = second_->parts();
    if (panels_.measure) look.measured = measured_, look.second_measured = second_measured_;
    look.measured.report = measured_.report;
    if (watches()) look_inside(look);
    return look;
}

void App::look_inside(Look& look) {
    if (panels_.decomposition) look.projection = watch_->projection();
    if (panels_.confinement) look.confinement = watch_->confinement();
    const auto& stages = watch_->stages();
    if (stages.empty()) return;
    for (const StageWatch::Stage& each : stages) look.verbs.push_back(each.verb);
    stage_ = std::clamp(stage_, 0, static_cast<int>(stages.size()) - 1);
    look.stage = stage_;
    const StageWatch::Stage& now = stages[static_cast<std::size_t>(stage_)];
    if (panels_.inside) {
        look.stage_picture = field_ == "vorticity"    ? picture_of(now.vorticity, "vorticity")
                             : field_ == "divergence" ? picture_of(now.divergence, "divergence")
                             : field_ == "density"    ? picture_of(now.density, "density")
                                                      : picture_of(now.speed, "speed");
        stage_range_.apply(look.stage_picture);
        for (const StageWatch::Stage& each : stages) {
            const std::string_view name = field_of(each.verb);
            look.stage_small.push_back(name == "density"      ? picture_of(each.density, "density")
                                       : name == "divergence" ? picture_of(each.divergence, "divergence")
                                                              : picture_of(each.vorticity, "vorticity"));
            small_ranges_[std::string(name)].apply(look.stage_small.back());
        }
    }
    if (!panels_.divergence) return;
    for (std::size_t i = 1; i < stages.size(); ++i)
        if (stages[i].verb.find("project") != std::string::npos) {
            look.divergence_before = picture_of(stages[i - 1].divergence, "divergence");
            look.divergence_after = picture_of(stages[i].divergence, "divergence");
        }
    AutoRange same;  // one scale for both, else nobody would see what is gone
    same.apply(look.divergence_before);
    look.divergence_after.low = look.divergence_before.low, look.divergence_after.high = look.divergence_before.high;
}

}  // namespace whorl::view
