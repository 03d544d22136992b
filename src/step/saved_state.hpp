// The state of a fluid as one block of bytes, and as one number.
#pragma once

#include <cstddef>
#include <vector>

#include "step/parts.hpp"

namespace whorl {

/// A header and all fields, ghosts left out.
template <class T, int Dim> std::vector<std::byte> save_state(const Grid<Dim>& grid, Changing<T, Dim>& changing);

/// Refuses what was not saved from a fluid that was made alike.
template <class T, int Dim>
Result<void> load_state(const Grid<Dim>& grid, const std::vector<std::byte>& saved, Changing<T, Dim>& changing);

template <class T, int Dim> std::uint64_t hash_of(Changing<T, Dim>& changing);

}  // namespace whorl
