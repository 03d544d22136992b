// The bits of advection, pinned: any thread count, any scheduler, any instruction set, any compiler.
#include <gtest/gtest.h>

#include "core/hash.hpp"
#include "tests/unit/advect/rig.hpp"
#include "tests/unit/parallel/schedulers.hpp"
#include "tests/unit/simd/isas.hpp"

namespace whorl {
namespace {

/// A flow that crosses up to three cells a step, on a box that repeats along its last axis and has walls and an open
/// side elsewhere.
template <class T, int Dim> Rig<T, Dim> rig_of(Scheduler& scheduler, const Vec<int, Dim>& cells) {
    auto rig = Rig<T, Dim>::make(cells, false);
    rig.scheduler = &scheduler;
    rig.grid.periodic[Dim - 1] = true;
    rig.grid.size[0] *= 1.5;
    rig.passable[0] = {false, true};
    rig.make_velocity();
    rig.set_noise(3, 71);
    return rig;
}

/// Scalars and velocity through a few steps. Each reads all that the one before wrote.
template <class T, int Dim> std::uint64_t hash_of(Scheduler& scheduler, const Vec<int, Dim>& cells) {
    auto rig = rig_of<T, Dim>(scheduler, cells);
    auto linear = rig.noise(at_centres<Dim>(), 81), corrected = rig.noise(at_centres<Dim>(), 82);
    Hash hash;
    for (const Trace trace : all_traces) {
        rig.trace = trace;
        linear = rig.advected(linear, Scheme::linear, 0.9);
        corrected = rig.advected(corrected, Scheme::maccormack, 0.9);
        auto upwind = rig.advected(linear, Scheme::upwind, 0.1);
        for (auto* field : {&linear, &corrected, &upwind}) {
            hash.add(field->view());
            rig.fill(field->view());
        }
        Vec<Field<T, Dim>, Dim> carried{};
        for (int axis = 0; axis < Dim; ++axis) {
            carried[axis] = rig.advected(at_faces<Dim>(axis), rig.u[axis], Scheme::maccormack, 0.9);
            hash.add(carried[axis].view());
            rig.fill(carried[axis].view());
        }
        for (int axis = 0; axis < Dim; ++axis) rig.u[axis] = std::move(carried[axis]);
        hash.add(max_cfl<T, Dim>(scheduler, rig.grid, rig.velocity(), 0.9));
    }
    return hash.value();
}

/// The same flow for the schemes that came later: cubic, bfecc and flux.
template <class T, int Dim> std::uint64_t hash_of_later(Scheduler& scheduler, const Vec<int, Dim>& cells) {
    auto rig = rig_of<T, Dim>(scheduler, cells);
    auto cubic = rig.noise(at_centres<Dim>(), 81), compensated = rig.noise(at_centres<Dim>(), 82),
         conserved = rig.noise(at_centres<Dim>(), 83);
    Hash hash;
    for (const Trace trace : all_traces) {
        rig.trace = trace;
        rig.turn = static_cast<int>(trace);
        cubic = rig.advected(cubic, Scheme::cubic, 0.9);
        compensated = rig.advected(compensated, Scheme::bfecc, 0.9);
        conserved = rig.advected(conserved, Scheme::flux, 0.3);
        for (auto* field : {&cubic, &compensated, &conserved}) {
            hash.add(field->view());
            rig.fill(field->view());
        }
        Vec<Field<T, Dim>, Dim> carried{};
        for (int axis = 0; axis < Dim; ++axis) {
            carried[axis] =
                rig.advected(at_faces<Dim>(axis), rig.u[axis], axis == 0 ? Scheme::cubic : Scheme::bfecc, 0.9);
            hash.add(carried[axis].view());
            rig.fill(carried[axis].view());
        }
        for (int axis = 0; axis < Dim; ++axis) rig.u[axis] = std::move(carried[axis]);
    }
    return hash.value();
}

template <class T, int Dim> void expect_pinned(const Vec<int, Dim>& cells, std::uint64_t pinned, std::uint64_t later) {
    for_each_isa([&](Isa) {
        EXPECT_EQ((hash_of<T, Dim>(serial_scheduler(), cells)), pinned);
        EXPECT_EQ((hash_of_later<T, Dim>(serial_scheduler(), cells)), later);
        for (const auto& scheduler : schedulers_for_long_work())
            EXPECT_EQ((hash_of<T, Dim>(*scheduler, cells)), pinned);
    });
    for (const auto& scheduler : schedulers_for_long_work())
        EXPECT_EQ((hash_of_later<T, Dim>(*scheduler, cells)), later);
}

TEST(PinnedAdvection, Float2) {
    expect_pinned<float, 2>({301, 73}, 0x376F77923CF6B340, 0x78994FC47A68908D);
}
TEST(PinnedAdvection, Float3) {
    expect_pinned<float, 3>({37, 21, 13}, 0x5175C069E3B15EB5, 0x70DD5D78BCD261DB);
}
TEST(PinnedAdvection, Double2) {
    expect_pinned<double, 2>({301, 73}, 0xC26B7A0AEB39186B, 0x34B90195D0096DBD);
}
TEST(PinnedAdvection, Double3) {
    expect_pinned<double, 3>({37, 21, 13}, 0x58AD4332640F69AE, 0x163F35D05615B7C7);
}

}  // namespace
}  // namespace whorl
