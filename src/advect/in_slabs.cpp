// Advection slab after slab (simd/passing_lines.hpp). A slab is a few lines, rows in two dimensions and planes in
// three:
//
//     1.  traces are made, back and forth, from the velocities around
//     2.  predictors are made, of fields that are corrected
//     3.  as far behind as the flow gets in a step, fields are corrected, or carried at once
//     4.  further behind by as much, where nobody reads its old values any more, a scalar takes its new ones
//
// A velocity is written over the one that traced, which nobody reads behind the traces. Points beside walls, which walk
// from cell to cell by that velocity, do so with the predictors: between walls all fields have one, and those that are
// not corrected are carried by taking it.
#include <array>
#include <optional>

#include "advect/group.hpp"
#include "simd/passing_lines.hpp"

namespace whorl {
namespace {

/// As many fields as pass.
struct Passing {
    int traces = 0, delays = 0, predictors = 0;  // delays are scalars on their way
};

/// How many lines a slab has, how far behind is far enough, and how many lines there is room for, of each field.
struct SlabPlan {
    int lines = 0, reach = 0;
    int delay_memory = 0;  // 0: delays are beside traces, 1: beside predictors
    int trace_room = 0, delay_room = 0, predictor_room = 0;
    explicit operator bool() const { return lines > 0; }
};

/// Traces are in the first field of scratch, predictors in the second. What is kept moves to the front whenever a room
/// is used up, so there should be more of it than it takes. Slabs are as large as that allows.
template <class T, int Dim>
SlabPlan plan_slabs(const AdvectContext<T, Dim>& context, const MovedTogether<T, Dim>& moved, const Passing& count) {
    constexpr int ghosts = PassingLines<T, Dim>::ghosts;
    if (!context.speed) return {};
    // Walks set out from faces, too, half a cell nearer to what traces leave behind.
    const int reach = rows_reached(context)[Dim - 2] + (context.walls ? 1 : 0);
    const int room = PassingLines<T, Dim>::room_of(moved.memory[0]);
    const int most = moved.reaches[0].shape[Dim - 1];
    if (reach >= most) return {};
    for (const double spare : {1.5, 1.0})
        for (int lines = lines_of_slab(context.domain.grid.cells); lines > 1; lines = 3 * lines / 4)
            for (const int where : {0, 1}) {
                const int trace = lines + reach + 1 + ghosts, other = lines + 2 * reach + ghosts;
                const int with_traces = where == 0 ? count.delays : 0, with_predictors = count.delays - with_traces;
                const int first = count.traces * trace + with_traces * other;
                const int second = (count.predictors + with_predictors) * other;
                if (trace > most || spare * std::max(first, second) > room) continue;
                const int more = (room - first) / (count.traces + with_traces);
                const int each = room / std::max(count.predictors + with_predictors, 1);
                return {lines, reach, where, trace + more, where == 0 ? other + more : each, each};
            }
    return {};
}

template <class T, int Dim> class SlabPass {
  public:
    SlabPass(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
             const MovedTogether<T, Dim>& moved)
        : context_(context),
          tracer_(tracer),
          moved_(moved) {
        assert(moved.scalars.size() <= scalars_in_slabs);
        assert(moved.fill_scalar.goes_by_lines() && moved.fill_component.goes_by_lines());
        if (!moved.scalars.empty()) add(at_centres<Dim>(), moved.scalars);
        for (std::size_t axis = 0; axis < moved.velocity.size(); ++axis)
            add(at_faces<Dim>(static_cast<int>(axis)), moved.velocity.subspan(axis, 1));
        Passing count{Dim, static_cast<int>(moved.scalars.size()), 0};
        bool looks_ahead = context.walls && moved.counts_forward;
        for (std::size_t i = 0; i < count_; ++i) {
            if (has_predictor(movers_[i])) count.predictors += static_cast<int>(movers_[i].group->fields().size());
            looks_ahead = looks_ahead || movers_[i].is_corrected;
        }
        directions_ = looks_ahead ? 2 : 1;
        count.traces *= directions_;
        plan_ = plan_slabs(context, moved, count);
        if (plan_) share_memory();
    }

    bool is_possible() const { return static_cast<bool>(plan_); }

    void run() {
        const int end = cells()[Dim - 1] + (moved_.velocity.empty() ? 0 : 1);
        for (int made = 0, carried = 0, written = 0; carried < end;) {
            const Lines lines{made, std::min(made + plan_.lines, end)};
            trace(carried, lines);
            predict(carried, lines);
            made = lines.last;
            const Lines behind{carried, made == end ? end : made - plan_.reach};
            if (behind.last <= behind.first) continue;
            carry(written, behind);
            carried = behind.last;
            const Lines further{written, made == end ? cells()[Dim - 1] : carried - plan_.reach};
            if (further.last <= further.first) continue;
            write_scalars(further);
            written = further.last;
        }
    }

  private:
    static constexpr int ghosts = PassingLines<T, Dim>::ghosts;

    /// The scalars, or a component of the velocity.
    struct Mover {
        std::optional<Group<T, Dim>> group{};
        bool is_corrected = false;
        std::array<PassingLines<T, Dim>, scalars_in_slabs> predictors{};

        auto pass() const { return is_corrected ? &Passes<T, Dim>::correct : &Passes<T, Dim>::linear; }
    };

    const Vec<int, Dim>& cells() const { return context_.domain.grid.cells; }
    bool has_predictor(const Mover& mover) const { return mover.is_corrected || context_.walls; }

    void add(const Location<Dim>& location, std::span<const AdvectedField<T, Dim>> fields) {
        Mover& mover = movers_[count_++];
        mover.group.emplace(context_, tracer_, location, fields);
        mover.is_corrected = fields[0].scheme == Scheme::maccormack;
        for ([[maybe_unused]] const auto& field : fields) assert(field.scheme == fields[0].scheme);
    }

    void share_memory() {
        Vec<int, 2> taken{};
        const auto take = [&](int which, const Vec<int, Dim>& shape, int room) {
            taken[which] += room;
            return PassingLines<T, Dim>(moved_.memory[which], shape, taken[which] - room, room);
        };
        for (int direction = 0; direction < directions_; ++direction) {
            for (int axis = 0; axis < Dim; ++axis) traces_[direction][axis] = take(0, cells(), plan_.trace_room);
            const View<std::int8_t, Dim>& bytes = moved_.reaches[direction];
            reaches_[direction] = {bytes, shape_of_reaches(cells()), 0, bytes.shape[Dim - 1], 0};
        }
        if (context_.walls) {
            met_ = {moved_.met, cells(), 0, PassingLines<std::uint8_t, Dim>::room_of(moved_.met)};
            notes_ = {moved_.notes, cells(), 0, PassingLines<std::uint8_t, Dim>::room_of(moved_.notes)};
        }
        for (std::size_t i = 0; i < moved_.scalars.size(); ++i)
            delays_[i] = take(plan_.delay_memory, cells(), plan_.delay_room);
        each_predictor([&](Mover& mover, std::size_t field) {
            mover.predictors[field] = take(1, mover.group->shape(), plan_.predictor_room);
        });
    }

    void trace(int carried, const Lines& lines) {
        AdvectScratch<T, Dim> traces{};
        const int before = carried - 1;  // faces lie between two centres
        const int first = std::min(lines.first, cells()[Dim - 1]), last = std::min(lines.last, cells()[Dim - 1]);
        for (int direction = 0; direction < directions_; ++direction) {
            for (int axis = 0; axis < Dim; ++axis) {
                traces_[direction][axis].make_room(context_.scheduler, before, lines.first, lines.last);
                (direction == 0 ? traces.back : traces.forward)[axis] = traces_[direction][axis].view();
            }
            reaches_[direction].make_room(context_.scheduler, std::max(before, 0), first, last);
            (direction == 0 ? traces.back_reach : traces.forward_reach) = reaches_[direction].view();
        }
        if (context_.walls) {
            for (PassingLines<std::uint8_t, Dim>* bytes : {&met_, &notes_})
                bytes->make_room(context_.scheduler, before, lines.first, lines.last);
            traces.met = met_.view();
            traces.notes = notes_.view();
        }
        trace_centres(context_, tracer_, traces, {first, last});
        AdvectScratch<T, Dim> only_back = traces;
        only_back.forward = {};
        for (std::size_t i = 0; i < count_; ++i) movers_[i].group->follow(looks_ahead(movers_[i]) ? traces : only_back);
    }
    static bool looks_ahead(const Mover& mover) { return mover.is_corrected || mover.group->fields()[0].looks_ahead; }

    void predict(int carried, const Lines& lines) {
        const int needed = std::max(carried - plan_.reach, -ghosts);
        each_predictor([&](Mover& mover, std::size_t field) {
            PassingLines<T, Dim>& predictor = mover.predictors[field];
            predictor.make_room(context_.scheduler, needed, lines.first, lines.last);
            mover.group->passes().set_predictor(static_cast<int>(field), predictor.view());
        });
        run(true, WHORL_CHOSEN_KERNELS(linear_table), &Passes<T, Dim>::linear, {}, lines);
        if (context_.walls) run(false, WHORL_CHOSEN_KERNELS(linear_table), &Passes<T, Dim>::linear, {}, lines);
        each_predictor([&](Mover& mover, std::size_t field) {
            if (!mover.is_corrected) return;  // nobody reads its ghosts
            const View<T, Dim>& view = mover.predictors[field].view();
            const auto place = static_cast<int>(&mover - movers_.data());
            const bool is_scalar = !moved_.scalars.empty() && place == 0;
            if (is_scalar)
                moved_.fill_scalar(static_cast<int>(field), view, lines);
            else
                moved_.fill_component(place - (moved_.scalars.empty() ? 0 : 1), view, lines);
        });
    }

    void carry(int written, const Lines& lines) {
        const bool are_delayed = !moved_.scalars.empty() && (movers_[0].is_corrected || !context_.walls);
        for (std::size_t i = 0; are_delayed && i < moved_.scalars.size(); ++i) {
            delays_[i].make_room(context_.scheduler, written, lines.first, lines.last);
            (movers_[0].group->passes().*movers_[0].pass()).destination[i] = delays_[i].view();
        }
        run(true, WHORL_CHOSEN_KERNELS(maccormack_table), &Passes<T, Dim>::correct, {BesideWalls::Kind::predictor},
            lines);
        if (!context_.walls) return run(false, WHORL_CHOSEN_KERNELS(linear_table), &Passes<T, Dim>::linear, {}, lines);
        for (std::size_t axis = 0; axis < moved_.velocity.size(); ++axis) {
            const Mover& mover = movers_[count_ - moved_.velocity.size() + axis];
            if (!mover.is_corrected)
                mover.group->copy_rows(&Passes<T, Dim>::linear, 0, moved_.velocity[axis].destination, lines);
        }
    }

    void write_scalars(const Lines& lines) {
        for (std::size_t i = 0; i < moved_.scalars.size(); ++i)
            movers_[0].group->copy_rows(movers_[0].pass(), static_cast<int>(i), moved_.scalars[i].destination, lines);
    }

    /// All that are corrected, or all others.
    struct Groups {
        std::array<Group<T, Dim>*, Dim + 1> each{};
        std::size_t count = 0;
        typename Group<T, Dim>::Groups all() const { return {each.data(), count}; }
    };
    Groups groups(bool are_corrected) {
        Groups found;
        for (std::size_t i = 0; i < count_; ++i)
            if (movers_[i].is_corrected == are_corrected) found.each[found.count++] = &*movers_[i].group;
        return found;
    }
    void run(bool are_corrected, const AdvectTable& table, typename Group<T, Dim>::Pass pass,
             const BesideWalls& beside_walls, const Lines& lines) {
        Group<T, Dim>::run(groups(are_corrected).all(), table, pass, beside_walls, lines);
    }

    template <class F> void each_predictor(F f) {
        for (std::size_t i = 0; i < count_; ++i)
            for (std::size_t field = 0; has_predictor(movers_[i]) && field < movers_[i].group->fields().size(); ++field)
                f(movers_[i], field);
    }

    const AdvectContext<T, Dim>& context_;
    const Faces<const T, Dim>& tracer_;
    const MovedTogether<T, Dim>& moved_;
    std::array<Mover, Dim + 1> movers_{};
    std::size_t count_ = 0;
    int directions_ = 1;  // of traces: back, and forth
    SlabPlan plan_{};
    std::array<std::array<PassingLines<T, Dim>, Dim>, 2> traces_{};
    std::array<PassingLines<std::int8_t, Dim>, 2> reaches_{};
    PassingLines<std::uint8_t, Dim> met_{}, notes_{};
    std::array<PassingLines<T, Dim>, scalars_in_slabs> delays_{};
};

}  // namespace

template <class T, int Dim>
bool advect_in_slabs(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                     const MovedTogether<T, Dim>& moved) {
    SlabPass<T, Dim> pass(context, tracer, moved);
    if (pass.is_possible()) pass.run();
    return pass.is_possible();
}

#define WHORL_INSTANTIATE(T, Dim)                                                           \
    template bool advect_in_slabs(const AdvectContext<T, Dim>&, const Faces<const T, Dim>&, \
                                  const MovedTogether<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
