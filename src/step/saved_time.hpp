// The clock of a saved state, for who joins states of fluids that are not made alike.
#pragma once

#include <cstddef>
#include <vector>

namespace whorl {

/// Gives a saved state of a fluid the time and the count of steps of another one; it has made no step of its own yet.
void set_saved_time(std::vector<std::byte>& saved, const std::vector<std::byte>& as);

}  // namespace whorl
