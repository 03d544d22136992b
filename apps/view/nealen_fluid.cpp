// Nealen's mode as a fluid to play with.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

#include "core/hash.hpp"
#include "core/text.hpp"
#include "live_fluid.hpp"
#if WHORL_HAS_SPECTRAL
#include "nealen.hpp"
#endif

namespace whorl::view {

const Parameter* find_parameter(const std::vector<Parameter>& list, std::string_view id) {
    for (const Parameter& each : list)
        if (each.id == id) return &each;
    return nullptr;
}

#if WHORL_HAS_SPECTRAL
namespace {

class NealenFluid final : public LiveFluid {
  public:
    NealenFluid(SpectralFluid<2> fluid, Scheduler& scheduler) : fluid_(std::move(fluid)), scheduler_(scheduler) {}

    std::string title() const override { return text("Nealen's periodic box, %d x %d", cells()[0], cells()[1]); }
    int dim() const override { return 2; }
    Vec<int, 3> cells() const override { return {fluid_.config().cells[0], fluid_.config().cells[1], 1}; }
    Vec<double, 3> size() const override { return {1, 1, 1}; }
    bool is_periodic() const override { return true; }
    double interval() const override { return 1.0 / 60; }

    Result<Report> step() override;
    Result<void> stir(const Stroke& stroke) override { return nealen_stir(fluid_, settings_, stroke), Result<void>(); }
    Result<void> still() override { return fill({0, 1, 2, 3}); }
    Result<void> clear_smoke() override { return fill({4}); }
    Result<void> reset() override;
    Result<void> place(ThingKind, const Vec<double, 2>&, double) override { return no_walls(); }
    Result<void> erase(const Vec<double, 2>&, double) override { return no_walls(); }

    Bookmark mark() const override;
    Result<void> go_to(const Bookmark& mark) override;
    Result<std::unique_ptr<LiveFluid>> twin() const override;
    std::uint64_t hash() const override;
    double time() const override { return time_; }
    std::int64_t steps() const override { return steps_; }
    std::size_t bytes() const override { return fluid_.bytes(); }

    std::vector<std::string> fields() const override {
        return {"density", "vorticity", "speed", "velocity.x", "velocity.y", "divergence"};
    }
    std::vector<std::string> inks() const override { return {}; }
    std::vector<float> field(std::string_view name) const override;
    std::vector<float> velocity(int axis) const override { return copied(axis); }
    std::vector<float> solids() const override { return {}; }

    std::vector<Parameter> parameters() const override;
    Result<void> set(std::string_view id, double value) override;
    std::vector<Choice> choices() const override {
        return {{"preset",
                 "Presets",
                 "All numbers at once: as the paper has them, a fluid as thick as honey, or one full of small whirls.",
                 {"the paper's", "honey", "whirls"},
                 "take one ..."}};
    }
    Result<void> choose(std::string_view id, const std::string& name) override;
    double brightest() const override { return std::max(0.5 * settings_.matter, 0.1); }
    double divergence_left() override { return fluid_.divergence(); }
    void observe(Observer* observer) override { observer_ = observer, fluid_.observe(observer); }
    Result<SavedScene> saved_scene(const std::string&) override {
        return Error{
            "Nealen's mode is no scene and cannot be written as one; open `whorl-view stir` and what you do there can"};
    }

  private:
    static Error no_walls() {
        return {"Nealen's box has no walls or emitters; open a scene, such as `whorl-view stir`, to place some"};
    }
    /// 0, 1: velocity; 2, 3: force; 4: ink. Views of a const fluid are read only by agreement.
    View<double, 2> part(int which) const {
        auto& fluid = const_cast<SpectralFluid<2>&>(fluid_);
        return which < 2 ? fluid.velocity(which) : which < 4 ? fluid.force(which - 2) : fluid.ink();
    }
    template <class F> void each_cell(F f) const {
        for (int y = 0; y < cells()[1]; ++y)
            for (int x = 0; x < cells()[0]; ++x) f(x, y);
    }
    Result<void> fill(std::initializer_list<int> parts) {
        for (const int which : parts) {
            const View<double, 2> view = part(which);
            each_cell([&](int x, int y) { view(x, y) = 0; });
        }
        return {};
    }
    std::vector<float> copied(int which) const {
        std::vector<float> out;
        const View<double, 2> view = part(which);
        each_cell([&](int x, int y) { out.push_back(static_cast<float>(view(x, y))); });
        return out;
    }

