// Compiled once per instruction set: plain loops over the x of one row. docs/kernels.md has the rules.
#include "pressure/project_table.hpp"

#include "simd/loops.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class T> WHORL_INLINE void add_divergence(const T* b, const Row& row, Lanes& lanes) {
    Lanes* sums = &lanes;
    add_row(sums[divergence_squared], row, [=](int x) { return double(b[x]) * double(b[x]); });
    add_row(sums[divergence_sum], row, [=](int x) { return double(b[x]); });
}

template <class T> WHORL_INLINE void clear(T* values, const Row& row) {
    for (int x = row.x0; x < row.x1; ++x) values[x] = T(0);
}

/// Away from obstacles.
template <class T, int Dim> struct OpenCells {
    const T *u, *v, *w;
    std::ptrdiff_t up, back;
    T dx, dy, dz;

    WHORL_INLINE OpenCells(const DivergenceArguments<T, Dim>& in, const Row& row)
        : u(row_of(in.u[0], row)),
          v(row_of(in.u[1], row)),
          w(row_of(in.u[Dim - 1], row)),
          up(in.u[1].stride[1]),
          back(in.u[Dim - 1].stride[Dim - 1]),
          dx(in.per_spacing[0]),
          dy(in.per_spacing[1]),
          dz(in.per_spacing[Dim - 1]) {}

    /// -div u
    WHORL_INLINE T b(int x) const {
        T sum = (u[x + 1] - u[x]) * dx + (v[x + up] - v[x]) * dy;
        if constexpr (Dim == 3) sum += (w[x + back] - w[x]) * dz;
        return -sum;
    }
};

template <class T, int Dim> void divergence(const DivergenceArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    const OpenCells<T, Dim> cells(in, row);
    if (!in.b.data) return add_row(lanes, row, [=](int x) { return double(cells.b(x)) * double(cells.b(x)); });
    T* __restrict b = row_of(in.b, row);
    for (int x = row.x0; x < row.x1; ++x) b[x] = cells.b(x);
    add_divergence(b, row, lanes);
}

/// What a cell has to do with a guess: its divergence, with the other sign, the laplacian of q, and its speed in cells
/// a second.
template <class T> struct GuessAt { T b, laplacian, speed; };

template <class T, int Dim> struct PlainCells {
    const T* u[Dim];
    const T* next[Dim];
    const T* q;
    Vec<std::ptrdiff_t, Dim> beside;
    Vec<T, Dim> per_spacing;

    WHORL_INLINE PlainCells(const GuessArguments<T, Dim>& in, const Row& row)
        : q(row_of(in.q, row)),
          beside(in.q.stride),
          per_spacing(in.plain.per_spacing) {
        for (int axis = 0; axis < Dim; ++axis) {
            u[axis] = row_of(in.plain.u[axis], row);
            next[axis] = u[axis] + in.plain.u[axis].stride[axis];
        }
    }
    WHORL_INLINE GuessAt<T> at(int x) const {
        GuessAt<T> sum{};
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            const T per = per_spacing[axis], squared = per * per;
            const T low = u[axis][x], high = next[axis][x];
            const T size_low = low < 0 ? -low : low, size_high = high < 0 ? -high : high;
            const T out = (high - low) * per;
            const T bend = ((q[x + beside[axis]] - q[x]) - (q[x] - q[x - beside[axis]])) * squared;
            const T fast = (size_low > size_high ? size_low : size_high) * per;
            sum.b = axis == 0 ? -out : sum.b - out;
            sum.laplacian = axis == 0 ? bend : sum.laplacian + bend;
            sum.speed = axis == 0 ? fast : sum.speed + fast;
        });
        return sum;
    }
};

