#include "render/cell_field.hpp"

#include <algorithm>
#include <cmath>

#include "core/names.hpp"
#include "core/nearest_name.hpp"
#include "core/text.hpp"

namespace whorl {
namespace {

constexpr std::string_view curl_names[] = {"vorticity.x", "vorticity.y", "vorticity.z"};

/// f(cell, index) for each cell, in the order of memory.
template <int Dim, class F> void each_cell(const Vec<int, Dim>& shape, F f) {
    std::size_t index = 0;
    Vec<int, Dim> at{};
    const int deep = Dim == 3 ? shape[Dim - 1] : 1;
    for (int z = 0; z < deep; ++z)
        for (int y = 0; y < shape[1]; ++y)
            for (int x = 0; x < shape[0]; ++x) {
                if constexpr (Dim == 3) at[2] = z;
                at[0] = x, at[1] = y;
                f(at, index++);
            }
}

template <int Dim> Vec<int, Dim> moved(Vec<int, Dim> at, int axis, int to) {
    at[axis] = to;
    return at;
}

/// Face components of a fluid, and the cells that they belong to. A periodic axis keeps as many faces as cells: the
/// last cell's far face is the first.
template <int Dim, class T> struct FaceVelocity {
    View<const T, Dim> u[Dim];
    Vec<int, Dim> cells;
    Vec<double, Dim> spacing;

    explicit FaceVelocity(const Fluid<Dim, T>& fluid) : cells(fluid.config().cells) {
        const Vec<double, Dim> box = box_of(fluid.config());
        for (int axis = 0; axis < Dim; ++axis) {
            u[axis] = fluid.view(component_names[axis]);
            spacing[axis] = box[axis] / cells[axis];
        }
    }
    bool is_periodic(int axis) const { return u[axis].shape[axis] == cells[axis]; }
    T near(int axis, const Vec<int, Dim>& at) const { return u[axis][at]; }
    T far(int axis, const Vec<int, Dim>& at) const {
        return u[axis][moved(at, axis, (at[axis] + 1) % u[axis].shape[axis])];
    }
};

template <int Dim, class T> CellField<Dim> component_of(const FaceVelocity<Dim, T>& faces, int axis) {
    auto field = CellField<Dim>::zero(faces.cells);
    each_cell(faces.cells, [&](const Vec<int, Dim>& at, std::size_t i) {
        field.values[i] = static_cast<float>(T(0.5) * (faces.near(axis, at) + faces.far(axis, at)));
    });
    return field;
}

template <int Dim, class T> CellField<Dim> divergence_of(const FaceVelocity<Dim, T>& faces) {
    auto field = CellField<Dim>::zero(faces.cells);
    each_cell(faces.cells, [&](const Vec<int, Dim>& at, std::size_t i) {
        double sum = 0;
        for (int axis = 0; axis < Dim; ++axis)
            sum += static_cast<double>(faces.far(axis, at) - faces.near(axis, at)) / faces.spacing[axis];
        field.values[i] = static_cast<float>(sum);
    });
    return field;
}

template <int Dim> CellField<Dim> size_of(const Flow<Dim>& vector) {
    CellField<Dim> field = vector[0];
    for (std::size_t i = 0; i < field.values.size(); ++i) {
        float sum = 0;
        for (const CellField<Dim>& part : vector.component) sum += part.values[i] * part.values[i];
        field.values[i] = std::sqrt(sum);
    }
    return field;
}

/// d field / d axis at a cell.
template <int Dim, class T>
float slope(const CellField<Dim>& field, const FaceVelocity<Dim, T>& faces, const Vec<int, Dim>& at, int axis) {
    const int cells = faces.cells[axis];
    int before = at[axis] - 1, after = at[axis] + 1;
    int apart = 2;
    if (faces.is_periodic(axis))
        before = (before + cells) % cells, after = after % cells;
    else
        before = std::max(before, 0), after = std::min(after, cells - 1), apart = std::max(after - before, 1);
    const auto view = field.view();
    return (view[moved(at, axis, after)] - view[moved(at, axis, before)]) /
           static_cast<float>(apart * faces.spacing[axis]);
}

/// The part of curl u along `axis`; in 2D that is 2.
template <int Dim, class T> CellField<Dim> curl_of(const Flow<Dim>& flow, const FaceVelocity<Dim, T>& faces, int axis) {
    const int first = (axis + 1) % 3, second = (axis + 2) % 3;
    auto field = CellField<Dim>::zero(faces.cells);
    each_cell(faces.cells, [&](const Vec<int, Dim>& at, std::size_t i) {
        field.values[i] = slope(flow[second], faces, at, first) - slope(flow[first], faces, at, second);
    });
    return field;
}

template <int Dim, class T>
CellField<Dim> vorticity_of(const Fluid<Dim, T>& fluid, const FaceVelocity<Dim, T>& faces, int axis) {
    const Flow<Dim> flow = velocity_of(fluid);
    if constexpr (Dim == 2) {
        return curl_of(flow, faces, 2);
    } else {
        if (axis >= 0) return curl_of(flow, faces, axis);
        return size_of<3>({curl_of(flow, faces, 0), curl_of(flow, faces, 1), curl_of(flow, faces, 2)});
    }
}

template <int Dim, class T> CellField<Dim> copy_of(const View<const T, Dim>& view) {
    auto field = CellField<Dim>::zero(view.shape);
    each_cell(view.shape,
              [&](const Vec<int, Dim>& at, std::size_t i) { field.values[i] = static_cast<float>(view[at]); });
    return field;
}

/// A field at the corners of cells, as the mean of each cell's corners; the last ones of a periodic axis are the first.
template <int Dim, class T>
CellField<Dim> mean_of_corners(const View<const T, Dim>& nodes, const Vec<int, Dim>& cells) {
    auto field = CellField<Dim>::zero(cells);
    each_cell(cells, [&](const Vec<int, Dim>& at, std::size_t i) {
        T sum = 0;
        for (int corner = 0; corner < 1 << Dim; ++corner) {
            Vec<int, Dim> node = at;
            for (int axis = 0; axis < Dim; ++axis) node[axis] = (at[axis] + (corner >> axis & 1)) % nodes.shape[axis];
            sum += nodes[node];
        }
        field.values[i] = static_cast<float>(sum / T(1 << Dim));
    });
    return field;
}

template <int Dim> bool is_at_nodes(const FluidConfig<Dim>& config, std::string_view name) {
    return std::any_of(config.scalars.begin(), config.scalars.end(),
                       [&](const ScalarConfig& scalar) { return scalar.at_nodes && scalar.name == name; });
}

}  // namespace

template <int Dim> CellField<Dim> CellField<Dim>::zero(const Vec<int, Dim>& shape) {
    std::size_t count = 1;
    for (int axis = 0; axis < Dim; ++axis) count *= static_cast<std::size_t>(shape[axis]);
    return {shape, std::vector<float>(count)};
}

template <int Dim> View<float, Dim> CellField<Dim>::edit() {
    View<float, Dim> view{values.data(), shape, {}};
    std::ptrdiff_t step = 1;
    for (int axis = 0; axis < Dim; ++axis) view.stride[axis] = step, step *= shape[axis];
    return view;
}

template <int Dim> View<const float, Dim> CellField<Dim>::view() const {
    return const_cast<CellField*>(this)->edit();
}

template <int Dim> Vec<double, Dim> box_of(const FluidConfig<Dim>& config) {
    if (config.size[0] > 0) return config.size;
    int longest = 0;
    for (int axis = 0; axis < Dim; ++axis) longest = std::max(longest, config.cells[axis]);
    Vec<double, Dim> box{};
    for (int axis = 0; axis < Dim; ++axis) box[axis] = static_cast<double>(config.cells[axis]) / longest;
    return box;
}

template <int Dim, class T> std::vector<std::string> field_names(const Fluid<Dim, T>& fluid) {
    std::vector<std::string> names;
    for (const ScalarConfig& scalar : fluid.config().scalars) names.push_back(scalar.name);
    for (const char* name : {"pressure", "speed", "vorticity", "divergence"}) names.emplace_back(name);
    for (int axis = 0; axis < Dim; ++axis) names.emplace_back(component_names[axis]);
    if constexpr (Dim == 3) names.insert(names.end(), std::begin(curl_names), std::end(curl_names));
    return names;
}

template <int Dim, class T> Flow<Dim> velocity_of(const Fluid<Dim, T>& fluid) {
    const FaceVelocity<Dim, T> faces(fluid);
    Flow<Dim> flow;
    for (int axis = 0; axis < Dim; ++axis) flow[axis] = component_of(faces, axis);
    return flow;
}

template <int Dim, class T> Result<CellField<Dim>> field_of(const Fluid<Dim, T>& fluid, std::string_view name) {
    const FaceVelocity<Dim, T> faces(fluid);
    for (int axis = 0; axis < Dim; ++axis)
        if (name == component_names[axis]) return component_of(faces, axis);
    if (name == "speed") return size_of<Dim>(velocity_of(fluid));
    if (name == "divergence") return divergence_of(faces);
    if (name == "vorticity") return vorticity_of(fluid, faces, -1);
    if constexpr (Dim == 3)
        for (int axis = 0; axis < 3; ++axis)
            if (name == curl_names[axis]) return vorticity_of(fluid, faces, axis);
    if (const View<const T, Dim> view = fluid.view(name); view.data)
        return is_at_nodes(fluid.config(), name) ? mean_of_corners(view, fluid.config().cells) : copy_of(view);
    const std::vector<std::string> names = field_names(fluid);
    const std::vector<std::string_view> views(names.begin(), names.end());
    return Error{unknown_name("field", name, views)};
}

template <int Dim> ValueRange range_of(const View<const float, Dim>& field) {
    ValueRange range{INFINITY, -INFINITY};
    each_cell(field.shape, [&](const Vec<int, Dim>& at, std::size_t) {
        const float value = field[at];
        if (std::isfinite(value)) range = {std::min(range.low, value), std::max(range.high, value)};
    });
    return range.low <= range.high ? range : ValueRange{};
}

Result<CellField<2>> slice_of(const View<const float, 3>& field, int axis, int index) {
    if (axis < 0 || axis > 2) return Error{text("a slice along axis %d cannot be cut; use 0, 1 or 2", axis)};
    if (index < 0 || index >= field.shape[axis])
        return Error{text("there is no slice %d along axis %d; use 0 to %d", index, axis, field.shape[axis] - 1)};
    const int across = axis == 0 ? 1 : 0, up = axis == 2 ? 1 : 2;
    auto slice = CellField<2>::zero({field.shape[across], field.shape[up]});
    each_cell(slice.shape, [&](const Vec<int, 2>& at, std::size_t i) {
        Vec<int, 3> cell{};
        cell[axis] = index, cell[across] = at[0], cell[up] = at[1];
        slice.values[i] = field[cell];
    });
    return slice;
}

#define WHORL_INSTANTIATE_FLUID(T, Dim)                                  \
    template std::vector<std::string> field_names(const Fluid<Dim, T>&); \
    template Flow<Dim> velocity_of(const Fluid<Dim, T>&);                \
    template Result<CellField<Dim>> field_of(const Fluid<Dim, T>&, std::string_view);
#define WHORL_INSTANTIATE(Dim)                                   \
    template struct CellField<Dim>;                              \
    template Vec<double, Dim> box_of(const FluidConfig<Dim>&);   \
    template ValueRange range_of(const View<const float, Dim>&); \
    WHORL_INSTANTIATE_FLUID(float, Dim)                          \
    WHORL_INSTANTIATE_FLUID(double, Dim)

WHORL_INSTANTIATE(2)
WHORL_INSTANTIATE(3)

}  // namespace whorl
