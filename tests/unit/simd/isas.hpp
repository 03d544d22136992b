// Runs a test on each instruction set that this CPU has, and says which were not run.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "simd/isa.hpp"

namespace whorl {

/// Calls f(isa) with each supported instruction set chosen, and puts the old choice back.
template <class F> void for_each_isa(F f) {
    const Isa before = chosen_isa();
    std::string not_run;
    for (const Isa isa : all_isas) {
        if (!choose_isa(isa)) {
            not_run.append(" ").append(name_of(isa));
            continue;
        }
        SCOPED_TRACE(name_of(isa));
        f(isa);
    }
    (void)choose_isa(before);
    if (!not_run.empty()) std::printf("not run, for want of a CPU or a build that has them:%s\n", not_run.c_str());
    testing::Test::RecordProperty("isas_not_run", not_run);
}

}  // namespace whorl
