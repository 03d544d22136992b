// Compiled once per instruction set: plain loops over the x of one row. docs/kernels.md has the rules.
#include "pressure/project_table.hpp"

#include "simd/loops.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class T, int Dim> void divergence(const DivergenceArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    T* b = row_of(in.b, row);
    const T* u = row_of(in.u[0], row);
    const T* v = row_of(in.u[1], row);
    const T* w = row_of(in.u[Dim - 1], row);
    const std::ptrdiff_t up = in.u[1].stride[1], back = in.u[Dim - 1].stride[Dim - 1];
    const T dx = in.per_spacing[0], dy = in.per_spacing[1], dz = in.per_spacing[Dim - 1];
    for (int x = row.x0; x < row.x1; ++x) {
        T sum = (u[x + 1] - u[x]) * dx + (v[x + up] - v[x]) * dy;
        if constexpr (Dim == 3) sum += (w[x + back] - w[x]) * dz;
        b[x] = -sum;
    }
    add_row(lanes, row, [=](int x) { return double(b[x]) * double(b[x]); });
}

template <class T, int Dim> void guess(const GuessArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    constexpr int chunk_cells = 256;  // a multiple of the lanes
    Lanes* sums = &lanes;
    const T factor = in.factor;
    T* left = row_of(in.plain.b, row);
    const T* q = row_of(in.q, row);
    T b[chunk_cells], laplacian[chunk_cells], speed[chunk_cells];
    for (int start = row.x0; start < row.x1; start += chunk_cells) {
        const int count = row.x1 - start < chunk_cells ? row.x1 - start : chunk_cells;
        const T* here = q + start;
        const T *u[Dim], *next[Dim];
        for (int axis = 0; axis < Dim; ++axis) {
            u[axis] = row_of(in.plain.u[axis], row) + start;
            next[axis] = u[axis] + in.plain.u[axis].stride[axis];
        }
        for_whole_vectors(count, [&](int i) WHORL_INLINE_LAMBDA {
            T out = 0, bend = 0, fast = 0;
            for_each_axis<Dim>([&](int axis) WHORL_INLINE_LAMBDA {
                const std::ptrdiff_t beside = in.q.stride[axis];
                const T per_spacing = in.plain.per_spacing[axis], squared = per_spacing * per_spacing;
                const T low = u[axis][i], high = next[axis][i];
                const T size_low = low < 0 ? -low : low, size_high = high < 0 ? -high : high;
                const T out_here = (high - low) * per_spacing;
                const T bend_here = ((here[i + beside] - here[i]) - (here[i] - here[i - beside])) * squared;
                const T fast_here = (size_low > size_high ? size_low : size_high) * per_spacing;
                out = axis == 0 ? -out_here : out - out_here;
                bend = axis == 0 ? bend_here : bend + bend_here;
                fast = axis == 0 ? fast_here : fast + fast_here;
            });
            b[i] = out, laplacian[i] = bend, speed[i] = fast;
        });
        for_whole_vectors(count, [&](int i) WHORL_INLINE_LAMBDA { left[start + i] = b[i] + factor * laplacian[i]; });
        const Row part{0, count, row.y, row.z};
        const T* rest = left + start;
        add_row(sums[b_squared], part, [&](int i) { return double(b[i]) * double(b[i]); });
        add_row(sums[q_with_b], part, [&](int i) { return double(here[i]) * double(b[i]); });
        add_row(sums[q_with_laplacian], part, [&](int i) { return double(here[i]) * double(laplacian[i]); });
        add_row(sums[left_squared], part, [&](int i) { return double(rest[i]) * double(rest[i]); });
        max_row(sums[largest_speed], part, [&](int i) { return speed[i]; });
    }
}

template <class T, int Dim> void gradient(const AllGradientsArguments<T, Dim>& all, const Row& row) {
    for (int a = 0; a < Dim; ++a) {
        if (row.y >= (a == 1 ? all.end[1] : all.cells[1])) continue;
        if (Dim == 3 && row.z >= (a == 2 ? all.end[Dim - 1] : all.cells[Dim - 1])) continue;
        const GradientArguments<T, Dim>& in = all.axis[a];
        T* __restrict u = row_of(in.u, row);
        const T* p = row_of(in.p, row);
        const std::ptrdiff_t back = in.back;
        const T factor = in.factor;
        const int last = a == 0 ? all.end[0] : all.cells[0];
        for (int x = 0; x < last; ++x) u[x] = u[x] - factor * (p[x] - p[x - back]);
    }
}

