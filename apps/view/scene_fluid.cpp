#include "scene_fluid.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <utility>

#include "core/memory.hpp"
#include "core/text.hpp"
#include "run/fields.hpp"
#include "run/obstacles.hpp"
#include "scene/sections.hpp"

namespace whorl::view {
namespace {

constexpr std::size_t most_deeds = 9000;  // a scene's lists end at 10,000
constexpr const char* components[] = {"velocity.x", "velocity.y", "velocity.z"};

std::vector<float> floats_of(const Array3& array) {
    return {array.values.begin(), array.values.end()};
}

bool moves(const SceneObstacle& wall) {
    return wall.shape.depends_on_time() || wall.angle.depends_on_time();
}

std::string cells_text(const Scene& scene) {
    const std::string flat = text("%d x %d", scene.cells[0], scene.cells[1]);
    return scene.dim == 3 ? flat + text(" x %d", scene.cells[2]) : flat;
}

/// The fluid, one look at it, and a state to come back to: what is too big is refused before it fills the machine.
Result<void> check_memory_of(const Scene& scene) {
    const double cells = static_cast<double>(scene.cells[0]) * scene.cells[1] * scene.cells[2];
    constexpr double easily = 1 << 20, beside_a_cell = 8 + 4 + 32;  // cells; bytes
    if (cells < easily) return {};
    const auto fluid = estimate_memory(scene);
    if (!fluid) return fluid.error();
    constexpr double gibibyte = 1 << 30;
    const double needed = (fluid.value() + beside_a_cell * cells) / gibibyte,
                 there = static_cast<double>(available_memory()) / gibibyte;
    if (needed <= there) return {};
    return Error{text("%s cells need about %.1f GiB of memory, and %.1f GiB are available; use fewer ([domain] cells)",
                      cells_text(scene).c_str(), needed, there)};
}

}  // namespace

Result<std::unique_ptr<LiveFluid>> SceneFluid::make(const std::string& text, const std::string& file,
                                                    Scheduler& scheduler) {
    auto base = parse_document(text, file);
    if (!base) return base.error();
    try {
        apply_presets(base.value());  // what they stand for can be turned, key by key
    } catch (const SceneFault& fault) {
        return Error{fault.what()};
    }
    std::unique_ptr<SceneFluid> made(new SceneFluid(std::move(base).value(), file, scheduler));
    if (auto started = made->start(); !started) return started.error();
    return std::unique_ptr<LiveFluid>(std::move(made));
}

/// The scene as it is now, with walls that no file holds.
Result<Scene> SceneFluid::present() const {
    auto text = words(false);
    if (!text) return text.error();
    auto scene = parse_scene(text.value(), file_);
    for (const PaintedWalls& each : built_.painted)
        if (scene && !each.is_empty()) scene.value().obstacles.push_back(each.obstacle());
    return scene;
}

Result<void> SceneFluid::start() {
    auto scene = present();
    if (!scene) return scene.error();
    if (auto room = check_memory_of(scene.value()); !room && !simulator_)
        return Error{file_ + ": " + room.error().message};
    auto simulator = make_simulator(scene.value(), scheduler_);
    if (!simulator) return Error{file_ + ": " + simulator.error().message};
    auto pictures = Pictures::read(scene.value());
    if (!pictures) return pictures.error();
    const bool is_first = !simulator_;
    scene_ = std::move(scene).value(), pictures_ = std::move(pictures).value();
    document_ = document().value();
    simulator_ = std::move(simulator).value();
    simulator_->observe(observer_);
    settled_ = built_;
    start_.reset();
    if (!scene_.initial.state.empty()) start_anew("the scene itself starts");
    take_start();
    if (!is_first) return {};
    const SceneTime& time = scene_.time;
    dt_ = time.step > 0 ? time.step : time.cfl > 0 ? 1 / std::max(time.fps, 60.0) : 1 / (time.fps * time.substeps);
    for (const SceneObstacle& each : scene_.obstacles) {  // of a session that is played on
        int number = 0;
        if (std::sscanf(each.name.c_str(), "placed %d", &number) == 1) named_ = std::max(named_, number);
    }
    const double shortest = std::min(scene_.size[0], scene_.size[scene_.dim - 1]);
    brush_ = 0.03 * shortest;
    if (const double swirl = scene_.fluid.vorticity_confinement.at(0); swirl > 0) swirl_ = swirl;
    return {};
}

std::string SceneFluid::title() const {
    return (scene_.title.empty() ? scene_.name : scene_.title) + ", " + cells_text(scene_);
}

bool SceneFluid::is_periodic() const {
    bool all = true;
    for (int axis = 0; axis < scene_.dim; ++axis) all = all && whorl::is_periodic(scene_, axis);
    return all;
}

Place SceneFluid::place_of(const Vec<double, 2>& at, double depth) const {
    if (scene_.dim == 2) return {at[0] * scene_.size[0], at[1] * scene_.size[1], 0};
    return {at[0] * scene_.size[0], depth * scene_.size[1], at[1] * scene_.size[2]};
}

/// Never the same again, of whichever fluid: what differs in it may differ in what stands in the flow.
int SceneFluid::next_version() {
    static std::atomic<int> last{0};
    return ++last;
}

void SceneFluid::start_anew(const std::string& why) {
    if (simulator_->steps() > 0) start_due_ = why;
}

void SceneFluid::take_start() {
    if (start_due_.empty()) return;
    start_ = std::make_shared<const Start>(
        Start{simulator_->save(), simulator_->time(), simulator_->steps(), std::exchange(start_due_, {})});
    if (start_glides()) rewrite(Reach::sources);
    simulator_->load(
        start_->state);  // as a run that starts from it does: walls are set up anew, and what is in them goes
    log_.clear();
    std::erase_if(next_,
                  [](const Deed& deed) { return deed.is_first; });  // a field that was cleared is so in the state
    for (Thing& thing : built_.things) thing.home = thing.at, thing.path.clear();
}

/// What cannot change within a scene: two moments that differ in it do not belong to one.
std::string SceneFluid::settings() const {
    std::string out = exact(dt_);
    for (const std::string& each : set_) {
        const std::string path = each.substr(0, each.find('='));
        if (path != "fluid.gravity" && !log_.knows(path)) out += "\n" + each;  // what was turned has keyframes
    }
    return out;
}

Result<Report> SceneFluid::step() {
    if (log_.size() >= most_deeds) start_anew("there had been more strokes than a scene can hold");
    take_start();
    for (Deed& deed : next_) {
        deed.start = simulator_->time(), deed.end = simulator_->time() + dt_;
        for (SceneEmitter& each : deed.emitters) each.start = deed.start, each.end = deed.end;
        for (SceneForce& each : deed.forces) each.start = deed.start, each.end = deed.end;
        if (!deed.is_first) {  // a cleared field is clear already
            for (const SceneEmitter& each : deed.emitters)
                if (auto added = simulator_->add(each); !added) return added.error();
            for (const SceneForce& each : deed.forces)
                if (auto added = simulator_->add(each); !added) return added.error();
        }
        log_.add(std::move(deed));
    }
    next_.clear();
    if (Thing* held = ball(); held && ball_goes_) {
        held->at = *ball_goes_;
        held->path.emplace_back(simulator_->time() + dt_, held->at);
        settled_ = built_, built_.version = settled_.version = next_version();
        if (auto carried = simulator_->carry(text("placed %d", held->id), place_of(held->at, 0.5)); !carried)
            return carried.error();
    }
    ball_goes_.reset();
    for (Glide& glide : built_.glides) glide.pass(simulator_->time(), dt_);
    settled_.glides = built_.glides;
    return simulator_->step(dt_);
}

Result<void> SceneFluid::reset() {
    next_.clear(), log_.clear(), start_due_.clear(), ball_goes_.reset();
    end_glides();
    for (Thing& thing : built_.things) thing.start = 0, thing.home = thing.at, thing.path.clear();
    return start();
}

Bookmark SceneFluid::mark() const {
    return {simulator_->save(),
            std::make_shared<const Moment>(Moment{log_, start_, start_due_, settings(), built_, stale_why_})};
}

Result<void> SceneFluid::go_to(const Bookmark& mark) {
    const auto then = std::static_pointer_cast<const Moment>(mark.log);
    if (then->built.version != built_.version) {  // walls first: a state is loaded into the walls that it was made in
        Node base = std::move(built_.base);       // the mark may be of another scene on the same grid: only walls count
        built_ = then->built;
        std::erase_if(base.children, [](const Node& child) { return child.name == "obstacle"; });
        if (const Node* walls = built_.base.find("obstacle")) base.children.push_back(*walls);
        built_.base = std::move(base);
        for (Thing& thing : built_.things)
            if (thing.is_ball) thing.id = ++named_;  // the old one stays where it was carried
        is_stale_ = true;
        if (auto put = settle(); !put) return put;
    } else if (std::any_of(scene_.obstacles.begin(), scene_.obstacles.end(), moves)) {
        // New walls: those that are there are elsewhere on their way.
        if (auto anew = rewrite(); !anew) return anew;
    }
    if (!simulator_->load(mark.state))
        return Error{"that state is of another order of the step, or of another grid; choose that order first"};
    next_.clear(), ball_goes_.reset();
    const bool is_told = log_.go_back(then->log, simulator_->time());
    start_ = then->start, start_due_ = then->due;
    if (!is_told) start_anew("an earlier state went on with other things in the flow");
    if (!then->stale_why.empty()) start_anew(then->stale_why);
    if (!scene_.obstacles.empty())
        start_anew("an earlier state was put back beside walls");  // which clears what is in them
    if (simulator_->steps() == 0)  // with its present numbers the scene may begin with other fields
        if (const auto fresh = make_simulator(scene_, scheduler_); fresh && fresh.value()->hash() != hash())
            start_due_ = "another beginning was put back";
    if (then->settings != settings()) start_anew("an earlier state went on with another solver or time step");
    return {};
}

Result<std::unique_ptr<LiveFluid>> SceneFluid::twin() const {
    std::unique_ptr<SceneFluid> made(new SceneFluid(built_.base, file_, scheduler_));
    made->set_ = set_, made->built_ = built_, made->named_ = named_, made->log_ = log_;
    if (auto started = made->start(); !started) return started.error();
    made->dt_ = dt_, made->matter_ = matter_, made->brush_ = brush_, made->grip_ = grip_, made->swirl_ = swirl_;
    if (auto gone = made->go_to(mark()); !gone) return gone.error();
    return std::unique_ptr<LiveFluid>(std::move(made));
}

std::vector<std::string> SceneFluid::fields() const {
    std::vector<std::string> names{"density", "vorticity", "speed", "pressure", "velocity.x", "velocity.y"};
    if (scene_.dim == 3) names.push_back("velocity.z");
    names.push_back("divergence");
    for (const SceneScalar& scalar : scene_.scalars)
        if (scalar.name != "density") names.push_back(scalar.name);
    return names;
}

std::vector<std::string> SceneFluid::inks() const {
    std::vector<std::string> names;
    for (const SceneScalar& scalar : scene_.scalars)
        if (scalar.name != "density" && scalar.name != "temperature" && names.size() < 3) names.push_back(scalar.name);
    return names;
}

std::vector<float> SceneFluid::field(std::string_view name) const {
    return floats_of(centred(*simulator_, name));
}

std::vector<float> SceneFluid::velocity(int axis) const {
    return floats_of(centred(*simulator_, components[axis]));
}

void SceneFluid::observe(Observer* observer) {
    observer_ = observer;
    simulator_->observe(observer);
}

}  // namespace whorl::view
