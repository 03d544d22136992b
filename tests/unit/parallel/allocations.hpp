// Counts what the program takes from the heap: link allocations.cpp, which replaces operator new.
#pragma once

namespace whorl {

/// Where not (a sanitizer's own operator new), `allocations` is always 0.
bool counts_allocations();

/// Calls of operator new so far, on all threads.
long allocations();

}  // namespace whorl
