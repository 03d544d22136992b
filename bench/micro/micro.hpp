// Micro-benchmarks of the core library's kernels: `whorl-microbench`. Each kernel runs over one grid, in two and three
// dimensions, on every instruction set that the CPU has, and reports cells and bytes a second.
//
// Bytes are those that have to move if every field of the kernel passes between memory and cores once: one that is both
// read and written counts twice, what a kernel makes and uses up itself not at all. That a cache may hold the fields,
// and that a store may read its line first, is left out: so is it for the copy that they are compared with.
#pragma once

#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>
#include <string>

#include "bench/registry.hpp"
#include "simd/isa.hpp"
#include "whorl/parallel.hpp"

namespace whorl::micro {

struct Suite {
    Scheduler* scheduler = &serial_scheduler();
    bool is_small = false;  ///< grids for a test: it all runs, and measures nothing

    template <int Dim> int cells_a_side() const { return is_small ? (Dim == 2 ? 40 : 12) : Dim == 2 ? 512 : 128; }
};

struct Kept {
    const void* kind = nullptr;
    std::shared_ptr<void> fields{};
};
inline Kept kept;

/// The fields that several kernels in a row work on. Google Benchmark calls a function anew for every guess at how
/// often to repeat it, and filling the fields takes longer than most kernels; so they stay until others are asked for.
template <class Fields> Fields& kept_fields(int n, Scheduler& scheduler) {
    static const char kind = 0;  // its address tells
    if (kept.kind != &kind) kept = {}, kept = {&kind, std::make_shared<Fields>(n, scheduler)};
    return *static_cast<Fields*>(kept.fields.get());
}

/// One kernel: `run(fields)`, over fields that are made by Fields(cells a side, scheduler), which moves so many numbers
/// a cell.
template <int Dim, class Fields>
void add(const Suite& suite, const std::string& name, double floats, void (*run)(Fields&)) {
    const int n = suite.cells_a_side<Dim>();
    for (const Isa isa : all_isas) {
        if (!is_supported(isa)) continue;
        const auto measure = [=, scheduler = suite.scheduler](benchmark::State& state) {
            (void)choose_isa(isa);
            auto& fields = kept_fields<Fields>(n, *scheduler);
            for (auto _ : state) run(fields);
            const double cells = std::pow(n, Dim) * static_cast<double>(state.iterations());
            state.SetItemsProcessed(static_cast<std::int64_t>(cells));
            state.SetBytesProcessed(static_cast<std::int64_t>(cells * floats * sizeof(float)));
        };
        auto* added =
            benchmark::RegisterBenchmark((name + "/" + name_of(isa) + "/" + size_name(Dim, n)).c_str(), measure);
        added->Unit(benchmark::kMicrosecond);
        if (suite.scheduler->workers() > 1) added->UseRealTime();  // alone, time of the processor: others may use it
    }
}

// Each in the file of its name.
void add_yardsticks(const Suite& suite);
void add_fields(const Suite& suite);
void add_ghosts(const Suite& suite);
void add_forces(const Suite& suite);
void add_advection(const Suite& suite);
void add_projection(const Suite& suite);
void add_multigrid(const Suite& suite);

}  // namespace whorl::micro