template <class T, int Dim> void add_change(const AddChangeArguments<T, Dim>& in, const Row& row) {
    T* __restrict q = row_of(in.q, row);
    const T* change = row_of(in.change, row);
    const T factor = in.factor, offset = in.offset;
    if (!in.mean.data) {
        for (int x = row.x0; x < row.x1; ++x) q[x] = factor * q[x] + (change[x] - offset);
        return;
    }
    T* __restrict mean = row_of(in.mean, row);
    for (int x = row.x0; x < row.x1; ++x) {
        const T before = q[x], now = factor * before + (change[x] - offset);
        q[x] = now;
        mean[x] = T(0.5) * before + T(0.5) * now;
    }
}

/// b is 0 in cells that no flow enters.
template <class T, int Dim>
void walled_divergence(const WalledDivergenceArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    T* __restrict b = row_of(in.plain.b, row);
    for (int x = row.x0; x < row.x1; ++x) b[x] = T(0);
    constexpr T whole = T(whole_face), part = T(1) / whole;
    for (int axis = 0; axis < Dim; ++axis) {
        const T* u = row_of(in.plain.u[axis], row);
        const T* wall = row_of(in.walls.velocity[axis], row);
        const std::uint16_t* open = row_of(in.walls.open[axis], row);
        const std::ptrdiff_t next = in.plain.u[axis].stride[axis], wall_next = in.walls.velocity[axis].stride[axis],
                             open_next = in.walls.open[axis].stride[axis];
        const T per_spacing = in.plain.per_spacing[axis] * part;
        for (int x = row.x0; x < row.x1; ++x) {
            const T low = T(open[x]), high = T(open[x + open_next]);
            const T in_flow = low * u[x] + (whole - low) * wall[x];
            const T out_flow = high * u[x + next] + (whole - high) * wall[x + wall_next];
            b[x] -= (out_flow - in_flow) * per_spacing;
        }
    }
    const std::uint16_t* open_x = row_of(in.walls.open[0], row);
    const std::uint16_t* open_y = row_of(in.walls.open[1], row);
    const std::uint16_t* open_z = row_of(in.walls.open[Dim - 1], row);
    const std::ptrdiff_t up = in.walls.open[1].stride[1], back = in.walls.open[Dim - 1].stride[Dim - 1];
    for (int x = row.x0; x < row.x1; ++x) {
        int any = open_x[x] | open_x[x + 1] | open_y[x] | open_y[x + up];
        if constexpr (Dim == 3) any |= open_z[x] | open_z[x + back];
        b[x] = any != 0 ? b[x] : T(0);
    }
    add_row(lanes, row, [=](int x) { return double(b[x]) * double(b[x]); });
}

template <class T, int Dim> void walled_gradient(const WalledGradientArguments<T, Dim>& in, const Row& row) {
    T* u = row_of(in.plain.u, row);
    const T* p = row_of(in.plain.p, row);
    const std::uint16_t* open = row_of(in.open, row);
    const std::ptrdiff_t back = in.plain.back;
    const T factor = in.plain.factor;
    for (int x = row.x0; x < row.x1; ++x) {
        const T change = factor * (p[x] - p[x - back]);
        u[x] = u[x] - (open[x] != 0 ? change : T(0));
    }
}

template <class T, int Dim>
constexpr ProjectKernels<T, Dim> kernels{divergence<T, Dim>,        guess<T, Dim>,
                                         gradient<T, Dim>,          add_change<T, Dim>,
                                         walled_divergence<T, Dim>, walled_gradient<T, Dim>};

}  // namespace

const ProjectTable project_table{kernels<float, 2>, kernels<float, 3>, kernels<double, 2>, kernels<double, 3>};

}  // namespace whorl::WHORL_ISA
