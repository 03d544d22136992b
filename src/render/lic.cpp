#include "render/lic.hpp"

#include <algorithm>
#include <cmath>

#include "core/random.hpp"
#include "core/text.hpp"
#include "render/each_row.hpp"
#include "render/scalar_view.hpp"

namespace whorl {
namespace {

// White noise of one number a pixel, read with interpolation.
class Noise {
  public:
    Noise(int width, int height, const Wraps& wraps) : field_(CellField<2>::zero({width, height})), wraps_(wraps) {
        for (std::size_t i = 0; i < field_.values.size(); ++i)
            field_.values[i] = static_cast<float>(random_unit(0x11c, i));
    }
    float operator()(float x, float y) const { return sample_at(field_.view(), x, y, wraps_); }

  private:
    CellField<2> field_;
    Wraps wraps_;
};

struct Smear {
    const Flow<2>& flow;
    const Noise& noise;
    Wraps wraps;
    float cells_a_pixel_x, cells_a_pixel_y;
    int steps;  // of one pixel, each way

    /// Sum of the noise along one way, with a weight that falls to the end; `weights` is added to.
    float one_way(float x, float y, float way, float& weights) const {
        float sum = 0;
        for (int step = 1; step <= steps; ++step) {
            const float u =
                sample_at(flow[0].view(), x * cells_a_pixel_x, y * cells_a_pixel_y, wraps) / cells_a_pixel_x;
            const float v =
                sample_at(flow[1].view(), x * cells_a_pixel_x, y * cells_a_pixel_y, wraps) / cells_a_pixel_y;
            const float speed = std::hypot(u, v);
            if (!(speed > 1e-20f && speed < 1e30f)) break;
            x += way * u / speed, y += way * v / speed;
            const float weight =
                0.5f + 0.5f * std::cos(3.14159265f * static_cast<float>(step) / static_cast<float>(steps + 1));
            sum += weight * noise(x, y);
            weights += weight;
        }
        return sum;
    }

    float operator()(float x, float y) const {
        float weights = 1;
        float sum = noise(x, y);
        sum += one_way(x, y, 1, weights);
        sum += one_way(x, y, -1, weights);
        // The mean of n noises deviates by 1 / sqrt(n): undo it, so that contrast does not depend on the reach.
        return std::clamp(0.5f + (sum / weights - 0.5f) * 0.85f * std::sqrt(weights), 0.0f, 1.0f);
    }
};

Result<void> check(const Flow<2>& flow, const LicStyle& style) {
    const Vec<int, 2>& cells = flow[0].shape;
    if (cells[0] < 1 || cells[1] < 1)
        return Error{
            text("a flow of %d x %d cells has nothing to draw; each side must be at least 1", cells[0], cells[1])};
    if (!(style.scale >= 1 && style.scale <= 64))
        return Error{text("a scale of %g pixels a cell cannot be drawn; it must be 1 to 64", style.scale)};
    if (!(style.reach >= 1 && style.reach <= 200))
        return Error{text("noise cannot be smeared over %g pixels; use 1 to 200", style.reach)};
    return {};
}

}  // namespace

Result<Image> draw_lic(const Flow<2>& flow, const Palette& palette, const LicStyle& style) {
    if (auto good = check(flow, style); !good) return good.error();
    const Vec<int, 2>& cells = flow[0].shape;
    auto canvas = Image::make(static_cast<int>(std::lround(cells[0] * style.scale)),
                              static_cast<int>(std::lround(cells[1] * style.scale)));
    if (!canvas) return canvas;
    Image& image = canvas.value();
    CellField<2> speed = flow[0];
    for (std::size_t i = 0; i < speed.values.size(); ++i)
        speed.values[i] = std::hypot(flow[0].values[i], flow[1].values[i]);
    const float fastest = style.fastest > 0 ? style.fastest : fitting_range(speed.view(), false).high;
    const Noise noise(image.width(), image.height(), style.wraps);
    const Smear smear{flow,
                      noise,
                      style.wraps,
                      static_cast<float>(cells[0]) / static_cast<float>(image.width()),
                      static_cast<float>(cells[1]) / static_cast<float>(image.height()),
                      static_cast<int>(style.reach)};
    each_row(style.scheduler, image.height(), [&](int row) {
        const float y = static_cast<float>(image.height() - row) - 0.5f;
        for (int column = 0; column < image.width(); ++column) {
            const float x = static_cast<float>(column) + 0.5f;
            const float at =
                sample_at(speed.view(), x * smear.cells_a_pixel_x, y * smear.cells_a_pixel_y, style.wraps) / fastest;
            const Color color = palette(std::sqrt(std::clamp(at, 0.0f, 1.0f)));
            const float light = 0.25f + 1.15f * smear(x, y);
            image(column, row) = {color.r * light, color.g * light, color.b * light, 1};
        }
    });
    return canvas;
}

}  // namespace whorl
