#include "render/stages.hpp"

#include <algorithm>
#include <cmath>

#include "core/nearest_name.hpp"
#include "core/text.hpp"
#include "render/contact_sheet.hpp"
#include "render/flow_lines.hpp"
#include "render/scalar_view.hpp"
#include "render/spectrum.hpp"

namespace whorl {
namespace {

constexpr std::string_view every_stage[] = {"projection", "confinement"};
constexpr Color ground{0.012f, 0.014f, 0.02f, 1}, ink{0.75f, 0.75f, 0.75f, 1};

Flow<2> minus(const Flow<2>& a, const Flow<2>& b, double divided_by = 1) {
    Flow<2> result = a;
    for (int axis = 0; axis < 2; ++axis)
        for (std::size_t i = 0; i < a[axis].values.size(); ++i)
            result[axis].values[i] = (a[axis].values[i] - b[axis].values[i]) / static_cast<float>(divided_by);
    return result;
}

CellField<2> size_of(const Flow<2>& flow) {
    CellField<2> size = flow[0];
    for (std::size_t i = 0; i < size.values.size(); ++i)
        size.values[i] = std::hypot(flow[0].values[i], flow[1].values[i]);
    return size;
}

/// The same directions with the square root of the length: weak vectors stay visible beside strong ones.
Flow<2> compressed(const Flow<2>& flow) {
    Flow<2> result = flow;
    for (std::size_t i = 0; i < flow[0].values.size(); ++i) {
        const float root = std::sqrt(std::hypot(flow[0].values[i], flow[1].values[i]));
        for (int axis = 0; axis < 2; ++axis) result[axis].values[i] = root > 0 ? flow[axis].values[i] / root : 0;
    }
    return result;
}

/// N only where there is something to confine: in still fluid it is the direction of rounding errors.
Flow<2> where_it_turns(const Flow<2>& normal, const CellField<2>& vorticity) {
    Flow<2> result = normal;
    const ValueRange range = range_of(vorticity.view());
    const float least = 0.03f * std::max(std::abs(range.low), std::abs(range.high));
    for (std::size_t i = 0; i < vorticity.values.size(); ++i)
        if (!(std::abs(vorticity.values[i]) > least)) result[0].values[i] = result[1].values[i] = 0;
    return result;
}

/// Central differences along both axes, one-sided at the sides; by cells of side `h`.
Flow<2> gradient_of(const CellField<2>& field, const Vec<double, 2>& h) {
    Flow<2> result{{field, field}};
    const auto value = field.view();
    for (int y = 0; y < field.shape[1]; ++y)
        for (int x = 0; x < field.shape[0]; ++x) {
            const int left = std::max(x - 1, 0), right = std::min(x + 1, field.shape[0] - 1);
            const int below = std::max(y - 1, 0), above = std::min(y + 1, field.shape[1] - 1);
            result[0].edit()(x, y) =
                (value(right, y) - value(left, y)) / static_cast<float>(std::max(right - left, 1) * h[0]);
            result[1].edit()(x, y) =
                (value(x, above) - value(x, below)) / static_cast<float>(std::max(above - below, 1) * h[1]);
        }
    return result;
}

Result<void> check(const Vec<int, 2>& cells, const StageStyle& style) {
    if (cells[0] < 1 || cells[1] < 1)
        return Error{"no stages have been recorded yet; let the fluid take a step while the recorder watches"};
    if (style.panel < 32 || style.panel > 2048)
        return Error{text("panels of %d pixels cannot be drawn; use 32 to 2048", style.panel)};
    if (style.arrows < 2 || style.arrows > 200)
        return Error{text("%d arrows across a panel cannot be drawn; use 2 to 200", style.arrows)};
    return {};
}

double scale_for(const Vec<int, 2>& cells, const StageStyle& style) {
    return std::clamp(static_cast<double>(style.panel) / cells[0], 1.0, 64.0);
}

int every(const Vec<int, 2>& cells, const StageStyle& style) {
    return std::max(1, (cells[0] + style.arrows - 1) / style.arrows);
}

Result<Image> space_panel(const Flow<2>& flow, float fastest, const StageStyle& style) {
    static const Palette palette = find_palette("abyss").value();
    const CellField<2> speed = size_of(flow);
    const Vec<int, 2>& cells = speed.shape;
    auto image = draw_scalar(speed.view(), palette,
                             {.range = {0, fastest}, .scale = scale_for(cells, style), .scheduler = style.scheduler});
    if (!image) return image;
    auto arrows = arrows_of(compressed(flow), every(cells, style));
    if (!arrows) return arrows.error();
    draw_arrows(image.value(), flow, arrows.value(), {{1, 1, 1, 0.85f}, 1.1f});
    return image;
}

Result<Image> wave_panel(const Flow<2>& flow, const Image& beside) {
    static const Palette palette = find_palette("inferno").value();
    constexpr int most = 20;
    const int size = std::max(1, beside.width() / (2 * most + 2));
    auto drawn = draw_spectrum(flow, palette, most, size);
    if (!drawn) return drawn;
    auto canvas = Image::make(beside.width(), beside.height(), palette(0));
    if (!canvas) return canvas;
    Image& image = canvas.value();
    paste(image, drawn.value(), (image.width() - drawn.value().width()) / 2,
          (image.height() - drawn.value().height()) / 2);
    const float middle = 0.5f * static_cast<float>(image.width());
    draw_line(image, {middle, 0}, {middle, static_cast<float>(image.height())}, 1, {0.3f, 0.3f, 0.3f, 0.6f});
    return canvas;
}

// Three panels after each other, with their labels.
Result<void> add_all(ContactSheet& sheet, std::initializer_list<std::pair<Result<Image>, const char*>> panels) {
    for (const auto& [panel, label] : panels) {
        if (!panel) return panel.error();
        if (auto added = sheet.add(panel.value(), label); !added) return added;
    }
    return {};
}

Result<ContactSheet> sheet_of(const Vec<int, 2>& cells, const StageStyle& style) {
    const int width = static_cast<int>(std::lround(cells[0] * scale_for(cells, style)));
    return ContactSheet::make(
        {.columns = 3, .tile_width = std::min(width, 4096), .ground = ground, .label_color = ink});
}

}  // namespace

template <class T> StageRecorder<T>::StageRecorder(Fluid<2, T>& fluid) : fluid_(fluid), latest_(velocity_of(fluid)) {
    fluid.observe(this);
}

template <class T> StageRecorder<T>::~StageRecorder() {
    fluid_.observe(nullptr);
}

template <class T> void StageRecorder<T>::after(std::string_view verb) {
    Flow<2> now = velocity_of(fluid_);
    if (verb == "project") projection_ = {latest_, now, minus(latest_, now)};
    if (verb == "confine_vorticity") unconfined_ = latest_, confined_ = now;
    latest_ = std::move(now);
}

template <class T> ConfinementStages StageRecorder<T>::confinement() const {
    if (unconfined_[0].values.empty()) return {};
    const FluidConfig<2>& config = fluid_.config();
    const Vec<double, 2> box = box_of(config);
    const Vec<double, 2> h{box[0] / config.cells[0], box[1] / config.cells[1]};
    ConfinementStages stages;
    stages.velocity = unconfined_;
    const CellField<2> dv_dx = gradient_of(unconfined_[1], h)[0], du_dy = gradient_of(unconfined_[0], h)[1];
    stages.vorticity = dv_dx;
    CellField<2> size = dv_dx;
    for (std::size_t i = 0; i < size.values.size(); ++i) {
        stages.vorticity.values[i] -= du_dy.values[i];
        size.values[i] = std::abs(stages.vorticity.values[i]);
    }
    stages.normal = gradient_of(size, h);
    for (std::size_t i = 0; i < size.values.size(); ++i) {
        const float length = std::hypot(stages.normal[0].values[i], stages.normal[1].values[i]);
        for (int axis = 0; axis < 2; ++axis) stages.normal[axis].values[i] /= length > 0 ? length : 1;
    }
    const double dt = fluid_.report().dt;
    stages.force = minus(confined_, unconfined_, dt > 0 ? dt : 1);
    return stages;
}

template class StageRecorder<float>;
template class StageRecorder<double>;

Result<Image> draw_decomposition(const ProjectionStages& stages, const StageStyle& style) {
    const Vec<int, 2>& cells = stages.before[0].shape;
    if (auto good = check(cells, style); !good) return good.error();
    auto sheet = sheet_of(cells, style);
    if (!sheet) return sheet.error();
    const float fastest = fitting_range(size_of(stages.before).view(), false).high;
    const float pushed = fitting_range(size_of(stages.difference).view(), false).high;
    auto before = space_panel(stages.before, fastest, style), after = space_panel(stages.after, fastest, style),
         difference = space_panel(stages.difference, pushed, style);
    if (!before) return before;
    const Image beside = before.value();
    if (auto added = add_all(sheet.value(), {{std::move(before), "before projection"},
                                             {std::move(after), "after projection"},
                                             {std::move(difference), "difference: a gradient"},
                                             {wave_panel(stages.before, beside), "imaginary | real"},
                                             {wave_panel(stages.after, beside), "imaginary | real"},
                                             {wave_panel(stages.difference, beside), "imaginary | real"}});
        !added)
        return added.error();
    return sheet.value().draw();
}

Result<Image> draw_yellow(const View<const float, 2>& vorticity, double scale) {
    static const Palette yellow([](float x) { return Color{x, 0.85f * x, 0.06f * x, 1}; });
    auto size = CellField<2>::zero(vorticity.shape);
    for (int y = 0; y < vorticity.shape[1]; ++y)
        for (int x = 0; x < vorticity.shape[0]; ++x) size.edit()(x, y) = std::abs(vorticity(x, y));
    return draw_scalar(size.view(), yellow, {.range = fitting_range(size.view(), false), .scale = scale});
}

Result<void> overlay_force(Image& image, const Flow<2>& force, int spacing) {
    constexpr int pieces = 8;
    constexpr Color red{1, 0.06f, 0.04f, 1}, blue{0.12f, 0.35f, 1, 1};
    constexpr float longer = 1.7f;  // than the space between them, at most: beside its strongest, a force is short
    auto arrows = arrows_of(compressed(force), spacing);
    if (!arrows) return arrows.error();
    const Vec<int, 2>& cells = force[0].shape;
    const auto pixel = [&](const Point2& from, const Point2& to, float share) {
        const float x = from[0] + (to[0] - from[0]) * share, y = from[1] + (to[1] - from[1]) * share;
        return Point2{x * static_cast<float>(image.width()) / static_cast<float>(cells[0]),
                      static_cast<float>(image.height()) * (1 - y / static_cast<float>(cells[1]))};
    };
    for (const Arrow& arrow : arrows.value()) {
        const Point2 tail = pixel(arrow.from, arrow.to, 0.5f - 0.5f * longer),
                     head = pixel(arrow.from, arrow.to, 0.5f + 0.5f * longer);
        if (!(std::hypot(head[0] - tail[0], head[1] - tail[1]) > 1)) continue;  // less than a pixel points nowhere
        for (int piece = 0; piece < pieces; ++piece) {
            const float from = 0.5f + longer * (static_cast<float>(piece) / pieces - 0.5f);
            const float to = 0.5f + longer * (static_cast<float>(piece + 1) / pieces - 0.5f);
            const float share = static_cast<float>(piece) / (pieces - 1);
            const auto mix = [share](float a, float b) { return a + (b - a) * share; };
            draw_line(image, pixel(arrow.from, arrow.to, from), pixel(arrow.from, arrow.to, to), 1.6f,
                      {mix(red.r, blue.r), mix(red.g, blue.g), mix(red.b, blue.b), 1});
        }
    }
    return {};
}

Result<Image> draw_confinement(const ConfinementStages& stages, const StageStyle& style) {
    const Vec<int, 2>& cells = stages.vorticity.shape;
    if (auto good = check(cells, style); !good) return good.error();
    auto sheet = sheet_of(cells, style);
    if (!sheet) return sheet.error();
    const double scale = scale_for(cells, style);
    const int spacing = every(cells, style);
    auto whirls = draw_yellow(stages.vorticity.view(), scale), normals = draw_yellow(stages.vorticity.view(), scale);
    if (!whirls) return whirls;
    auto forces = Image::make(whirls.value().width(), whirls.value().height(), {0, 0, 0, 1});
    if (!forces) return forces;
    for (int y = 0; y < normals.value().height(); ++y)
        for (Color& pixel : normals.value().row(y)) pixel = {0.2f * pixel.r, 0.2f * pixel.g, 0.2f * pixel.b, 1};
    draw_arrows(whirls.value(), stages.velocity, arrows_of(compressed(stages.velocity), spacing).value(),
                {{1, 1, 1, 0.8f}, 1.1f});
    draw_arrows(normals.value(), stages.normal,
                arrows_of(where_it_turns(stages.normal, stages.vorticity), spacing).value(),
                {{0.4f, 0.8f, 1, 1}, 1.1f});
    if (auto laid = overlay_force(forces.value(), stages.force, spacing); !laid) return laid.error();
    if (auto added = add_all(sheet.value(), {{std::move(whirls), "|vorticity| and velocity"},
                                             {std::move(normals), "N: where |vorticity| grows"},
                                             {std::move(forces), "force, red to blue"}});
        !added)
        return added.error();
    return sheet.value().draw();
}

std::span<const std::string_view> stage_names() {
    return every_stage;
}

template <class T>
Result<Image> draw_stage(const StageRecorder<T>& stages, std::string_view name, const StageStyle& style) {
    if (name == every_stage[0]) return draw_decomposition(stages.projection(), style);
    if (name == every_stage[1]) return draw_confinement(stages.confinement(), style);
    return Error{unknown_name("stage", name, every_stage)};
}

template Result<Image> draw_stage(const StageRecorder<float>&, std::string_view, const StageStyle&);
template Result<Image> draw_stage(const StageRecorder<double>&, std::string_view, const StageStyle&);

}  // namespace whorl
