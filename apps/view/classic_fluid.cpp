#include "classic_fluid.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "classic/buffers.hpp"
#include "classic/diffuse_bad.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"

namespace whorl::view {
namespace {

using classic::Buffers, classic::Index, classic::Stam2003;

constexpr double fastest = 100;  // box lengths a second, as the engine's

/// What a person may turn, and how far the flow is.
struct Present {
    double time = 0, dt = 1.0 / 60, diffusion = 0, matter = 1, brush = 0.04;
    std::int64_t steps = 0, blew_up_at = -1;
};

class ClassicLive final : public LiveFluid {
  public:
    ClassicLive(const ClassicStart& start, Buffers<float, 2> buffers)
        : start_(start),
          solver_(start.cells),
          buffers_(std::move(buffers)) {
        now_.diffusion = start.diffusion;
        reset();
    }

    std::string title() const override {
        return text("Stam 2003, %s diffusion, %d x %d", start_.is_explicit ? "explicit" : "implicit", start_.cells,
                    start_.cells);
    }
    std::string remark() const override {
        if (now_.blew_up_at < 0) return {};
        return text("it blew up at step %lld; r starts again", static_cast<long long>(now_.blew_up_at));
    }
    int dim() const override { return 2; }
    Vec<int, 3> cells() const override { return {start_.cells, start_.cells, 1}; }
    Vec<double, 3> size() const override { return {1, 1, 1}; }
    bool is_periodic() const override { return false; }
    double interval() const override { return now_.dt; }

    Result<Report> step() override;
    Result<void> stir(const Stroke& stroke) override;
    Result<void> still() override;
    Result<void> clear_smoke() override;
    Result<void> reset() override;
    Result<void> place(ThingKind, const Vec<double, 2>&, double) override { return fixed(); }
    Result<void> erase(const Vec<double, 2>&, double) override { return fixed(); }

    Bookmark mark() const override;
    Result<void> go_to(const Bookmark& mark) override;
    Result<std::unique_ptr<LiveFluid>> twin() const override;
    std::uint64_t hash() const override;
    double time() const override { return now_.time; }
    std::int64_t steps() const override { return now_.steps; }
    std::size_t bytes() const override { return buffers_.block.bytes(); }

    std::vector<std::string> fields() const override {
        return {"density", "vorticity", "speed", "velocity.x", "velocity.y", "divergence"};
    }
    std::vector<std::string> inks() const override { return {}; }
    std::vector<float> field(std::string_view name) const override;
    std::vector<float> velocity(int axis) const override { return copied(buffers_.u[static_cast<std::size_t>(axis)]); }
    std::vector<float> solids() const override { return {}; }

    std::vector<Parameter> parameters() const override;
    Result<void> set(std::string_view id, double value) override;
    double brightest() const override { return 1; }
    void observe(Observer* observer) override { observer_ = observer; }
    Result<SavedScene> saved_scene(const std::string&) override { return fixed(); }

  private:
    static Error fixed() { return {"this is a lesson on the paper's own solver; open a scene to build and to save"}; }
    /// dt * diffusion * N^2: what a cell gives to each neighbour in a step. Explicit, a quarter is the limit.
    double exchange() const { return now_.dt * now_.diffusion * start_.cells * start_.cells; }
    void tell(const char* verb) {
        if (observer_) observer_->after(verb);
    }
    template <class F> void each_cell(F f) const {
        for (int y = 1; y <= start_.cells; ++y)
            for (int x = 1; x <= start_.cells; ++x)
                f(solver_.index({x, y}), (x - 0.5) / start_.cells, (y - 0.5) / start_.cells);
    }
    std::vector<float> copied(const float* values) const {
        std::vector<float> out;
        each_cell([&](Index i, double, double) { out.push_back(values[i]); });
        return out;
    }
    void move_smoke();
    void check();

