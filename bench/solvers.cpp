// `whorl bench solvers`: how long each pressure solver takes to bring the residual down to 1e-4, against the number of
// cells, and the exponent that follows, beside the one that Stam's slides give.
//
// The problem is a closed square (or cube) with a source in one corner and a sink in the opposite one, in double, from
// zero, with everything that has to be prepared, on one thread, in time of the processor: what is compared is work.
// Each solver goes up in size until a solve takes more than half a second. Exponents are of the time in the number of
// cells, over the six largest sizes.
#include <algorithm>
#include <cmath>
#include <ctime>

#include "bench/flows.hpp"
#include "elimination.hpp"
#include "registry.hpp"

namespace whorl {
namespace {

struct Method {
    const char* name;
    PublishedCost published{};  ///< by the slides; by Marek's survey for transforms
    int first = 16;             ///< cells along an axis to begin with, in two dimensions
};

const Method methods[] = {{"multigrid", {1}},
                          {"mgpcg"},
                          {"dct", {1, true}},
                          {"cyclic-reduction", {1, true}},
                          {"pcg"},
                          {"cg", {1.5}},
                          {"sor"},
                          {"gauss-seidel", {2}},
                          {"red-black", {2}},
                          {"jacobi", {2}},
                          {"direct"},
                          {"elimination", {3}, 12}};

template <int Dim> Field<double, Dim> source_and_sink(int n) {
    const auto problem = closed_box<double, Dim>(n);
    auto field = Field<double, Dim>::make(problem.cells).value();
    const auto view = field.view();
    for_box({}, problem.cells, [&](const Vec<int, Dim>& at) {
        double to_source = 0, to_sink = 0;
        for (int a = 0; a < Dim; ++a) {
            const double x = (at[a] + 0.5) / n;
            to_source += (x - 0.25) * (x - 0.25);
            to_sink += (x - 0.75) * (x - 0.75);
        }
        view[at] = std::exp(-100 * to_source) - std::exp(-100 * to_sink);
    });
    return field;
}

struct Measured {
    double prepare_ms = 0, solve_ms = 0;
    double bytes = 0;
    SolveReport report;

    double ms() const { return prepare_ms + solve_ms; }
};

/// Nothing if there is no such solver in this build, or it does not take the problem.
template <int Dim> std::optional<Measured> measure(const char* name, int n) {
    const auto ms_since = [](std::clock_t start) {
        return 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    };
    const auto b = source_and_sink<Dim>(n);
    auto x = Field<double, Dim>::make(closed_box<double, Dim>(n).cells).value();
    auto made = make_pressure_solver<double, Dim>(name);
    if (!made) return std::nullopt;
    const auto& solver = made.value();
    Measured measured;
    std::clock_t start = std::clock();
    if (!solver->prepare(closed_box<double, Dim>(n))) return std::nullopt;
    measured.prepare_ms = ms_since(start);
    start = std::clock();
    measured.report =
        solver->solve(x.view(), b.view(), {.relative = 1e-4, .max_iterations = 10'000'000}, serial_scheduler());
    measured.solve_ms = ms_since(start);
    measured.bytes = static_cast<double>(solver->bytes());
    return measured;
}

template <int Dim> std::optional<Measured> best_of(const char* name, int n, int times) {
    auto best = measure<Dim>(name, n);
    for (int i = 1; best && i < times && best->ms() < 500; ++i) {
        const auto again = measure<Dim>(name, n);
        if (again->ms() < best->ms()) best = again;
    }
    return best;
}

template <int Dim> BenchRow row_of(const Method& method, int n, const Measured& measured, double multigrid_ms) {
    const double cells = std::pow(n, Dim);
    BenchRow row{.name = std::string("solvers/") + method.name + "/" + size_name(Dim, n),
                 .cells = static_cast<std::int64_t>(cells),
                 .threads = 1,
                 .ms_per_step = measured.ms(),
                 .ns_per_cell = measured.ms() * 1e6 / cells,
                 .bytes_per_cell = measured.bytes / cells,
                 .residual = measured.report.residual / measured.report.rhs};
    if (multigrid_ms > 0) {
        row.ratio = multigrid_ms / measured.ms();
        row.ratio_to = "solvers/multigrid/" + size_name(Dim, n);
    }
    row.stages = {{"prepare", measured.prepare_ms}, {"solve", measured.solve_ms}};
    return row;
}

/// All sizes of one method; `multigrid` has the times to compare with, by size.
template <int Dim>
std::vector<BenchRow> bench_method(const BenchOptions& options, const Method& method,
                                   std::vector<std::pair<int, double>>& multigrid) {
    std::vector<BenchRow> rows;
    const int first = options.quick ? 8 : Dim == 2 ? method.first : std::max(8, method.first / 4);
    const int largest = options.quick ? (Dim == 2 ? 16 : 8) : Dim == 2 ? 1024 : 128;
    for (int n = first, step = 0; n <= largest; ++step, n = step % 2 == 1 ? n + n / 2 : n / 3 * 4) {
        options.tell(std::string("solvers ") + method.name + " " + size_name(Dim, n));
        const auto measured = best_of<Dim>(method.name, n, options.quick ? 1 : options.full ? 5 : 2);
        if (!measured) break;
        if (std::string(method.name) == "multigrid") multigrid.emplace_back(n, measured->ms());
        double multigrid_ms = 0;
        for (const auto& [size, ms] : multigrid) multigrid_ms = size == n ? ms : multigrid_ms;
        rows.push_back(row_of<Dim>(method, n, *measured, multigrid_ms));
        if (measured->ms() > 500) break;
    }
    return rows;
}

template <int Dim> void bench_dimension(const BenchOptions& options, std::vector<BenchRow>& rows) {
    (void)register_pressure_solver<double, Dim>("elimination", [] { return std::make_unique<Elimination<Dim>>(); });
    std::vector<std::pair<int, double>> multigrid;
    for (const Method& method : methods) {
        const auto sizes = bench_method<Dim>(options, method, multigrid);
        rows.insert(rows.end(), sizes.begin(), sizes.end());
        if (Dim == 2 && sizes.size() > 2)
            rows.push_back(
                exponent_row(options, std::string("solvers/") + method.name + "/exponent", method.published, sizes));
    }
}

}  // namespace

std::vector<BenchRow> bench_solvers(const BenchOptions& options) {
    std::vector<BenchRow> rows;
    bench_dimension<2>(options, rows);
    bench_dimension<3>(options, rows);
    return rows;
}

}  // namespace whorl
