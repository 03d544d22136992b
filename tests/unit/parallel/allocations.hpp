// Counts what the program takes from the heap: link allocations.cpp, which replaces operator new.
#pragma once

namespace whorl {

/// Calls of operator new so far, on all threads.
long allocations();

}  // namespace whorl
