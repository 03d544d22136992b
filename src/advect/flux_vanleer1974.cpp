#include "advect/flux_vanleer1974.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "advect/flux_table.hpp"
#include "core/for_box.hpp"
#include "parallel/reduce.hpp"
#include "parallel/rows.hpp"
#include "simd/field_kernels.hpp"

namespace whorl {
namespace {

/// What a cell may lose in a substep, of what it holds.
constexpr double most_lost = 0.9;
/// Beyond, the flow is taken to be slower than it is: a step must end, whatever its dt.
constexpr int most_substeps = 100;
/// Of a cell's volumes that pass a face in a step.
constexpr double most_carried = 1e6;

template <class T, int Dim> class Flux {
  public:
    Flux(const AdvectContext<T, Dim>& context, const AdvectScratch<T, Dim>& scratch)
        : context_(context),
          grid_(context.domain.grid),
          scratch_(scratch) {
        for (int axis = 0; axis < Dim; ++axis)
            carried_[axis] = {scratch.back[axis].data, grid_.cells, scratch.back[axis].stride};
    }

    AdvectReport carry(const Faces<const T, Dim>& u) {
        for (int axis = 0; axis < Dim; ++axis) {
            assert(scratch_.back[axis].data && scratch_.back[axis].shape[axis] > grid_.cells[axis]);
            CarriedArguments<T, Dim> arguments{carried_[axis], u[axis], steps(axis), T(most_carried), {}};
            if (context_.walls) arguments.open = context_.walls->open(axis);
            parallel_rows(context_.scheduler, grid_.all_faces(axis), kernels().carry, arguments);
            if (context_.walls) close_seam(axis);
            close_sides(axis);
            fill_ghosts(axis);
        }
        const double lost = reduce_max(context_.scheduler, grid_.cell_region(), kernels().outflow, settling({}));
        AdvectReport report;
        report.flux_substeps = static_cast<int>(std::clamp(std::ceil(lost / most_lost), 1.0, double(most_substeps)));
        report.flux_slowed = lost > most_lost * most_substeps;
        substeps_ = report.flux_substeps;
        part_ = report.flux_slowed ? most_lost / lost : 1.0 / substeps_;
        return report;
    }

    /// Back and forth between destination and predictor, so that the last sweep ends in the destination.
    void advect(const AdvectedField<T, Dim>& field, int which) {
        const View<T, Dim> spare{field.predictor.data, field.source.shape, field.predictor.stride};
        View<T, Dim> from{}, to = substeps_ * Dim % 2 == 1 ? field.destination : spare;
        for (int substep = 0; substep < substeps_; ++substep) {
            const bool is_backwards = (context_.turn + substep) % 2 != 0;
            SweepArguments<T, Dim> sweep{.part = part_};
            for (int i = 0; i < Dim; ++i) {
                sweep.axes[i] = is_backwards ? Dim - 1 - i : i;
                sweep.carried[i] = carried_[sweep.axes[i]];
            }
            for (sweep.swept = 0; sweep.swept < Dim; ++sweep.swept) {
                sweep.phi = from.data ? View<const T, Dim>(from) : field.source;
                sweep.result = to;
                if (context_.walls) sweep.open = context_.walls->open(sweep.axes[sweep.swept]);
                parallel_rows(context_.scheduler, interior(to), kernels().sweep, sweep);
                const bool is_last = sweep.swept == Dim - 1;
                if (is_last) parallel_rows(context_.scheduler, interior(to), kernels().settle, settling(to));
                if (!is_last || substep + 1 < substeps_) scratch_.fill(which, to);
                from = to;
                to = to.data == spare.data ? field.destination : spare;
            }
        }
    }

  private:
    static const FluxKernels<T, Dim>& kernels() { return kernels_for<T, Dim>(WHORL_CHOSEN_KERNELS(flux_table)); }
    T steps(int axis) const { return static_cast<T>(std::clamp(context_.dt / grid_.spacing(axis), -1e30, 1e30)); }

    SettleArguments<T, Dim> settling(const View<T, Dim>& phi) const {
        SettleArguments<T, Dim> arguments{.phi = phi, .part = part_};
        for (int axis = 0; axis < Dim; ++axis) {
            arguments.carried[axis] = carried_[axis];
        }
        if (context_.walls && context_.walls_move) arguments.distance = context_.walls->bits().distance;
        return arguments;
    }

    /// The layer at index i across `axis`, over cells along the others and one face more.
    Region<Dim> layer(int axis, int i) const {
        Vec<int, Dim> low{}, high = grid_.cells;
        for (int other = 0; other < Dim; ++other) ++high[other];
        low[axis] = i, high[axis] = i + 1;
        return Region<Dim>::box(low, high);
    }
    void copy_layer(const View<T, Dim>& view, int axis, int to, int from) {
        const View<T, Dim> shifted{view.data + (from - to) * view.stride[axis], view.shape, view.stride};
        copy(context_.scheduler, layer(axis, to), view, shifted);
    }

    /// Obstacles are not repeated across a periodic side; a wall that lies on it is known by its closed bit alone.
    void close_seam(int axis) {
        if (!grid_.periodic[axis]) return;
        Vec<int, Dim> end = grid_.cells;
        end[axis] = 1;
        const WallBits<Dim> bits = context_.walls->bits();
        for_box({}, end, [&](const Vec<int, Dim>& at) {
            if (bits.is_closed(at, axis, -1)) carried_[axis][at] = 0;
        });
    }
    void close_sides(int axis) {
        const int last = grid_.cells[axis];
        if (grid_.periodic[axis]) return copy_layer(carried_[axis], axis, last, 0);
        for (const bool high : {false, true})
            if (!context_.domain.passable[axis][high])
                fill(context_.scheduler, layer(axis, high ? last : 0), carried_[axis], 0);
    }
    /// One layer along the other axes: the volumes of cells beyond a side.
    void fill_ghosts(int axis) {
        for (int across = 0; across < Dim; ++across) {
            if (across == axis) continue;
            const int last = grid_.cells[across];
            if (grid_.periodic[across]) {
                copy_layer(carried_[axis], across, -1, last - 1);
                copy_layer(carried_[axis], across, last, 0);
            } else {
                fill(context_.scheduler, layer(across, -1), carried_[axis], 0);
                fill(context_.scheduler, layer(across, last), carried_[axis], 0);
            }
        }
    }

    const AdvectContext<T, Dim>& context_;
    const Grid<Dim>& grid_;
    const AdvectScratch<T, Dim>& scratch_;
    Faces<T, Dim> carried_{};
    int substeps_ = 1;
    double part_ = 1;
};

}  // namespace

template <class T, int Dim>
AdvectReport advect_by_flux(const AdvectContext<T, Dim>& context, const Faces<const T, Dim>& u,
                            std::span<const AdvectedField<T, Dim>> fields, const AdvectScratch<T, Dim>& scratch) {
    const auto has_flux = [](const AdvectedField<T, Dim>& field) { return field.scheme == Scheme::flux; };
    if (std::none_of(fields.begin(), fields.end(), has_flux)) return {};
    Flux<T, Dim> flux(context, scratch);
    const AdvectReport report = flux.carry(u);
    for (int which = 0; const auto& field : fields) {
        if (has_flux(field)) flux.advect(field, which);
        ++which;
    }
    return report;
}

#define WHORL_INSTANTIATE(T, Dim)                                                                  \
    template AdvectReport advect_by_flux(const AdvectContext<T, Dim>&, const Faces<const T, Dim>&, \
                                         std::span<const AdvectedField<T, Dim>>, const AdvectScratch<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
