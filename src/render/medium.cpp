#include "render/medium.hpp"

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "render/blackbody.hpp"
#include "render/each_row.hpp"

namespace whorl {
namespace {

constexpr int brick = 8;
constexpr float hottest = 8000;      // kelvin; the table of glows ends there
constexpr float coldest_glow = 700;  // below it nothing is seen
constexpr float reference_kelvin = 1800;
constexpr float least_density = 1e-5f;  // thinner smoke is taken as none

bool same(const View<const float, 3>& a, const View<const float, 3>& b) {
    return !b.data || a.shape == b.shape;
}

Result<void> check(const VolumeFields& fields, const Volume& volume) {
    const Vec<int, 3>& cells = fields.density.shape;
    if (!fields.density.data || cells[0] < 1 || cells[1] < 1 || cells[2] < 1)
        return Error{text("a field of %d x %d x %d cells has nothing to draw; each side must be at least 1", cells[0],
                          cells[1], cells[2])};
    if (!same(fields.density, fields.temperature) || !same(fields.density, fields.solid))
        return Error{"density, temperature and solid of a volume differ in shape; give them one"};
    for (int axis = 0; axis < 3; ++axis)
        if (!(fields.box.high[axis] > fields.box.low[axis]))
            return Error{text("the box runs from %g to %g along axis %d; it must have a length above 0",
                              static_cast<double>(fields.box.low[axis]), static_cast<double>(fields.box.high[axis]),
                              axis)};
    const auto wrong = [](const char* what, double value, const char* range) {
        return Error{text("the volume's %s is %g; it must be %s", what, value, range)};
    };
    if (!(volume.extinction >= 0 && volume.extinction <= 1e6f))
        return wrong("extinction", static_cast<double>(volume.extinction), "0 to 1e+06 a metre");
    if (!(std::abs(volume.forward) <= 0.95f))
        return wrong("forward", static_cast<double>(volume.forward), "-0.95 to 0.95");
    if (!(volume.step >= 0.05 && volume.step <= 4)) return wrong("step", volume.step, "0.05 to 4 cells");
    if (!(volume.glow >= 0 && volume.glow <= 1e6f))
        return wrong("glow", static_cast<double>(volume.glow), "0 to 1e+06 a metre");
    for (const float share : {volume.albedo.r, volume.albedo.g, volume.albedo.b})
        if (!(share >= 0 && share <= 1)) return wrong("albedo", static_cast<double>(share), "0 to 1 for each colour");
    return {};
}

}  // namespace

[[gnu::always_inline]] inline float Medium::sample(const Padded& field, const Vec3& at) const {
    int index[3];
    float share[3];
    for (int axis = 0; axis < 3; ++axis) {
        const float most = static_cast<float>(cells_[axis]) + 0.5f;
        float place = (at[axis] - box_.low[axis]) * per_metre_[axis] + 0.5f;
        place = place > 0.5f ? (place < most ? place : most) : 0.5f;
        index[axis] = static_cast<int>(place);
        share[axis] = place - static_cast<float>(index[axis]);
    }
    const float* p = field.data() + (index[2] * plane_ + index[1] * row_ + index[0]);
    const auto along_x = [&](const float* q) { return q[0] + (q[1] - q[0]) * share[0]; };
    const float a = along_x(p), b = along_x(p + row_), c = along_x(p + plane_), d = along_x(p + plane_ + row_);
    const float near = a + (b - a) * share[1], far = c + (d - c) * share[1];
    return near + (far - near) * share[2];
}

Result<Medium> Medium::make(const VolumeFields& fields, const Volume& volume, Scheduler* scheduler) {
    if (auto good = check(fields, volume); !good) return good.error();
    Medium medium;
    medium.volume_ = volume;
    medium.box_ = fields.box;
    medium.cells_ = fields.density.shape;
    medium.smallest_ = 1e30f;
    for (int axis = 0; axis < 3; ++axis) {
        const float size = fields.box.high[axis] - fields.box.low[axis];
        medium.per_metre_[axis] = static_cast<float>(medium.cells_[axis]) / size;
        medium.smallest_ = std::min(medium.smallest_, size / static_cast<float>(medium.cells_[axis]));
    }
    medium.row_ = medium.cells_[0] + 2;
    medium.plane_ = medium.row_ * (medium.cells_[1] + 2);
    medium.density_ = medium.padded(fields.density, 1e6f, scheduler);
    medium.most_extinction_ = volume.extinction * *std::max_element(medium.density_.begin(), medium.density_.end());
    if (fields.temperature.data && volume.glow > 0) {
        medium.heat_ = medium.padded(fields.temperature, 1e6f, scheduler);
        for (std::size_t i = 0; i < medium.glow_.size(); ++i) {
            const double kelvin = static_cast<double>(hottest) * static_cast<double>(i) / 511;
            const Color hue = blackbody_hue(kelvin);
            const float light = kelvin < static_cast<double>(coldest_glow)
                                    ? 0
                                    : volume.glow * static_cast<float>(blackbody_brightness(kelvin, reference_kelvin)) /
                                          std::max(luminance(hue), 1e-3f);
            medium.glow_[i] = {hue.r * light, hue.g * light, hue.b * light, 0};
        }
    }
    if (fields.solid.data) {
        medium.solid_ = medium.padded(fields.solid, 1, scheduler);
        medium.smooth_solid();
    }
    medium.find_bricks();
    return medium;
}

Medium::Padded Medium::padded(const View<const float, 3>& field, float most, Scheduler* scheduler) const {
    Padded result(static_cast<std::size_t>(plane_) * static_cast<std::size_t>(cells_[2] + 2));
    each_row(scheduler, cells_[2] + 2, [&](int z) {
        const int k = std::clamp(z - 1, 0, cells_[2] - 1);
        for (int y = 0; y < cells_[1] + 2; ++y) {
            const int j = std::clamp(y - 1, 0, cells_[1] - 1);
            float* to = &result[static_cast<std::size_t>(z * plane_ + y * row_)];
            for (int x = 0; x < cells_[0] + 2; ++x) {
                const float value = field(std::clamp(x - 1, 0, cells_[0] - 1), j, k);
                to[x] = value > 0 ? std::min(value, most) : 0;
            }
        }
    });
    return result;
}

/// Three passes of (1 2 1) / 4 along each axis. A mask has steps, which would show as terraces in the light.
void Medium::smooth_solid() {
    smooth_ = solid_;
    const std::ptrdiff_t strides[] = {1, row_, plane_}, count = static_cast<std::ptrdiff_t>(smooth_.size());
    Padded last;
    for (int pass = 0; pass < 9; ++pass) {
        const std::ptrdiff_t stride = strides[pass % 3];
        last = smooth_;
        for (std::ptrdiff_t i = stride; i < count - stride; ++i) {
            const auto at = static_cast<std::size_t>(i), step = static_cast<std::size_t>(stride);
            smooth_[at] = 0.25f * (last[at - step] + last[at + step]) + 0.5f * last[at];
        }
    }
}

Vec3 Medium::solid_normal(const Vec3& at) const {
    Vec3 normal{};
    for (int axis = 0; axis < 3; ++axis) {
        Vec3 aside{0, 0, 0};
        aside[axis] = 1 / per_metre_[axis];
        normal[axis] = (sample(smooth_, at - aside) - sample(smooth_, at + aside)) * per_metre_[axis];
    }
    return normalized(normal);
}

void Medium::find_bricks() {
    for (int axis = 0; axis < 3; ++axis) bricks_[axis] = (cells_[axis] + brick - 1) / brick;
    is_empty_.assign(static_cast<std::size_t>(bricks_[0]) * bricks_[1] * bricks_[2], 1);
    const auto is_something = [&](std::size_t i) {
        return density_[i] > least_density || (!solid_.empty() && solid_[i] > 0) ||
               (!heat_.empty() && volume_.room + volume_.kelvin * heat_[i] > coldest_glow);
    };
    // A padded cell takes part in the samples of every brick that it lies in or beside.
    for (int z = 0; z < cells_[2] + 2; ++z)
        for (int y = 0; y < cells_[1] + 2; ++y)
            for (int x = 0; x < cells_[0] + 2; ++x) {
                if (!is_something(static_cast<std::size_t>(z * plane_ + y * row_ + x))) continue;
                const auto low = [](int at) { return std::max(at - 2, 0) / brick; };
                const auto high = [&](int at, int axis) { return std::min(at / brick, bricks_[axis] - 1); };
                for (int c = low(z); c <= high(z, 2); ++c)
                    for (int b = low(y); b <= high(y, 1); ++b)
                        for (int a = low(x); a <= high(x, 0); ++a)
                            is_empty_[static_cast<std::size_t>((c * bricks_[1] + b) * bricks_[0] + a)] = 0;
            }
}

Medium::Span Medium::inside(const Ray& ray) const {
    Span span{0, 1e30f};
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(ray.along[axis]) < 1e-12f) {
            if (ray.from[axis] < box_.low[axis] || ray.from[axis] > box_.high[axis]) return {0, 0};
            continue;
        }
        float a = (box_.low[axis] - ray.from[axis]) / ray.along[axis];
        float b = (box_.high[axis] - ray.from[axis]) / ray.along[axis];
        if (a > b) std::swap(a, b);
        span = {std::max(span.from, a), std::min(span.to, b)};
    }
    if (volume_.cut) {
        const CutPlane& cut = *volume_.cut;
        const float start = dot(cut.normal, ray.from) - cut.offset, slope = dot(cut.normal, ray.along);
        if (std::abs(slope) < 1e-12f) return start > 0 ? Span{0, 0} : span;
        const float at = -start / slope;
        (slope > 0 ? span.to : span.from) = slope > 0 ? std::min(span.to, at) : std::max(span.from, at);
    }
    return span;
}

