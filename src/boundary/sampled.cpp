// Solids known by samples of their distance: a grid of them, or one made from an image.
#include <limits>
#include <vector>

#include "boundary/lines-inl.hpp"
#include "boundary/mask_distance.hpp"
#include "boundary/shape_checks.hpp"

namespace whorl {
namespace {

using namespace vectors;

/// Nodes on a grid and the box in which the solid lies; the nodes of an image are the centres of its pixels, half a
/// pixel inside the box.
template <int Dim> struct Samples {
    std::vector<float> values;  // x fastest
    Vec<int, Dim> shape{};
    Point<Dim> first{}, spacing{}, low{}, high{};
};

template <int Dim> class Sampled final : public Geometry<Dim> {
  public:
    explicit Sampled(Samples<Dim> samples) : samples_(std::move(samples)) {
        std::size_t stride = 1;
        for (int axis = 0; axis < Dim; ++axis) {
            stride_[axis] = samples_.shape[axis] > 1 ? stride : 0;
            stride *= static_cast<std::size_t>(samples_.shape[axis]);
        }
        // Between nodes the steepest slope of true distances is 1 along each axis; what is more is no distance.
        const double slope = steepest();
        if (slope > 1.001 * std::sqrt(static_cast<double>(Dim))) scale_ = 1 / slope;
    }

    /// The solid ends at the box. Outside it the nearest surface is at least as far as the two legs of a right angle,
    /// to the box and from there on.
    double distance(const Point<Dim>& at) const override {
        const double to_box = distance_to_box(at, samples_.low, samples_.high), inside = scale_ * interpolated(at);
        if (to_box <= 0) return larger(inside, to_box);
        return inside > 0 ? std::sqrt(to_box * to_box + inside * inside) : to_box;
    }
    bool meets(const Point<Dim>& a, const Point<Dim>& b) const override {
        return line_meets_box(a, b, samples_.low, samples_.high) && Geometry<Dim>::meets(a, b);
    }
    Bounds<Dim> bounds() const override { return {samples_.low, samples_.high}; }

  private:
    static constexpr int corners = 1 << Dim;

    double corner(std::size_t base, int which) const {
        for (int axis = 0; axis < Dim; ++axis)
            if (which >> axis & 1) base += stride_[axis];
        return static_cast<double>(samples_.values[base]);
    }

    /// Linear between nodes; outside them, the value at the nearest place on their hull.
    double interpolated(const Point<Dim>& at) const {
        std::size_t base = 0;
        Point<Dim> part{};
        for (int axis = 0; axis < Dim; ++axis) {
            const double last = samples_.shape[axis] - 1;
            const double place = smaller(larger((at[axis] - samples_.first[axis]) / samples_.spacing[axis], 0), last);
            const double cell = larger(smaller(std::floor(place), last - 1), 0);
            part[axis] = place - cell;
            base += static_cast<std::size_t>(cell) * stride_[axis];
        }
        double value[corners];
        for (int which = 0; which < corners; ++which) value[which] = corner(base, which);
        for (int axis = 0, left = corners / 2; axis < Dim; ++axis, left /= 2)
            for (int i = 0; i < left; ++i) value[i] = value[2 * i] + part[axis] * (value[2 * i + 1] - value[2 * i]);
        return value[0];
    }

    /// A bound of the gradient's length over all cells.
    double steepest() const {
        double most = 0;
        Vec<int, Dim> cell{};
        while (true) {
            most = larger(most, steepness(cell));
            int axis = 0;
            while (axis < Dim && ++cell[axis] >= samples_.shape[axis] - 1) cell[axis++] = 0;
            if (axis == Dim) return std::sqrt(most);
        }
    }
    double steepness(const Vec<int, Dim>& cell) const {
        std::size_t base = 0;
        for (int axis = 0; axis < Dim; ++axis) base += static_cast<std::size_t>(cell[axis]) * stride_[axis];
        double sum = 0;
        for (int axis = 0; axis < Dim; ++axis) {
            double most = 0;
            for (int which = 0; which < corners; ++which)
                if (!(which >> axis & 1))
                    most = larger(most, std::fabs(corner(base, which | 1 << axis) - corner(base, which)));
            most /= samples_.spacing[axis];
            sum += most * most;
        }
        return sum;
    }

    Samples<Dim> samples_;
    Vec<std::size_t, Dim> stride_{};
    double scale_ = 1;
};

/// "has 12 x 7 pixels" and as many values.
template <int Dim>
Result<void> check_count(const char* what, std::size_t given, const Vec<int, Dim>& shape, int least) {
    double needed = 1;
    for (int axis = 0; axis < Dim; ++axis) {
        if (shape[axis] < least)
            return Error{text("%s has %d along %c; it needs %d or more", what, shape[axis], "xyz"[axis], least)};
        needed *= shape[axis];
    }
    if (static_cast<double>(given) == needed) return {};
    return Error{text("%s has %zu values; its shape needs %.0f", what, given, needed)};
}

}  // namespace

Result<ObstacleShape<2>> image_mask(std::span<const unsigned char> solid, int width, int height,
                                    const Vec<double, 2>& low, const Vec<double, 2>& high) {
    if (auto ok = check_box("a mask", low, high); !ok) return ok.error();
    const Vec<int, 2> shape{width, height};
    if (auto ok = check_count("a mask", solid.size(), shape, 1); !ok) return ok.error();
    Mask mask{{}, shape, {(high[0] - low[0]) / width, (high[1] - low[1]) / height}};
    mask.solid.reserve(solid.size());
    bool any = false;
    for (int y = height - 1; y >= 0; --y)
        for (int x = 0; x < width; ++x) {
            mask.solid.push_back(
                solid[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)]);
            any = any || mask.solid.back() != 0;
        }
    if (!any) return Error{"a mask has no solid pixel; at least one must differ from 0"};
    const Vec<double, 2> first = along(low, 0.5, mask.pixel);
    return ObstacleShape<2>(
        std::make_shared<Sampled<2>>(Samples<2>{signed_distances(mask), shape, first, mask.pixel, low, high}));
}

template <int Dim>
Result<ObstacleShape<Dim>> sampled_distance(std::span<const float> samples, const Vec<int, Dim>& shape,
                                            const Vec<double, Dim>& low, const Vec<double, Dim>& high) {
    if (auto ok = check_box("a sampled distance", low, high); !ok) return ok.error();
    if (auto ok = check_count("a sampled distance", samples.size(), shape, 2); !ok) return ok.error();
    bool any = false;
    for (const float sample : samples) {
        if (!(std::fabs(sample) <= std::numeric_limits<float>::max()))
            return Error{text("a sample of a distance is %g; all must be finite", static_cast<double>(sample))};
        any = any || sample <= 0;
    }
    if (!any) return Error{"a sampled distance is above 0 everywhere; inside the solid it must be below 0"};
    Samples<Dim> made{{samples.begin(), samples.end()}, shape, low, {}, low, high};
    for (int axis = 0; axis < Dim; ++axis) made.spacing[axis] = (high[axis] - low[axis]) / (shape[axis] - 1);
    return ObstacleShape<Dim>(std::make_shared<Sampled<Dim>>(std::move(made)));
}

template Result<ObstacleShape<2>> sampled_distance(std::span<const float>, const Vec<int, 2>&, const Vec<double, 2>&,
                                                   const Vec<double, 2>&);
template Result<ObstacleShape<3>> sampled_distance(std::span<const float>, const Vec<int, 3>&, const Vec<double, 3>&,
                                                   const Vec<double, 3>&);

}  // namespace whorl
