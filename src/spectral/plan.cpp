#include "spectral/plan.hpp"

#include <cstring>
#include <mutex>

#include "core/text.hpp"

namespace whorl {
namespace {

/// Making and destroying plans is the one thing in FFTW that threads may not do at the same time.
std::mutex& planner() {
    static std::mutex only;
    return only;
}

/// FFTW counts from the slowest axis.
template <int Dim> Vec<int, Dim> reversed(const Vec<int, Dim>& cells) {
    Vec<int, Dim> result{};
    for (int a = 0; a < Dim; ++a) result[a] = cells[Dim - 1 - a];
    return result;
}

}  // namespace

Result<Buffer> Buffer::make(std::size_t count) {
    Buffer buffer;
    buffer.data_.reset(fftw_alloc_real(count));
    if (!buffer.data_)
        return Error{text("%.3g GiB of memory could not be allocated; use fewer cells",
                          static_cast<double>(count * sizeof(double)) / (1 << 30))};
    buffer.count_ = count;
    std::memset(buffer.data_.get(), 0, count * sizeof(double));
    return buffer;
}

void Plan::Destroy::operator()(fftw_plan plan) const {
    const std::lock_guard lock(planner());
    fftw_destroy_plan(plan);
}

template <int Dim> Plan Plan::forward(const InPlace<Dim>& layout, const Buffer& buffer) {
    const std::lock_guard lock(planner());
    auto* const complex = reinterpret_cast<fftw_complex*>(buffer.data());
    const auto sizes = reversed<Dim>(layout.cells);
    return {fftw_plan_dft_r2c(Dim, sizes.component, buffer.data(), complex, FFTW_ESTIMATE), Kind::forward};
}

template <int Dim> Plan Plan::backward(const InPlace<Dim>& layout, const Buffer& buffer) {
    const std::lock_guard lock(planner());
    auto* const complex = reinterpret_cast<fftw_complex*>(buffer.data());
    const auto sizes = reversed<Dim>(layout.cells);
    return {fftw_plan_dft_c2r(Dim, sizes.component, complex, buffer.data(), FFTW_ESTIMATE), Kind::backward};
}

template <int Dim>
Plan Plan::real(const Vec<int, Dim>& cells, const Vec<fftw_r2r_kind, Dim>& kinds, const Buffer& buffer) {
    const std::lock_guard lock(planner());
    Vec<fftw_r2r_kind, Dim> order{};
    for (int a = 0; a < Dim; ++a) order[a] = kinds[Dim - 1 - a];
    const auto sizes = reversed<Dim>(cells);
    return {fftw_plan_r2r(Dim, sizes.component, buffer.data(), buffer.data(), order.component, FFTW_ESTIMATE),
            Kind::real};
}

void Plan::run(const Buffer& buffer) const {
    auto* const complex = reinterpret_cast<fftw_complex*>(buffer.data());
    if (kind_ == Kind::forward) fftw_execute_dft_r2c(plan_.get(), buffer.data(), complex);
    if (kind_ == Kind::backward) fftw_execute_dft_c2r(plan_.get(), complex, buffer.data());
    if (kind_ == Kind::real) fftw_execute_r2r(plan_.get(), buffer.data(), buffer.data());
}

#define WHORL_INSTANTIATE(Dim)                                             \
    template Plan Plan::forward<Dim>(const InPlace<Dim>&, const Buffer&);  \
    template Plan Plan::backward<Dim>(const InPlace<Dim>&, const Buffer&); \
    template Plan Plan::real<Dim>(const Vec<int, Dim>&, const Vec<fftw_r2r_kind, Dim>&, const Buffer&);

WHORL_INSTANTIATE(2)
WHORL_INSTANTIATE(3)

}  // namespace whorl
