#include "game.hpp"

#include <algorithm>
#include <cmath>

#include "core/text.hpp"

namespace whorl::view {
namespace {

constexpr double dt = 1.0 / 60;

struct Moment {
    double at[2], aim[2], smoke, lost[2];
    Score score;
    int puffs;
};

class Pong final : public Game {
  public:
    explicit Pong(Fluid2 fluid) : fluid_(std::move(fluid)) {}
    Result<void> begin();

    Score score() const override { return now_.score; }
    double paddle(int which) const override { return now_.at[which]; }
    void aim(int which, double height) override { now_.aim[which] = height; }
    void play_alone(bool is_alone) override { is_alone_ = is_alone; }

    std::string title() const override { return "Blow the smoke over the other's line: drag to move the left paddle"; }
    std::string remark() const override { return text("You %d : %d whorl", now_.score.left, now_.score.right); }
    int dim() const override { return 2; }
    Vec<int, 3> cells() const override { return {fluid_.config().cells[0], fluid_.config().cells[1], 1}; }
    Vec<double, 3> size() const override { return {Court::width, Court::height, 1}; }
    bool is_periodic() const override { return false; }
    double interval() const override { return dt; }

    Result<Report> step() override;
    Result<void> stir(const Stroke& stroke) override { return aim(0, stroke.to[1] * Court::height), Result<void>(); }
    Result<void> still() override { return clear("velocity.x", "velocity.y"); }
    Result<void> clear_smoke() override { return puff(); }
    Result<void> reset() override;
    Result<void> place(ThingKind, const Vec<double, 2>&, double) override { return fixed(); }
    Result<void> erase(const Vec<double, 2>&, double) override { return fixed(); }

    Bookmark mark() const override { return {fluid_.save(), std::make_shared<const Moment>(now_)}; }
    Result<void> go_to(const Bookmark& mark) override;
    Result<std::unique_ptr<LiveFluid>> twin() const override { return fixed(); }
    std::uint64_t hash() const override { return fluid_.hash(); }
    double time() const override { return fluid_.time(); }
    std::int64_t steps() const override { return fluid_.steps(); }
    std::size_t bytes() const override { return fluid_.bytes(); }

    std::vector<std::string> fields() const override {
        return {"density", "vorticity", "speed", "pressure", "divergence"};
    }
    std::vector<std::string> inks() const override { return {}; }
    std::vector<float> field(std::string_view name) const override {
        auto found = field_of(fluid_, name);
        return found ? std::move(found).value().values : std::vector<float>();
    }
    std::vector<float> velocity(int axis) const override { return velocity_of(fluid_)[axis].values; }
    std::vector<float> solids() const override;

    std::vector<Parameter> parameters() const override {
        return {{"blow", "Breath of the paddles", "m/s2", "How hard a paddle pushes the air before it.", 0, 40, false,
                 blow_},
                {"quick", "Speed of the paddles", "m/s", "How fast a paddle can move.", 0.1, 10, false, quick_}};
    }
    Result<void> set(std::string_view id, double value) override;
    double brightest() const override { return 1; }
    void observe(Observer* observer) override { fluid_.observe(observer); }
    Result<SavedScene> saved_scene(const std::string&) override { return fixed(); }

  private:
    static Error fixed() { return {"this is a game; its court stays as it is"}; }
    Pose<2> pose(int which) const {
        return {.position = {which == 0 ? Court::paddle_x : Court::width - Court::paddle_x, now_.at[which]}};
    }
    Result<void> clear(const char* first, const char* second);
    Result<void> puff();
    /// Smoke in the court, and the place of its middle.
    struct Cloud {
        double amount = 0, x = 0, y = 0;
    };
    Cloud cloud() const;
    Result<void> move(int which);
    void referee(const Cloud& before);

