// The `published` variant against a second, deliberately plain writing of the paper's algorithm on nested arrays: the
// same operations in the same order, so the same bits.
#include <gtest/gtest.h>

#include "tests/classic_grid.hpp"

namespace whorl::classic {
namespace {

constexpr int n = 17;
struct Plane {
    float at[n + 2][n + 2] = {};  // [i][j]
};

void walls(int b, Plane& x) {
    for (int i = 1; i <= n; ++i) {
        x.at[0][i] = b == 1 ? -x.at[1][i] : x.at[1][i];
        x.at[n + 1][i] = b == 1 ? -x.at[n][i] : x.at[n][i];
        x.at[i][0] = b == 2 ? -x.at[i][1] : x.at[i][1];
        x.at[i][n + 1] = b == 2 ? -x.at[i][n] : x.at[i][n];
    }
    for (const int i : {0, n + 1})
        for (const int j : {0, n + 1}) x.at[i][j] = 0.5f * (x.at[i ? n : 1][j] + x.at[i][j ? n : 1]);
}

void relax(int b, Plane& x, const Plane& x0, float a, float c) {
    for (int sweep = 0; sweep < 20; ++sweep) {
        for (int i = 1; i <= n; ++i)
            for (int j = 1; j <= n; ++j)
                x.at[i][j] =
                    (x0.at[i][j] + a * (x.at[i - 1][j] + x.at[i + 1][j] + x.at[i][j - 1] + x.at[i][j + 1])) / c;
        walls(b, x);
    }
}

void carry(int b, Plane& d, const Plane& d0, const Plane& u, const Plane& v, float dt) {
    const auto inside = [](float x) { return x < 0.5f ? 0.5f : x > n + 0.5f ? n + 0.5f : x; };
    for (int i = 1; i <= n; ++i)
        for (int j = 1; j <= n; ++j) {
            const float x = inside(float(i) - dt * n * u.at[i][j]), y = inside(float(j) - dt * n * v.at[i][j]);
            const int i0 = int(x), j0 = int(y);
            const float s1 = x - float(i0), s0 = 1 - s1, t1 = y - float(j0), t0 = 1 - t1;
            d.at[i][j] = s0 * (t0 * d0.at[i0][j0] + t1 * d0.at[i0][j0 + 1]) +
                         s1 * (t0 * d0.at[i0 + 1][j0] + t1 * d0.at[i0 + 1][j0 + 1]);
        }
    walls(b, d);
}

void make_solenoidal(Plane& u, Plane& v, Plane& p, Plane& div) {
    const float h = 1.0f / n;
    for (int i = 1; i <= n; ++i)
        for (int j = 1; j <= n; ++j) {
            div.at[i][j] = -0.5f * h * (u.at[i + 1][j] - u.at[i - 1][j] + (v.at[i][j + 1] - v.at[i][j - 1]));
            p.at[i][j] = 0;
        }
    walls(0, div), walls(0, p);
    relax(0, p, div, 1, 4);
    for (int i = 1; i <= n; ++i)
        for (int j = 1; j <= n; ++j) {
            u.at[i][j] -= 0.5f * (p.at[i + 1][j] - p.at[i - 1][j]) / h;
            v.at[i][j] -= 0.5f * (p.at[i][j + 1] - p.at[i][j - 1]) / h;
        }
    walls(1, u), walls(2, v);
}

struct Listing {
    Plane u, v, u0, v0, d, d0;

    static void add(Plane& x, const Plane& s, float dt) {
        for (int i = 0; i < n + 2; ++i)
            for (int j = 0; j < n + 2; ++j) x.at[i][j] += dt * s.at[i][j];
    }
    void step(float visc, float diff, float dt) {
        const float nu = (dt * n) * (visc * n), kappa = (dt * n) * (diff * n);
        add(u, u0, dt), add(v, v0, dt);
        std::swap(u0, u), relax(1, u, u0, nu, 1 + 4 * nu);
        std::swap(v0, v), relax(2, v, v0, nu, 1 + 4 * nu);
        make_solenoidal(u, v, u0, v0);
        std::swap(u0, u), std::swap(v0, v);
        carry(1, u, u0, u0, v0, dt), carry(2, v, v0, u0, v0, dt);
        make_solenoidal(u, v, u0, v0);
        add(d, d0, dt);
        std::swap(d0, d), relax(0, d, d0, kappa, 1 + 4 * kappa);
        std::swap(d0, d), carry(0, d, d0, u, v, dt);
    }
};

template <class Fluid> void copy_in(const Fluid& fluid, const Plane& plane, float* array) {
    for (int i = 0; i < n + 2; ++i)
        for (int j = 0; j < n + 2; ++j) array[fluid.solver.index({i, j})] = plane.at[i][j];
}

TEST(ClassicListing, PublishedVariantHasItsBits) {
    Fluid<Stam2003<float, 2, Variant::published>> fluid(n);
    auto listing = std::make_unique<Listing>();
    for (int step = 0; step < 12; ++step) {
        int number = 0;
        for (Plane* plane : {&listing->u0, &listing->v0, &listing->d0}) {
            ++number;
            for (int i = 1; i <= n; ++i)
                for (int j = 1; j <= n; ++j)
                    plane->at[i][j] = float(random_between(-3, 3, static_cast<std::uint64_t>(10 * step + number),
                                                           static_cast<std::uint64_t>(i * n + j)));
        }
        copy_in(fluid, listing->u0, fluid.u0[0]), copy_in(fluid, listing->v0, fluid.u0[1]);
        copy_in(fluid, listing->d0, fluid.x0);
        listing->step(1e-3f, 1e-3f, 0.1f);
        fluid.step(1e-3f, 1e-3f, 0.1f);
        for (int i = 0; i < n + 2; ++i)
            for (int j = 0; j < n + 2; ++j) {
                const Index c = fluid.solver.index({i, j});
                ASSERT_EQ(fluid.u[0][c], listing->u.at[i][j]) << step << " " << i << " " << j;
                ASSERT_EQ(fluid.u[1][c], listing->v.at[i][j]) << step << " " << i << " " << j;
                ASSERT_EQ(fluid.x[c], listing->d.at[i][j]) << step << " " << i << " " << j;
            }
    }
}

// The variants differ in the order of a sweep, its start and a reciprocal; relaxed to the end they agree.
TEST(ClassicListing, VariantsConvergeToTheSameFlow) {
    const auto run = []<Variant V>(std::integral_constant<Variant, V>) {
        Fluid<Stam2003<double, 2, V>> fluid(12);
        fluid.solver.sweeps = 3000;
        for (int step = 0; step < 5; ++step) {
            fluid.randomize(fluid.u0[0], -3, 3, 41 + step), fluid.randomize(fluid.u0[1], -3, 3, 51 + step);
            fluid.randomize(fluid.x0, 0, 3, 61 + step);
            fluid.step(1e-3, 1e-3, 0.1);
        }
        return std::vector<double>(fluid.x, fluid.x + fluid.solver.size());
    };
    const auto published = run(std::integral_constant<Variant, Variant::published>());
    const auto rows = run(std::integral_constant<Variant, Variant::rows>());
    const auto tuned = run(std::integral_constant<Variant, Variant::tuned>());
    for (std::size_t c = 0; c < rows.size(); ++c) {
        EXPECT_NEAR(published[c], rows[c], 1e-9);
        EXPECT_NEAR(tuned[c], rows[c], 1e-9);
    }
}

}  // namespace
}  // namespace whorl::classic