/// Between obstacles. b is 0 in cells that no flow enters.
template <bool Moves, class T, int Dim> struct WalledCells {
    static constexpr T whole = T(whole_face), part = T(1) / whole;
    const T* u[Dim];
    const T* next[Dim];
    const T* wall[Dim];
    const T* wall_next[Dim];
    const std::uint16_t* open[Dim];
    const std::uint16_t* open_next[Dim];
    const T* q = nullptr;
    Vec<std::ptrdiff_t, Dim> beside{};
    Vec<T, Dim> per_spacing;

    WHORL_INLINE WalledCells(const DivergenceArguments<T, Dim>& in, const WallFlow<T, Dim>& walls, const Row& row)
        : per_spacing(in.per_spacing) {
        for (int axis = 0; axis < Dim; ++axis) {
            u[axis] = row_of(in.u[axis], row);
            next[axis] = u[axis] + in.u[axis].stride[axis];
            open[axis] = row_of(walls.open[axis], row);
            open_next[axis] = open[axis] + walls.open[axis].stride[axis];
            wall[axis] = Moves ? row_of(walls.velocity[axis], row) : nullptr;
            wall_next[axis] = Moves ? wall[axis] + walls.velocity[axis].stride[axis] : nullptr;
        }
    }
    WHORL_INLINE WalledCells(const GuessArguments<T, Dim>& in, const Row& row) : WalledCells(in.plain, in.walls, row) {
        q = row_of(in.q, row), beside = in.q.stride;
    }
    WHORL_INLINE static T flow(T open, const T* u, const T* wall, int x) {
        if constexpr (Moves) return open * u[x] + (whole - open) * wall[x];
        return open * u[x];
    }
    WHORL_INLINE T b(int x) const {
        T sum = 0;
        int any = 0;
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            const int low = open[axis][x], high = open_next[axis][x];
            const T in_flow = flow(T(low), u[axis], wall[axis], x);
            const T out_flow = flow(T(high), next[axis], wall_next[axis], x);
            sum -= (out_flow - in_flow) * (per_spacing[axis] * part);
            any |= low | high;
        });
        return any != 0 ? sum : T(0);
    }
    WHORL_INLINE GuessAt<T> at(int x) const {
        GuessAt<T> sum{b(x), 0, 0};
        for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
            const T per = per_spacing[axis], squared = per * per * part;
            const T open_low = T(int(open[axis][x])), open_high = T(int(open_next[axis][x]));
            const T low = u[axis][x], high = next[axis][x];
            const T size_low = low < 0 ? -low : low, size_high = high < 0 ? -high : high;
            sum.laplacian +=
                (open_high * (q[x + beside[axis]] - q[x]) - open_low * (q[x] - q[x - beside[axis]])) * squared;
            sum.speed += (size_low > size_high ? size_low : size_high) * per;
        });
        return sum;
    }
};

template <class Cells, class T, int Dim> void guess_by(const GuessArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    constexpr int chunk_cells = 256;  // a multiple of the lanes
    Lanes* sums = &lanes;
    const T factor = in.factor;
    T* left = row_of(in.plain.b, row);
    const Cells cells(in, row);
    T b[chunk_cells], laplacian[chunk_cells], speed[chunk_cells], unkept[chunk_cells];
    for (int start = row.x0; start < row.x1; start += chunk_cells) {
        const int count = row.x1 - start < chunk_cells ? row.x1 - start : chunk_cells;
        for_whole_vectors(count, [&](int i) WHORL_INLINE_LAMBDA {
            const GuessAt<T> here = cells.at(start + i);
            b[i] = here.b, laplacian[i] = here.laplacian, speed[i] = here.speed;
        });
        T* __restrict const rest = in.keeps ? left + start : unkept;
        for_whole_vectors(count, [&](int i) WHORL_INLINE_LAMBDA { rest[i] = b[i] + factor * laplacian[i]; });
        if (!in.keeps) for_whole_vectors(count, [&](int i) WHORL_INLINE_LAMBDA { left[start + i] = b[i]; });
        const T* kept = left + start;
        const Row part{0, count, row.y, row.z};
        add_row(sums[b_squared], part, [&](int i) { return double(b[i]) * double(b[i]); });
        add_row(sums[kept_sum], part, [&](int i) { return double(kept[i]); });
        add_row(sums[left_squared], part, [&](int i) { return double(rest[i]) * double(rest[i]); });
        max_row(sums[largest_speed], part, [&](int i) { return speed[i]; });
    }
}
template <class T, int Dim> void guess(const GuessArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    guess_by<PlainCells<T, Dim>>(in, row, lanes);
}
template <class T, int Dim> void walled_guess(const GuessArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    for_wall_parts(in.walls.blocks, row, [&](WallPart part, int x0, int x1) WHORL_INLINE_LAMBDA {
        const Row some{x0, x1, row.y, row.z};
        if (part == WallPart::whole)
            guess_by<PlainCells<T, Dim>>(in, some, lanes);
        else if (part == WallPart::shut)
            clear(row_of(in.plain.b, row), some);
        else if (in.walls.velocity[0].data)
            guess_by<WalledCells<true, T, Dim>>(in, some, lanes);
        else
            guess_by<WalledCells<false, T, Dim>>(in, some, lanes);
    });
}

