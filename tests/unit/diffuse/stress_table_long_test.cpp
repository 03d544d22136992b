// The table of docs/viscosity.md: iterations against contrast and size.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/unit/diffuse/stress_lumps.hpp"

namespace whorl {
namespace {

TEST(StressTable, IterationsAgainstContrastAndSize) {
    const struct {
        const char* name;
        Lumps lumps;
    } shapes[] = {{"one lump", Lumps::one}, {"sixteen lumps", Lumps::sixteen}, {"smooth", Lumps::smooth}};
    std::printf("thin fluid  viscosity      contrast   32^2   64^2  128^2   relative residual at 128^2\n");
    for (const double thin : {1e-3, 1.0})
        for (const auto& shape : shapes)
            for (const double contrast : {1.0, 1e2, 1e4, 1e6}) {
                std::printf("%-10g  %-13s  %8g", thin, shape.name, contrast);
                SolveReport report;
                for (const int n : {32, 64, 128}) {
                    report = solve_lumps(n, shape.lumps, thin, contrast);
                    std::printf("  %4d%c", report.iterations, report.reached ? ' ' : '*');
                    if (contrast > 1e4) continue;
                    EXPECT_TRUE(report.reached) << n << shape.name << contrast;
                    EXPECT_LE(report.iterations, n == 32 ? 180 : 75) << n << shape.name << contrast;
                }
                std::printf("  %.1e\n", report.residual / report.rhs);
            }
    std::printf("*: not within 1e-5, or rounding, after 200 iterations\n");
}

}  // namespace
}  // namespace whorl
