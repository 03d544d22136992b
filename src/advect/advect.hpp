// Advection: every value is fetched from where the flow came from.
//
// A value at point x becomes the one that lay, dt ago, where a particle that is now at x was. All schemes share that
// backtrace and differ in how they read the field there:
//
//     linear      interpolate (stam1999): stable for any dt and no new extrema, but smears, first order
//     maccormack  linear there and back, half of the error taken out, limited (selle2008): second order, twice the work
//     cubic       monotone cubics along the axes (fedkiw2001): third order where smooth and monotone, no scratch
//     bfecc       the error of a step there and back is taken out beforehand (kim2005), limited: second order
//     upwind      no trace at all: the explicit difference of textbooks, which blows up past its CFL limit; to teach
//                 with
//     flux        no trace either: what leaves a cell arrives in the next (flux_vanleer1974.hpp); keeps totals, for
//                 fields at centres
//
// Fields are given with two layers of filled ghosts, as is the velocity that traces. Any velocity and any dt are safe;
// the fields' own values are finite, up to half of the largest number. A field spans fewer than 2^31 elements.
// Nothing here allocates.
#pragma once

#include <optional>
#include <span>

#include "advect/empty_rows.hpp"
#include "boundary/ghosts.hpp"
#include "boundary/walls.hpp"
#include "core/row_ends.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

/// The box that traces stay in. A trace through a wall ends on the wall; one through a passable side goes on as far as
/// the centre of the first ghost cell, whose value is what comes in. Periodic axes have no sides.
template <int Dim> struct TraceDomain {
    Grid<Dim> grid{};
    Vec<Vec<bool, 2>, Dim> passable{};  // per axis: low side, high side
};

/// Where in its cell a field's values sit.
template <int Dim> struct Location {
    Vec<bool, Dim> centred{};  // per axis: in the middle of the cell, or on its low face
};
template <int Dim> constexpr Location<Dim> at_centres() {
    Location<Dim> location{};
    for (int axis = 0; axis < Dim; ++axis) location.centred[axis] = true;
    return location;
}
/// The faces of velocity component `axis`.
template <int Dim> constexpr Location<Dim> at_faces(int axis) {
    Location<Dim> location = at_centres<Dim>();
    location.centred[axis] = false;
    return location;
}
/// The corners of cells.
template <int Dim> constexpr Location<Dim> at_nodes() {
    return {};
}

/// Of schemes that take a second pass.
constexpr bool has_predictor(Scheme scheme) {
    return scheme == Scheme::maccormack || scheme == Scheme::bfecc;
}

template <class T, int Dim> struct AdvectContext {
    Scheduler& scheduler;
    TraceDomain<Dim> domain{};
    Trace trace = Trace::rk2;
    double dt = 0;                         // seconds; may be negative
    const Walls<T, Dim>* walls = nullptr;  // where there are obstacles
    bool walls_move = false;
    int turn = 0;  // of steps, 0, 1, ...: `flux` takes the axes in another order in every other
    std::optional<Vec<double, Dim>> speed{};  // along each axis, no less than any of the tracer and its ghosts:
                                              // lets empty rows be passed over
};

/// What `flux` did.
struct AdvectReport {
    int flux_substeps = 0;
    bool flux_slowed = false;  // the flow was too fast for as many substeps as there may be
};

/// One field and what becomes of it. The three views must not overlap. Values below 1e-30 are stored as 0: the last
/// traces of smoke would otherwise fade into denormal numbers, which are slow.
template <class T, int Dim> struct AdvectedField {
    View<const T, Dim> source{};
    View<T, Dim> destination{};
    Scheme scheme = Scheme::linear;
    View<T, Dim> predictor{};  // scratch with two layers of ghosts for `maccormack`, `bfecc` and `flux`; at least of
                               // source's shape
    const RowEnds<T>* ends = nullptr;          // of the predictor's rows: what `fill` then need not do
    const EmptyRows<T, Dim>* empty = nullptr;  // of a source at centres: `linear` and `maccormack` pass over them
    bool looks_ahead = false;  // in slabs beside walls: traces into the future count for which points walk, too, as
                               // they do for all fields that are advected together with one that is corrected
};

/// Fills the ghosts of an intermediate field. Made from any callable that outlives the call: f(which, view), where
/// `which` is the place of the field in its span, or the axis of a velocity component; or f(which, view, lines), which
/// can do so line by line.
template <class T, int Dim> class GhostFill {
  public:
    GhostFill() = default;
    template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, GhostFill>) GhostFill(const F& f)
        : self_(&f),
          call_([](const void* self, int which, const View<T, Dim>& view, [[maybe_unused]] const Lines& lines) {
              if constexpr (knows_lines<F>)
                  (*static_cast<const F*>(self))(which, view, lines);
              else
                  (*static_cast<const F*>(self))(which, view);
          }),
          goes_by_lines_(knows_lines<F>) {}

    void operator()(int which, const View<T, Dim>& view, const Lines& lines = {}) const {
        call_(self_, which, view, lines);
    }
    explicit operator bool() const { return call_ != nullptr; }
    bool goes_by_lines() const { return goes_by_lines_; }

  private:
    template <class F> static constexpr bool knows_lines = std::is_invocable_v<const F&, int, View<T, Dim>, Lines>;

    const void* self_ = nullptr;
    void (*call_)(const void*, int, const View<T, Dim>&, const Lines&) = nullptr;
    bool goes_by_lines_ = false;
};

