#include "step/sources.hpp"

#include <algorithm>
#include <cmath>

#include "parallel/rows.hpp"

namespace whorl {
namespace {

/// How much of the cell around a point a shape covers, 0 to 1, from the distance to its surface. Far from that, which
/// is nearly everywhere, the distance itself is not worked out.
template <int Dim> class Cover {
  public:
    Cover(const Shape<Dim>& shape, const Grid<Dim>& grid)
        : shape_(shape),
          cell_(grid.smallest_spacing()),
          radius_(static_cast<double>(shape.radius)) {
        for (int axis = 0; axis < Dim; ++axis) {
            low_[axis] = static_cast<double>(shape.low[axis]);
            high_[axis] = static_cast<double>(shape.high[axis]);
            line_[axis] = high_[axis] - low_[axis];
            length_ += line_[axis] * line_[axis];
        }
    }
    double of(const Vec<double, Dim>& x) const { return shape_.is_box ? of_box(x) : of_line(x); }

    /// Parts of the line along x through a point: outside of `touched` nothing is covered, and inside of `whole` all
    /// is. Either way there may be a little more of it.
    struct Chord {
        double touched[2], whole[2];
    };
    Chord chord_through(const Vec<double, Dim>& x) const {
        double off = 0;  // squared, from the line along x through the shape's first point
        bool is_within = true;
        for (int axis = 1; axis < Dim; ++axis) {
            off += (x[axis] - low_[axis]) * (x[axis] - low_[axis]);
            is_within = is_within && x[axis] > low_[axis] + cell_ && x[axis] < high_[axis] - cell_;
        }
        Chord chord{{-1e300, 1e300}, {0, 0}};
        if (shape_.is_box) {
            if (is_within) chord.whole[0] = low_[0] + cell_, chord.whole[1] = high_[0] - cell_;
        } else if (length_ == 0) {
            const double around = radius_ + cell_, within = std::max(radius_ - cell_, 0.0);
            const double half = std::sqrt(std::max(around * around - off, 0.0));
            const double whole = std::sqrt(std::max(within * within - off, 0.0));
            chord = {{low_[0] - half, low_[0] + half}, {low_[0] - whole, low_[0] + whole}};
        }
        return chord;
    }

  private:
    double of_box(const Vec<double, Dim>& x) const {
        double outside = 0, inside = -1e300;
        for (int axis = 0; axis < Dim; ++axis) {
            const double beyond = std::max(low_[axis] - x[axis], x[axis] - high_[axis]);
            outside += std::max(beyond, 0.0) * std::max(beyond, 0.0);
            inside = std::max(inside, beyond);
        }
        if (std::abs(inside) > cell_) return inside > 0 ? 0 : 1;
        return at_distance(inside > 0 ? std::sqrt(outside) : inside);
    }
    /// Of a line with a radius, or a point.
    double of_line(const Vec<double, Dim>& x) const {
        double along = 0, squared = 0;
        for (int axis = 0; axis < Dim; ++axis) along += (x[axis] - low_[axis]) * line_[axis];
        const double part = length_ > 0 ? std::clamp(along / length_, 0.0, 1.0) : 0;
        for (int axis = 0; axis < Dim; ++axis) {
            const double off = x[axis] - low_[axis] - part * line_[axis];
            squared += off * off;
        }
        const double around = radius_ + cell_, within = radius_ - cell_;
        if (squared > around * around) return 0;
        if (within > 0 && squared < within * within) return 1;
        return at_distance(std::sqrt(squared) - radius_);
    }
    double at_distance(double distance) const { return std::clamp(0.5 - distance / cell_, 0.0, 1.0); }

    const Shape<Dim>& shape_;
    double cell_, radius_, length_ = 0;
    Vec<double, Dim> low_{}, high_{}, line_{};
};

/// f(value, covered part) for the values of `view` that the shape covers. Values lie at the centres of cells, or on the
/// low faces of axis `staggered` if that is not -1, or at the low corners if it is `corners`.
constexpr int corners = 3;
template <class T, int Dim, class F>
void each_covered(Scheduler& scheduler, const Grid<Dim>& grid, const Shape<Dim>& shape, int staggered,
                  const View<T, Dim>& view, const F& f) {
    Vec<int, Dim> first{}, last{};
    for (int axis = 0; axis < Dim; ++axis) {
        const double reach = static_cast<double>(shape.radius) + grid.smallest_spacing();
        const double low = std::min(shape.low[axis], shape.high[axis]),
                     high = std::max(shape.low[axis], shape.high[axis]);
        const double cells = view.shape[axis];
        first[axis] = static_cast<int>(std::clamp(std::floor((low - reach) / grid.spacing(axis)) - 1, 0.0, cells));
        last[axis] = static_cast<int>(std::clamp(std::ceil((high + reach) / grid.spacing(axis)) + 1, 0.0, cells));
        if (first[axis] >= last[axis]) return;
    }
    const Cover<Dim> cover(shape, grid);
    Vec<double, Dim> spacing{};
    for (int axis = 0; axis < Dim; ++axis) spacing[axis] = grid.spacing(axis);
    const auto place = [&](int axis, int at) {
        const double back = staggered == axis || staggered == corners ? 0.5 * spacing[axis] : 0;
        return (at + 0.5) * spacing[axis] - back;
    };
    constexpr int times = 8;  // most rows are as long as it takes to find where the shape begins and ends
    for_slow_rows(scheduler, Region<Dim>::box(first, last), times, [&](const Row& row) {
        Vec<double, Dim> x{};
        x[1] = place(1, row.y);
        if constexpr (Dim == 3) x[2] = place(2, row.z);
        T* values = row_of(view, row);
        const auto look = [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                x[0] = place(0, i);
                if (const double part = cover.of(x); part > 0) f(values[i], part);
            }
        };
        // A value more or less than the chord has, since where it ends is rounded.
        const auto chord = cover.chord_through(x);
        const auto index = [&](double at, int more) {
            const double i = std::floor((at - place(0, 0)) / spacing[0]) + more;
            return static_cast<int>(std::clamp(i, static_cast<double>(row.x0), static_cast<double>(row.x1)));
        };
        const int begin = index(chord.touched[0], -1), end = index(chord.touched[1], 3);
        const int whole = index(chord.whole[0], 2), rest = index(chord.whole[1], -1);
        if (whole >= rest) return look(begin, end);
        look(begin, whole);
        for (int i = whole; i < rest; ++i) f(values[i], 1.0);
        look(rest, end);
    });
}

}  // namespace

