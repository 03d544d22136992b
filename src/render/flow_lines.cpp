#include "render/flow_lines.hpp"

#include <algorithm>
#include <cmath>

#include "core/random.hpp"
#include "core/text.hpp"
#include "render/sampler.hpp"

namespace whorl {
namespace {

Result<void> check_flow(const Flow<2>& flow) {
    const Vec<int, 2>& cells = flow[0].shape;
    if (cells[0] >= 1 && cells[1] >= 1 && cells == flow[1].shape) return {};
    return Error{text("a flow of %d x %d cells has nothing to draw; each side must be at least 1", cells[0], cells[1])};
}

Point2 velocity_at(const Flow<2>& flow, const Point2& at) {
    return {sample_at(flow[0].view(), at[0], at[1]), sample_at(flow[1].view(), at[0], at[1])};
}

float fastest_in(const Flow<2>& flow) {
    float most = 0;
    for (std::size_t i = 0; i < flow[0].values.size(); ++i) {
        const float speed = std::hypot(flow[0].values[i], flow[1].values[i]);
        if (std::isfinite(speed)) most = std::max(most, speed);
    }
    return most;
}

Point2 pixel_of(const Image& image, const Vec<int, 2>& cells, const Point2& at) {
    return {at[0] * static_cast<float>(image.width()) / static_cast<float>(cells[0]),
            (static_cast<float>(cells[1]) - at[1]) * static_cast<float>(image.height()) / static_cast<float>(cells[1])};
}

void draw_head(Image& image, const Point2& from, const Point2& tip, float size, const Color& color) {
    const float dx = tip[0] - from[0], dy = tip[1] - from[1], span = std::hypot(dx, dy);
    if (!(span > 0)) return;
    const float ux = dx / span * size, uy = dy / span * size;
    draw_triangle(image, tip, {tip[0] - ux - 0.45f * uy, tip[1] - uy + 0.45f * ux},
                  {tip[0] - ux + 0.45f * uy, tip[1] - uy - 0.45f * ux}, color);
}

// Points of finished lines in squares of one distance: whatever is too near lies in the nine squares around.
class Crowd {
  public:
    Crowd(const Vec<int, 2>& cells, float distance)
        : distance_(distance),
          columns_(static_cast<int>(static_cast<float>(cells[0]) / distance) + 1),
          rows_(static_cast<int>(static_cast<float>(cells[1]) / distance) + 1),
          squares_(static_cast<std::size_t>(columns_) * rows_) {}

    void add(const Point2& at) { squares_[index(column(at), row(at))].push_back(at); }

    bool is_near(const Point2& at, float distance) const {
        for (int y = std::max(row(at) - 1, 0); y <= std::min(row(at) + 1, rows_ - 1); ++y)
            for (int x = std::max(column(at) - 1, 0); x <= std::min(column(at) + 1, columns_ - 1); ++x)
                for (const Point2& other : squares_[index(x, y)])
                    if (std::hypot(other[0] - at[0], other[1] - at[1]) < distance) return true;
        return false;
    }

  private:
    int column(const Point2& at) const { return std::clamp(static_cast<int>(at[0] / distance_), 0, columns_ - 1); }
    int row(const Point2& at) const { return std::clamp(static_cast<int>(at[1] / distance_), 0, rows_ - 1); }
    std::size_t index(int x, int y) const { return static_cast<std::size_t>(y) * columns_ + x; }

    float distance_;
    int columns_, rows_;
    std::vector<std::vector<Point2>> squares_;
};

struct Tracer {
    const Flow<2>& flow;
    float slowest;   // below this a direction means nothing
    float distance;  // between lines, cells
    float step = 0.5f;

    bool is_inside(const Point2& at) const {
        const Vec<int, 2>& cells = flow[0].shape;
        return at[0] >= 0 && at[1] >= 0 && at[0] <= static_cast<float>(cells[0]) &&
               at[1] <= static_cast<float>(cells[1]);
    }

    /// Half a cell along the flow or against it; false where the flow stands still.
    bool advance(Point2& at, float way) const {
        Point2 u = velocity_at(flow, at);
        float speed = std::hypot(u[0], u[1]);
        if (!(speed > slowest)) return false;
        const Point2 middle{at[0] + way * 0.5f * step * u[0] / speed, at[1] + way * 0.5f * step * u[1] / speed};
        u = velocity_at(flow, middle);
        speed = std::hypot(u[0], u[1]);
        if (!(speed > slowest)) return false;
        at = {at[0] + way * step * u[0] / speed, at[1] + way * step * u[1] / speed};
        return true;
    }

    Streamline follow(Point2 at, float way, const Crowd& crowd) const {
        Streamline line;
        const Point2 start = at;
        const int longest = 8 * (flow[0].shape[0] + flow[0].shape[1]);
        for (int i = 0; i < longest && advance(at, way) && is_inside(at); ++i) {
            if (crowd.is_near(at, 0.6f * distance)) break;
            line.push_back(at);
            if (i > 8 && std::hypot(at[0] - start[0], at[1] - start[1]) < step) break;  // a closed line
        }
        return line;
    }

