#include "look.hpp"

#include <algorithm>
#include <cmath>

#include "render/line.hpp"
#include "render/palette.hpp"
#include "run/fields.hpp"

namespace whorl::view {
namespace {

struct Between {
    int low, high;
    float part;
};

Between between(double at, int cells, bool wraps) {
    const double x = at * cells - 0.5;
    const int low = static_cast<int>(std::floor(x));
    const float part = static_cast<float>(x - low);
    if (wraps) return {(low + cells) % cells, (low + 1) % cells, part};
    return {std::clamp(low, 0, cells - 1), std::clamp(low + 1, 0, cells - 1), part};
}

float sampled(const std::vector<float>& values, int width, int channels, int channel, const Between& x,
              const Between& y) {
    const auto at = [&](int i, int j) {
        return values[(static_cast<std::size_t>(j) * static_cast<std::size_t>(width) + static_cast<std::size_t>(i)) *
                          static_cast<std::size_t>(channels) +
                      static_cast<std::size_t>(channel)];
    };
    const float low = at(x.low, y.low) + x.part * (at(x.high, y.low) - at(x.low, y.low));
    const float high = at(x.low, y.high) + x.part * (at(x.high, y.high) - at(x.low, y.high));
    return low + y.part * (high - low);
}

/// One plane of a 3D picture for what is flat: the mean along the way in, or the middle of a field with a sign.
Picture flat(const Picture& picture) {
    if (picture.depth == 1) return picture;
    Picture out = picture;
    out.depth = 1;
    const std::size_t plane = static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height) *
                              static_cast<std::size_t>(picture.channels);
    out.values.assign(plane, 0);
    const std::size_t cells = plane / static_cast<std::size_t>(picture.channels);
    out.solids.resize(std::min(out.solids.size(), cells));
    for (std::size_t i = 0; i < picture.solids.size(); ++i)
        out.solids[i % cells] = std::max(out.solids[i % cells], picture.solids[i]);
    const auto layers = static_cast<std::size_t>(picture.depth);
    for (std::size_t layer = 0; layer < layers; ++layer)
        for (std::size_t i = 0; i < plane; ++i) {
            const float value = picture.values[layer * plane + i];
            if (!picture.is_signed) out.values[i] += 4 * value / static_cast<float>(layers);
            if (picture.is_signed && layer == layers / 2) out.values[i] = value;
        }
    return out;
}

void draw_over(Image& image, const Line& line, const Color& color) {
    const float w = static_cast<float>(image.width()), h = static_cast<float>(image.height());
    draw_line(image, {line.x0 * w, (1 - line.y0) * h}, {line.x1 * w, (1 - line.y1) * h}, 1.2f, color);
}

}  // namespace

Picture picture_of(const LiveFluid& fluid, const std::string& field) {
    Picture out{.name = field, .wraps = fluid.is_periodic()};
    const Vec<int, 3> cells = fluid.cells();
    out.width = cells[0], out.height = fluid.dim() == 2 ? cells[1] : cells[2];
    out.depth = fluid.dim() == 2 ? 1 : cells[1];
    out.is_signed = is_signed(field, fluid.dim());
    out.solids = fluid.solids();
    // In 3D the picture's rows run along x, its columns along z, and its planes along y.
    const auto w = static_cast<std::size_t>(out.width), h = static_cast<std::size_t>(out.height),
               d = static_cast<std::size_t>(out.depth);
    const auto turned = [&](const std::vector<float>& from, std::vector<float>& to, std::size_t c,
                            std::size_t channel) {
        for (std::size_t y = 0; y < h; ++y)
            for (std::size_t z = 0; z < d; ++z)
                for (std::size_t x = 0; x < w; ++x) to[((z * h + y) * w + x) * c + channel] = from[(y * d + z) * w + x];
    };
    if (d > 1 && !out.solids.empty()) {
        const std::vector<float> from = out.solids;
        turned(from, out.solids, 1, 0);
    }
    std::vector<std::vector<float>> channels;
    if (field == "density") out.inks = fluid.inks();
    if (out.has_inks())
        for (const std::string& ink : out.inks) channels.push_back(fluid.field(ink));
    else
        channels.push_back(fluid.field(field));
    out.channels = static_cast<int>(channels.size());
    const std::size_t count = channels[0].size();
    if (fluid.dim() == 2 && channels.size() == 1) {
        out.values = std::move(channels[0]);
        return out;
    }
    out.values.resize(count * channels.size());
    for (std::size_t channel = 0; channel < channels.size(); ++channel)
        turned(channels[channel], out.values, channels.size(), channel);
    return out;
}

