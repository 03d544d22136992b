#include "pressure/pieces.hpp"

#include <algorithm>
#include <tuple>

namespace whorl {

template <class T, int Dim> int Pieces<T, Dim>::first_in(int cell_number) const {
    const auto found = std::lower_bound(list.begin(), list.end(), cell_number,
                                        [](const Piece& piece, int number) { return piece.number < number; });
    return static_cast<int>(found - list.begin());
}

template <class T, int Dim> std::size_t Pieces<T, Dim>::bytes() const {
    return list.capacity() * sizeof(Piece) + links.capacity() * sizeof(Link) + couplings.capacity() * sizeof(Coupling) +
           (x.capacity() + b.capacity()) * sizeof(T);
}

template <class T, int Dim>
void Pieces<T, Dim>::link(const Vec<int, Dim>& cells, const Vec<std::ptrdiff_t, Dim>& stride) {
    links.clear();
    for (std::size_t i = 0; i < couplings.size(); ++i) couplings[i].order = static_cast<int>(i);
    std::sort(couplings.begin(), couplings.end(), [](const Coupling& one, const Coupling& other) {
        return std::tie(one.piece, one.node, one.order) < std::tie(other.piece, other.node, other.order);
    });
    auto next = couplings.begin();
    for (int i = 0; i < count(); ++i) {
        double diagonal = list[i].own;
        list[i].colour = 0;
        for (int a = 0; a < Dim; ++a) list[i].colour ^= list[i].cell[a] & 1;
        list[i].begin = static_cast<int>(links.size());
        while (next != couplings.end() && next->piece == i) {
            const int node = next->node;
            double weight = 0;
            for (; next != couplings.end() && next->piece == i && next->node == node; ++next) weight += next->weight;
            std::ptrdiff_t offset = 0;
            if (node >= 0)
                for (int a = 0; a < Dim; ++a) offset += cell_of(cells, node)[a] * stride[a];
            links.push_back({node, static_cast<int>(offset), static_cast<T>(weight)});
            diagonal += weight;
        }
        list[i].end = static_cast<int>(links.size());
        list[i].inverse = diagonal > 0 ? static_cast<T>(1 / diagonal) : T(0);
    }
    x.assign(list.size(), T(0));
    b.assign(list.size(), T(0));
}

template <class T, int Dim> void Pieces<T, Dim>::set_to_zero() {
    std::fill(x.begin(), x.end(), T(0));
}

template <class T, int Dim> T Pieces<T, Dim>::residual(int piece, const T* cell_x) const {
    const Piece& self = list[piece];
    T sum = b[piece] - static_cast<T>(self.own) * x[piece];
    for (int i = self.begin; i < self.end; ++i) {
        const Link& link = links[i];
        sum += link.weight * ((link.node < 0 ? x[~link.node] : cell_x[link.offset]) - x[piece]);
    }
    return sum;
}

template <class T, int Dim> void Pieces<T, Dim>::change(int piece, T by, T* cell_b) {
    x[piece] += by;
    for (int i = list[piece].begin, end = list[piece].end; i < end; ++i)
        if (links[i].node >= 0) cell_b[links[i].offset] += links[i].weight * by;
}

template <class T, int Dim>
void Pieces<T, Dim>::relax(const View<const T, Dim>& cell_x, const View<T, Dim>& cell_b, int colour, T omega) {
    for (int i = 0; i < count(); ++i) {
        if (list[i].colour == colour) change(i, omega * list[i].inverse * residual(i, cell_x.data), cell_b.data);
    }
}

template struct Pieces<float, 2>;
template struct Pieces<float, 3>;
template struct Pieces<double, 2>;
template struct Pieces<double, 3>;

}  // namespace whorl
