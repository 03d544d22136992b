// Compiled once per instruction set: smoothing, residuals and the steps of conjugate gradients, one row at a time.
//
// Red-black: a row writes cells of one colour and reads, beside itself, cells of the other colour only, so rows of a
// half-sweep may run at the same time. Where they do, the stores are two apart, since writing the other colour's value
// back, even unchanged, would race with the rows that read it. Where a thread has a row for itself, all its cells are
// worked out and written, by whole vectors; through a buffer, since a load of what was half stored just now waits.
#include <cstring>

#include "pressure/stencil-inl.hpp"

namespace whorl::WHORL_ISA {
namespace {

constexpr int chunk_cells = 512;     // a multiple of the lanes, small enough for the stack and the first cache
constexpr int least_whole_row = 32;  // shorter ones take longer by whole vectors

template <class Cells, class T, int Dim> void relax(const RelaxArguments<T, Dim>& in, const Row& row) {
    T* x = row_of(in.x, row);
    const T* b = row_of(in.b, row);
    const Cells cells(in.op, in.x, row);
    const T mean = in.mean, omega = in.omega;
    const int odd = (row.y + row.z + in.colour) & 1;
    const auto change_of = [&](int i, T inverse, T towards) { return omega * inverse * (b[i] - mean + towards); };
    const auto end = [&](int i) {
        if (((i ^ odd) & 1) == 0) x[i] += change_of(i, cells.inverse_end(i), cells.end(i));
    };
    const auto one_colour = [&](const auto& alike, int first, int last) WHORL_INLINE_LAMBDA {
        WHORL_INDEPENDENT
        for (int i = first + ((first ^ odd) & 1); i < last; i += 2)
            x[i] += change_of(i, alike.inverse(i), alike.plain(i));
    };
    T value[chunk_cells];
    const auto all_cells = [&](const auto& alike, int first, int last) WHORL_INLINE_LAMBDA {
        const int parts = (last - first + chunk_cells - 1) / chunk_cells;
        for (int part = 0, start = first; part < parts; ++part) {
            const int count = (last - start) / (parts - part), skip = (start ^ odd) & 1;
            for_whole_vectors(count, [&](int k) WHORL_INLINE_LAMBDA {
                const T change = change_of(start + k, alike.inverse(start + k), alike.plain(start + k));
                value[k] = x[start + k] - ((k & 1) == skip ? -change : T(0));  // plus 0 would turn -0 to 0
            });
            std::memcpy(x + start, value, static_cast<std::size_t>(count) * sizeof(T));
            start += count;
        }
    };
    T odd_value[CellRun::most_odd];  // from the x that comes in
    for_cells(cells, row.x0, row.x1, end, [&](const auto& alike, int first, int last) WHORL_INLINE_LAMBDA {
        int count = 0;
        alike.for_odd(first, last, odd, [&](int i) WHORL_INLINE_LAMBDA {
            odd_value[count++] = x[i] + change_of(i, cells.inverse(i), cells.plain(i));
        });
        if (in.is_shared || last - first < least_whole_row)
            one_colour(alike, first, last);
        else
            all_cells(alike, first, last);
        count = 0;
        alike.for_odd(first, last, odd, [&](int i) WHORL_INLINE_LAMBDA { x[i] = odd_value[count++]; });
    });
}

template <class Cells, class T, int Dim> void relax_from_zero(const RelaxArguments<T, Dim>& in, const Row& row) {
    T* __restrict x = row_of(in.x, row);
    const T* b = row_of(in.b, row);
    const Cells cells(in.op, in.b, row);  // only its diagonal is asked for
    const T mean = in.mean, omega = in.omega;
    const int odd = (row.y + row.z + in.colour) & 1;
    const auto end = [&](int i) { x[i] = ((i ^ odd) & 1) == 0 ? omega * cells.inverse_end(i) * (b[i] - mean) : T(0); };
    for_cells(cells, row.x0, row.x1, end, [&](const auto& alike, int first, int last) WHORL_INLINE_LAMBDA {
        const int skip = (first ^ odd) & 1;
        for_whole_vectors(last - first, [&](int k) WHORL_INLINE_LAMBDA {
            const T value = omega * alike.inverse(first + k) * (b[first + k] - mean);
            x[first + k] = (k & 1) == skip ? value : T(0);
        });
        alike.for_odd(first, last, end);
    });
}

/// What is left of a value in one cell, given its -A x: that itself, or b - mean - A x, and 0 outside of the problem.
template <class T> struct Image {
    template <class Cells> WHORL_INLINE T operator()(const Cells&, int, T towards) const { return towards; }
};
template <class T> struct Left {
    const T* b;
    T mean;

    template <class Cells> WHORL_INLINE T operator()(const Cells& cells, int i, T towards) const {
        return cells.masked(i, b[i] - mean + towards);
    }
};

/// Fills `piece`, from cell row.x0 on. Not inline: one copy of the loop serves all kernels, and a call is little beside
/// some hundred cells.
template <class Cells, class Of, class T, int Dim>
[[gnu::noinline]] void fill_piece(const Operator<T, Dim>& op, const View<const T, Dim>& x, const Row& row, Of of,
                                  T* __restrict piece) {
    const Cells cells(op, x, row);
    const int start = row.x0;
    const auto end = [&](int i) { piece[i - start] = of(cells, i, cells.end(i)); };
    for_cells(cells, start, row.x1, end, [&](const auto& alike, int first, int last) WHORL_INLINE_LAMBDA {
        WHORL_INDEPENDENT
        for (int i = first; i < last; ++i) piece[i - start] = of(alike, i, alike.plain(i));
        alike.for_odd(first, last, end);
    });
}

/// Works through a row in pieces: fills one with what `of` makes of its cells, then hands it on. For sums, whose lanes
/// want one expression for all cells.
template <class Cells, class Of, class T, int Dim, class Use>
WHORL_INLINE void for_pieces(const Operator<T, Dim>& op, const View<const T, Dim>& x, const Row& row, Of of, Use use) {
    T piece[chunk_cells];
    for (int start = row.x0; start < row.x1; start += chunk_cells) {
        const Row part{start, row.x1 - start < chunk_cells ? row.x1 : start + chunk_cells, row.y, row.z};
        fill_piece<Cells>(op, x, part, of, piece);
        use(part, piece - start);
    }
}

template <class Cells, class T, int Dim>
void residual(const ResidualArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    T* r = in.r.data ? row_of(in.r, row) : nullptr;
    for_pieces<Cells>(in.op, in.x, row, Left<T>{row_of(in.b, row), in.mean}, [&](const Row& part, const T* value) {
        if (r) {
            WHORL_INDEPENDENT
            for (int i = part.x0; i < part.x1; ++i) r[i] = value[i];
        }
        add_row(lanes, part, [=](int i) { return double(value[i]) * double(value[i]); });
    });
}

template <class Cells, class T, int Dim> void jacobi(const RelaxArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    const T* x = row_of(in.x, row);
    T* __restrict out = row_of(in.out, row);
    const T omega = in.omega;
    const Cells cells(in.op, in.x, row);
    const View<const T, Dim> from = in.x;
    for_pieces<Cells>(in.op, from, row, Left<T>{row_of(in.b, row), in.mean}, [&](const Row& part, const T* value) {
        const auto end = [&](int i) { out[i] = x[i] + omega * cells.inverse_end(i) * value[i]; };
        for_cells(cells, part.x0, part.x1, end, [&](const auto& alike, int first, int last) WHORL_INLINE_LAMBDA {
            WHORL_INDEPENDENT
            for (int i = first; i < last; ++i) out[i] = x[i] + omega * alike.inverse(i) * value[i];
            alike.for_odd(first, last, end);
        });
        add_row(lanes, part, [=](int i) { return double(value[i]) * double(value[i]); });
    });
}

template <class Cells, class T, int Dim>
void curvature(const DescendArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    const T* z = row_of(in.z, row);
    const View<const T, Dim> from = in.p;
    for_pieces<Cells>(in.op, from, row, Image<T>{}, [&](const Row& part, const T* value) {
        add_row(lanes, part, [=](int i) { return -double(z[i]) * double(value[i]); });
    });
}

template <class Cells, class T, int Dim> void images(const DescendArguments<T, Dim>& in, const Row& row, Lanes& first) {
    const T* p = row_of(in.p, row);
    const T* r = row_of(in.r, row);
    Lanes* lanes = &first;
    const View<const T, Dim> from = in.p;
    for_pieces<Cells>(in.op, from, row, Image<T>{}, [&](const Row& part, const T* value) {
        add_row(lanes[0], part, [=](int i) { return -double(r[i]) * double(value[i]); });
        add_row(lanes[1], part, [=](int i) { return double(value[i]) * double(value[i]); });
        add_row(lanes[2], part, [=](int i) { return -double(p[i]) * double(value[i]); });
    });
}

template <class Cells, class T, int Dim>
void descend(const DescendArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    T* x = row_of(in.x, row);
    T* r = row_of(in.r, row);
    const T* p = row_of(in.p, row);
    const T factor = in.factor;
    const View<const T, Dim> from = in.p;
    for_pieces<Cells>(in.op, from, row, Image<T>{}, [&](const Row& part, const T* value) {
        WHORL_INDEPENDENT
        for (int i = part.x0; i < part.x1; ++i) {
            x[i] += factor * p[i];
            r[i] += factor * value[i];
        }
        add_row(lanes, part, [=](int i) { return double(r[i]) * double(r[i]); });
    });
}

template <class T, int Dim> void turn(const DescendArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    T* p = row_of(in.p, row);
    const T* z = row_of(in.z, row);
    const T* r = row_of(in.r, row);
    const T factor = in.factor;
    WHORL_INDEPENDENT
    for (int i = row.x0; i < row.x1; ++i) p[i] = z[i] + factor * p[i];
    add_row(lanes, row, [=](int i) { return double(r[i]) * double(p[i]); });
}

template <class Cells, class T, int Dim> void shift(const RelaxArguments<T, Dim>& in, const Row& row) {
    T* x = row_of(in.x, row);
    const T mean = in.mean;
    const Cells cells(in.op, in.x, row);
    WHORL_INDEPENDENT
    for (int i = row.x0; i < row.x1; ++i) x[i] = cells.masked(i, x[i] - mean);
}

/// 0 outside of the problem: in pieces where cells are, since compilers do not find their way from bytes to sums in one
/// loop.
template <class Cells, class T, int Dim> void moments(const RelaxArguments<T, Dim>& in, const Row& row, Lanes& first) {
    Lanes* lanes = &first;
    const T* b = row_of(in.b, row);
    const T mean = in.mean;
    const auto add = [&](const Row& part, auto value_at) WHORL_INLINE_LAMBDA {
        add_row(lanes[0], part, [=](int i) WHORL_INLINE_LAMBDA { return double(value_at(i)); });
        add_row(lanes[1], part, [=](int i) WHORL_INLINE_LAMBDA { return double(value_at(i)) * double(value_at(i)); });
    };
    if constexpr (Cells::is_whole) return add(row, [=](int i) WHORL_INLINE_LAMBDA { return b[i] - mean; });
    const Cells cells(in.op, in.b, row);
    T piece[chunk_cells];
    for (int start = row.x0; start < row.x1; start += chunk_cells) {
        const Row part{start, row.x1 - start < chunk_cells ? row.x1 : start + chunk_cells, row.y, row.z};
        T* const value = piece - start;
        for (int i = part.x0; i < part.x1; ++i) value[i] = cells.masked(i, b[i] - mean);
        add(part, [=](int i) WHORL_INLINE_LAMBDA { return value[i]; });
    }
}

template <template <class, int> class Cells, class T, int Dim>
constexpr OperatorKernels<T, Dim> kernels{relax<Cells<T, Dim>, T, Dim>,     relax_from_zero<Cells<T, Dim>, T, Dim>,
                                          jacobi<Cells<T, Dim>, T, Dim>,    residual<Cells<T, Dim>, T, Dim>,
                                          curvature<Cells<T, Dim>, T, Dim>, images<Cells<T, Dim>, T, Dim>,
                                          descend<Cells<T, Dim>, T, Dim>,   turn<T, Dim>,
                                          shift<Cells<T, Dim>, T, Dim>,     moments<Cells<T, Dim>, T, Dim>};

template <class T, int Dim>
constexpr OperatorForms<T, Dim> forms{kernels<UniformRow, T, Dim>, kernels<GeneralRow, T, Dim>,
                                      kernels<OpenFacesRow, T, Dim>};

}  // namespace

const OperatorTable operator_table{forms<float, 2>, forms<float, 3>, forms<double, 2>, forms<double, 3>};

}  // namespace whorl::WHORL_ISA