float Medium::extinction(const Vec3& at) const {
    return volume_.extinction * sample(density_, at);
}

Color Medium::emission(const Vec3& at) const {
    if (heat_.empty()) return {0, 0, 0, 0};
    const float kelvin = volume_.room + volume_.kelvin * sample(heat_, at);
    const float place = std::clamp(kelvin / hottest, 0.0f, 1.0f) * 511;
    const int low = std::min(static_cast<int>(place), 510);
    const float share = place - static_cast<float>(low);
    const Color &a = glow_[static_cast<std::size_t>(low)], &b = glow_[static_cast<std::size_t>(low + 1)];
    return {a.r + (b.r - a.r) * share, a.g + (b.g - a.g) * share, a.b + (b.b - a.b) * share, 0};
}

float Medium::solid(const Vec3& at) const {
    return solid_.empty() ? 0 : sample(solid_, at);
}

std::size_t Medium::brick_at(const Vec3& at, int (&which)[3]) const {
    for (int axis = 0; axis < 3; ++axis) {
        const float cell = (at[axis] - box_.low[axis]) * per_metre_[axis];
        which[axis] = std::clamp(static_cast<int>(cell) / brick, 0, bricks_[axis] - 1);
    }
    return static_cast<std::size_t>((which[2] * bricks_[1] + which[1]) * bricks_[0] + which[0]);
}

