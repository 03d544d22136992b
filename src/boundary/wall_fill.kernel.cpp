// Compiled once per instruction set: faces in walls, a block of them at a time. All of a block is worked out before any
// of it is written.
#include "boundary/wall_fill_table.hpp"
#include "simd/loops.hpp"

namespace whorl::WHORL_ISA {
namespace {

/// Where the faces of a block are in memory.
template <class T, int Dim> struct Places {
    static constexpr int most = WallFaceBlock<T, Dim>::most;
    int at[most];

    template <class Number> WHORL_INLINE Places(const View<Number, Dim>& view, const WallFaceBlock<T, Dim>& faces) {
        const auto along_y = static_cast<int>(view.stride[1]), along_z = static_cast<int>(view.stride[Dim - 1]);
        for (int i = 0; i < most; ++i) at[i] = faces.at[0][i] + faces.at[1][i] * along_y;
        if constexpr (Dim == 3)
            for (int i = 0; i < most; ++i) at[i] += faces.at[Dim - 1][i] * along_z;
    }
};

/// A neighbour that is not named may be written by others meanwhile: a face reads itself in its place.
template <class T, int Dim>
void continue_flow(const Faces<T, Dim>& u, int axis, const WallFaceBlock<T, Dim>* blocks, int count) {
    constexpr int most = WallFaceBlock<T, Dim>::most;
    T* const data = u[axis].data;
    for (int k = 0; k < count; ++k) {
        const WallFaceBlock<T, Dim>& faces = blocks[k];
        const Places<T, Dim> here(u[axis], faces);
        double sum[most];
        int around[most], left[most], any = 0;  // left: bits of neighbours that are still to come
        for (int i = 0; i < most; ++i) sum[i] = 0, around[i] = 0, left[i] = faces.from[i];
        for (int i = 0; i < most; ++i) any |= left[i];
        while (any != 0) {  // most have one or two
            int at[most];
            T there[most];
            for (int i = 0; i < most; ++i) at[i] = here.at[i];
            for (int bit = 0; bit < 2 * Dim; ++bit) {
                const int stride = static_cast<int>(u[axis].stride[bit / 2]), step = bit % 2 == 0 ? -stride : stride;
                for (int i = 0; i < most; ++i) at[i] += (left[i] & -left[i]) == 1 << bit ? step : 0;
            }
            for (int i = 0; i < most; ++i) there[i] = data[at[i]];
            for (int i = 0; i < most; ++i) there[i] = left[i] != 0 ? there[i] : T(0);
            for (int i = 0; i < most; ++i) sum[i] += static_cast<double>(there[i]);
            for (int i = 0; i < most; ++i) around[i] += left[i] != 0 ? 1 : 0;
            any = 0;
            for (int i = 0; i < most; ++i) left[i] &= left[i] - 1, any |= left[i];
        }
        T value[most];
        for (int i = 0; i < most; ++i) {
            const T mean = static_cast<T>(sum[i] / (around[i] > 0 ? around[i] : 1));
            value[i] = around[i] > 0 ? mean : faces.velocity[axis][i];
        }
        for (int i = 0; i < faces.count; ++i) data[here.at[i]] = value[i];
    }
}

/// Relative to the wall. Components that lie on other faces are means of the four around.
template <class T, int Dim>
void slide(const Faces<T, Dim>& u, int axis, const WallFaceBlock<T, Dim>* blocks, int count) {
    constexpr int most = WallFaceBlock<T, Dim>::most;
    T* const data = u[axis].data;
    for (int k = 0; k < count; ++k) {
        const WallFaceBlock<T, Dim>& faces = blocks[k];
        const Places<T, Dim> here(u[axis], faces);
        T through[most];
        for (int i = 0; i < most; ++i) through[i] = 0;
        for_each_axis<Dim>([&](int other) WHORL_INLINE_LAMBDA {
            const Places<T, Dim> there(u[other], faces);
            const T* const values = u[other].data;
            const bool is_own = other == axis;
            const auto below = static_cast<int>(is_own ? 0 : -u[other].stride[axis]);
            const auto above = static_cast<int>(is_own ? 0 : u[other].stride[other]);
            WHORL_INDEPENDENT
            for (int i = 0; i < most; ++i) {
                const T* const at = values + there.at[i];
                const T around = T(0.25) * ((at[0] + at[below + above]) + (at[below] + at[above]));
                const T value = is_own ? at[0] : around;
                through[i] += (value - faces.velocity[other][i]) * faces.normal[other][i];
            }
        });
        T value[most];
        for (int i = 0; i < most; ++i) {
            const T before = data[here.at[i]], slid = before - through[i] * faces.normal[axis][i];
            value[i] = faces.from[i] != 0 ? slid : before;
        }
        for (int i = 0; i < faces.count; ++i) data[here.at[i]] = value[i];
    }
}

template <class T, int Dim> T largest(const View<const T, Dim>& u, const WallFaceBlock<T, Dim>* blocks, int count) {
    constexpr int most = WallFaceBlock<T, Dim>::most;
    T best[most];
    for (int i = 0; i < most; ++i) best[i] = 0;
    for (int k = 0; k < count; ++k) {
        const Places<T, Dim> here(u, blocks[k]);
        for (int i = 0; i < most; ++i) {
            const T value = u.data[here.at[i]], size = value < 0 ? -value : value;
            best[i] = best[i] < size ? size : best[i];
        }
    }
    for (int i = 1; i < most; ++i) best[0] = best[0] < best[i] ? best[i] : best[0];
    return best[0];
}

template <class T, int Dim>
constexpr WallFillKernels<T, Dim> kernels{continue_flow<T, Dim>, slide<T, Dim>, largest<T, Dim>};

}  // namespace

const WallFillTable wall_fill_table{kernels<float, 2>, kernels<float, 3>, kernels<double, 2>, kernels<double, 3>};

}  // namespace whorl::WHORL_ISA