    SpectralFluid<2> fluid_;
    Scheduler& scheduler_;
    NealenSettings settings_{};
    Observer* observer_ = nullptr;
    double time_ = 0;
    std::int64_t steps_ = 0;
};

Result<Report> NealenFluid::step() {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    nealen_confine(fluid_, settings_);
    if (observer_) observer_->after("confine_vorticity");
    const auto confined = Clock::now();
    const auto done = fluid_.step(settings_.step_seconds());
    if (!done) return done.error();
    const auto end = Clock::now();
    time_ += settings_.time_step, ++steps_;
    Report report{.steps = 1, .dt = settings_.time_step, .cfl = done.value().cfl, .iterations = 1};
    const auto ms = [](auto span) { return std::chrono::duration<double, std::milli>(span).count(); };
    report.stages[0] = {"confine_vorticity", ms(confined - start)};
    report.stages[1] = {"spectral step", ms(end - confined)};
    report.stage_count = 2;
    report.speed_capped = done.value().speed_capped;
    return report;
}

Result<void> NealenFluid::reset() {
    time_ = 0, steps_ = 0;
    return fill({0, 1, 2, 3, 4});
}

Bookmark NealenFluid::mark() const {
    std::vector<double> values{time_, static_cast<double>(steps_)};
    for (int which = 0; which < 5; ++which) {
        const View<double, 2> view = part(which);
        each_cell([&](int x, int y) { values.push_back(view(x, y)); });
    }
    std::vector<std::byte> out(values.size() * sizeof(double));
    std::memcpy(out.data(), values.data(), out.size());
    return {std::move(out), nullptr};
}

Result<void> NealenFluid::go_to(const Bookmark& mark) {
    const std::vector<std::byte>& saved = mark.state;
    const std::size_t count = 2 + 5 * static_cast<std::size_t>(cells()[0]) * static_cast<std::size_t>(cells()[1]);
    if (saved.size() != count * sizeof(double)) return Error{"the saved state is of another grid"};
    std::vector<double> values(count);
    std::memcpy(values.data(), saved.data(), saved.size());
    time_ = values[0], steps_ = static_cast<std::int64_t>(values[1]);
    std::size_t next = 2;
    for (int which = 0; which < 5; ++which) {
        const View<double, 2> view = part(which);
        each_cell([&](int x, int y) { view(x, y) = values[next++]; });
    }
    return {};
}

Result<std::unique_ptr<LiveFluid>> NealenFluid::twin() const {
    auto fluid = SpectralFluid<2>::make(settings_.config(cells()[0], &scheduler_));
    if (!fluid) return fluid.error();
    auto made = std::make_unique<NealenFluid>(std::move(fluid).value(), scheduler_);
    made->settings_ = settings_;
    if (auto gone = made->go_to(mark()); !gone) return gone.error();
    return std::unique_ptr<LiveFluid>(std::move(made));
}

std::uint64_t NealenFluid::hash() const {
    Hash hash;
    for (int which = 0; which < 5; ++which) hash.add(part(which));
    return hash.value();
}

std::vector<float> NealenFluid::field(std::string_view name) const {
    if (name == "velocity.x") return copied(0);
    if (name == "velocity.y") return copied(1);
    if (name == "density") return copied(4);
    const View<double, 2> u = part(0), v = part(1);
    const int n = cells()[0];
    std::vector<float> out;
    each_cell([&](int x, int y) {
        const int left = x > 0 ? x - 1 : n - 1, right = x + 1 < n ? x + 1 : 0, down = y > 0 ? y - 1 : n - 1,
                  up = y + 1 < n ? y + 1 : 0;
        const double per_cell = 0.5 * n;
        double value = 0;
        if (name == "vorticity") value = per_cell * (v(right, y) - v(left, y) - u(x, up) + u(x, down));
        if (name == "divergence") value = per_cell * (u(right, y) - u(left, y) + v(x, up) - v(x, down));
        if (name == "speed") value = std::hypot(u(x, y), v(x, y));
        out.push_back(static_cast<float>(value));
    });
    return out;
}

std::vector<Parameter> NealenFluid::parameters() const {
    return {
        {"time_step", "Time step", "", "How far time moves in a step. Larger is faster and rougher, never unstable.",
         0.01, 5, false, settings_.time_step},
        {"viscosity", "Viscosity", "", "How thick the fluid is: honey is high, air is low.", 1e-9, 10, true,
         settings_.viscosity},
        {"dissipation", "Smoke kept", "of 1",
         "What is left of the smoke after a step: 1 keeps all of it, 0.9 lets it fade at once.", 0, 1, false,
         settings_.dissipation},
        {"matter", "Injected smoke", "", "How much smoke a stroke leaves behind.", 0, 100, false, settings_.matter},
        {"confinement", "Swirl strength", "",
         "How much the small whirls that the grid loses are given back (vorticity confinement).", 0, 10, false,
         settings_.confinement},
        {"is_confined", "Swirl on", "yes or no", "Whether whirls are given back at all.", 0, 1, false,
         settings_.is_confined ? 1.0 : 0.0}};
}

Result<void> NealenFluid::choose(std::string_view id, const std::string& name) {
    const std::vector<std::string> names = choices()[0].names;
    if (id != "preset" || std::find(names.begin(), names.end(), name) == names.end())
        return Error{text("there is no preset \"%s\"; take the paper's, honey or whirls", name.c_str())};
    NealenSettings next;
    if (name == "honey") next.viscosity = 0.1;
    if (name == "whirls") next.viscosity = 1e-5, next.confinement = 0.45, next.is_confined = true;
    if (auto changed = fluid_.change(next.config(cells()[0], &scheduler_)); !changed) return changed;
    settings_ = next;
    return {};
}

Result<void> NealenFluid::set(std::string_view id, double value) {
    const std::vector<Parameter> known = parameters();
    const Parameter* found = find_parameter(known, id);
    if (!found) return Error{text("there is no parameter \"%s\"", std::string(id).c_str())};
    if (!(value >= found->low && value <= found->high))
        return Error{
            text("%s would be %g; it stays between %g and %g", found->label.c_str(), value, found->low, found->high)};
    NealenSettings next = settings_;
    if (id == "time_step") next.time_step = value;
    if (id == "viscosity") next.viscosity = value;
    if (id == "dissipation") next.dissipation = value;
    if (id == "matter") next.matter = value;
    if (id == "confinement") next.confinement = value;
    if (id == "is_confined") next.is_confined = value > 0.5;
    if (auto changed = fluid_.change(next.config(cells()[0], &scheduler_)); !changed) return changed;
    settings_ = next;
    return {};
}

}  // namespace

Result<NealenStart> make_nealen(int cells, Scheduler& scheduler) {
    if (cells < 2 || cells > 4096)
        return Error{text("the grid is %d cells wide; give 2 to 4096 (64 if you give nothing)", cells)};
    auto fluid = SpectralFluid<2>::make(NealenSettings{}.config(cells, &scheduler));
    if (!fluid) return fluid.error();
    std::string notice = fluid.value().correction();
    return NealenStart{std::make_unique<NealenFluid>(std::move(fluid).value(), scheduler), notice};
}
#else
Result<NealenStart> make_nealen(int cells, Scheduler& scheduler) {
    if (cells < 2 || cells > 4096)
        return Error{text("the grid is %d cells wide; give 2 to 4096 (64 if you give nothing)", cells)};
    const int even = cells + cells % 2;
    const std::string scene = text(
        "title = \"Periodic box\"\n[domain]\ncells = [%d, %d]\nleft = \"periodic\"\nright = \"periodic\"\n"
        "bottom = \"periodic\"\ntop = \"periodic\"\n[time]\nfps = 60\n[fluid]\nviscosity = 1e-5\n"
        "vorticity_confinement = 0.0\n",
        even, even);
    auto fluid = read_live_scene(scene, "box.toml", scheduler);
    if (!fluid) return fluid.error();
    return NealenStart{std::move(fluid).value(),
                       "this build is without FFTW (libfftw3-dev): the engine stands in for Nealen's solver"};
}
#endif

}  // namespace whorl::view
