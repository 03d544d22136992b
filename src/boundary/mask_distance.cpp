// First along rows, where the nearest pixel is found in two sweeps; then along columns, where the squared distance is
// the lower envelope of one parabola for each row. A pixel is a rectangle rather than a point: seen from another row
// its nearest edge is half a pixel closer, so parabolas stand on the edges between rows.
#include "boundary/mask_distance.hpp"

#include "boundary/vectors-inl.hpp"

namespace whorl {
namespace {

using vectors::larger, vectors::smaller;

constexpr double nowhere = 1e150;  // its square is still a number

/// Along one row: metres from each pixel's centre to the nearest pixel of `kind`.
void sweep_row(const unsigned char* row, bool kind, double pixel, std::vector<double>& distance) {
    const int count = static_cast<int>(distance.size());
    const auto sweep = [&](int first, int step) {
        double pixels = nowhere;  // to the last one of the kind that was passed, edge to edge
        for (int i = first; i >= 0 && i < count; i += step) {
            pixels = (row[i] != 0) == kind ? 0 : pixels + 1;
            const double to_edge = pixels > 0 ? (pixels - 0.5) * pixel : 0;
            distance[static_cast<std::size_t>(i)] = smaller(distance[static_cast<std::size_t>(i)], to_edge);
        }
    };
    sweep(0, 1);
    sweep(count - 1, -1);
}

/// The lower envelope of the parabolas height[k] + (x - k - 0.5)^2, for k from 0 and x in pixels.
class Envelope {
  public:
    explicit Envelope(std::size_t most) : roots_(most), starts_(most), heights_(most) {}

    void clear() { count_ = 0; }
    void add(double root, double height) {
        double start = -nowhere;
        while (count_ > 0) {
            const double other = roots_[count_ - 1];
            start = ((height + root * root) - (heights_[count_ - 1] + other * other)) / (2 * (root - other));
            if (start > starts_[count_ - 1]) break;
            --count_, start = -nowhere;
        }
        roots_[count_] = root, heights_[count_] = height, starts_[count_] = start, ++count_;
    }
    /// At places that must come in rising order; `hint` starts at 0.
    double at(double x, std::size_t& hint) const {
        while (hint + 1 < count_ && starts_[hint + 1] <= x) ++hint;
        const double arm = x - roots_[hint];
        return heights_[hint] + arm * arm;
    }
    bool is_empty() const { return count_ == 0; }

  private:
    std::vector<double> roots_, starts_, heights_;
    std::size_t count_ = 0;
};

/// Turns the distances along rows of one column, in units of the pixel's height, into distances, squared.
void sweep_column(std::vector<double>& squares, Envelope& envelope) {
    envelope.clear();
    for (std::size_t y = 0; y + 1 < squares.size(); ++y) {
        const double height = smaller(squares[y], squares[y + 1]);
        if (height < nowhere) envelope.add(static_cast<double>(y) + 0.5, height);
    }
    if (envelope.is_empty()) return;
    std::size_t hint = 0;
    for (std::size_t y = 0; y < squares.size(); ++y)
        squares[y] = smaller(squares[y], envelope.at(static_cast<double>(y), hint));
}

/// From each pixel's centre to the nearest pixel of `kind`.
std::vector<double> distances_to(const Mask& mask, bool kind) {
    const auto width = static_cast<std::size_t>(mask.shape[0]), height = static_cast<std::size_t>(mask.shape[1]);
    std::vector<double> all(width * height), row(width), column(height);
    for (std::size_t y = 0; y < height; ++y) {
        row.assign(width, nowhere);
        sweep_row(&mask.solid[y * width], kind, mask.pixel[0], row);
        for (std::size_t x = 0; x < width; ++x) all[y * width + x] = row[x];
    }
    Envelope envelope(height);
    const double diagonal =
        vectors::length(Vec<double, 2>{mask.pixel[0] * mask.shape[0], mask.pixel[1] * mask.shape[1]});
    for (std::size_t x = 0; x < width; ++x) {
        for (std::size_t y = 0; y < height; ++y) {
            const double pixels = all[y * width + x] / mask.pixel[1];
            column[y] = all[y * width + x] > diagonal ? nowhere : pixels * pixels;
        }
        sweep_column(column, envelope);
        for (std::size_t y = 0; y < height; ++y)
            all[y * width + x] = smaller(std::sqrt(column[y]) * mask.pixel[1], diagonal);
    }
    return all;
}

}  // namespace

std::vector<float> signed_distances(const Mask& mask) {
    const std::vector<double> to_solid = distances_to(mask, true), to_fluid = distances_to(mask, false);
    std::vector<float> distances(to_solid.size());
    for (std::size_t i = 0; i < distances.size(); ++i)
        distances[i] = static_cast<float>(mask.solid[i] != 0 ? -to_fluid[i] : to_solid[i]);
    return distances;
}

}  // namespace whorl
