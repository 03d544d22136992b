// Draws what `whorl bench solvers --json` measured in two dimensions: time over cells, both as powers of ten, a line
// for each solver. Reads the JSON from stdin and writes an SVG to stdout. docs/solvers.md shows it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

namespace {

struct Point {
    double cells, ms;
};
using Lines = std::map<std::string, std::vector<Point>>;

/// From "solvers/cg/64x64"; exponents and three dimensions are passed over.
Lines read(const nlohmann::json& rows) {
    Lines lines;
    for (const auto& row : rows) {
        const std::string name = row.at("name");
        const auto slash = name.rfind('/');
        if (name.rfind("solvers/", 0) != 0 || std::count(name.begin(), name.end(), 'x') == 0) continue;
        if (std::count(name.begin() + static_cast<std::ptrdiff_t>(slash), name.end(), 'x') != 1 ||
            row.contains("value"))
            continue;
        lines[name.substr(8, slash - 8)].push_back({row.at("cells"), row.at("ms_per_step")});
    }
    return lines;
}

/// Powers of ten to pixels.
struct Frame {
    double left = 70, right = 600, top = 20, bottom = 440;
    double cells[2] = {2, 6.1}, ms[2] = {-2, 3.5};

    double x(double at) const { return left + (std::log10(at) - cells[0]) / (cells[1] - cells[0]) * (right - left); }
    double y(double at) const { return bottom - (std::log10(at) - ms[0]) / (ms[1] - ms[0]) * (bottom - top); }
};

std::string grid(const Frame& frame) {
    std::string out;
    for (int power = 2; power <= 6; ++power) {
        const double x = frame.x(std::pow(10, power));
        out += fmt::format(
            "<path class='grid' d='M{:.1f} {}V{}'/><text x='{:.1f}' y='{}' text-anchor='middle'>10<tspan dy='-6' "
            "font-size='10'>{}</tspan></text>\n",
            x, frame.top, frame.bottom, x, frame.bottom + 20, power);
    }
    for (int power = -2; power <= 3; ++power) {
        const double y = frame.y(std::pow(10, power));
        out +=
            fmt::format("<path class='grid' d='M{} {:.1f}H{}'/><text x='{}' y='{:.1f}' text-anchor='end'>{:g}</text>\n",
                        frame.left, y, frame.right, frame.left - 8, y + 4, std::pow(10, power));
    }
    out += fmt::format("<text x='{}' y='{}' text-anchor='middle'>cells</text><text x='{}' y='{}'>ms</text>\n",
                       (frame.left + frame.right) / 2, frame.bottom + 42, 14, frame.top + 14);
    return out;
}

/// Names stand at the end of their lines, moved apart where they would overlap.
std::string draw(const Frame& frame, const Lines& lines) {
    constexpr const char* colors[] = {"#1b6ca8", "#c0392b", "#1e8449", "#8e44ad", "#b9770e", "#2c3e50",
                                      "#d35400", "#148f77", "#7b241c", "#5b2c6f", "#616a6b", "#0e6655"};
    std::string out;
    std::vector<std::pair<double, double>> taken;
    std::size_t which = 0;
    for (const auto& [name, points] : lines) {
        std::string path;
        for (const Point& point : points)
            path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", frame.x(point.cells), frame.y(point.ms));
        const char* const color = colors[which++ % std::size(colors)];
        double x = frame.x(points.back().cells) + 6, y = frame.y(points.back().ms) + 4;
        for (bool moved = true; moved;) {
            moved = false;
            for (const auto& [other_x, other_y] : taken)
                if (std::abs(other_x - x) < 45 && std::abs(other_y - y) < 13) y = other_y + 13, moved = true;
        }
        taken.emplace_back(x, y);
        out += fmt::format(
            "<path d='{}' fill='none' stroke='{}' stroke-width='2'/><text x='{:.1f}' y='{:.1f}' fill='{}'>{}</text>\n",
            path, color, x, y, color, name);
    }
    return out;
}

}  // namespace

int main() {
    const auto rows = nlohmann::json::parse(std::cin, nullptr, false);
    if (!rows.is_array()) {
        std::cerr << "plot_solvers: stdin is not what `whorl bench solvers --json` prints\n";
        return 2;
    }
    const Frame frame;
    std::cout << "<svg xmlns='http://www.w3.org/2000/svg' width='740' height='500' viewBox='0 0 740 500' "
                 "font-family='sans-serif' font-size='13'>\n<style>.grid{stroke:#ddd}</style>\n"
                 "<rect width='740' height='500' fill='white'/>\n"
              << grid(frame) << draw(frame, read(rows)) << "</svg>\n";
}