    Fluid2 fluid_;
    int walls_[2]{};
    Moment now_{{0.5, 0.5}, {0.5, 0.5}, 0, {}, {}, 0};
    double blow_ = 9, quick_ = 1.6;
    bool is_alone_ = true;
};

Result<void> Pong::begin() {
    const auto shape = capsule<2>({0, -Court::paddle_half}, {0, Court::paddle_half}, Court::thickness);
    if (!shape) return shape.error();
    for (int which = 0; which < 2; ++which) {
        auto number = fluid_.set_obstacle({.shape = shape.value(), .pose = pose(which)});
        if (!number) return number.error();
        walls_[which] = number.value();
    }
    return puff();
}

Result<void> Pong::clear(const char* first, const char* second) {
    for (const char* name : {first, second}) {
        const auto view = fluid_.edit(name);
        for (int y = 0; y < view.shape[1]; ++y)
            for (int x = 0; x < view.shape[0]; ++x) view(x, y) = 0;
    }
    return {};
}

/// A new puff in the middle, a little above or below in turns so that nobody sleeps.
Result<void> Pong::puff() {
    const auto view = fluid_.edit("density");
    const double h = Court::height / cells()[1], middle = 0.5 + (now_.puffs % 2 == 0 ? 0.12 : -0.12);
    for (int y = 0; y < view.shape[1]; ++y)
        for (int x = 0; x < view.shape[0]; ++x) {
            const double away = std::hypot((x + 0.5) * h - Court::width / 2, (y + 0.5) * h - middle);
            view(x, y) = static_cast<float>(std::clamp((0.16 - away) / 0.03, 0.0, 1.0));
        }
    ++now_.puffs;
    now_.smoke = cloud().amount;
    now_.lost[0] = now_.lost[1] = 0;
    return {};
}

Pong::Cloud Pong::cloud() const {
    Cloud out;
    const auto view = fluid_.view("density");
    const double h = Court::height / cells()[1];
    for (int y = 0; y < view.shape[1]; ++y)
        for (int x = 0; x < view.shape[0]; ++x) {
            const double amount = static_cast<double>(view(x, y));
            out.amount += amount, out.x += amount * (x + 0.5) * h, out.y += amount * (y + 0.5) * h;
        }
    if (out.amount > 0) out.x /= out.amount, out.y /= out.amount;
    return out;
}

Result<void> Pong::move(int which) {
    const double low = Court::paddle_half + 0.05, high = Court::height - low;
    const double wanted = std::clamp(now_.aim[which], low, high) - now_.at[which];
    now_.at[which] += std::clamp(wanted, -quick_ * dt, quick_ * dt);
    if (auto moved = fluid_.move_obstacle(walls_[which], pose(which)); !moved) return moved;
    const auto x = static_cast<float>(pose(which).position[0]), y = static_cast<float>(now_.at[which]);
    const float side = which == 0 ? 1.0f : -1.0f, half = static_cast<float>(Court::paddle_half), reach = 0.28f;
    const float near = x + side * 0.04f, far = x + side * reach;
    return fluid_.push(Box<2>{{std::min(near, far), y - half}, {std::max(near, far), y + half}},
                       {side * static_cast<float>(blow_), 0});
}

void Pong::referee(const Cloud& before) {
    const double left_now = cloud().amount, gone = before.amount - left_now;
    if (gone > 0) now_.lost[before.x < Court::width / 2 ? 0 : 1] += gone;
    for (int side = 0; side < 2; ++side)
        if (now_.lost[side] > 0.5 * now_.smoke) {
            ++(side == 0 ? now_.score.right : now_.score.left);
            puff();
            return;
        }
}

Result<Report> Pong::step() {
    const Cloud before = cloud();
    if (is_alone_) now_.aim[1] = before.y + 0.15 * std::sin(1.3 * fluid_.time());  // it looks, but not too well
    for (int which = 0; which < 2; ++which)
        if (auto moved = move(which); !moved) return moved.error();
    auto report = fluid_.step(dt);
    if (report) referee(before);
    return report;
}

Result<void> Pong::reset() {
    now_ = {{0.5, 0.5}, {0.5, 0.5}, 0, {}, {}, 0};
    if (auto cleared = clear("velocity.x", "velocity.y"); !cleared) return cleared;
    return puff();
}

Result<void> Pong::go_to(const Bookmark& mark) {
    if (auto loaded = fluid_.load(mark.state); !loaded) return loaded;
    now_ = *std::static_pointer_cast<const Moment>(mark.log);
    return {};
}

std::vector<float> Pong::solids() const {
    std::vector<float> out;
    const double h = Court::height / cells()[1];
    for (int y = 0; y < cells()[1]; ++y)
        for (int x = 0; x < cells()[0]; ++x) {
            double most = 0;
            for (int which = 0; which < 2; ++which) {
                const double dx = (x + 0.5) * h - pose(which).position[0],
                             dy = std::max(0.0, std::abs((y + 0.5) * h - now_.at[which]) - Court::paddle_half);
                most = std::max(most, std::clamp(0.5 - (std::hypot(dx, dy) - Court::thickness) / h, 0.0, 1.0));
            }
            out.push_back(static_cast<float>(most));
        }
    return out;
}

Result<void> Pong::set(std::string_view id, double value) {
    const std::vector<Parameter> known = parameters();
    const Parameter* found = find_parameter(known, id);
    if (!found) return fixed();
    if (!(value >= found->low && value <= found->high))
        return Error{
            text("%s would be %g; it stays between %g and %g", found->label.c_str(), value, found->low, found->high)};
    (id == "blow" ? blow_ : quick_) = value;
    return {};
}

}  // namespace

Result<std::unique_ptr<Game>> make_game(Scheduler& scheduler, int rows) {
    FluidConfig<2> config{.cells = {static_cast<int>(rows * Court::width), rows},
                          .size = {Court::width, Court::height},
                          .left = SideKind::open,
                          .right = SideKind::open,
                          .vorticity_confinement = 1,
                          .scheduler = &scheduler};
    auto fluid = Fluid2::make(config);
    if (!fluid) return fluid.error();
    auto made = std::make_unique<Pong>(std::move(fluid).value());
    if (auto begun = made->begin(); !begun) return begun.error();
    return std::unique_ptr<Game>(std::move(made));
}

}  // namespace whorl::view
