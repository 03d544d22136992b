#include "render/view_source.hpp"

#include <algorithm>
#include <cmath>

#include "core/names.hpp"
#include "render/sampler.hpp"

namespace whorl {
namespace {

/// Linear between centres.
CellField<2> resampled(const CellField<2>& field, const Vec<int, 2>& cells, const Wraps& wraps) {
    auto result = CellField<2>::zero(cells);
    const Sampler sampler(cells[0], cells[1], field.shape, wraps);
    const auto width = static_cast<std::size_t>(cells[0]);
    for (int y = 0; y < cells[1]; ++y)  // a sampler's rows begin at the top
        sampler.read_row(field.view(), y, {&result.values[static_cast<std::size_t>(cells[1] - 1 - y) * width], width},
                         [](float value) { return std::isfinite(value) ? value : 0; });
    return result;
}

/// The two axes that remain.
Vec<int, 2> plane_axes(int axis) {
    return {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2};
}

}  // namespace

template <int Dim, class T> ViewSource<Dim> source_of(const Fluid<Dim, T>& fluid) {
    ViewSource<Dim> source;
    source.names = field_names(fluid);
    source.cells = fluid.config().cells;
    source.box = box_of(fluid.config());
    for (int axis = 0; axis < Dim; ++axis)  // a periodic axis keeps as many faces as cells
        source.wraps[axis] = fluid.view(component_names[axis]).shape[axis] == source.cells[axis];
    source.field = [&fluid](std::string_view name) { return field_of(fluid, name); };
    source.flow = [&fluid] { return velocity_of(fluid); };
    return source;
}

ViewSource<2> slice_of(const ViewSource<3>& source, int axis, int index) {
    const Vec<int, 2> axes = plane_axes(axis);
    ViewSource<2> plane;
    plane.names = source.names;
    for (int i = 0; i < 2; ++i) {
        plane.cells[i] = source.cells[axes[i]], plane.box[i] = source.box[axes[i]];
        plane.wraps[i] = source.wraps[axes[i]];
    }
    plane.field = [&source, axis, index](std::string_view name) -> Result<CellField<2>> {
        const auto field = source.field(name);
        if (!field) return field.error();
        return slice_of(field.value().view(), axis, index);
    };
    plane.flow = [&source, axis, axes, index] {
        const Flow<3> flow = source.flow();
        return Flow<2>{
            {slice_of(flow[axes[0]].view(), axis, index).value(), slice_of(flow[axes[1]].view(), axis, index).value()}};
    };
    if (source.distance)
        plane.distance = [&source, axis, axes, index](const Vec<double, 2>& at, double sheet) {
            Vec<double, 3> place{};
            place[axis] = (index + 0.5) * source.box[axis] / source.cells[axis];
            for (int i = 0; i < 2; ++i) place[axes[i]] = at[i];
            return source.distance(place, sheet);
        };
    return plane;
}

ViewSource<2> with_square_cells(const ViewSource<2>& source, int pixels, int largest) {
    const Vec<double, 2> spacing{source.box[0] / source.cells[0], source.box[1] / source.cells[1]};
    double side = std::min(spacing[0], spacing[1]);
    if (pixels > 0) side /= std::ceil(side / source.box[0] * pixels / largest);
    Vec<int, 2> cells{};
    for (int axis = 0; axis < 2; ++axis)
        cells[axis] = std::max(static_cast<int>(std::lround(source.box[axis] / side)), 1);
    if (cells == source.cells) return source;
    ViewSource<2> square = source;
    square.cells = cells;
    square.field = [from = source, cells](std::string_view name) -> Result<CellField<2>> {
        const auto field = from.field(name);
        if (!field) return field.error();
        return resampled(field.value(), cells, from.wraps);
    };
    square.flow = [from = source, cells] {
        const Flow<2> flow = from.flow();
        return Flow<2>{{resampled(flow[0], cells, from.wraps), resampled(flow[1], cells, from.wraps)}};
    };
    return square;
}

template <int Dim> CellField<Dim> solid_field(const ViewSource<Dim>& source, double cells) {
    if (!source.distance) return {};
    Vec<double, Dim> h{};
    double smallest = 1e300;
    for (int axis = 0; axis < Dim; ++axis)
        h[axis] = source.box[axis] / source.cells[axis], smallest = std::min(smallest, h[axis]);
    auto field = CellField<Dim>::zero(source.cells);
    for (std::size_t i = 0; i < field.values.size(); ++i) {
        Vec<double, Dim> at{};
        std::size_t rest = i;
        for (int axis = 0; axis < Dim; ++axis) {
            const auto count = static_cast<std::size_t>(source.cells[axis]);
            at[axis] = (static_cast<double>(rest % count) + 0.5) * h[axis];
            rest /= count;
        }
        field.values[i] =
            static_cast<float>(std::clamp(0.5 - source.distance(at, 0.5 * smallest) / (cells * smallest), 0.0, 1.0));
    }
    return field;
}

template ViewSource<2> source_of(const Fluid<2, float>&);
template ViewSource<2> source_of(const Fluid<2, double>&);
template ViewSource<3> source_of(const Fluid<3, float>&);
template ViewSource<3> source_of(const Fluid<3, double>&);
template CellField<2> solid_field(const ViewSource<2>&, double);
template CellField<3> solid_field(const ViewSource<3>&, double);

}  // namespace whorl
