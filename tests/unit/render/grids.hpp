// Small fields made from formulas, for tests of pictures.
#pragma once

#include "render/cell_field.hpp"
#include "render/palette.hpp"

namespace whorl {

inline const Palette grays = find_palette("gray").value();

/// of(x, y) at the cell centres, in cells.
template <class F> CellField<2> field2(const Vec<int, 2>& cells, F of) {
    auto field = CellField<2>::zero(cells);
    for (int y = 0; y < cells[1]; ++y)
        for (int x = 0; x < cells[0]; ++x) field.edit()(x, y) = static_cast<float>(of(x + 0.5, y + 0.5));
    return field;
}

/// of(x, y, z) at the cell centres of a box of side 1 along x.
template <class F> CellField<3> field3(const Vec<int, 3>& cells, F of) {
    auto field = CellField<3>::zero(cells);
    const double h = 1.0 / cells[0];
    for (int z = 0; z < cells[2]; ++z)
        for (int y = 0; y < cells[1]; ++y)
            for (int x = 0; x < cells[0]; ++x)
                field.edit()(x, y, z) = static_cast<float>(of((x + 0.5) * h, (y + 0.5) * h, (z + 0.5) * h));
    return field;
}

inline bool says(const Error& error, const char* words) {
    return error.message.find(words) != std::string::npos;
}

}  // namespace whorl
