// Compiled once per instruction set: plain loops over the x of one row. docs/kernels.md has the rules.
#include <bit>
#include <cstdint>
#include <type_traits>

#include "forces/forces_table.hpp"
#include "simd/loops.hpp"

namespace whorl::WHORL_ISA {
namespace {

template <class T> WHORL_INLINE T root(T x) {
    if constexpr (sizeof(T) == 4)
        return __builtin_sqrtf(x);
    else
        return __builtin_sqrt(x);
}

template <class T, int Dim> void buoyancy(const BuoyancyArguments<T, Dim>& in, const Row& row) {
    T* __restrict u = row_of(in.u, row);
    const T* t = row_of(in.temperature, row);
    const T* d = row_of(in.density, row);
    const std::ptrdiff_t back = in.back;
    const T per_degree = in.per_degree, per_density = in.per_density, ambient = in.ambient;
    for (int x = row.x0; x < row.x1; ++x) {
        const T above_ambient = T(0.5) * (t[x] + t[x - back]) - ambient, density = T(0.5) * (d[x] + d[x - back]);
        u[x] = u[x] + (per_degree * above_ambient - per_density * density);
    }
}

/// The difference of a face component across a cell's neighbours along an axis, at the cell's centre: the component's
/// two faces of each neighbour are averaged, which is half of the quarter in the spacing.
template <class T>
WHORL_INLINE T across(const T* f, std::ptrdiff_t x, std::ptrdiff_t to_next, std::ptrdiff_t other_face) {
    return (f[x + to_next] + f[x + to_next + other_face]) - (f[x - to_next] + f[x - to_next + other_face]);
}

template <class T, int Dim> void vorticity(const VorticityArguments<T, Dim>& in, const Row& row) {
    const T* u = row_of(in.u[0], row);
    const T* v = row_of(in.u[1], row);
    const T* w = row_of(in.u[Dim - 1], row);
    const auto& su = in.u[0].stride;
    const auto& sv = in.u[1].stride;
    const auto& sw = in.u[Dim - 1].stride;
    const T ax = in.quarter_per_spacing[0], ay = in.quarter_per_spacing[1], az = in.quarter_per_spacing[Dim - 1];
    const std::ptrdiff_t u_up = su[1], v_up = sv[1], u_back = su[Dim - 1], v_back = sv[Dim - 1], w_up = sw[1],
                         w_back = sw[Dim - 1];
    T* __restrict curl_z = row_of(in.vorticity[2], row);
    for (int x = row.x0; x < row.x1; ++x) curl_z[x] = across<T>(v, x, 1, v_up) * ax - across<T>(u, x, u_up, 1) * ay;
    if constexpr (Dim == 3) {
        T* __restrict curl_x = row_of(in.vorticity[0], row);
        T* __restrict curl_y = row_of(in.vorticity[1], row);
        WHORL_INDEPENDENT
        for (int x = row.x0; x < row.x1; ++x) {
            curl_x[x] = across<T>(w, x, w_up, w_back) * ay - across<T>(v, x, v_back, v_up) * az;
            curl_y[x] = across<T>(u, x, u_back, 1) * az - across<T>(w, x, 1, w_back) * ax;
        }
        if (!in.size.data) return;
        T* __restrict size = row_of(in.size, row);
        for (int x = row.x0; x < row.x1; ++x)
            size[x] = root(curl_x[x] * curl_x[x] + curl_y[x] * curl_y[x] + curl_z[x] * curl_z[x]);
    }
}

template <class T, int Dim> void confinement(const ConfinementArguments<T, Dim>& in, const Row& row) {
    const T* a = Dim == 3 ? row_of(in.vorticity[0], row) : nullptr;
    const T* b = Dim == 3 ? row_of(in.vorticity[1], row) : nullptr;
    const T* c = row_of(in.vorticity[2], row);
    const std::ptrdiff_t up = in.vorticity[2].stride[1], back = in.vorticity[2].stride[Dim - 1];
    const T hx = in.half_per_spacing[0], hy = in.half_per_spacing[1], hz = in.half_per_spacing[Dim - 1];
    const T strength = in.strength;
    T* __restrict fx = row_of(in.force[0], row);
    T* __restrict fy = row_of(in.force[1], row);
    T* __restrict fz = row_of(in.force[Dim - 1], row);
    const T* sizes = Dim == 3 ? row_of(in.size, row) : nullptr;
    const auto size = [=](std::ptrdiff_t x) {
        if constexpr (Dim == 2)
            return c[x] < 0 ? -c[x] : c[x];
        else
            return sizes[x];  // a root for each neighbour would take longer than to store them
    };
    WHORL_INDEPENDENT
    for (int x = row.x0; x < row.x1; ++x) {
        const T nx = (size(x + 1) - size(x - 1)) * hx, ny = (size(x + up) - size(x - up)) * hy;
        if constexpr (Dim == 2) {
            const T length = root(nx * nx + ny * ny);
            const T factor = length > 0 ? strength / length : 0;  // still fluid has no direction to push in
            fx[x] = factor * ny * c[x];
            fy[x] = -(factor * nx * c[x]);
        } else {
            const T nz = (size(x + back) - size(x - back)) * hz;
            const T length = root(nx * nx + ny * ny + nz * nz);
            const T factor = length > 0 ? strength / length : 0;
            fx[x] = factor * (ny * c[x] - nz * b[x]);
            fy[x] = factor * (nz * a[x] - nx * c[x]);
            fz[x] = factor * (nx * b[x] - ny * a[x]);
        }
    }
}

template <class T, int Dim> void to_faces(const ToFacesArguments<T, Dim>& in, const Row& row) {
    T* __restrict u = row_of(in.u, row);
    const T* f = row_of(in.at_cells, row);
    const std::ptrdiff_t back = in.back;
    const T half_dt = in.half_dt;
    for (int x = row.x0; x < row.x1; ++x) u[x] = u[x] + half_dt * (f[x] + f[x - back]);
}

/// Hardly ever is there anything to change, so rows are read first and written only if there is: half of the traffic.
template <class T, int Dim> void limit(const LimitArguments<T, Dim>& in, const Row& row, Lanes& lanes) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    T* f = row_of(in.x, row);
    const T most = in.most, least = in.least;
    const auto limited = [=](T value) {
        const T size = value < 0 ? -value : value;
        const T cut = value > most ? most : value < -most ? -most : value;
        return size >= least ? cut : T(0);  // and what is not a number
    };
    Bits changed = 0;
    for (int x = row.x0; x < row.x1; ++x) changed |= std::bit_cast<Bits>(limited(f[x])) ^ std::bit_cast<Bits>(f[x]);
    if (changed != 0) {
        add_row(lanes, row, [=](int x) {
            const T size = f[x] < 0 ? -f[x] : f[x];
            return size <= most ? 0.0 : 1.0;
        });
        for (int x = row.x0; x < row.x1; ++x) f[x] = limited(f[x]);
    }
    max_row((&lanes)[1], row, [=](int x) { return T(__builtin_fabs(f[x])); });
    if (in.ends) in.ends->write(f);
}

template <class T, int Dim>
constexpr ForceKernels<T, Dim> kernels{buoyancy<T, Dim>, vorticity<T, Dim>, confinement<T, Dim>, to_faces<T, Dim>,
                                       limit<T, Dim>};

}  // namespace

const ForceTable force_table{kernels<float, 2>, kernels<float, 3>, kernels<double, 2>, kernels<double, 3>};

}  // namespace whorl::WHORL_ISA
