// A point's way through the cells beside walls, and what counts of the values around its end.
#pragma once

#include "advect/near_walls.hpp"

namespace whorl {

template <class T, int Dim> struct WalkArguments {
    const AdvectArguments<T, Dim>* fields;
    WallBits<Dim> walls;
    View<const T, Dim> velocity{};                    // of walls, on the faces of the component that is carried
    Vec<View<const std::uint16_t, Dim>, Dim> open{};  // what walls leave open of the faces of each axis
    Vec<int, Dim> cells;
    Vec<bool, Dim> periodic;
    bool wraps;  // some axis is periodic
    Scheme scheme;
    NearWalls<T, Dim> near;
    View<std::uint8_t, Dim> notes{};  // unset: nobody asks later which points walked
};

/// How much of a face is open to the flow, of `whole_face`.
template <class T, int Dim> WHORL_INLINE int open_of(const WalkArguments<T, Dim>& in, int axis, Vec<int, Dim> face) {
    if (in.wraps)
        for (int each = 0; each < Dim; ++each) face[each] = wrapped(face[each], each, in.cells, in.periodic);
    return in.open[axis][face];
}

/// Nothing gets from a cell to the next one. What is carried stops at the closed bit. The flow itself passes wherever a
/// face is open in part, and its momentum must go with it: a face that kept its velocity for ever, while its
/// neighbours take theirs from there, would be a fan.
template <int Axis, class T, int Dim>
WHORL_INLINE bool is_barred(const WalkArguments<T, Dim>& in, const Vec<int, Dim>& cell, int axis, int step) {
    if constexpr (!Sits<Dim, Axis>::are_faces) return in.walls.is_closed(cell, axis, step);
    Vec<int, Dim> face = cell;
    if (step > 0) ++face[axis];
    return open_of(in, axis, face) == 0;
}

/// A place inside a cell: 0 to 1 along each axis.
template <int Dim> struct Spot {
    Vec<int, Dim> cell{};
    Vec<double, Dim> inside{};
};

/// A straight walk from cell to cell (amanatides1987), which ends where it is barred, or outside of the domain.
template <int Axis, class T, int Dim> class Walk {
  public:
    Walk(const WalkArguments<T, Dim>& in, const Vec<int, Dim>& at, const Vec<T, Dim>& displacement) : in_(in) {
        for (int axis = 0; axis < Dim; ++axis) {
            d_[axis] = static_cast<double>(displacement[axis]);
            constexpr auto is_centred = &Sits<Dim, Axis>::is_centred;
            // A point on a face sets out in the cell that it goes into.
            const bool is_low = !is_centred(axis) && d_[axis] < 0;
            spot_.cell[axis] = wrapped(at[axis] - is_low, axis, in.cells, in.periodic);
            start_[axis] = is_centred(axis) ? 0.5 : is_low ? 1.0 : 0.0;
        }
        if (leaves_its_cell()) run();
        for (int axis = 0; axis < Dim; ++axis) {
            const double whole = d_[axis] > 0 ? -passed_[axis] : passed_[axis];
            spot_.inside[axis] = std::clamp(start_[axis] + d_[axis] * part_ + whole, 0.0, 1.0);
        }
        if (stopped_ >= 0) spot_.inside[stopped_] = d_[stopped_] > 0 ? 1 : 0;
    }
    const Spot<Dim>& spot() const { return spot_; }
    Vec<T, Dim> displacement() const {
        Vec<T, Dim> d{};
        for (int axis = 0; axis < Dim; ++axis) d[axis] = static_cast<T>(d_[axis] * part_);
        return d;
    }

  private:
    /// To the first face of an axis.
    double way(int axis) const { return d_[axis] > 0 ? 1 - start_[axis] : start_[axis]; }
    bool leaves_its_cell() const {
        bool leaves = false;
        for (int axis = 0; axis < Dim; ++axis) leaves = leaves || !(std::abs(d_[axis]) <= way(axis));
        return leaves;
    }
    void run() {
        Vec<double, Dim> next{};  // the part of the way at which the next face of each axis is met
        const auto meet = [&](int axis) {
            next[axis] = d_[axis] == 0 ? 2 : (way(axis) + passed_[axis]) / std::abs(d_[axis]);
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
            if (leaves || is_barred<Axis>(in_, spot_.cell, axis, step)) {
                part_ = next[axis];
                stopped_ = axis;
                break;
            }
            spot_.cell[axis] = to;
            ++passed_[axis];
            meet(axis);
        }
    }

    const WalkArguments<T, Dim>& in_;
    Vec<double, Dim> d_{}, start_{};
    Vec<int, Dim> passed_{};  // faces so far
    Spot<Dim> spot_{};
    double part_ = 1;
    int stopped_ = -1;
};

/// A trace as of backtrace-inl.hpp, but from the point itself and each piece of it walked.
template <int Axis, class T, int Dim> Spot<Dim> depart(const WalkArguments<T, Dim>& in, const Vec<int, Dim>& at) {
    const TraceArguments<T, Dim>& trace = in.fields->trace;
    const auto walk = [&](double share, const Vec<T, Dim>& u) {
        return Walk<Axis, T, Dim>(in, at, moved(trace, at, static_cast<T>(share), u));
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

/// The corners of a stencil that count, with their weights.
template <int Dim> struct Corners {
    int count = 0;
    Vec<int, Dim> at[1 << Dim];
    double weight[1 << Dim];
};

/// A face of the flow counts as far as it is open: what passes a slit is fast, but there is little of it, and copies of
/// its speed on whole faces would be energy from nowhere. A shut face has the velocity of the wall, or of the flow
/// along it, and counts.
template <int Axis, class T, int Dim>
WHORL_INLINE double weight_of_face(const WalkArguments<T, Dim>& in, const Vec<int, Dim>& at) {
    if constexpr (!Sits<Dim, Axis>::are_faces) return 1;
    const int open = open_of(in, Sits<Dim, Axis>::of_faces, at);
    return open == 0 ? 1.0 : static_cast<double>(open) / whole_face;
}

/// Corners are numbered by bits: bit axis set, the cell beside. On a staggered axis both ends are faces of the cell
/// itself, which can always be reached.
template <int Axis, class T, int Dim> Corners<Dim> corners_of(const WalkArguments<T, Dim>& in, const Spot<Dim>& spot) {
    constexpr auto is_centred = &Sits<Dim, Axis>::is_centred;
    constexpr unsigned all = (1u << (1 << Dim)) - 1;
    Vec<int, Dim> step{};
    Vec<double, Dim> weight{};  // of the cell beside, or of the higher face
    for (int axis = 0; axis < Dim; ++axis) {
        const double x = spot.inside[axis];
        step[axis] = x < 0.5 ? -1 : 1;
        weight[axis] = !is_centred(axis) ? x : x < 0.5 ? 0.5 - x : x - 0.5;
    }
    const auto cell_of_corner = [&](int k) {
        Vec<int, Dim> cell = spot.cell;
        for (int axis = 0; axis < Dim; ++axis)
            if ((k >> axis & 1) != 0 && is_centred(axis)) cell[axis] += step[axis];
        return cell;
    };
    unsigned barred[Dim]{}, any = 0;  // bit k: between corner k, which has not bit axis, and the one that has
    for (int axis = 0; axis < Dim; ++axis)
        for (int k = 0; is_centred(axis) && k < 1 << Dim; ++k)
            if ((k >> axis & 1) == 0 && is_barred<Axis>(in, cell_of_corner(k), axis, step[axis])) {
                barred[axis] |= 1u << k;
                any |= 1u << k;
            }
    unsigned reached = any == 0 ? all : 1;
    for (int round = 0; round < Dim && reached != all; ++round)
        for (int k = 0; k < 1 << Dim; ++k)
            for (int axis = 0; axis < Dim; ++axis)
                if ((reached >> k & 1) != 0 && (barred[axis] >> (k & ~(1 << axis)) & 1) == 0)
                    reached |= 1u << (k ^ 1 << axis);
    Corners<Dim> corners;
    double sum = 0;
    for (int k = 0; k < 1 << Dim; ++k) {
        double product = 1;
        for (int axis = 0; axis < Dim; ++axis) product *= (k >> axis & 1) != 0 ? weight[axis] : 1 - weight[axis];
        if ((reached >> k & 1) == 0 || product == 0) continue;
        Vec<int, Dim> at = cell_of_corner(k);
        for (int axis = 0; axis < Dim; ++axis)
            if (!is_centred(axis) && (k >> axis & 1) != 0) ++at[axis];
        product *= weight_of_face<Axis>(in, at);
        corners.at[corners.count] = at;
        corners.weight[corners.count++] = product;
        sum += product;
    }
    for (int i = 0; i < corners.count; ++i) corners.weight[i] /= sum;
    return corners;
}

template <class T, int Dim> T mean_of(const Corners<Dim>& corners, const View<const T, Dim>& values) {
    double sum = 0;
    T low = values[corners.at[0]], high = low;
    for (int i = 0; i < corners.count; ++i) {
        const T value = values[corners.at[i]];
        sum += corners.weight[i] * static_cast<double>(value);
        low = std::min(low, value), high = std::max(high, value);
    }
    return std::clamp(static_cast<T>(sum), low, high);
}

}  // namespace whorl