Picture picture_of(const CellField<2>& field, const std::string& name) {
    Picture out{.name = name, .width = field.shape[0], .height = field.shape[1], .values = field.values};
    out.is_signed = is_signed(name, 2);
    return out;
}

void AutoRange::apply(Picture& picture) {
    float most = 0;
    double squares = 0;
    for (const float value : picture.values) {
        most = std::max(most, std::abs(value));
        squares += static_cast<double>(value) * static_cast<double>(value);
    }
    // A field with a sign has its peaks in few places: what is common should be seen.
    const double rms = std::sqrt(squares / static_cast<double>(std::max<std::size_t>(picture.values.size(), 1)));
    if (picture.is_signed) most = std::min(most, static_cast<float>(5 * rms));
    if (name_ != picture.name) name_ = picture.name, high_ = most;
    high_ = most > high_ ? 0.7f * high_ + 0.3f * most : 0.99f * high_ + 0.01f * most;
    const float high = std::max(high_, 1e-12f);
    picture.high = high, picture.low = picture.is_signed ? -high : 0;
}

std::vector<Line> velocity_lines(const LiveFluid& fluid, double depth, int most) {
    const Vec<int, 3> cells = fluid.cells();
    const int up_axis = fluid.dim() - 1, width = cells[0], height = cells[up_axis];
    const std::vector<float> u = fluid.velocity(0), v = fluid.velocity(up_axis);
    const int plane = fluid.dim() == 2 ? 0 : std::clamp(static_cast<int>(depth * cells[1]), 0, cells[1] - 1);
    const int every = std::max(1, (std::max(width, height) + most - 1) / most);
    const auto index = [&](int x, int y) {
        const std::size_t row = fluid.dim() == 2 ? static_cast<std::size_t>(y)
                                                 : static_cast<std::size_t>(y) * static_cast<std::size_t>(cells[1]) +
                                                       static_cast<std::size_t>(plane);
        return row * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
    };
    float fastest = 1e-12f;
    for (int y = every / 2; y < height; y += every)
        for (int x = every / 2; x < width; x += every)
            fastest = std::max(fastest, std::hypot(u[index(x, y)], v[index(x, y)]));
    std::vector<Line> lines;
    for (int y = every / 2; y < height; y += every)
        for (int x = every / 2; x < width; x += every) {
            const float a = u[index(x, y)], b = v[index(x, y)], speed = std::hypot(a, b);
            // Length by the square root: slow flow stays visible beside fast.
            const float reach = speed > 0 ? 1.6f * static_cast<float>(every) * std::sqrt(speed / fastest) / speed : 0;
            const float fx = (static_cast<float>(x) + 0.5f) / static_cast<float>(width),
                        fy = (static_cast<float>(y) + 0.5f) / static_cast<float>(height);
            lines.push_back({fx, fy, fx + reach * a / static_cast<float>(width),
                             fy + reach * b / static_cast<float>(height), speed / fastest});
        }
    return lines;
}

std::vector<Line> wireframe(const Picture& from, int most) {
    const Picture picture = flat(from);
    const int every = std::max(1, (std::max(picture.width, picture.height) + most - 1) / most);
    const int columns = (picture.width + every - 1) / every, rows = (picture.height + every - 1) / every;
    struct Node {
        float x, y, value;
    };
    const auto node = [&](int column, int row) -> Node {
        const int x = std::min(column * every, picture.width - 1), y = std::min(row * every, picture.height - 1);
        float sum = 0;
        for (int channel = 0; channel < picture.channels; ++channel)
            sum += picture.values[(static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                                   static_cast<std::size_t>(x)) *
                                      static_cast<std::size_t>(picture.channels) +
                                  static_cast<std::size_t>(channel)];
        const float span = std::max(picture.high - picture.low, 1e-12f);
        const float value = std::clamp((sum - (picture.is_signed ? 0 : picture.low)) / span, -1.0f, 1.0f);
        const float fx = (static_cast<float>(x) + 0.5f) / static_cast<float>(picture.width),
                    fy = (static_cast<float>(y) + 0.5f) / static_cast<float>(picture.height);
        // Leaned back: rows come closer together towards the top and the field stands up from them.
        return {0.5f + (fx - 0.5f) * (1 - 0.35f * fy), 0.08f + 0.6f * fy * (1 - 0.15f * fy) + 0.22f * value,
                0.5f + 0.5f * value};
    };
    std::vector<Line> lines;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const Node here = node(column, row);
            for (const auto& [dx, dy] : {std::pair{1, 0}, std::pair{0, 1}}) {
                if (column + dx >= columns || row + dy >= rows) continue;
                const Node there = node(column + dx, row + dy);
                lines.push_back({here.x, here.y, there.x, there.y, std::max(here.value, there.value)});
            }
        }
    return lines;
}

