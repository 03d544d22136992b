// `whorl bench transport`: what each scheme of advection leaves of a shape that comes back to where it was, and what
// each order of the step leaves of a vortex's energy. docs/transport.md shows the table.
//
// Rows end in what they tell: `l1`, the sum of the differences over the shape's own; `peak`, the largest value, which
// was 1; `total`, how far the total is off. Schemes are held to a smaller l1 than `linear`'s, to 0.9 of the peak in two
// dimensions, and `flux` to its total where nothing leaves through the sides. `energy` is the part that an inviscid
// Taylor-Green vortex lost by t = 1.
#include <chrono>
#include <cmath>

#include "registry.hpp"
#include "step/orders.hpp"
#include "transport_cases.hpp"

namespace whorl {
namespace {

template <int Dim>
void bench_case(const BenchOptions& options, Scheduler& scheduler, TransportCase flow, std::vector<BenchRow>& rows) {
    const int n = options.quick ? 16 : Dim == 2 ? 100 : 64;
    double linear_l1 = 0;
    for (const Scheme scheme : transport_schemes) {
        const std::string name =
            "transport/" + std::string(name_of(flow)) + "/" + std::string(name_of(scheme)) + "/" + size_name(Dim, n);
        options.tell(name);
        const auto run = transport<float, Dim>(flow, scheme, n, scheduler);
        const TransportErrors errors = errors_of(run);
        const double cells = std::pow(n, Dim);
        const auto add = [&](const char* what, double value, std::optional<double> bar, bool holds) {
            BenchRow row{.name = name + "/" + what,
                         .cells = static_cast<std::int64_t>(cells),
                         .threads = scheduler.workers(),
                         .ms_per_step = run.ms_per_step,
                         .ns_per_cell = run.ms_per_step * 1e6 / cells};
            row.value = value;
            if (bar && !options.quick) row.bar = bar, row.holds = holds;
            rows.push_back(row);
        };
        const bool is_linear = scheme == Scheme::linear, is_flux = scheme == Scheme::flux;
        if (is_linear) linear_l1 = errors.l1;
        const auto when = [](bool held, double bar) { return held ? std::optional<double>(bar) : std::nullopt; };
        add("l1", errors.l1, when(!is_linear, linear_l1), errors.l1 < linear_l1);
        add("peak", errors.peak, when(!is_linear && Dim == 2, 0.9), errors.peak >= 0.9);
        add("total", errors.total, when(is_flux && flow == TransportCase::leveque, 1e-6),
            std::abs(errors.total) < 1e-6);
    }
}

/// Four vortices in a periodic box, which without viscosity should turn for ever.
BenchRow bench_order(const BenchOptions& options, Scheduler& scheduler, const std::string& order) {
    const int n = options.quick ? 16 : 128;
    FluidConfig<2> config{.cells = {n, n}, .size = {1, 1}, .scalars = {}, .order = order, .scheduler = &scheduler};
    config.left = config.right = config.bottom = config.top = SideKind::periodic;
    auto fluid = Fluid2::make(config).value();
    constexpr double k = 2 * 3.14159265358979323846;
    const auto each_face = [&](int axis, auto f) {
        const auto view = fluid.edit(axis == 0 ? "velocity.x" : "velocity.y");
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i)
                f(view(i, j), k * (i + (axis == 0 ? 0 : 0.5)) / n, k * (j + (axis == 1 ? 0 : 0.5)) / n);
    };
    each_face(0, [](float& u, double a, double b) { u = static_cast<float>(std::sin(a) * std::cos(b)); });
    each_face(1, [](float& v, double a, double b) { v = static_cast<float>(-std::cos(a) * std::sin(b)); });
    const auto energy = [&] {
        double sum = 0;
        for (const int axis : {0, 1})
            each_face(axis,
                      [&](const float& u, double, double) { sum += static_cast<double>(u) * static_cast<double>(u); });
        return sum;
    };
    const double before = energy();
    const int steps = static_cast<int>(std::ceil(n / 0.8));
    const auto start = std::chrono::steady_clock::now();
    for (int step = 0; step < steps; ++step) (void)fluid.step(1.0 / steps).value();
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
    BenchRow row{.name = "transport/taylor-green/" + order + "/" + size_name(2, n) + "/energy",
                 .cells = static_cast<std::int64_t>(n) * n,
                 .threads = scheduler.workers(),
                 .ms_per_step = spent.count() / steps,
                 .ns_per_cell = spent.count() / steps * 1e6 / (static_cast<double>(n) * n)};
    row.value = 1 - energy() / before;
    return row;
}

}  // namespace

std::vector<BenchRow> bench_transport(const BenchOptions& options) {
    std::vector<BenchRow> rows;
    const auto pool = make_thread_pool(options.threads).value();
    for (const TransportCase flow : transport_cases) {
        bench_case<2>(options, *pool, flow, rows);
        bench_case<3>(options, *pool, flow, rows);
    }
    for (const Order& order : orders()) {
        options.tell("transport taylor-green " + std::string(order.name));
        rows.push_back(bench_order(options, *pool, std::string(order.name)));
    }
    return rows;
}

}  // namespace whorl