    ClassicStart start_;
    Stam2003<float, 2> solver_;
    Buffers<float, 2> buffers_;
    Present now_{};
    Observer* observer_ = nullptr;
};

/// The paper's dens_step; its diffusion is the one thing that differs between the two.
void ClassicLive::move_smoke() {
    float *&x = buffers_.ink[0], *&x0 = buffers_.ink0[0];
    const auto dt = static_cast<float>(now_.dt), rate = static_cast<float>(now_.diffusion);
    std::swap(x0, x);
    if (start_.is_explicit)
        classic::diffuse_bad(solver_, 0, x, x0, rate, dt);
    else
        solver_.diffuse(0, x, x0, rate, dt);
    tell("diffuse_scalars");
    std::swap(x0, x);
    solver_.advect(0, x, x0, buffers_.u, dt);
    tell("advect_scalars");
}

void ClassicLive::check() {
    float most = 0;
    each_cell([&](Index i, double, double) {
        for (float* u : buffers_.u) u[i] = std::clamp(u[i], -static_cast<float>(fastest), static_cast<float>(fastest));
        most = std::max(most, std::abs(buffers_.ink[0][i]));
    });
    if (static_cast<double>(most) > blown_up && now_.blew_up_at < 0) now_.blew_up_at = now_.steps;
}

Result<Report> ClassicLive::step() {
    Report report{.steps = 1, .dt = now_.dt};
    if (now_.blew_up_at < 0) {
        const auto dt = static_cast<float>(now_.dt);
        solver_.project(buffers_.u, buffers_.u0[0], buffers_.u0[1]);
        tell("project");
        std::swap(buffers_.u0, buffers_.u);
        for (std::size_t axis = 0; axis < 2; ++axis)
            solver_.advect(static_cast<int>(axis) + 1, buffers_.u[axis], buffers_.u0[axis], buffers_.u0, dt);
        tell("advect_velocity");
        solver_.project(buffers_.u, buffers_.u0[0], buffers_.u0[1]);
        tell("project");
        move_smoke();
        report.iterations = solver_.sweeps;
    }
    now_.time += now_.dt, ++now_.steps;
    check();
    return report;
}

Result<void> ClassicLive::stir(const Stroke& stroke) {
    const double dx = stroke.to[0] - stroke.from[0], dy = stroke.to[1] - stroke.from[1], length = std::hypot(dx, dy);
    const double share = stroke.is_dab ? 0.5 : length / (length + 1.5707963267948966 * now_.brush);
    const double seconds = std::max(stroke.seconds, 1e-6);
    each_cell([&](Index i, double x, double y) {
        const double along =
            length > 0
                ? std::clamp(((x - stroke.from[0]) * dx + (y - stroke.from[1]) * dy) / (length * length), 0.0, 1.0)
                : 0;
        if (std::hypot(x - stroke.from[0] - along * dx, y - stroke.from[1] - along * dy) > now_.brush) return;
        buffers_.ink[0][i] += static_cast<float>(now_.matter * share);
        if (stroke.is_dab) return;
        buffers_.u[0][i] = static_cast<float>(std::clamp(dx / seconds, -fastest, fastest));
        buffers_.u[1][i] = static_cast<float>(std::clamp(dy / seconds, -fastest, fastest));
    });
    return {};
}

Result<void> ClassicLive::still() {
    for (float* u : buffers_.u) std::fill(u, u + buffers_.size, 0.0f);
    return {};
}

Result<void> ClassicLive::clear_smoke() {
    std::fill(buffers_.ink[0], buffers_.ink[0] + buffers_.size, 0.0f);
    now_.blew_up_at = -1;
    return {};
}

Result<void> ClassicLive::reset() {
    buffers_.each_array([&](float* array) { std::fill(array, array + buffers_.size, 0.0f); });
    now_.time = 0, now_.steps = 0, now_.blew_up_at = -1;
    each_cell([&](Index i, double x, double y) {
        if (start_.density) buffers_.ink[0][i] = static_cast<float>(start_.density(x, y));
        for (std::size_t axis = 0; start_.velocity && axis < 2; ++axis)
            buffers_.u[axis][i] = static_cast<float>(start_.velocity(x, y)[axis]);
    });
    for (int axis = 0; axis < 2; ++axis) solver_.set_bnd(axis + 1, buffers_.u[static_cast<std::size_t>(axis)]);
    solver_.set_bnd(0, buffers_.ink[0]);
    return {};
}

Bookmark ClassicLive::mark() const {
    const std::size_t bytes = sizeof(float) * static_cast<std::size_t>(buffers_.size);
    std::vector<std::byte> state(3 * bytes);
    const float* const arrays[] = {buffers_.u[0], buffers_.u[1], buffers_.ink[0]};
    for (std::size_t i = 0; i < 3; ++i) std::memcpy(state.data() + i * bytes, arrays[i], bytes);
    return {std::move(state), std::make_shared<const Present>(now_)};
}

Result<void> ClassicLive::go_to(const Bookmark& mark) {
    const std::size_t bytes = sizeof(float) * static_cast<std::size_t>(buffers_.size);
    if (mark.state.size() != 3 * bytes || !mark.log) return Error{"this state is of another fluid"};
    float* const arrays[] = {buffers_.u[0], buffers_.u[1], buffers_.ink[0]};
    for (std::size_t i = 0; i < 3; ++i) std::memcpy(arrays[i], mark.state.data() + i * bytes, bytes);
    const Present& then = *std::static_pointer_cast<const Present>(mark.log);
    now_.time = then.time, now_.steps = then.steps, now_.blew_up_at = then.blew_up_at;
    return {};
}

Result<std::unique_ptr<LiveFluid>> ClassicLive::twin() const {
    auto made = make_classic_live(start_);
    if (!made) return made;
    static_cast<ClassicLive&>(*made.value()).now_ = now_;
    if (auto gone = made.value()->go_to(mark()); !gone) return gone.error();
    return made;
}

std::uint64_t ClassicLive::hash() const {
    Hash hash;
    for (float* array : {buffers_.u[0], buffers_.u[1], buffers_.ink[0]}) hash.add(buffers_.view(array));
    return hash.value();
}

std::vector<float> ClassicLive::field(std::string_view name) const {
    if (name == "density") return copied(buffers_.ink[0]);
    if (name == "velocity.x") return velocity(0);
    if (name == "velocity.y") return velocity(1);
    const float *u = buffers_.u[0], *v = buffers_.u[1];
    const Index up = solver_.step_along[1];
    const float half = 0.5f * static_cast<float>(start_.cells);
    std::vector<float> out;
    each_cell([&](Index i, double, double) {
        if (name == "vorticity") out.push_back(half * (v[i + 1] - v[i - 1] - u[i + up] + u[i - up]));
        if (name == "divergence") out.push_back(half * (u[i + 1] - u[i - 1] + v[i + up] - v[i - up]));
        if (name == "speed") out.push_back(std::hypot(u[i], v[i]));
    });
    return out;
}

std::vector<Parameter> ClassicLive::parameters() const {
    return {
        {"diffusion", "Spread of smoke", "m2/s",
         text("How fast smoke spreads into its neighbours. Now a cell gives each neighbour %.3f of what they differ "
              "by in a step; written down directly, more than 0.25 is too much.",
              exchange()),
         0, 0.02, false, now_.diffusion},
        {"time_step", "Time step", "s", "Length of a step. A longer one exchanges more.", 1e-3, 0.1, true, now_.dt},
        {"matter", "Injected smoke", "a pass", "How much smoke the brush leaves where it passes.", 0, 10, false,
         now_.matter},
        {"brush", "Brush size", "m", "Half the width of the brush.", 0.01, 0.3, false, now_.brush}};
}

Result<void> ClassicLive::set(std::string_view id, double value) {
    const std::vector<Parameter> known = parameters();
    const Parameter* found = find_parameter(known, id);
    if (!found) return Error{"the paper's solver has no such parameter here"};
    if (!(value >= found->low && value <= found->high))
        return Error{text("%s would be %g %s; it stays between %g and %g", found->label.c_str(), value,
                          found->unit.c_str(), found->low, found->high)};
    double* const slots[] = {&now_.diffusion, &now_.dt, &now_.matter, &now_.brush};
    *slots[found - known.data()] = value;
    return {};
}

}  // namespace

Result<std::unique_ptr<LiveFluid>> make_classic_live(const ClassicStart& start) {
    auto buffers = Buffers<float, 2>::make(start.cells, 1);
    if (!buffers) return buffers.error();
    return std::unique_ptr<LiveFluid>(std::make_unique<ClassicLive>(start, std::move(buffers).value()));
}

}  // namespace whorl::view