template <class T, int Dim>
void emit(Scheduler& scheduler, const Parameters<T, Dim>& parameters, const Emitter<T, Dim>& emitter, double dt,
          Changing<T, Dim>& state) {
    const Grid<Dim>& grid = parameters.grid;
    for (std::size_t scalar = 0; scalar < emitter.scalars.size(); ++scalar) {
        const double gain = dt * static_cast<double>(emitter.scalars[scalar]);
        if (gain == 0) continue;
        const bool is_at_nodes = parameters.config.scalars[scalar].at_nodes;
        each_covered(scheduler, grid, emitter.shape, is_at_nodes ? corners : -1, state.scalars[scalar].view(),
                     [&](T& value, double part) { value += static_cast<T>(gain * part); });
    }
    if (!emitter.velocity.is_given) return;
    const Faces<T, Dim> u = state.u.faces();
    for (int axis = 0; axis < Dim; ++axis) {
        const T wanted = static_cast<T>(emitter.velocity.value[axis]);
        each_covered(scheduler, grid, emitter.shape, axis, u[axis],
                     [&](T& value, double part) { value += static_cast<T>(part) * (wanted - value); });
    }
}

template <class T, int Dim>
void accelerate(Scheduler& scheduler, const Grid<Dim>& grid, const Emitter<T, Dim>& emitter, double dt,
                const Faces<T, Dim>& u) {
    for (int axis = 0; axis < Dim; ++axis) {
        const double gain = dt * static_cast<double>(emitter.acceleration[axis]);
        if (gain == 0) continue;
        each_covered(scheduler, grid, emitter.shape, axis, u[axis],
                     [&](T& value, double part) { value += static_cast<T>(gain * part); });
    }
}

#define WHORL_INSTANTIATE(T, Dim)                                                                                 \
    template void emit(Scheduler&, const Parameters<T, Dim>&, const Emitter<T, Dim>&, double, Changing<T, Dim>&); \
    template void accelerate(Scheduler&, const Grid<Dim>&, const Emitter<T, Dim>&, double, const Faces<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
