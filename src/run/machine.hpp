// The machine that a measurement was taken on.
#pragma once

#include <string>

namespace whorl {

struct Machine {
    std::string cpu;     ///< its name; "unknown" where the system does not tell
    int cores = 1;       ///< hardware threads
    std::string caches;  ///< "L1d 48 KiB, L2 2 MiB, L3 260 MiB", each as one core sees it
};

Machine this_machine();

/// One that the system describes in these files and folders; for tests.
Machine machine_of(const std::string& cpuinfo, const std::string& caches, int cores);

}  // namespace whorl