bool Medium::is_idle(const Vec3& at) const {
    int which[3];
    for (int place = 0; place < 27; ++place) {  // nearer to each other than a brick is wide: none is missed
        const int sides[] = {place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1};
        Vec3 near = at;
        for (int axis = 0; axis < 3; ++axis) near[axis] += 4.01f * static_cast<float>(sides[axis]) / per_metre_[axis];
        if (!is_empty_[brick_at(near, which)]) return false;
    }
    return true;
}

Medium::Run Medium::run(const Ray& ray, float distance) const {
    int which[3];
    const Vec3 at = ray.from + distance * ray.along;
    const bool is_empty = is_empty_[brick_at(at, which)] != 0;
    float length = 1e30f;
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(ray.along[axis]) < 1e-12f) continue;
        const int wall = brick * (which[axis] + (ray.along[axis] > 0));
        const float place = box_.low[axis] + static_cast<float>(wall) / per_metre_[axis];
        length = std::min(length, (place - at[axis]) / ray.along[axis]);
    }
    return {std::max(length, 0.0f), is_empty};
}

float Medium::optical_depth(const Vec3& at, const Vec3& toward, float distance) const {
    const Ray ray{at, toward};
    const Span span = inside(ray);
    const float end = std::min(span.to, distance);
    if (!(end > span.from)) return 0;
    const int steps = static_cast<int>((end - span.from) / smallest_) + 1;
    const float step = (end - span.from) / static_cast<float>(steps);
    const auto along = [&](int i) { return span.from + (static_cast<float>(i) + 0.5f) * step; };
    float sum = 0;
    for (int i = 0; i < steps;) {
        const Run stay = run(ray, along(i));
        const int last = i + static_cast<int>(std::min(stay.length / step, static_cast<float>(steps - i - 1))) + 1;
        for (; !stay.is_empty && i < last; ++i) {
            const Vec3 place = at + along(i) * toward;
            if (!solid_.empty() && sample(solid_, place) > 0.5f) return opaque;
            sum += sample(density_, place) * step;
        }
        if (sum * volume_.extinction > opaque) return opaque;
        i = last;
    }
    return volume_.extinction * sum;
}

float Medium::transmittance(const Vec3& at, const Vec3& toward, float distance) const {
    return std::exp(-optical_depth(at, toward, distance));
}

}  // namespace whorl
