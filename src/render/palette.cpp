#include "render/palette.hpp"

#include <algorithm>
#include <cassert>

#include "core/nearest_name.hpp"

namespace whorl {
namespace {

struct Controls {
    std::array<std::uint32_t, 9> colors;
    std::size_t count;
};

constexpr std::array<std::string_view, 6> names = {"smoke", "gray", "ink", "viridis", "magma", "inferno"};
constexpr std::array<Controls, names.size()> controls = {{
    {{0x0b0d12, 0x4a4f5a, 0xa8a9ac, 0xf6f2ea}, 4},
    {{0x000000, 0xffffff}, 2},
    {{0xf7f1e3, 0x8fa3b8, 0x14213d}, 3},
    {{0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725}, 9},
    {{0x000004, 0x1d1147, 0x51127c, 0x832681, 0xb73779, 0xe75263, 0xfc8961, 0xfec488, 0xfcfdbf}, 9},
    {{0x000004, 0x210c4a, 0x57106e, 0x8a226a, 0xbc3754, 0xe45a31, 0xf98e09, 0xf9cb35, 0xfcffa4}, 9},
}};

float between(float from, float to, float share) {
    return from + (to - from) * share;
}

Color blend(const Color& from, const Color& to, float share) {
    if (share == 0) return from;  // keeps the control colours exact
    if (share == 1) return to;
    const Oklab a = oklab_of(from), b = oklab_of(to);
    return color_of({between(a.lightness, b.lightness, share), between(a.green_red, b.green_red, share),
                     between(a.blue_yellow, b.blue_yellow, share)});
}

}  // namespace

Palette::Palette(std::span<const std::uint32_t> control_colors) {
    assert(control_colors.size() >= 2);
    const auto spans = static_cast<float>(control_colors.size() - 1);
    for (int i = 0; i <= steps; ++i) {
        const float at = spans * static_cast<float>(i) / steps;
        const auto low = std::min(static_cast<std::size_t>(at), control_colors.size() - 2);
        colors_[i] = blend(color_of_hex(control_colors[low]), color_of_hex(control_colors[low + 1]),
                           at - static_cast<float>(low));
    }
}

Color Palette::operator()(float value) const {
    if (!(value > 0)) return colors_.front();
    if (value >= 1) return colors_.back();
    const float at = value * steps;
    const int low = static_cast<int>(at);
    const float share = at - static_cast<float>(low);
    const Color &a = colors_[low], &b = colors_[low + 1];
    return {between(a.r, b.r, share), between(a.g, b.g, share), between(a.b, b.b, share), 1};
}

std::span<const std::string_view> palette_names() {
    return names;
}

Result<Palette> find_palette(std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return Error{unknown_name("palette", name, names)};
    const Controls& chosen = controls[found - names.begin()];
    return Palette({chosen.colors.data(), chosen.count});
}

}  // namespace whorl
