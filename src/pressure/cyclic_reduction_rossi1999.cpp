#include "pressure/cyclic_reduction_rossi1999.hpp"

#include "core/for_box.hpp"
#include "core/memory.hpp"
#include "core/text.hpp"

namespace whorl {
namespace {

/// Two cells in a ring are coupled twice, and are a line all the same.
template <class T, int Dim> bool is_ring(const Operator<T, Dim>& op, int axis) {
    return op.periodic[axis] && op.cells[axis] > 2;
}

/// A ring's corner is the weight from its first cell to its last.
template <class T, int Dim> Tridiagonal matrix_of(const Operator<T, Dim>& op, int axis) {
    Tridiagonal matrix;
    for (int i = 0; i < op.cells[axis]; ++i) {
        const auto lower = static_cast<double>(op.lower[axis][i]), upper = static_cast<double>(op.upper[axis][i]);
        matrix.diagonal.push_back(lower + upper + static_cast<double>(op.side[axis][i]));
        if (i < op.cells[axis] - 1) matrix.coupling.push_back(upper);
    }
    const auto around = static_cast<double>(op.periodic[axis] ? op.lower[axis][0] : T(0));
    if (is_ring(op, axis)) matrix.corner = around;
    if (op.cells[axis] == 2) matrix.coupling.front() += around;
    return matrix;
}

}  // namespace

template <class T, int Dim> Result<void> CyclicReduction<T, Dim>::choose_order(const Operator<T, Dim>& op) {
    if (!op.is_uniform())
        return Error{
            "\"cyclic-reduction\" needs weights that are the same for all faces of an axis, and these differ from "
            "face to face (obstacles, or sides in parts); use \"mgpcg\""};
    int rings = 0, next = Dim;
    for (int a = 0; a < Dim; ++a) rings += is_ring(op, a);
    if (rings > 1)
        return Error{
            text("\"cyclic-reduction\" takes one periodic axis at most, and there are %d; use \"multigrid\"", rings)};
    for (int a = Dim - 1; a >= 0; --a)
        if (!is_ring(op, a)) order_[--next] = a;
    for (int a = 0; a < Dim; ++a)
        if (is_ring(op, a)) order_[0] = a;
    return {};
}

template <class T, int Dim> Result<void> CyclicReduction<T, Dim>::take(Level<T, Dim> finest) {
    if (auto chosen = choose_order(finest.op); !chosen) return chosen.error();
    double cells = 1;
    for (int a = 0; a < Dim; ++a) cells *= finest.op.cells[a];
    if (auto fits = check_memory(cells * sizeof(double), "the pressure solver \"cyclic-reduction\""); !fits)
        return fits.error();
    std::vector<Tridiagonal> axes;
    for (const int axis : order_.component) axes.push_back(matrix_of(finest.op, axis));
    separable_ = Separable(std::move(axes));
    values_.resize(static_cast<std::size_t>(cells));
    return RefinedSolver<T, Dim>::take(std::move(finest));
}

/// Calls f with each cell and where its value lies.
template <class T, int Dim> template <class F> void CyclicReduction<T, Dim>::each_cell(F f) const {
    Vec<int, Dim> shape{};
    for (int a = 0; a < Dim; ++a) shape[a] = this->level_.op.cells[order_[a]];
    std::size_t i = 0;
    for_box({}, shape, [&](const Vec<int, Dim>& index) {
        Vec<int, Dim> at{};
        for (int a = 0; a < Dim; ++a) at[order_[a]] = index[a];
        f(at, i++);
    });
}

template <class T, int Dim> void CyclicReduction<T, Dim>::correct(const View<T, Dim>& x, const View<const T, Dim>& r) {
    each_cell([&](const Vec<int, Dim>& at, std::size_t i) { values_[i] = static_cast<double>(r[at]); });
    separable_.solve(values_.data(), static_cast<double>(this->level_.op.diagonal));
    each_cell([&](const Vec<int, Dim>& at, std::size_t i) { x[at] += static_cast<T>(values_[i]); });
}

template class CyclicReduction<float, 2>;
template class CyclicReduction<float, 3>;
template class CyclicReduction<double, 2>;
template class CyclicReduction<double, 3>;

}  // namespace whorl