/// What advection needs beside the fields, one view per axis each, at least of the grid's shape and with two layers of
/// ghosts. `back` holds the displacements of traces from the centres of cells, for all but `linear`, `cubic` and
/// `upwind` of fields at centres; `forward` those into the future, for schemes with a predictor. `flux` keeps what
/// passes the faces in `back`, which then has a cell more than the grid along each axis.
template <class T, int Dim> struct AdvectScratch {
    Faces<T, Dim> back{}, forward{};
    View<std::int8_t, Dim> back_reach{}, forward_reach{};  // how far they reach, of shape_of_reaches; optional: without
                                                           // it is found again for each field
    // Beside walls:
    View<std::uint8_t, Dim> met{};    // how many cells away from its own the flow through a cell gets
    View<std::uint8_t, Dim> notes{};  // of which points walk, of shape cells + 1; where traces are not kept, unset:
                                      // that is found out once more
    GhostFill<T, Dim> fill{};         // for schemes with a predictor, and `flux`
    bool is_traced = false;  // back, and forward where it is set, are what trace_centres made of this tracer and dt
    /// Where traces are not kept: those that met would count. Points beside walls then walk just as if they were.
    enum class Counted { unknown, back, both } counted = Counted::unknown;
};

/// Of the bytes that tell how far traces reach, for blocks of 32 cells in a row: two for each block and axis, for
/// groups of 16 blocks.
template <int Dim> Vec<int, Dim> shape_of_reaches(Vec<int, Dim> cells) {
    cells[0] = (cells[0] + 511) / 512 * 16 * 2 * Dim;
    return cells;
}

/// Fills back, forward, their reaches and met, as far as they are set: fields at several locations then share the
/// traces.
template <class T, int Dim>
void trace_centres(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                   const AdvectScratch<T, Dim>& scratch, const Lines& lines = {});

/// Fields that sit at one location, each with its own scheme.
template <class T, int Dim>
AdvectReport advect(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                    const Location<Dim>& location, std::span<const AdvectedField<T, Dim>> fields,
                    const AdvectScratch<T, Dim>& scratch = {});

/// Fields at cell centres.
template <class T, int Dim>
AdvectReport advect_scalars(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                            std::span<const AdvectedField<T, Dim>> fields, const AdvectScratch<T, Dim>& scratch = {});

/// The components of a velocity: row by row together, which reads the traces once, or one after the other if they share
/// a predictor. The tracer may be the source itself or another velocity.
template <class T, int Dim>
void advect_velocity(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                     const Vec<AdvectedField<T, Dim>, Dim>& components, const AdvectScratch<T, Dim>& scratch = {});

/// As many scalars as go in one pass.
constexpr std::size_t scalars_in_slabs = 2;

/// All that moves along one set of traces, in one pass over a grid without periods.
template <class T, int Dim> struct MovedTogether {
    std::span<const AdvectedField<T, Dim>> scalars{};   // at centres, at most scalars_in_slabs of one scheme, in place
    std::span<const AdvectedField<T, Dim>> velocity{};  // all components or none; the tracer may be what they become
    View<T, Dim> memory[2]{};                           // scratch of shape cells + 1
    View<std::int8_t, Dim> reaches[2]{};                // the same of shape_of_reaches, for some of its lines
    View<std::uint8_t, Dim> met{}, notes{};             // between walls: as in AdvectScratch, for as many lines
    bool counts_forward = false;  // it counts traces into the future, whether they are read or not
    GhostFill<T, Dim> fill_scalar{}, fill_component{};  // of predictors, which go by lines
};

/// By `linear` or `maccormack`, slab after slab: traces are made, and what they carry follows as far behind as the flow
/// gets in a step, so that neither traces nor predictors are ever kept as a whole, and what one pass made is in the
/// cache for the next. To the bits of the functions above. False, and nothing is done, if the flow is too fast for so
/// little memory.
template <class T, int Dim>
bool advect_in_slabs(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                     const MovedTogether<T, Dim>& moved);

/// The largest |u| dt / h over all faces and axes: cells crossed in a step. Faces that are not a number do not count.
template <class T, int Dim>
double max_cfl(Scheduler& scheduler, const Grid<Dim>& grid, const Faces<const T, Dim>& u, double dt);

}  // namespace whorl