Color ink_color(const std::string& name, std::size_t number) {
    static constexpr std::pair<const char*, std::uint32_t> named[] = {
        {"red", 0xff4a3d},    {"blue", 0x3d8bff}, {"green", 0x3ddc84},   {"yellow", 0xffd23d}, {"orange", 0xff9a3d},
        {"violet", 0xb06bff}, {"cyan", 0x3de0ff}, {"magenta", 0xff4fd0}, {"white", 0xf2f2f2},  {"pink", 0xff8fb5}};
    for (const auto& [word, hex] : named)
        if (name == word) return color_of_hex(hex);
    return color_of_hex(named[number % std::size(named)].second);
}

Result<Image8> draw(const Picture& from, const Vec<double, 2>& size, const Theme& theme, const std::vector<Line>& lines,
                    int longest) {
    const Picture picture = flat(from);
    const double scale = longest / std::max(size[0], size[1]);
    const int width = std::max(1, static_cast<int>(std::lround(size[0] * scale))),
              height = std::max(1, static_cast<int>(std::lround(size[1] * scale)));
    auto made = Image::make(width, height, {0, 0, 0, 1});
    if (!made) return made.error();
    Image image = std::move(made).value();
    const auto palette = find_palette(theme.palette_of(picture.is_signed));
    const bool is_reversed = theme.is_reversed(picture.is_signed);
    if (!palette) return palette.error();
    const float span = std::max(picture.high - picture.low, 1e-12f);
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column) {
            const Between x = between((column + 0.5) / width, picture.width, picture.wraps),
                          y = between((height - row - 0.5) / height, picture.height, picture.wraps);
            Color& pixel = image(column, row);
            if (!picture.has_inks()) {
                const float value = sampled(picture.values, picture.width, 1, 0, x, y);
                const float part = std::clamp((value - picture.low) / span, 0.0f, 1.0f);
                pixel = palette.value()(is_reversed ? 1 - part : part);
            } else {
                pixel = theme.is_light ? Color{1, 1, 1, 1} : Color{0.004f, 0.005f, 0.008f, 1};
                for (int channel = 0; channel < picture.channels; ++channel) {
                    const float amount = std::max(
                        0.0f, sampled(picture.values, picture.width, picture.channels, channel, x, y) / picture.high);
                    const Color ink =
                        ink_color(picture.inks[static_cast<std::size_t>(channel)], static_cast<std::size_t>(channel));
                    float* out[] = {&pixel.r, &pixel.g, &pixel.b};
                    const float tint[] = {ink.r, ink.g, ink.b};
                    for (int c = 0; c < 3; ++c)
                        *out[c] = theme.is_light ? *out[c] * std::pow(std::max(tint[c], 0.02f), 1.5f * amount)
                                                 : *out[c] + tint[c] * (1 - std::exp(-1.5f * amount));
                }
            }
            if (!picture.solids.empty()) {
                const float part = sampled(picture.solids, picture.width, 1, 0, x, y);
                const Color solid = color_of_hex(0x7d8590);
                pixel = over({solid.r * part, solid.g * part, solid.b * part, part}, pixel);
            }
        }
    const float glow = 0.5f;
    for (const Line& line : lines)
        draw_over(image, line,
                  theme.is_light
                      ? Color{0.05f, 0.05f, 0.1f, 0.7f}
                      : Color{glow * (0.4f + 0.6f * line.value), glow, glow * (1 - 0.3f * line.value), glow});
    return srgb8_of(image, {0, 0, 0, 1});
}

}  // namespace whorl::view
