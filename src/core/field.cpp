#include "core/field.hpp"

#include <cstdint>

#include "core/text.hpp"

namespace whorl {
namespace {

constexpr std::ptrdiff_t page = 4096;

std::ptrdiff_t round_up(std::ptrdiff_t value, std::ptrdiff_t step) {
    return (value + step - 1) / step * step;
}

template <int Dim> std::string describe(const Vec<int, Dim>& shape) {
    std::string words = std::to_string(shape[0]);
    for (int axis = 1; axis < Dim; ++axis) words += " x " + std::to_string(shape[axis]);
    return words;
}

}  // namespace

template <int Dim> Layout<Dim> make_layout(const Vec<int, Dim>& shape, std::size_t element_bytes, int ghosts) {
    const auto bytes = static_cast<std::ptrdiff_t>(element_bytes);
    const std::ptrdiff_t line = static_cast<std::ptrdiff_t>(cache_line) / bytes;

    Layout<Dim> layout{.shape = shape};
    layout.stride[0] = 1;
    layout.stride[1] = round_up(shape[0] + 2 * ghosts, line);
    const std::ptrdiff_t part = bytes < 4 ? line / 4 : line / 2;  // of bytes a line is a large part of a row
    if (const auto parts = round_up(shape[0] + 2 * ghosts, part); 20 * parts < 19 * layout.stride[1])
        layout.stride[1] = parts;
    if (layout.stride[1] * bytes % page == 0) layout.stride[1] += line;
    for (int axis = 2; axis < Dim; ++axis) {
        layout.stride[axis] = layout.stride[axis - 1] * (shape[axis - 1] + 2 * ghosts);
        if (layout.stride[axis] * bytes % page == 0) layout.stride[axis] += line;
    }
    layout.first = round_up(ghosts, line);  // the very first row has no row before it to share padding with
    for (int axis = 1; axis < Dim; ++axis) layout.first += ghosts * layout.stride[axis];
    layout.size = round_up(ghosts, line) + layout.stride[Dim - 1] * (shape[Dim - 1] + 2 * ghosts);
    return layout;
}

template <class T, int Dim> Result<Field<T, Dim>> Field<T, Dim>::make(const Vec<int, Dim>& shape, int ghosts) {
    double bytes = sizeof(T);
    for (int axis = 0; axis < Dim; ++axis) {
        if (shape[axis] < 1)
            return Error{text("a grid of %s cells is empty; every size must be at least 1", describe(shape).c_str())};
        bytes *= static_cast<double>(shape[axis]) + 2 * ghosts;
    }
    if (auto fits = check_memory(bytes, "A grid of " + describe(shape) + " cells"); !fits) return fits.error();

    Field field;
    field.layout_ = make_layout(shape, sizeof(T), ghosts);
    auto block = Block::allocate(static_cast<std::size_t>(field.layout_.size) * sizeof(T));
    if (!block) return block.error();
    field.block_ = std::move(block).value();
    return field;
}

template Layout<2> make_layout(const Vec<int, 2>&, std::size_t, int);
template Layout<3> make_layout(const Vec<int, 3>&, std::size_t, int);
template class Field<float, 2>;
template class Field<float, 3>;
template class Field<double, 2>;
template class Field<double, 3>;
template class Field<std::int8_t, 2>;
template class Field<std::int8_t, 3>;
template class Field<std::uint8_t, 2>;
template class Field<std::uint8_t, 3>;
template class Field<std::uint16_t, 2>;
template class Field<std::uint16_t, 3>;

}  // namespace whorl
