#include "pressure/pieces.hpp"

#include <algorithm>
#include <tuple>

namespace whorl {
namespace {

template <int Dim> int colour_of(const Vec<int, Dim>& cell) {
    int colour = 0;
    for (int a = 0; a < Dim; ++a) colour ^= cell[a] & 1;
    return colour;
}

}  // namespace

template <class T, int Dim> int Pieces<T, Dim>::first_in(int cell_number) const {
    const auto found = std::lower_bound(list.begin(), list.end(), cell_number,
                                        [](const Piece& piece, int number) { return piece.number < number; });
    return static_cast<int>(found - list.begin());
}

template <class T, int Dim> std::size_t Pieces<T, Dim>::bytes() const {
    return list.capacity() * sizeof(Piece) + links.capacity() * sizeof(Link) + couplings.capacity() * sizeof(Coupling) +
           (x.capacity() + b.capacity() + relaxed.capacity() + prolonged.capacity()) * sizeof(T) + lines.bytes() +
           (cell_links[0].capacity() + cell_links[1].capacity()) * sizeof(CellLink) + cell_lines[0].bytes() +
           cell_lines[1].bytes() + (coloured[0].capacity() + coloured[1].capacity()) * sizeof(int) +
           coloured_lines[0].bytes() + coloured_lines[1].bytes();
}

template <class T, int Dim> void Pieces<T, Dim>::expect(const WallRoom<Dim>& walls) {
    constexpr double few = WallRoom<Dim>::few;
    const double pieces = walls.pieces();
    make_room(list, pieces);
    for (std::vector<T>* values : {&x, &b, &relaxed, &prolonged}) make_room(*values, pieces);
    make_room(links, 3 * pieces + 2 * few);
    make_room(couplings, (Dim == 2 ? 4.5 : 6.0) * pieces + 4 * few);
    for (const int colour : {0, 1}) {
        make_room(coloured[colour], pieces);
        make_room(cell_links[colour], 1.2 * pieces + few);
    }
}

template <class T, int Dim>
void Pieces<T, Dim>::link(const Vec<int, Dim>& cells, const Vec<std::ptrdiff_t, Dim>& stride) {
    links.clear(), cell_links[0].clear(), cell_links[1].clear();
    coloured[0].clear(), coloured[1].clear();
    for (std::size_t i = 0; i < couplings.size(); ++i) couplings[i].order = static_cast<int>(i);
    std::sort(couplings.begin(), couplings.end(), [](const Coupling& one, const Coupling& other) {
        return std::tie(one.piece, one.node, one.order) < std::tie(other.piece, other.node, other.order);
    });
    auto next = couplings.begin();
    for (int i = 0; i < count(); ++i) {
        double diagonal = list[i].own;
        list[i].colour = colour_of(list[i].cell);
        coloured[list[i].colour].push_back(i);
        list[i].begin = static_cast<int>(links.size());
        while (next != couplings.end() && next->piece == i) {
            const int node = next->node;
            double weight = 0;
            for (; next != couplings.end() && next->piece == i && next->node == node; ++next) weight += next->weight;
            std::ptrdiff_t offset = 0;
            if (node >= 0)
                for (int a = 0; a < Dim; ++a) offset += cell_of(cells, node)[a] * stride[a];
            links.push_back({node, node < 0 ? ~node : static_cast<int>(offset), static_cast<T>(weight)});
            if (node >= 0)
                cell_links[colour_of(cell_of(cells, node))].push_back(
                    {node, i, static_cast<int>(offset), static_cast<T>(weight)});
            diagonal += weight;
        }
        list[i].end = static_cast<int>(links.size());
        list[i].inverse = diagonal > 0 ? static_cast<T>(1 / diagonal) : T(0);
    }
    for (std::vector<T>* values : {&x, &b, &relaxed, &prolonged}) values->assign(list.size(), T(0));
    lines.find(list, cells[Dim - 1], [](const Piece& piece) { return piece.cell[Dim - 1]; });
    for (const int colour : {0, 1}) {
        coloured_lines[colour].find(coloured[colour], cells[Dim - 1], [&](int i) { return list[i].cell[Dim - 1]; });
        auto& of_cells = cell_links[colour];
        std::sort(of_cells.begin(), of_cells.end(), [](const CellLink& one, const CellLink& other) {
            return std::tie(one.cell, one.piece) < std::tie(other.cell, other.piece);
        });
        cell_lines[colour].find(of_cells, cells[Dim - 1],
                                [&](const CellLink& link) { return cell_of(cells, link.cell)[Dim - 1]; });
    }
}

template <class T, int Dim>
void Pieces<T, Dim>::sort_links(const RowOrder& order, const Vec<std::ptrdiff_t, Dim>& stride) {
    for (Link& link : links)
        if (link.node >= 0) link.offset = order.offset(link.offset, stride);
}

template <class T, int Dim> T Pieces<T, Dim>::residual(int piece, const T* cell_x) const {
    const Piece& self = list[piece];
    const T* const values[] = {cell_x, x.data()};  // no processor foresees which
    const T own = x[piece];
    T sum = b[piece] - static_cast<T>(self.own) * own;
    for (int i = self.begin; i < self.end; ++i)
        sum += links[i].weight * (values[links[i].node < 0][links[i].offset] - own);
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

template <class T, int Dim> void Pieces<T, Dim>::relax_line(int line, const T* cell_x, int colour, T omega) {
    for (const int i : coloured_lines[colour].of(coloured[colour], line)) {
        relaxed[i] = omega * list[i].inverse * residual(i, cell_x);
        x[i] += relaxed[i];
    }
}

template <class T, int Dim> void Pieces<T, Dim>::relax_line_from_zero(int line, int colour, T omega) {
    for (const int i : coloured_lines[colour].of(coloured[colour], line))
        x[i] = relaxed[i] = omega * list[i].inverse * b[i];
}

template <class T, int Dim>
void Pieces<T, Dim>::take_notes(int line, int colour, const std::vector<T>& notes, T* cell_b) const {
    for (const CellLink& link : cell_lines[colour].of(cell_links[colour], line))
        cell_b[link.offset] += link.weight * notes[link.piece];
}

template struct Pieces<float, 2>;
template struct Pieces<float, 3>;
template struct Pieces<double, 2>;
template struct Pieces<double, 3>;

}  // namespace whorl
