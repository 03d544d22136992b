#include "pressure/pcg_bridson2008.hpp"

#include "core/for_box.hpp"
#include "pressure/matrix_row.hpp"

namespace whorl {
namespace {

/// How cells of a row are coupled to the ones before them along each axis: `weight[a][x * step[a]]`, to the cell that
/// lies `stride[a]` back. Axes along which there is none before have weight 0 and stride 0.
template <class T, int Dim> struct Before {
    static constexpr T none = 0;
    const T* weight[Dim];
    std::ptrdiff_t step[Dim], stride[Dim];

    Before(const Operator<T, Dim>& op, const Row& row, const View<T, Dim>& z) {
        weight[0] = op.is_uniform() ? op.lower[0] : row_of(op.face[0], row);
        step[0] = stride[0] = 1;
        for (int a = 1; a < Dim; ++a) {
            const int index = a == 1 ? row.y : row.z;
            if (index == 0 || index == op.cells[a]) {
                weight[a] = &none, step[a] = stride[a] = 0;
            } else {
                weight[a] = op.is_uniform() ? op.lower[a] + index : row_of(op.face[a], row);
                step[a] = op.is_uniform() ? 0 : 1;
                stride[a] = z.stride[a];
            }
        }
    }
};

/// s = D^-1 (r + what the cells before ask for)
template <class T, int Dim>
void forward(const Operator<T, Dim>& op, const Row& row, const T* r, const T* inverse, const View<T, Dim>& view) {
    const Before<T, Dim> before(op, row, view);
    T* const z = row_of(view, row);
    for (int x = 0; x < row.x1; ++x) {
        T value = r[x];
        for (int a = 1; a < Dim; ++a) value += before.weight[a][x * before.step[a]] * z[x - before.stride[a]];
        z[x] = value;
    }
    z[0] *= inverse[0];
    for (int x = 1; x < row.x1; ++x) z[x] = inverse[x] * (z[x] + before.weight[0][x] * z[x - 1]);
}

/// z = s + D^-1 (what the cells after ask for): these are coupled as the row after is to those before it.
template <class T, int Dim>
void backward(const Operator<T, Dim>& op, const Row& row, const T* inverse, const View<T, Dim>& view) {
    const Before<T, Dim> here(op, row, view);
    T* const z = row_of(view, row);
    for (int a = 1; a < Dim; ++a) {
        const Before<T, Dim> after(op, {row.x0, row.x1, row.y + (a == 1), row.z + (a == 2)}, view);
        for (int x = 0; x < row.x1; ++x)
            z[x] += inverse[x] * (after.weight[a][x * after.step[a]] * z[x + after.stride[a]]);
    }
    for (int x = row.x1 - 2; x >= 0; --x) z[x] += inverse[x] * (here.weight[0][x + 1] * z[x + 1]);
}

template <int Dim> bool is_before(const Vec<int, Dim>& a, const Vec<int, Dim>& b) {
    for (int axis = Dim - 1; axis > 0; --axis)
        if (a[axis] != b[axis]) return a[axis] < b[axis];
    return a[0] < b[0];
}

/// Neither round a periodic axis.
template <int Dim> bool is_next(const Vec<int, Dim>& a, const Vec<int, Dim>& b) {
    int distance = 0;
    for (int axis = 0; axis < Dim; ++axis) distance += a[axis] < b[axis] ? b[axis] - a[axis] : a[axis] - b[axis];
    return distance == 1;
}

}  // namespace

template <class T, int Dim> Result<void> Pcg<T, Dim>::take(Level<T, Dim> finest) {
    for (Field<T, Dim>* field : {&inverse_, &z_})
        if (auto made = this->make_field(*field, finest.op.cells); !made) return made.error();
    if (auto taken = ConjugateGradients<T, Dim>::take(std::move(finest)); !taken) return taken.error();
    factorise();
    return {};
}

template <class T, int Dim> void Pcg<T, Dim>::change_diagonal(T diagonal) {
    ConjugateGradients<T, Dim>::change_diagonal(diagonal);
    factorise();
}

template <class T, int Dim> bool Pcg<T, Dim>::reweigh() {
    if (!ConjugateGradients<T, Dim>::reweigh()) return false;
    factorise();
    return true;
}

template <class T, int Dim> void Pcg<T, Dim>::factorise() {
    constexpr double modified = 0.97, least = 0.25;
    const Operator<T, Dim>& op = this->level_.op;
    const auto inverse = inverse_.view();
    for_box({}, op.cells, [&](const Vec<int, Dim>& at) {
        double d = 0;
        const double diagonal = matrix_row(op, at, [&](const Vec<int, Dim>& j, double weight) {
            if (!is_before(j, at) || !is_next(j, at)) return;
            double later = 0;  // of j, to cells after it, without this one
            matrix_row(op, j, [&](const Vec<int, Dim>& k, double other) {
                if (is_before(j, k) && is_next(j, k) && !(k == at)) later += other;
            });
            d -= weight * (weight + modified * later) * static_cast<double>(inverse[j]);
        });
        d += diagonal;
        if (d < least * diagonal) d = diagonal;
        inverse[at] = d > 0 ? static_cast<T>(1 / d) : T(0);
    });
}

template <class T, int Dim> View<const T, Dim> Pcg<T, Dim>::precondition(const View<const T, Dim>& r) {
    const Operator<T, Dim>& op = this->level_.op;
    const Region<Dim> region = this->level_.region();
    const View<T, Dim> z = z_.view(), inverse = inverse_.view();
    for (int i = 0; i < region.count(); ++i) {
        const Row row = region.row(i);
        forward(op, row, row_of(r, row), row_of(inverse, row), z);
    }
    for (int i = region.count() - 1; i >= 0; --i) {
        const Row row = region.row(i);
        backward(op, row, row_of(inverse, row), z);
    }
    return z;
}

template class Pcg<float, 2>;
template class Pcg<float, 3>;
template class Pcg<double, 2>;
template class Pcg<double, 3>;

}  // namespace whorl
