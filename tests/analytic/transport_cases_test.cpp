// Zalesak's disc and LeVeque's vortex: what each scheme keeps, in the order that docs/transport.md says.
#include <map>

#include "bench/transport_cases.hpp"
#include "tests/dims.hpp"

namespace whorl {
namespace {

template <class D> class TransportCases : public testing::Test {};
TYPED_TEST_SUITE(TransportCases, Dims);

template <int Dim> std::map<Scheme, TransportErrors> errors_by_scheme(TransportCase flow) {
    std::map<Scheme, TransportErrors> errors;
    for (const Scheme scheme : transport_schemes) {
        errors[scheme] = errors_of(transport<float, Dim>(flow, scheme, Dim == 2 ? 64 : 24, serial_scheduler()));
        const TransportErrors& one = errors[scheme];
        std::printf("%s %dD %s: l1 %.4f, peak %.4f, least %.2g, total off by %.2g\n", name_of(flow).data(), Dim,
                    name_of(scheme).data(), one.l1, one.peak, one.least, one.total);
    }
    return errors;
}

TYPED_TEST(TransportCases, EverySchemeKeepsMoreThanLinear) {
    constexpr int Dim = TypeParam::value;
    for (const TransportCase flow : transport_cases) {
        auto errors = errors_by_scheme<Dim>(flow);
        for (const Scheme scheme : {Scheme::cubic, Scheme::bfecc, Scheme::maccormack, Scheme::flux}) {
            EXPECT_LT(errors[scheme].l1, (Dim == 2 ? 0.85 : 1) * errors[Scheme::linear].l1);
            EXPECT_GT(errors[scheme].peak, errors[Scheme::linear].peak + (Dim == 2 ? 0.25 : 0.2));
            EXPECT_GE(errors[scheme].least, 0);
            EXPECT_LE(errors[scheme].peak, scheme == Scheme::flux ? 1 + 1e-4 : 1);
        }
        EXPECT_LT(errors[Scheme::bfecc].l1, errors[Scheme::maccormack].l1);
        EXPECT_LT(errors[Scheme::cubic].l1, errors[Scheme::maccormack].l1);
        if (flow == TransportCase::zalesak) {
            EXPECT_LT(errors[Scheme::flux].l1, errors[Scheme::cubic].l1);
        } else {  // nothing leaves through the sides
            EXPECT_LT(std::abs(errors[Scheme::flux].total), 1e-6);
            EXPECT_GT(std::abs(errors[Scheme::linear].total), 1e-3);
        }
    }
}

}  // namespace
}  // namespace whorl