/// -div u of some cells of a row, by what walls take of them.
template <class T, int Dim>
WHORL_INLINE void fill_divergence(const WalledDivergenceArguments<T, Dim>& in, const Row& row, WallPart part, T* b) {
    const int count = row.x1 - row.x0;
    const auto by = [&](const auto& cells) WHORL_INLINE_LAMBDA {
        for_whole_vectors(count, [&](int i) WHORL_INLINE_LAMBDA { b[i] = cells.b(row.x0 + i); });
    };
    if (part == WallPart::shut)
        clear(b, {0, count, row.y, row.z});
    else if (part == WallPart::whole)
        by(OpenCells<T, Dim>(in.plain, row));
    else if (in.walls.velocity[0].data)
        by(WalledCells<true, T, Dim>(in.plain, in.walls, row));
    else
        by(WalledCells<false, T, Dim>(in.plain, in.walls, row));
}
template <class T, int Dim>
void walled_divergence(const WalledDivergenceArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    constexpr int chunk_cells = 256;  // a multiple of the lanes
    for_wall_parts(in.walls.blocks, row, [&](WallPart part, int x0, int x1) WHORL_INLINE_LAMBDA {
        const Row some{x0, x1, row.y, row.z};
        if (in.plain.b.data) return fill_divergence(in, some, part, row_of(in.plain.b, row) + x0);
        if (part == WallPart::shut) return;
        if (part == WallPart::whole) return divergence(in.plain, some, lanes);
        for (int start = x0; start < x1; start += chunk_cells) {
            T b[chunk_cells];
            const Row chunk{start, start + chunk_cells < x1 ? start + chunk_cells : x1, row.y, row.z};
            fill_divergence(in, chunk, part, b);
            add_row(lanes, {0, chunk.x1 - chunk.x0, row.y, row.z}, [&](int i) { return double(b[i]) * double(b[i]); });
        }
    });
    if (in.plain.b.data) add_divergence(row_of(in.plain.b, row), row, lanes);
}

template <bool Walled, class T, int Dim> void gradient(const AllGradientsArguments<T, Dim>& all, const Row& row) {
    for (int a = 0; a < Dim; ++a) {
        if (row.y >= (a == 1 ? all.end[1] : all.cells[1])) continue;
        if (Dim == 3 && row.z >= (a == 2 ? all.end[Dim - 1] : all.cells[Dim - 1])) continue;
        const GradientArguments<T, Dim>& in = all.axis[a];
        T* __restrict u = row_of(in.u, row);
        const T* p = row_of(in.p, row);
        const std::ptrdiff_t back = in.back;
        const T factor = in.factor;
        const int last = a == 0 ? all.end[0] : all.cells[0];
        const auto subtract = [&](int x0, int x1) WHORL_INLINE_LAMBDA {
            for (int x = x0; x < x1; ++x) u[x] = u[x] - factor * (p[x] - p[x - back]);
        };
        if constexpr (Walled) {
            const std::uint16_t* open = row_of(all.open[a], row);
            const Row faces{0, last, row.y, row.z};
            for_wall_parts(all.blocks, faces, [&](WallPart part, int x0, int x1) WHORL_INLINE_LAMBDA {
                if (part == WallPart::shut) return;
                if (part == WallPart::whole) return subtract(x0, x1);
                for (int x = x0; x < x1; ++x) u[x] = u[x] - (open[x] != 0 ? factor * (p[x] - p[x - back]) : T(0));
            });
        } else {
            subtract(0, last);
        }
        if (all.ends[a]) all.ends[a]->write(u);
    }
}

template <class T, int Dim> void add_change(const AddChangeArguments<T, Dim>& in, const Row& row) {
    T* __restrict q = row_of(in.q, row);
    const T* change = row_of(in.change, row);
    const T factor = in.factor, offset = in.offset;
    if (!in.mean.data) {
        for (int x = row.x0; x < row.x1; ++x) q[x] = factor * q[x] + (change[x] - offset);
    } else {
        T* __restrict mean = row_of(in.mean, row);
        for (int x = row.x0; x < row.x1; ++x) {
            const T before = q[x], now = factor * before + (change[x] - offset);
            q[x] = now;
            mean[x] = T(0.5) * before + T(0.5) * now;
        }
    }
    if (in.ends) in.ends->write(q);
}

template <class T, int Dim> void add_more(const AddMoreArguments<T, Dim>& in, const Row& row) {
    T* __restrict q = row_of(in.q, row);
    T* __restrict mean = row_of(in.mean, row);
    const T* change = row_of(in.change, row);
    for (int x = row.x0; x < row.x1; ++x) {
        q[x] += change[x];
        mean[x] += T(0.5) * change[x];
    }
}

template <class T, int Dim>
constexpr ProjectKernels<T, Dim> kernels{divergence<T, Dim>,   guess<T, Dim>,         gradient<false, T, Dim>,
                                         add_change<T, Dim>,   add_more<T, Dim>,      walled_divergence<T, Dim>,
                                         walled_guess<T, Dim>, gradient<true, T, Dim>};

}  // namespace

const ProjectTable project_table{kernels<float, 2>, kernels<float, 3>, kernels<double, 2>, kernels<double, 3>};

}  // namespace whorl::WHORL_ISA