    Streamline through(const Point2& seed, const Crowd& crowd) const {
        Streamline line = follow(seed, -1, crowd);
        std::reverse(line.begin(), line.end());
        line.push_back(seed);
        const bool is_closed = line.size() > 8 && std::hypot(line[0][0] - seed[0], line[0][1] - seed[1]) < step;
        if (is_closed) return line;
        const Streamline rest = follow(seed, 1, crowd);
        line.insert(line.end(), rest.begin(), rest.end());
        return line;
    }
};

/// The places of a grid of half the distance, in an order without pattern: neighbours in turn would comb the picture.
std::vector<Point2> seeds_of(const Vec<int, 2>& cells, float distance) {
    std::vector<Point2> seeds;
    for (float y = 0.25f * distance; y < static_cast<float>(cells[1]); y += 0.5f * distance)
        for (float x = 0.25f * distance; x < static_cast<float>(cells[0]); x += 0.5f * distance)
            seeds.push_back({x, y});
    for (std::size_t i = seeds.size(); i > 1; --i) std::swap(seeds[i - 1], seeds[random_bits(7, i) % i]);
    return seeds;
}

}  // namespace

Result<std::vector<Arrow>> arrows_of(const Flow<2>& flow, int every) {
    if (auto good = check_flow(flow); !good) return good.error();
    if (every < 1 || every > 1000) return Error{text("an arrow every %d cells cannot be drawn; use 1 to 1000", every)};
    const Vec<int, 2>& cells = flow[0].shape;
    const float most = fastest_in(flow), span = most > 0 ? static_cast<float>(every) / most : 0;
    std::vector<Arrow> arrows;
    for (int y = 0; y < cells[1]; y += every)
        for (int x = 0; x < cells[0]; x += every) {
            const Point2 centre{0.5f * static_cast<float>(x + std::min(x + every, cells[0])),
                                0.5f * static_cast<float>(y + std::min(y + every, cells[1]))};
            const Point2 u = velocity_at(flow, centre);
            const Point2 half{0.5f * span * u[0], 0.5f * span * u[1]};
            arrows.push_back({{centre[0] - half[0], centre[1] - half[1]}, {centre[0] + half[0], centre[1] + half[1]}});
        }
    return arrows;
}

void draw_arrows(Image& image, const Flow<2>& flow, const std::vector<Arrow>& arrows, const LineStyle& style) {
    for (const Arrow& arrow : arrows) {
        const Point2 from = pixel_of(image, flow[0].shape, arrow.from), to = pixel_of(image, flow[0].shape, arrow.to);
        const float span = std::hypot(to[0] - from[0], to[1] - from[1]);
        if (!(span > 0.75f)) continue;  // less than a pixel points nowhere
        const float head = std::min(0.45f * span, 3.2f * style.width + 1.5f);
        const float shaft = (span - 0.8f * head) / span;
        draw_line(image, from, {from[0] + shaft * (to[0] - from[0]), from[1] + shaft * (to[1] - from[1])}, style.width,
                  style.color);
        draw_head(image, from, to, head, style.color);
    }
}

Result<std::vector<Streamline>> streamlines_of(const Flow<2>& flow, double distance) {
    if (auto good = check_flow(flow); !good) return good.error();
    if (!(distance >= 0.5 && distance <= 1000))
        return Error{text("streamlines %g cells apart cannot be drawn; use 0.5 to 1000", distance)};
    const float apart = static_cast<float>(distance);
    const Tracer tracer{flow, 1e-4f * fastest_in(flow), apart};
    Crowd crowd(flow[0].shape, apart);
    std::vector<Streamline> lines;
    for (const Point2& seed : seeds_of(flow[0].shape, apart)) {
        if (crowd.is_near(seed, apart)) continue;
        Streamline line = tracer.through(seed, crowd);
        if (static_cast<float>(line.size()) * tracer.step < 2 * apart) continue;  // a stub says nothing
        for (const Point2& at : line) crowd.add(at);
        lines.push_back(std::move(line));
    }
    return lines;
}

void draw_streamlines(Image& image, const Flow<2>& flow, const std::vector<Streamline>& lines, const LineStyle& style) {
    for (const Streamline& line : lines) {
        for (std::size_t i = 0; i + 1 < line.size(); ++i)
            draw_line(image, pixel_of(image, flow[0].shape, line[i]), pixel_of(image, flow[0].shape, line[i + 1]),
                      style.width, style.color);
        const std::size_t middle = line.size() / 2;
        if (middle > 1)
            draw_head(image, pixel_of(image, flow[0].shape, line[middle - 1]),
                      pixel_of(image, flow[0].shape, line[middle]), 5 * style.width + 1, style.color);
    }
}

}  // namespace whorl
