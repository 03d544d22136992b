// Traces, and a scalar at centres that is carried along them: linear with its own traces and with kept ones,
// MacCormack with kept ones.
#include "advect/advect.hpp"
#include "bench/micro/box.hpp"
#include "bench/micro/micro.hpp"

namespace whorl::micro {
namespace {

template <int Dim> struct AdvectFields : ClosedBox<Dim> {
    AdvectFields(int n, Scheduler& who)
        : ClosedBox<Dim>(n, who),
          context{.scheduler = who, .domain = {.grid = this->grid}, .dt = 2.0 / n},  // up to two cells
          next(zeros(this->grid.cells)),
          predictor(zeros(this->grid.cells)) {
        for (int axis = 0; axis < Dim; ++axis)
            back[axis] = zeros(this->grid.cells), forward[axis] = zeros(this->grid.cells);
        trace();
    }

    Faces<const float, Dim> tracer() { return read_only(this->u()); }
    void trace() { trace_centres(context, tracer(), AdvectScratch<float, Dim>{faces_of(back), faces_of(forward)}); }
    void carry(Scheme scheme, const AdvectScratch<float, Dim>& scratch) {
        const AdvectedField<float, Dim> fields[] = {{this->density.view(), next.view(), scheme, predictor.view()}};
        advect_scalars<float, Dim>(context, tracer(), fields, scratch);
    }
    void carry_along_kept_traces(Scheme scheme) {
        const auto fill = [this](int, const View<float, Dim>& view) { this->fill_scalar(view); };
        carry(scheme, {.back = faces_of(back), .forward = faces_of(forward), .fill = fill, .is_traced = true});
    }

    AdvectContext<float, Dim> context;
    Field<float, Dim> next, predictor;
    Vec<Field<float, Dim>, Dim> back, forward;
};

template <int Dim> void add_dimension(const Suite& suite) {
    using Fields = AdvectFields<Dim>;
    add<Dim, Fields>(suite, "trace_both_ways", 3 * Dim, [](Fields& f) { f.trace(); });
    add<Dim, Fields>(suite, "advect_linear", Dim + 2, [](Fields& f) { f.carry(Scheme::linear, {}); });
    add<Dim, Fields>(suite, "advect_linear_traced", Dim + 2,
                     [](Fields& f) { f.carry_along_kept_traces(Scheme::linear); });
    add<Dim, Fields>(suite, "advect_maccormack_traced", 2 * Dim + 2,
                     [](Fields& f) { f.carry_along_kept_traces(Scheme::maccormack); });
}

}  // namespace

void add_advection(const Suite& suite) {
    add_dimension<2>(suite);
    add_dimension<3>(suite);
}

}  // namespace whorl::micro
