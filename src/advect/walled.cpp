#include "advect/walled.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "advect/near_walls.hpp"
#include "boundary/ghosts.hpp"
#include "parallel/rows.hpp"

namespace whorl {
namespace {

template <class T, int Dim> struct WalledArguments {
    const AdvectArguments<T, Dim>* fields;
    WallBits<Dim> walls;
    View<const T, Dim> velocity{};                    // of walls, on the faces of the component that is carried
    Vec<View<const std::uint16_t, Dim>, Dim> open{};  // what walls leave open of the faces of each axis
    Location<Dim> location;
    int axis;  // of the velocity component that is carried, -1 if the fields are at centres
    Vec<int, Dim> cells;
    Vec<bool, Dim> periodic;
    Scheme scheme;
    NearWalls<T, Dim> near;
};

template <int Dim> int staggered_axis(const Location<Dim>& location) {
    for (int axis = 0; axis < Dim; ++axis)
        if (!location.centred[axis]) return axis;
    return -1;
}

/// The corners of a stencil lie in cells beside that of its point, and a wall may run between any two of them.
constexpr int stencil_margin = 2;

/// A place inside a cell: 0 to 1 along each axis.
template <int Dim> struct Spot {
    Vec<int, Dim> cell{};
    Vec<double, Dim> inside{};
};

/// How much of a face is open to the flow, of `whole_face`.
template <class T, int Dim> int open_of(const WalledArguments<T, Dim>& in, int axis, Vec<int, Dim> face) {
    for (int each = 0; each < Dim; ++each) face[each] = wrapped(face[each], each, in.cells, in.periodic);
    return in.open[axis][face];
}

/// Nothing gets from a cell to the next one. What is carried stops at the closed bit. The flow itself passes wherever a
/// face is open in part, and its momentum must go with it: a face that kept its velocity for ever, while its
/// neighbours take theirs from there, would be a fan.
template <class T, int Dim>
bool is_barred(const WalledArguments<T, Dim>& in, const Vec<int, Dim>& cell, int axis, int step) {
    if (in.axis < 0) return in.walls.is_closed(cell, axis, step);
    Vec<int, Dim> face = cell;
    if (step > 0) ++face[axis];
    return open_of(in, axis, face) == 0;
}

/// A straight walk from cell to cell (amanatides1987), which ends where it is barred, or outside of the domain.
template <class T, int Dim> class Walk {
  public:
    Walk(const WalledArguments<T, Dim>& in, const Vec<int, Dim>& at, const Vec<T, Dim>& displacement) : in_(in) {
        for (int axis = 0; axis < Dim; ++axis) {
            d_[axis] = static_cast<double>(displacement[axis]);
            const bool centred = in.location.centred[axis];
            // A point on a face sets out in the cell that it goes into.
            const bool is_low = !centred && d_[axis] < 0;
            spot_.cell[axis] = wrapped(at[axis] - is_low, axis, in.cells, in.periodic);
            start_[axis] = spot_.inside[axis] = centred ? 0.5 : is_low ? 1.0 : 0.0;
        }
        run();
    }
    const Spot<Dim>& spot() const { return spot_; }
    Vec<T, Dim> displacement() const {
        Vec<T, Dim> d{};
        for (int axis = 0; axis < Dim; ++axis) d[axis] = static_cast<T>(d_[axis] * part_);
        return d;
    }

  private:
    void run() {
        Vec<double, Dim> next{};  // the part of the way at which the next face of each axis is met
        Vec<int, Dim> passed{};   // faces so far
        const auto meet = [&](int axis) {
            const double way = d_[axis] > 0 ? 1 - start_[axis] : start_[axis];
            next[axis] = d_[axis] == 0 ? 2 : (way + passed[axis]) / std::abs(d_[axis]);
        };
        int allowed = 0;  // round a periodic axis a mad flow would go on for ever
        for (int axis = 0; axis < Dim; ++axis) meet(axis), allowed += 4 * in_.cells[axis] + 8;
        while (true) {
            int axis = 0;
            for (int other = 1; other < Dim; ++other)
                if (next[other] < next[axis]) axis = other;
            if (!(next[axis] < 1)) break;
            const int step = d_[axis] > 0 ? 1 : -1;
            const int to = wrapped(spot_.cell[axis] + step, axis, in_.cells, in_.periodic);
            const bool leaves = to < -1 || to > in_.cells[axis] || --allowed == 0;
            if (leaves || is_barred(in_, spot_.cell, axis, step)) {
                part_ = next[axis];
                stopped_ = axis;
                break;
            }
            spot_.cell[axis] = to;
            ++passed[axis];
            meet(axis);
        }
        for (int axis = 0; axis < Dim; ++axis) {
            const double whole = d_[axis] > 0 ? -passed[axis] : passed[axis];
            spot_.inside[axis] = std::clamp(start_[axis] + d_[axis] * part_ + whole, 0.0, 1.0);
        }
        if (stopped_ >= 0) spot_.inside[stopped_] = d_[stopped_] > 0 ? 1 : 0;
    }

    const WalledArguments<T, Dim>& in_;
    Vec<double, Dim> d_{}, start_{};
    Spot<Dim> spot_{};
    double part_ = 1;
    int stopped_ = -1;
};

/// A trace as of backtrace-inl.hpp, but from the point itself and each piece of it walked.
template <class T, int Dim> Spot<Dim> depart(const WalledArguments<T, Dim>& in, const Vec<int, Dim>& at) {
    const TraceArguments<T, Dim>& trace = in.fields->trace;
    const auto walk = [&](double share, const Vec<T, Dim>& u) {
        return Walk<T, Dim>(in, at, moved(trace, at, static_cast<T>(share), u));
    };
    const Vec<T, Dim> k1 = velocity_at_start(trace, at);
    if (trace.trace == Trace::euler) return walk(1, k1).spot();
    const Vec<T, Dim> k2 = velocity_at(trace, at, walk(0.5, k1).displacement());
    if (trace.trace == Trace::rk2) return walk(1, k2).spot();
    const Vec<T, Dim> k3 = velocity_at(trace, at, walk(0.75, k2).displacement());
    Vec<T, Dim> mean{};
    for (int axis = 0; axis < Dim; ++axis)
        mean[axis] = k1[axis] + (3 * (k2[axis] - k1[axis]) + 4 * (k3[axis] - k1[axis])) / 9;
    return walk(1, mean).spot();
}

/// The corners of a stencil that count, as offsets from the spot's cell, with their weights.
template <class T, int Dim> struct Corners {
    int count = 0;
    Vec<int, Dim> at[1 << Dim];
    double weight[1 << Dim];
};

/// A face of the flow counts as far as it is open: what passes a slit is fast, but there is little of it, and copies of
/// its speed on whole faces would be energy from nowhere. A shut face has the velocity of the wall, or of the flow
/// along it, and counts.
template <class T, int Dim> double weight_of_face(const WalledArguments<T, Dim>& in, const Vec<int, Dim>& at) {
    const int open = in.axis < 0 ? 0 : open_of(in, in.axis, at);
    return open == 0 ? 1.0 : static_cast<double>(open) / whole_face;
}

/// Corners are numbered by bits: bit axis set, the cell beside. On a staggered axis both ends are faces of the cell
/// itself, which can always be reached.
template <class T, int Dim> Corners<T, Dim> corners_of(const WalledArguments<T, Dim>& in, const Spot<Dim>& spot) {
    Vec<int, Dim> step{};
    Vec<double, Dim> weight{};  // of the cell beside, or of the higher face
    for (int axis = 0; axis < Dim; ++axis) {
        const double x = spot.inside[axis];
        step[axis] = x < 0.5 ? -1 : 1;
        weight[axis] = !in.location.centred[axis] ? x : x < 0.5 ? 0.5 - x : x - 0.5;
    }
    const auto cell_of_corner = [&](int k) {
        Vec<int, Dim> cell = spot.cell;
        for (int axis = 0; axis < Dim; ++axis)
            if ((k >> axis & 1) != 0 && in.location.centred[axis]) cell[axis] += step[axis];
        return cell;
    };
    unsigned reached = 1;
    for (int round = 0; round < Dim; ++round)
        for (int k = 0; k < 1 << Dim; ++k)
            for (int axis = 0; axis < Dim; ++axis) {
                if ((reached >> k & 1) == 0) continue;
                const int to = k ^ 1 << axis, way = (k >> axis & 1) != 0 ? -step[axis] : step[axis];
                if (!in.location.centred[axis] || !is_barred(in, cell_of_corner(k), axis, way)) reached |= 1u << to;
            }
    Corners<T, Dim> corners;
    double sum = 0;
    for (int k = 0; k < 1 << Dim; ++k) {
        double product = 1;
        for (int axis = 0; axis < Dim; ++axis) product *= (k >> axis & 1) != 0 ? weight[axis] : 1 - weight[axis];
        if ((reached >> k & 1) == 0 || product == 0) continue;
        Vec<int, Dim> at = cell_of_corner(k);
        for (int axis = 0; axis < Dim; ++axis)
            if (!in.location.centred[axis] && (k >> axis & 1) != 0) ++at[axis];
        product *= weight_of_face(in, at);
        corners.at[corners.count] = at;
        corners.weight[corners.count++] = product;
        sum += product;
    }
    for (int i = 0; i < corners.count; ++i) corners.weight[i] /= sum;
    return corners;
}

template <class T, int Dim> T mean_of(const Corners<T, Dim>& corners, const View<const T, Dim>& values) {
    double sum = 0;
    T low = values[corners.at[0]], high = low;
    for (int i = 0; i < corners.count; ++i) {
        const T value = values[corners.at[i]];
        sum += corners.weight[i] * static_cast<double>(value);
        low = std::min(low, value), high = std::max(high, value);
    }
    return std::clamp(static_cast<T>(sum), low, high);
}

template <class T, int Dim> T upwind_of(const WalledArguments<T, Dim>& in, int field, const Vec<int, Dim>& at) {
    const TraceArguments<T, Dim>& trace = in.fields->trace;
    const View<const T, Dim>& phi = in.fields->source[field];
    const Vec<T, Dim> u = velocity_at_start(trace, at);
    T sum = phi[at];
    for (int axis = 0; axis < Dim; ++axis) {
        const int step = u[axis] > 0 ? -1 : 1;
        if (in.location.centred[axis] && in.walls.is_closed(at, axis, step)) continue;
        Vec<int, Dim> beside = at;
        beside[axis] += step;
        sum += trace.steps[axis] * u[axis] * static_cast<T>(step) * (phi[beside] - phi[at]);
    }
    return sum;
}

/// A velocity on a face that no flow passes is the wall's.
template <class T, int Dim> bool is_shut(const WalledArguments<T, Dim>& in, const Vec<int, Dim>& at) {
    return in.axis >= 0 && in.open[in.axis][at] == 0;
}

/// A cell that nothing enters or leaves keeps what it has.
template <class T, int Dim> bool is_closed_in(const WalledArguments<T, Dim>& in, const Vec<int, Dim>& at) {
    if (in.axis >= 0) return false;
    for (int axis = 0; axis < Dim; ++axis)
        for (const int step : {-1, 1})
            if (!in.walls.is_closed(at, axis, step)) return false;
    return true;
}

template <class T, int Dim> void beside_walls(const WalledArguments<T, Dim>& in, const Row& row) {
    const auto for_fields = [&](const Vec<int, Dim>& at, auto value_of) {
        for (int field = 0; field < in.fields->count; ++field) in.fields->destination[field][at] = value_of(field);
    };
    in.near.each(row, [&](const Vec<int, Dim>& at) {
        if (is_shut(in, at)) return for_fields(at, [&](int) { return in.velocity[at]; });
        if (is_closed_in(in, at))
            return for_fields(at, [&](int field) { return without_dust(in.fields->source[field][at]); });
        if (in.scheme == Scheme::upwind)
            return for_fields(at, [&](int field) { return without_dust(upwind_of(in, field, at)); });
        const Corners<T, Dim> corners = corners_of(in, depart(in, at));
        for_fields(at, [&](int field) { return without_dust(mean_of(corners, in.fields->source[field])); });
    });
}

template <Instead instead, class T, int Dim> void replace(const WalledArguments<T, Dim>& in, const Row& row) {
    const auto& values = instead == Instead::predictor ? in.fields->predictor : in.fields->source;
    in.near.each(row, [&](const Vec<int, Dim>& at) {
        for (int field = 0; field < in.fields->count; ++field) in.fields->destination[field][at] = values[field][at];
    });
}

template <class T, int Dim>
WalledArguments<T, Dim> walled_arguments(const AdvectContext<T, Dim>& context, const Location<Dim>& location,
                                         const AdvectArguments<T, Dim>& arguments, Scheme scheme, int reach,
                                         int margin) {
    const Grid<Dim>& grid = context.domain.grid;
    const WallBits<Dim> bits = context.walls->bits();
    WalledArguments<T, Dim> walled{.fields = &arguments,
                                   .walls = bits,
                                   .location = location,
                                   .axis = staggered_axis(location),
                                   .cells = grid.cells,
                                   .periodic = grid.periodic,
                                   .scheme = scheme,
                                   .near = {&arguments, bits, location, grid.cells, grid.periodic, reach, margin}};
    if (walled.axis >= 0) walled.velocity = context.walls->velocity()[walled.axis];
    for (int axis = 0; axis < Dim; ++axis) walled.open[axis] = context.walls->open(axis);
    return walled;
}

}  // namespace

template <class T, int Dim>
void count_cells_met(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer,
                     const AdvectScratch<T, Dim>& scratch) {
    const TraceArguments<T, Dim> trace = trace_arguments(context, tracer, at_centres<Dim>(), -1);
    constexpr int some = 256;
    for_rows(context.scheduler, context.domain.grid.cell_region(), [&](const Row& whole) {
        for (Row row = whole; row.x0 < whole.x1; row.x0 = row.x1) {
            row.x1 = std::min(row.x0 + some, whole.x1);
            const int count = row.x1 - row.x0;
            T longest[some] = {};
            const auto widen = [&](int k, T way) {
                const T size = std::abs(way), kept = size < T(far_away) ? size : T(far_away);  // NaN is far, too
                longest[k] = longest[k] > kept ? longest[k] : kept;
            };
            for (int axis = 0; axis < Dim; ++axis) {
                const T* u = row_of(trace.u[axis], row) + row.x0;
                const std::ptrdiff_t next = trace.u[axis].stride[axis];
                const T half = T(0.5) * trace.steps[axis];
                for (int k = 0; k < count; ++k) widen(k, half * (u[k] + u[k + next]));
                for (const Faces<T, Dim>* traces : {&scratch.back, &scratch.forward}) {
                    if (!(*traces)[0].data) continue;
                    const T* d = row_of((*traces)[axis], row) + row.x0;
                    for (int k = 0; k < count; ++k) widen(k, d[k]);
                }
            }
            std::uint8_t* met = row_of(scratch.met, row) + row.x0;
            for (int k = 0; k < count; ++k) met[k] = static_cast<std::uint8_t>(static_cast<int>(longest[k] + T(0.5)));
        }
    });
    continue_ghosts(context.domain.grid, scratch.met, context.scheduler);
}

template <class T, int Dim> int reach_of(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& tracer) {
    const double crossed = max_cfl(context.scheduler, context.domain.grid, tracer, context.dt);
    return cells_met(crossed) + stencil_margin;
}

template <class T, int Dim>
void advect_beside_walls(const AdvectContext<T, Dim>& context, const Location<Dim>& location,
                         const AdvectArguments<T, Dim>& arguments, Scheme scheme, int reach, int further) {
    if (arguments.count == 0) return;
    parallel_rows(context.scheduler, interior(arguments.destination[0]), &beside_walls<T, Dim>,
                  walled_arguments(context, location, arguments, scheme, reach + further, stencil_margin + further));
}

template <class T, int Dim>
void replace_beside_walls(const AdvectContext<T, Dim>& context, const Location<Dim>& location,
                          const AdvectArguments<T, Dim>& arguments, Instead instead, int reach) {
    if (arguments.count == 0) return;
    parallel_rows(
        context.scheduler, interior(arguments.destination[0]),
        instead == Instead::predictor ? &replace<Instead::predictor, T, Dim> : &replace<Instead::source, T, Dim>,
        walled_arguments(context, location, arguments, Scheme::linear, reach, stencil_margin));
}

#define WHORL_INSTANTIATE(T, Dim)                                                           \
    template void count_cells_met(const AdvectContext<T, Dim>&, const Faces<const T, Dim>&, \
                                  const AdvectScratch<T, Dim>&);                            \
    template int reach_of(const AdvectContext<T, Dim>&, const Faces<const T, Dim>&);        \
    template void advect_beside_walls(const AdvectContext<T, Dim>&, const Location<Dim>&,   \
                                      const AdvectArguments<T, Dim>&, Scheme, int, int);    \
    template void replace_beside_walls(const AdvectContext<T, Dim>&, const Location<Dim>&,  \
                                       const AdvectArguments<T, Dim>&, Instead, int);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
