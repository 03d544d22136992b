#include "boundary/sides.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "boundary/cell_for.hpp"
#include "core/nearest_name.hpp"
#include "core/text.hpp"

namespace whorl {
namespace {

struct NamedKind {
    std::string_view name;
    SideKind kind;
};
constexpr std::array<NamedKind, 10> kinds{{{"wall", SideKind::wall},
                                           {"noslip", SideKind::noslip},
                                           {"periodic", SideKind::periodic},
                                           {"inflow", SideKind::inflow},
                                           {"outflow", SideKind::outflow},
                                           {"open", SideKind::open},
                                           {"clamping", SideKind::wall},
                                           {"continuing", SideKind::outflow},
                                           {"repeating", SideKind::periodic},
                                           {"wind tunnel", SideKind::inflow}}};

constexpr const char* side_names[] = {"left", "right", "bottom", "top", "front", "back"};

template <int Dim> bool covers(const Segment<Dim>& segment, int axis, const Vec<double, Dim>& position) {
    bool whole = true, inside = true;
    for (int other = 0, k = 0; other < Dim; ++other) {
        if (other == axis) continue;
        whole = whole && segment.from[k] == 0 && segment.to[k] == 0;
        inside = inside && position[other] >= segment.from[k] && position[other] < segment.to[k];
        ++k;
    }
    return whole || inside;
}

/// The first `period` values, over and over.
template <class V> bool is_repeated(const std::vector<V>& values, std::size_t period) {
    return values.size() <= period ||
           std::equal(values.begin() + static_cast<std::ptrdiff_t>(period), values.end(), values.begin());
}

}  // namespace

Result<SideKind> find_side_kind(std::string_view name) {
    for (const NamedKind& kind : kinds)
        if (kind.name == name) return kind.kind;
    std::array<std::string_view, kinds.size()> names;
    std::transform(kinds.begin(), kinds.end(), names.begin(), [](const NamedKind& kind) { return kind.name; });
    return Error{unknown_name("kind of side", name, names)};
}

template <class T, int Dim> std::size_t Sides<T, Dim>::place(int axis, const Vec<int, Dim>& at) const {
    std::size_t index = 0, stride = 1;
    for (int other = 0; other < Dim; ++other) {
        if (other == axis) continue;
        index += static_cast<std::size_t>(cell_for(grid_, other, at[other])) * stride;
        stride *= static_cast<std::size_t>(grid_.cells[other]);
    }
    return index;
}

template <class T, int Dim>
Result<Sides<T, Dim>> Sides<T, Dim>::make(const Grid<Dim>& grid, const Vec<Side<Dim>, 2 * Dim>& sides,
                                          const std::vector<std::string>& scalars) {
    Sides made;
    made.grid_ = grid;
    made.scalars_ = scalars.size();
    for (int side = 0; side < 2 * Dim; ++side) {
        const int axis = side / 2;
        if (sides[side].is_periodic() != sides[side ^ 1].is_periodic())
            return Error{text("the %s side is periodic and the %s side is not; make both periodic or neither",
                              side_names[sides[side].is_periodic() ? side : side ^ 1],
                              side_names[sides[side].is_periodic() ? side ^ 1 : side])};
        bool holds = false;
        for (const Segment<Dim>& segment : sides[side].segments()) {
            if (segment.kind == SideKind::periodic && !sides[side].is_periodic())
                return Error{text("a part of the %s side is periodic; only a whole side can be", side_names[side])};
            holds = holds || !segment.scalars.empty();
        }

        std::size_t count = 1;
        for (int other = 0; other < Dim; ++other)
            if (other != axis) count *= static_cast<std::size_t>(grid.cells[other]);
        made.faces_[side].resize(count);
        if (holds) made.values_[side].resize(count * scalars.size());

        Vec<int, Dim> at{};
        for (std::size_t n = 0; n < count; ++n) {
            Vec<double, Dim> position = grid.cell_centre(at);
            position[axis] = side & 1 ? grid.size[axis] : 0;
            for (const Segment<Dim>& segment : sides[side].segments()) {
                if (!covers(segment, axis, position)) continue;
                SideFace<T, Dim>& face = made.faces_[side][made.place(axis, at)];
                face.kind = segment.kind;
                const Vec<double, Dim> velocity = segment.profile ? segment.profile(position) : segment.velocity;
                for (int component = 0; component < Dim; ++component) {
                    if (!std::isfinite(velocity[component]))
                        return Error{text("the velocity on the %s side is %g; it must be finite", side_names[side],
                                          velocity[component])};
                    face.velocity[component] = static_cast<T>(velocity[component]);
                }
                if (segment.kind == SideKind::noslip) face.velocity[axis] = 0;  // a wall slides along itself only
                for (const SideScalar& scalar : segment.scalars) {
                    const auto found = std::find(scalars.begin(), scalars.end(), scalar.name);
                    if (found == scalars.end()) {
                        const std::vector<std::string_view> names(scalars.begin(), scalars.end());
                        return Error{unknown_name("scalar", scalar.name, names)};
                    }
                    if (!std::isfinite(scalar.value))
                        return Error{text("%s on the %s side is %g; it must be finite", scalar.name.c_str(),
                                          side_names[side], scalar.value)};
                    made.values_[side][made.place(axis, at) * scalars.size() +
                                       static_cast<std::size_t>(found - scalars.begin())] = {
                        true, static_cast<T>(scalar.value)};
                }
                break;
            }
            for (int other = 0; other < Dim; ++other) {
                if (other == axis) continue;
                if (++at[other] < grid.cells[other]) break;
                at[other] = 0;
            }
        }
        for (const SideFace<T, Dim>& face : made.faces_[side])
            for (int along = 0; along < Dim; ++along)
                made.speed_[along] = std::max(made.speed_[along], std::abs(static_cast<double>(face.velocity[along])));
        made.is_even_[side] = is_repeated(made.faces_[side], 1) && is_repeated(made.values_[side], scalars.size());
    }
    return made;
}

template <class T, int Dim> bool Sides<T, Dim>::is_all(int axis, bool high, SideKind kind) const {
    const auto& faces = faces_[2 * axis + high];
    return std::all_of(faces.begin(), faces.end(), [&](const auto& face) { return face.kind == kind; });
}

template <class T, int Dim> bool Sides<T, Dim>::is_passable(int axis, bool high) const {
    const auto& faces = faces_[2 * axis + high];
    return std::any_of(faces.begin(), faces.end(), [](const auto& face) { return face.is_passable(); });
}

template class Sides<float, 2>;
template class Sides<float, 3>;
template class Sides<double, 2>;
template class Sides<double, 3>;

}  // namespace whorl
