// Times steps of one row of the performance table from a saved flow, with one thing changed: what bench/ablation/ablate
// runs in turns. Prints the milliseconds of the fastest step, the most cycles that a projection took, and what part of
// the divergence the last one left.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

#include "bench/smoke.hpp"
#include "simd/isa.hpp"

namespace {

using namespace whorl;

using Options = std::map<std::string, std::string>;

[[noreturn]] void refuse(const std::string& sentence) {
    std::fprintf(stderr, "whorl-steps: %s\n", sentence.c_str());
    std::exit(2);
}

int number(const Options& options, const std::string& name, int otherwise) {
    const auto found = options.find(name);
    if (found == options.end()) return otherwise;
    const int value = std::atoi(found->second.c_str());
    if (value < 1 || value > 1'000'000) refuse(name + " " + found->second + " is out of range, 1 to 1000000");
    return value;
}

template <int Dim> void change(FluidConfig<Dim>& config, const Options& options) {
    config.tolerance = 0.009 * classic_leaves<Dim>;
    if (options.contains("--pressure")) config.pressure = options.at("--pressure");
    if (options.contains("--cycles")) config.max_cycles = number(options, "--cycles", 1), config.tolerance = 1e-12;
    if (options.contains("--trace")) {
        const std::string& trace = options.at("--trace");
        if (trace != "euler" && trace != "rk2" && trace != "rk3")
            refuse("--trace " + trace + "; use euler, rk2 or rk3");
        config.trace = trace == "euler" ? Trace::euler : trace == "rk2" ? Trace::rk2 : Trace::rk3;
    }
}

/// The flow goes on from a file if one is named, and ends up in one.
template <int Dim> int time_steps(FluidConfig<Dim> config, const Options& options) {
    change(config, options);
    if (const auto possible = Fluid<Dim>::make(config); !possible) refuse(possible.error().message);
    Smoke<Dim> smoke(config);
    if (options.contains("--load")) {
        std::ifstream file(options.at("--load"), std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        const auto* first = reinterpret_cast<const std::byte*>(bytes.data());
        if (const auto loaded = smoke.fluid().load({first, first + bytes.size()}); !loaded)
            refuse(options.at("--load") + ": " + loaded.error().message);
    }
    double best = 1e300;
    int cycles = 0;
    for (int step = number(options, "--steps", 10); step > 0; --step) {
        best = std::min(best, smoke.step());
        cycles = std::max(cycles, smoke.fluid().report().iterations);
    }
    if (options.contains("--save")) {
        const std::vector<std::byte> bytes = smoke.fluid().save();
        std::ofstream file(options.at("--save"), std::ios::binary);
        file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        if (!file.flush()) refuse("cannot write " + options.at("--save"));
    }
    std::printf("%.6g %d %.3g\n", best, cycles, smoke.divergence());
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    constexpr std::string_view known[] = {"--threads", "--isa",  "--pressure", "--cycles", "--trace",
                                          "--steps",   "--size", "--load",     "--save"};
    Options options;
    for (int i = 2; i < argc; i += 2) {
        if (std::find(std::begin(known), std::end(known), argv[i]) == std::end(known))
            refuse(std::string("unknown option ") + argv[i]);
        if (i + 1 == argc) refuse(std::string(argv[i]) + " wants a value");
        options[argv[i]] = argv[i + 1];
    }
    if (options.contains("--isa")) {
        const auto isa = parse_isa(options.at("--isa"));
        if (!isa) refuse(isa.error().message);
        if (const auto chosen = choose_isa(isa.value()); !chosen) refuse(chosen.error().message);
    }
    const auto pool = make_thread_pool(number(options, "--threads", 2));
    if (!pool) refuse(pool.error().message);
    Scheduler& threads = *pool.value();
    const std::string row = argc > 1 ? argv[1] : "";
    if (row == "smoke2d_512") return time_steps(linear_smoke<2>(number(options, "--size", 512), threads), options);
    if (row == "smoke2d_512_full") return time_steps(full_smoke<2>(number(options, "--size", 512), threads), options);
    if (row == "smoke3d_128") return time_steps(full_smoke<3>(number(options, "--size", 128), threads), options);
    refuse("there is no row \"" + row + "\"; give smoke2d_512, smoke2d_512_full or smoke3d_128");
}
