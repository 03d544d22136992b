// The arrays of the published solver, in one block of memory: two per field, as the paper has them, and Nealen's pull.
#pragma once

#include <array>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "classic/cells.hpp"
#include "core/memory.hpp"
#include "core/text.hpp"
#include "whorl/types.hpp"

namespace whorl::classic {

template <class T, int Dim> struct Buffers {
    int cells = 0;
    std::array<Index, Dim> step_along{};
    Index size = 0;                         // of one array
    std::array<T*, Dim> u{}, u0{}, pull{};  // u0: what the next step adds, then the step's second buffer
    std::vector<T*> ink{}, ink0{};
    Block block{};

    static Result<Buffers> make(int cells, int inks) {
        const int arrays = 3 * Dim + 2 * inks;
        const double bytes = std::pow(cells + 2.0, Dim) * sizeof(T) * arrays;
        if (auto ok = check_memory(bytes, text("a classic solver of %d cells a side", cells)); !ok) return ok.error();

        const Cells<Dim, Variant::rows> grid(cells);
        Buffers made{.cells = cells, .step_along = grid.step_along, .size = grid.size()};
        auto block = Block::allocate(sizeof(T) * static_cast<std::size_t>(arrays * made.size));
        if (!block) return block.error();
        made.block = std::move(block).value();
        made.ink.resize(static_cast<std::size_t>(inks)), made.ink0.resize(static_cast<std::size_t>(inks));
        T* next = reinterpret_cast<T*>(made.block.data());
        made.each_array([&](T*& array) { array = std::exchange(next, next + made.size); });
        return made;
    }

    /// f(array) for all of them, in the order in which a state is saved.
    template <class F> void each_array(F f) {
        for (int axis = 0; axis < Dim; ++axis) f(u[axis]), f(u0[axis]), f(pull[axis]);
        for (std::size_t which = 0; which < ink.size(); ++which) f(ink[which]), f(ink0[which]);
    }

    View<T, Dim> view(T* array) const {
        View<T, Dim> view{array, {}, {}};
        for (int axis = 0; axis < Dim; ++axis) {
            view.shape[axis] = cells;
            view.stride[axis] = step_along[axis];
            view.data += step_along[axis];
        }
        return view;
    }

    /// "(3, 5)": where in an array `c` is, counted without ghosts.
    std::string place(Index c) const {
        std::string words = "(";
        for (int axis = 0; axis < Dim; ++axis)
            words += (axis ? ", " : "") + std::to_string(c / step_along[axis] % (cells + 2) - 1);
        return words + ")";
    }
};

}  // namespace whorl::classic
