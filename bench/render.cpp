// `whorl bench render`: a frame of smoke in light, 1280 x 720 pixels, from a puff that fills most of the picture.
//
// The aim for the fast mode is two seconds a frame at 128 cubed on two cores, shadows of both lights included. The row
// of the isosurface is the mesh and its picture.
#include <algorithm>
#include <chrono>
#include <cmath>

#include "registry.hpp"
#include "render/isosurface.hpp"
#include "render/volume.hpp"

namespace whorl {
namespace {

/// A ball of smoke with a rough skin.
CellField<3> puff(int n) {
    auto field = CellField<3>::zero({n, n, n});
    const auto view = field.edit();
    for (int z = 0; z < n; ++z)
        for (int y = 0; y < n; ++y)
            for (int x = 0; x < n; ++x) {
                const double a = (x + 0.5) / n - 0.5, b = (y + 0.5) / n - 0.5, c = (z + 0.5) / n - 0.5;
                const double skin =
                    0.04 * (std::sin(31 * a + 2 * std::sin(17 * c)) + std::sin(27 * b + 3 * std::sin(19 * a)));
                view(x, y, z) =
                    static_cast<float>(std::clamp(12 * (0.4 + skin - std::sqrt(a * a + b * b + c * c)), 0.0, 1.0));
            }
    return field;
}

template <class Draw> double fastest_ms(int repeats, const Draw& draw) {
    double best = 1e300;
    for (int i = 0; i < repeats; ++i) {
        const auto start = std::chrono::steady_clock::now();
        draw();
        const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
        best = std::min(best, spent.count());
    }
    return best;
}

}  // namespace

std::vector<BenchRow> bench_render(const BenchOptions& options) {
    const auto pool = make_thread_pool(options.threads).value();
    const int n = options.quick ? 16 : 128, width = options.quick ? 64 : 1280, height = options.quick ? 36 : 720;
    const auto field = puff(n);
    const std::vector<Light> lights = smoke_lights();
    const Camera camera{.distance = 2, .elevation = 12};
    const auto row = [&](const char* name, double ms) {
        const double cells = std::pow(n, 3);
        return BenchRow{.name = std::string("render/") + name + "/" + size_name(3, n),
                        .cells = static_cast<std::int64_t>(cells),
                        .threads = pool->workers(),
                        .ms_per_step = ms,
                        .ns_per_cell = ms * 1e6 / cells};
    };
    std::vector<BenchRow> rows;
    options.tell("render volume " + size_name(3, n));
    rows.push_back(row("volume", fastest_ms(options.quick ? 1 : 3, [&] {
                           (void)draw_volume({.density = field.view()}, {}, camera, lights,
                                             {.width = width, .height = height, .scheduler = pool.get()})
                               .value();
                       })));
    rows.back().value = rows.back().ms_per_step, rows.back().bar = 2000;
    rows.back().holds = *rows.back().value <= *rows.back().bar;
    options.tell("render surface " + size_name(3, n));
    rows.push_back(row(
        "surface", fastest_ms(options.quick ? 1 : 3, [&] {
            const Mesh mesh = isosurface(field.view(), 0.5f, {}).value();
            (void)draw_mesh(mesh, camera, lights, {.width = width, .height = height, .scheduler = pool.get()}).value();
        })));
    return rows;
}

}  // namespace whorl
