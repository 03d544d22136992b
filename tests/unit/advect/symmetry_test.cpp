// A flow and its image: mirrored, with two axes swapped, or repeated along z. On a box that is not square.
#include "tests/dims.hpp"
#include "tests/unit/advect/rig.hpp"

namespace whorl {
namespace {

template <class K> class AdvectSymmetry : public testing::Test {};
TYPED_TEST_SUITE(AdvectSymmetry, Kinds);

template <class T, int Dim> Field<T, Dim> mirrored(const Field<T, Dim>& field, int axis, bool on_periodic_faces) {
    auto image = Field<T, Dim>::make(field.layout().shape).value();
    const auto from = field.view();
    const auto to = image.view();
    for_each_with_ghosts(to, [&](const auto& at) {
        auto other = at;
        // Of n faces that repeat, face 0 is its own image: it lies on the side.
        other[axis] = from.shape[axis] - (on_periodic_faces ? 0 : 1) - at[axis];
        if (other[axis] > from.shape[axis] + 1) other[axis] -= from.shape[axis];
        to[at] = from[other];
    });
    return image;
}

// To the bit, in all traces and schemes: a displacement keeps its digits in both directions.
TYPED_TEST(AdvectSymmetry, AMirroredFlowHasTheSameBits) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    for (const bool periodic : {false, true})
        for (const Trace trace : all_traces)
            for (const Scheme scheme : all_schemes)
                for (int axis = 0; axis < dim; ++axis) {
                    auto rig = Rig<T, dim>::make(odd_cells<dim>(), periodic);
                    rig.trace = trace;
                    if (axis == 0) rig.passable[0] = {true, true};
                    rig.set_noise(0.9, 51);
                    // Still along the axis in a part of the box, where points fall half way between faces.
                    const auto still = rig.u[axis].view();
                    for_each_with_ghosts(still, [&](const auto& at) {
                        if (at[axis == 0 ? 1 : 0] < 5) still[at] = 0;
                    });
                    auto image = Rig<T, dim>::make(odd_cells<dim>(), periodic);
                    image.trace = trace;
                    image.passable = rig.passable;
                    for (int c = 0; c < dim; ++c) {
                        image.u[c] = mirrored(rig.u[c], axis, periodic && c == axis);
                        const auto view = image.u[c].view();
                        if (c == axis) for_each_with_ghosts(view, [&](const auto& at) { view[at] = -view[at]; });
                    }
                    for (const auto& location : all_locations<dim>()) {
                        if (!has_scheme(location, scheme)) continue;
                        const bool repeats = periodic && !location.centred[axis];
                        const auto field = rig.noise(location, 52);
                        const auto after = rig.advected(location, field, scheme, 1);
                        const auto image_after = image.advected(location, mirrored(field, axis, repeats), scheme, 1);
                        for_each_cell(after.view(), [&](const auto& at) {
                            auto other = at;
                            other[axis] = after.view().shape[axis] - (repeats ? 0 : 1) - at[axis];
                            if (other[axis] == after.view().shape[axis]) other[axis] = 0;
                            ASSERT_EQ(after.view()[at], image_after.view()[other]);
                        });
                    }
                }
}

// To rounding: interpolation goes along x first. Flux sweeps x first, so its image takes the other turn. Limits of
// cubic along one axis act on what those along the other left; the field that it carries here needs none.
TYPED_TEST(AdvectSymmetry, SwappedAxesAgreeToRounding) {
    using T = typename TypeParam::T;
    constexpr int dim = TypeParam::dim;
    const auto swapped = [](auto v) {
        std::swap(v[0], v[1]);
        return v;
    };
    for (const bool periodic : {false, true})
        for (const Scheme scheme : all_schemes) {
            auto rig = Rig<T, dim>::make(odd_cells<dim>(), periodic);
            auto image = Rig<T, dim>::make(swapped(odd_cells<dim>()), periodic);
            rig.grid.size[0] *= 2, image.grid.size[1] *= 2;
            rig.passable[0] = image.passable[1] = {false, true};
            rig.set_noise(0.9, 53);
            const auto swap_field = [&](const Field<T, dim>& field) {
                auto other = Field<T, dim>::make(swapped(field.layout().shape)).value();
                for_each_with_ghosts(other.view(),
                                     [&](const auto& at) { other.view()[at] = field.view()[swapped(at)]; });
                return other;
            };
            for (int c = 0; c < dim; ++c) image.u[c] = swap_field(rig.u[c == 0 ? 1 : c == 1 ? 0 : c]);
            const bool is_flux = scheme == Scheme::flux;
            const bool is_cubic = scheme == Scheme::cubic;
            if (is_flux && dim == 3) continue;  // the other turn is z, y, x
            if (is_cubic && periodic) continue;
            image.turn = is_flux ? 1 : 0;
            const auto location = is_flux ? at_centres<dim>() : at_faces<dim>(0);
            const auto image_location = is_flux ? at_centres<dim>() : at_faces<dim>(1);
            const auto smooth = [](const auto& x) { return 1e-3 * ((x[0] + 30) * (x[0] + 3 * x[1]) + x[1] * x[1]); };
            const auto field = is_cubic ? rig.field(location, smooth) : rig.noise(location, 54);
            const auto after = rig.advected(location, field, scheme, 1);
            const auto image_after = image.advected(image_location, swap_field(field), scheme, 1);
            for_each_cell(after.view(), [&](const auto& at) {
                ASSERT_NEAR(after.view()[at], image_after.view()[swapped(at)], 16 * std::numeric_limits<T>::epsilon());
            });
        }
}

template <class T> class AdvectSlab : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(AdvectSlab, Scalars);

// To the bit: every layer of a three-dimensional flow that does not change along z is the flat flow.
TYPED_TEST(AdvectSlab, EveryLayerIsTheFlatFlow) {
    using T = TypeParam;
    for (const bool periodic : {false, true})
        for (const Trace trace : all_traces)
            for (const Scheme scheme : all_schemes) {
                auto flat = Rig<T, 2>::make({13, 9}, periodic);
                auto slab = Rig<T, 3>::make({13, 9, 4}, periodic);
                flat.trace = slab.trace = trace;
                flat.passable[0] = slab.passable[0] = {true, false};
                flat.set_noise(1.7, 55);
                const auto raise = [&](const Field<T, 2>& field, const Field<T, 3>& like) {
                    auto raised = Field<T, 3>::make(like.layout().shape).value();
                    for_each_with_ghosts(
                        raised.view(), [&](const Vec<int, 3>& at) { raised.view()[at] = field.view()(at[0], at[1]); });
                    return raised;
                };
                for (int c = 0; c < 2; ++c) slab.u[c] = raise(flat.u[c], slab.u[c]);
                for (const int axis : {0, 1}) {
                    const bool is_flux = scheme == Scheme::flux;
                    const auto location = is_flux ? at_centres<2>() : at_faces<2>(axis);
                    const auto slab_location = is_flux ? at_centres<3>() : at_faces<3>(axis);
                    const auto field = flat.noise(location, 56);
                    const auto like = slab.field(slab_location, [](const auto&) { return 0; });
                    const auto after = flat.advected(location, field, scheme, 1);
                    const auto raised = slab.advected(slab_location, raise(field, like), scheme, 1);
                    for_each_cell(raised.view(), [&](const Vec<int, 3>& at) {
                        ASSERT_EQ(raised.view()[at], after.view()(at[0], at[1]));
                    });
                }
            }
}

}  // namespace
}  // namespace whorl
