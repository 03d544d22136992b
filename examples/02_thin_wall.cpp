// Obstacles: threads of smoke in a wind tunnel meet a slanted wall of no thickness and a ball that bobs behind it.
// Nothing passes through either. The picture goes to thin_wall.ppm; an argument multiplies the number of cells.
#include <whorl/whorl.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

using whorl::Vec;

struct Scene {
    whorl::Fluid2 fluid;
    whorl::ObstacleShape<2> wall, ball;
    Vec<double, 2> ball_at;
};

// Smoke is white, obstacles are orange; both by what the fluid and the shapes say at the middle of a pixel.
static void write_picture(const Scene& scene, const char* path, int width, int height) {
    std::FILE* file = std::fopen(path, "wb");
    if (!file) return;
    std::fprintf(file, "P6\n%d %d\n255\n", width, height);
    std::vector<unsigned char> row;
    for (int j = height - 1; j >= 0; --j) {
        row.clear();
        for (int i = 0; i < width; ++i) {
            const double pixel = 2.0 / width;
            const Vec<double, 2> x{(i + 0.5) * pixel, (j + 0.5) * pixel};
            const Vec<double, 2> to_ball{x[0] - scene.ball_at[0], x[1] - scene.ball_at[1]};
            const double distance =
                std::min(scene.wall.geometry().distance(x) - pixel, scene.ball.geometry().distance(to_ball));
            const double solid = std::clamp(0.5 - distance / pixel, 0.0, 1.0);
            const double density = std::max(scene.fluid.sample("density", x), 0.0), smoke = density / (density + 0.4);
            const double air[] = {16 + 235 * smoke, 24 + 228 * smoke, 40 + 212 * smoke}, orange[] = {240, 130, 50};
            for (int k = 0; k < 3; ++k)
                row.push_back(static_cast<unsigned char>((1 - solid) * air[k] + solid * orange[k]));
        }
        std::fwrite(row.data(), 1, row.size(), file);
    }
    std::fclose(file);
}

int main(int count, char** arguments) {
    const int finer = count > 1 ? std::clamp(std::atoi(arguments[1]), 1, 16) : 1, n = 96 * finer;
    whorl::FluidConfig<2> config{.cells = {2 * n, n}, .size = {2, 1}};
    config.left = whorl::Segment<2>{.kind = whorl::SideKind::inflow, .velocity = {1, 0}};
    config.right = whorl::SideKind::outflow;
    config.scalars[0].dissipation = 1;  // or the wake would fill up with white

    // Makers refuse what makes no shape, with a sentence; value() prints it and stops.
    Scene scene{whorl::Fluid2::make(config).value(),
                whorl::segment({0.45, 0.25}, {0.75, 0.6}).value(),
                whorl::circle({0, 0}, 0.08).value(),
                {1.25, 0.5}};
    scene.fluid.set_obstacle({.shape = scene.wall}).value();
    const int ball = scene.fluid.set_obstacle({.shape = scene.ball, .pose = {.position = scene.ball_at}}).value();

    const double dt = 0.8 / n;
    for (int step = 0; step < 3 * n; ++step) {
        for (int thread = 0; thread < 9; ++thread) {
            const float y = (static_cast<float>(thread) + 0.5f) / 9;
            scene.fluid.add(whorl::Box<2>{{0, y - 0.007f}, {0.03f, y + 0.007f}}, {.density = 16});
        }
        // Up and down once a second. It gets there during the step, and pushes the air on its way.
        const double phase = step * dt - static_cast<int>(step * dt), way = phase < 0.5 ? phase : 1 - phase;
        scene.ball_at[1] = 0.4 + 0.4 * way;
        scene.fluid.move_obstacle(ball, {.position = scene.ball_at});
        scene.fluid.step(dt).value();
    }
    const auto force = scene.fluid.force_on(ball).pressure;
    std::printf("the air pushes the ball by %.3f along and %.3f across the stream\n", force[0], force[1]);
    write_picture(scene, "thin_wall.ppm", 960, 480);
}
