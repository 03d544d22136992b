#include "render/medium.hpp"

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "render/blackbody.hpp"
#include "render/each_row.hpp"

namespace whorl {
namespace {

constexpr float hottest = 8000;      // kelvin; the table of glows ends there
constexpr float coldest_glow = 700;  // below it nothing is seen
constexpr float reference_kelvin = 1800;
constexpr float least_density = 1e-5f;  // thinner smoke is taken as none
constexpr float body = 0.3f;            // of an ink: what it scatters, as a part of its extinction in gray

bool same(const View<const float, 3>& a, const View<const float, 3>& b) {
    return !b.data || a.shape == b.shape;
}

Result<void> check(const VolumeFields& fields, const Volume& volume) {
    const View<const float, 3>& first = fields.dyes.empty() ? fields.density : fields.dyes[0].amount;
    const Vec<int, 3>& cells = first.shape;
    if (!first.data || cells[0] < 1 || cells[1] < 1 || cells[2] < 1)
        return Error{text("a field of %d x %d x %d cells has nothing to draw; each side must be at least 1", cells[0],
                          cells[1], cells[2])};
    if (!same(first, fields.density) || !same(first, fields.temperature) || !same(first, fields.solid) ||
        !std::all_of(fields.dyes.begin(), fields.dyes.end(),
                     [&](const DyeField& dye) { return dye.amount.data && dye.amount.shape == cells; }))
        return Error{"density, dyes, temperature and solid of a volume differ in shape; give them one"};
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

Result<Medium> Medium::make(const VolumeFields& fields, const Volume& volume, Scheduler* scheduler) {
    if (auto good = check(fields, volume); !good) return good.error();
    Medium medium;
    medium.volume_ = volume;
    medium.box_ = fields.box;
    medium.cells_ = fields.dyes.empty() ? fields.density.shape : fields.dyes[0].amount.shape;
    medium.smallest_ = 1e30f;
    for (int axis = 0; axis < 3; ++axis) {
        const float size = fields.box.high[axis] - fields.box.low[axis];
        medium.per_metre_[axis] = static_cast<float>(medium.cells_[axis]) / size;
        medium.smallest_ = std::min(medium.smallest_, size / static_cast<float>(medium.cells_[axis]));
    }
    medium.row_ = medium.cells_[0] + 2;
    medium.plane_ = medium.row_ * (medium.cells_[1] + 2);
    if (fields.solid.data) {
        medium.solid_ = medium.padded(fields.solid, 1, scheduler);
        medium.smooth_solid();
    }
    medium.pour(fields, scheduler);
    medium.find_bricks();
    return medium;
}

/// The fields, ready to be sampled. Dyes take the density's place: their sum is what scatters.
void Medium::pour(const VolumeFields& fields, Scheduler* scheduler) {
    constexpr float thickest = 1e6f;
    if (fields.dyes.empty()) density_ = padded(fields.density, thickest, scheduler);
    shines_ = fields.dyes_shine && !fields.dyes.empty();
    for (const DyeField& dye : fields.dyes) {
        const Padded amount = padded(dye.amount, thickest, scheduler);
        density_.resize(amount.size()), tint_.resize(amount.size());
        const Rgb color{dye.color.r, dye.color.g, dye.color.b};
        const Rgb takes = each(color, [](float c) { return std::max(-std::log(std::max(c, 2.5e-3f)), body); });
        for (std::size_t i = 0; i < amount.size(); ++i) {
            density_[i] += amount[i];
            tint_[i] = tint_[i] + amount[i] * (shines_ ? color : takes);
        }
    }
    if (fields.temperature.data && volume_.glow > 0) {
        heat_ = padded(fields.temperature, thickest, scheduler);
        make_glow();
    }
    if (!solid_.empty()) fill_solid(density_), fill_solid(tint_), fill_solid(heat_);
    most_extinction_ = shines_ ? 0 : volume_.extinction * *std::max_element(density_.begin(), density_.end());
}

void Medium::make_glow() {
    for (std::size_t i = 0; i < glow_.size(); ++i) {
        const double kelvin = static_cast<double>(hottest) * static_cast<double>(i) / 511;
        const Color hue = blackbody_hue(kelvin);
        const float light = kelvin < static_cast<double>(coldest_glow)
                                ? 0
                                : volume_.glow * static_cast<float>(blackbody_brightness(kelvin, reference_kelvin)) /
                                      std::max(luminance(hue), 1e-3f);
        glow_[i] = {hue.r * light, hue.g * light, hue.b * light, 0};
    }
}

template <> Color Medium::albedo<Rgb>(const Spot& spot) const {
    const float scattered = body * read(density_, spot);
    return times(volume_.albedo,
                 each(read(tint_, spot), [=](float lost) { return lost > scattered ? scattered / lost : 1.0f; }));
}

Color Medium::emission(const Spot& spot) const {
    if (shines_) return times({1, 1, 1, 0}, volume_.extinction * read(tint_, spot));
    if (heat_.empty()) return {0, 0, 0, 0};
    const float kelvin = volume_.room + volume_.kelvin * read(heat_, spot);
    const float place = std::clamp(kelvin / hottest, 0.0f, 1.0f) * 511;
    const int low = std::min(static_cast<int>(place), 510);
    const float share = place - static_cast<float>(low);
    const Color &a = glow_[static_cast<std::size_t>(low)], &b = glow_[static_cast<std::size_t>(low + 1)];
    return {a.r + (b.r - a.r) * share, a.g + (b.g - a.g) * share, a.b + (b.b - a.b) * share, 0};
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

/// Solid cells hold no smoke; a sample between one and its neighbour outside would find half of what is there, in steps
/// as the mask has them. So the two outer layers of a solid continue what is outside: the mean of the neighbours that
/// have a value.
template <class Value> void Medium::fill_solid(std::vector<Value>& field) const {
    if (field.empty()) return;
    std::vector<unsigned char> is_known(solid_.size());
    for (std::size_t i = 0; i < solid_.size(); ++i) is_known[i] = !(solid_[i] > 0.5f);
    const std::ptrdiff_t beside[] = {1, -1, row_, -row_, plane_, -plane_};
    for (int layer = 0; layer < 2; ++layer) {
        std::vector<std::pair<std::size_t, Value>> found;
        for (std::ptrdiff_t i = plane_; i < static_cast<std::ptrdiff_t>(field.size()) - plane_; ++i) {
            if (is_known[static_cast<std::size_t>(i)]) continue;
            Value sum{};
            int count = 0;
            for (const std::ptrdiff_t step : beside)
                if (const auto other = static_cast<std::size_t>(i + step); is_known[other])
                    sum = sum + field[other], ++count;
            if (count > 0) found.emplace_back(static_cast<std::size_t>(i), (1 / static_cast<float>(count)) * sum);
        }
        for (const auto& [at, value] : found) field[at] = value, is_known[at] = 1;
    }
}

Vec3 Medium::solid_normal(const Vec3& at) const {
    Vec3 normal{};
    for (int axis = 0; axis < 3; ++axis) {
        Vec3 aside{0, 0, 0};
        aside[axis] = 1 / per_metre_[axis];
        normal[axis] = (read(smooth_, spot(at - aside)) - read(smooth_, spot(at + aside))) * per_metre_[axis];
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

}  // namespace whorl
