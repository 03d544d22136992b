// `whorl-microbench`: Google Benchmark's options, and two of its own.
#include <charconv>
#include <cstdio>
#include <cstring>
#include <vector>

#include "bench/micro/micro.hpp"

namespace {

using namespace whorl;

int refuse(const std::string& sentence) {
    std::fprintf(stderr, "whorl-microbench: %s\n", sentence.c_str());
    return 2;
}

void print_help() {
    std::printf(
        "whorl-microbench [--threads=N] [--small] [Google Benchmark's options]\n\n"
        "Times the kernels of the core library on every instruction set of this CPU, at 512 squared and 128 cubed.\n"
        "  --threads=N  run them on N threads instead of one\n"
        "  --small      tiny grids: shows that it all runs, measures nothing\n"
        "Of Google Benchmark's: --benchmark_filter=avx512 --benchmark_min_time=0.5 --benchmark_list_tests\n"
        "  --benchmark_format=console|json|csv --benchmark_out=FILE --benchmark_out_format=...\n");
}

/// What is left of the command line when Google Benchmark has taken its options; empty if all is well.
std::string read_own(int argc, char** argv, int& threads, bool& is_small) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--small") {
            is_small = true;
        } else if (word.starts_with("--threads=")) {
            const char* end = word.data() + word.size();
            const auto [stop, error] = std::from_chars(word.data() + std::strlen("--threads="), end, threads);
            if (error != std::errc() || stop != end || threads < 1 || threads > 256)
                return std::string(word) + ": give a whole number from 1 to 256";
        } else {
            return "unknown option " + std::string(word) +
                   "; allowed: --small, --threads=N, and Google Benchmark's, see `whorl-microbench --help`";
        }
    }
    return "";
}

}  // namespace

int main(int argc, char** argv) {
    // A twentieth of a second for each of some two hundred; what the caller says comes later and counts.
    static char shorter[] = "--benchmark_min_time=0.05";
    std::vector<char*> words(argv, argv + argc);
    words.insert(words.begin() + 1, shorter);
    int count = static_cast<int>(words.size());
    benchmark::Initialize(&count, words.data(), print_help);

    int threads = 1;
    micro::Suite suite;
    if (const std::string wrong = read_own(count, words.data(), threads, suite.is_small); !wrong.empty())
        return refuse(wrong);
    const auto pool = std::move(make_thread_pool(threads)).value();
    suite.scheduler = pool.get();
    for (const auto add : {micro::add_yardsticks, micro::add_fields, micro::add_ghosts, micro::add_forces,
                           micro::add_advection, micro::add_projection, micro::add_multigrid})
        add(suite);
    const std::size_t run = benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    if (run == 0) return refuse("no kernel's name matches; see them with --benchmark_list_tests");
    return 0;
}
