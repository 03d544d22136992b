#include "pressure/blending.hpp"

#include <algorithm>

#include "core/for_box.hpp"

namespace whorl {
namespace {

template <int Dim> int rows_of(const Vec<int, Dim>& cells) {
    return Dim == 2 ? cells[1] : cells[1] * cells[Dim - 1];
}
template <int Dim> Row row_at(const Vec<int, Dim>& cells, int number) {
    return {0, cells[0], number % cells[1], number / cells[1]};
}

}  // namespace

template <class T, int Dim>
Result<void> Blending<T, Dim>::make(const View<std::uint8_t, Dim>& marks, const Vec<int, Dim>& coarse_cells) {
    auto near = Field<std::uint8_t, Dim>::make(coarse_cells, 0);
    if (!near) return near.error();
    marks_ = marks, near_ = std::move(near).value();
    row_begin_.reserve(static_cast<std::size_t>(rows_of(marks.shape)) + 1);
    return {};
}

template <class T, int Dim> std::size_t Blending<T, Dim>::bytes() const {
    return near_.bytes() + row_begin_.capacity() * sizeof(int) + blends_.capacity() * sizeof(Blend) +
           sources_.capacity() * sizeof(Source) + lines_.bytes();
}

template <class T, int Dim> void Blending<T, Dim>::expect(const WallRoom<Dim>& fine) {
    const double near = Dim == 2 ? fine.surface + 2.5 * fine.thin : 0.8 * fine.surface + 1.4 * fine.thin;
    const double blends = std::min((Dim == 2 ? 2 : 8) * fine.few + near, fine.cells) + fine.pieces() + 1;
    make_room(blends_, blends);
    make_room(sources_, (Dim == 2 ? 3.4 : 6.0) * blends);
}

/// The ways from one coarse unknown to those around it.
template <class T, int Dim> struct Blending<T, Dim>::Search {
    const Unknowns& coarse;
    const Transfer<T, Dim>& transfer;
    const Vec<std::ptrdiff_t, Dim>& stride;

    Vec<int, Dim> cell_of_node(int node) const {
        return node < 0 ? coarse.pieces.list[~node].cell : cell_of(coarse.op.cells, node);
    }
    /// Those that kernels interpolate between, all of them.
    bool are_plain(const int (&reached)[1 << Dim]) const {
        int halved = 0;
        for (int a = 0; a < Dim; ++a) halved |= int(transfer.halved[a]) << a;
        for (int k = 0; k < 1 << Dim; ++k)
            if ((k & ~halved) == 0 && (reached[k] < 0 || reached[k] == Aggregation<T, Dim>::nowhere)) return false;
        return true;
    }
    /// The unknown beyond a side of this one that it is open to most; Aggregation::nowhere if there is none.
    int beyond(int node, int axis, int side) const {
        const Pieces<T, Dim>& pieces = coarse.pieces;
        Vec<int, Dim> cell = cell_of_node(node);
        const T open = node < 0 ? T(0) : weight_towards(coarse.op, cell, axis, side);
        if (!to_neighbour(coarse.op, cell, axis, side)) return Aggregation<T, Dim>::nowhere;
        const int there = number_of(coarse.op.cells, cell);
        int best = open > T(0) ? there : int(Aggregation<T, Dim>::nowhere);
        T most = open;
        const auto consider = [&](int candidate, T weight) {
            if (weight > most) most = weight, best = candidate;
        };
        if (node < 0) {
            for (int i = pieces.list[~node].begin; i < pieces.list[~node].end; ++i) {
                const int other = pieces.links[i].node;
                if ((other < 0 ? pieces.list[~other].number : other) == there) consider(other, pieces.links[i].weight);
            }
            return best;
        }
        for (int p = pieces.first_in(there); p < pieces.count() && pieces.list[p].number == there; ++p)
            for (int i = pieces.list[p].begin; i < pieces.list[p].end; ++i)
                if (pieces.links[i].node == node) consider(~p, pieces.links[i].weight);
        return best;
    }
};

/// Cells that have both of two neighbours in their surroundings.
template <class T, int Dim>
void Blending<T, Dim>::mark_near(const Unknowns& coarse, const Vec<int, Dim>& a, const Vec<int, Dim>& b) {
    Vec<int, Dim> low{}, high{};
    for (int axis = 0; axis < Dim; ++axis) {
        low[axis] = std::max(a[axis], b[axis]) - 1, high[axis] = std::min(a[axis], b[axis]) + 2;
        if (b[axis] - a[axis] > 1 || a[axis] - b[axis] > 1) low[axis] = b[axis], high[axis] = b[axis] + 1;  // wraps
        if (coarse.op.periodic[axis]) continue;
        low[axis] = std::max(low[axis], 0), high[axis] = std::min(high[axis], coarse.op.cells[axis]);
    }
    for_box(low, high, [&](Vec<int, Dim> at) {
        for (int axis = 0; axis < Dim; ++axis) at[axis] = (at[axis] + coarse.op.cells[axis]) % coarse.op.cells[axis];
        near_.view()[at] = 1;
    });
}

/// The corners of the cell of coarse centres around a fine cell; bit a of a corner: beyond the parent along axis a.
template <class T, int Dim>
bool Blending<T, Dim>::list(const Search& search, Kind kind, int index, const Vec<int, Dim>& at, int parent) {
    constexpr int corners = 1 << Dim, nowhere = Aggregation<T, Dim>::nowhere;
    const Transfer<T, Dim>& transfer = search.transfer;
    const Blend blend{index, static_cast<int>(sources_.size())};
    if (parent == nowhere || (parent >= 0 && !search.coarse.op.is_inside(search.cell_of_node(parent)))) {
        blends_.push_back(blend);
        return true;
    }
    int reached[corners];
    std::fill_n(reached, corners, int(nowhere));
    reached[0] = parent;
    for (int round = 0; round < Dim; ++round)
        for (int k = 0; k < corners; ++k)
            for (int a = 0; a < Dim; ++a) {
                const int next = k ^ 1 << a;
                if (!transfer.halved[a] || reached[k] == nowhere || reached[next] != nowhere) continue;
                const bool goes_back = (k >> a & 1) != 0, is_high = at[a] % 2 != 0;
                reached[next] = search.beyond(reached[k], a, is_high != goes_back);
            }
    if (kind == Kind::cell && search.are_plain(reached)) return false;
    blends_.push_back(blend);
    const auto add = [&](int source, T weight) {
        std::ptrdiff_t offset = 0;
        const Vec<int, Dim> cell = search.cell_of_node(source);
        for (int a = 0; a < Dim; ++a) offset += cell[a] * search.stride[a];
        sources_.push_back({source < 0 ? source : static_cast<int>(offset), weight});
    };
    T left = 1;
    for (int k = 1; k < corners; ++k) {
        if (reached[k] == nowhere) continue;
        T weight = 1;
        for (int a = 0; a < Dim; ++a)
            if (transfer.halved[a]) weight *= ((k >> a & 1) != 0 ? transfer.far : transfer.near)[a][at[a]];
        add(reached[k], weight);
        left -= weight;
    }
    add(parent, left);
    return true;
}

template <class T, int Dim>
void Blending<T, Dim>::find_near(const Unknowns& coarse, const Aggregation<T, Dim>& aggregation) {
    const auto near = near_.view();
    std::fill_n(near.data - near_.layout().first, near_.layout().size, std::uint8_t(0));
    for_box({}, coarse.op.cells, [&](const Vec<int, Dim>& at) {
        for (int a = 0; a < Dim; ++a) {
            Vec<int, Dim> below = at;
            if (coarse.op.weight(a, at) > T(0) || !to_neighbour(coarse.op, below, a, 0)) continue;
            if (coarse.op.is_inside(at) || coarse.op.is_inside(below)) mark_near(coarse, at, below);
        }
        // A pocket that is inside of one coarse cell gets nothing from those around it.
        if (!coarse.op.is_inside(at)) mark_near(coarse, at, at);
    });
    for (const MovedCell<Dim>& moved : aggregation.moved()) mark_near(coarse, moved.parent, moved.parent);
    for (const auto& piece : coarse.pieces.list) mark_near(coarse, piece.cell, piece.cell);
}

template <class T, int Dim>
void Blending<T, Dim>::find(const Unknowns& fine, const Unknowns& coarse, const Transfer<T, Dim>& transfer,
                            const Aggregation<T, Dim>& aggregation, const Vec<std::ptrdiff_t, Dim>& stride) {
    find_near(coarse, aggregation);
    blends_.clear(), sources_.clear(), row_begin_.clear();
    const Search search{coarse, transfer, stride};
    const Vec<int, Dim>& cells = fine.op.cells;
    for (int number = 0; number < rows_of(cells); ++number) {
        const Row row = row_at(cells, number);
        row_begin_.push_back(static_cast<int>(blends_.size()));
        std::uint8_t* marks = row_of(marks_, row);
        for (int x = 0; x < cells[0]; ++x)
            if ((marks[x] & cell_mark::outside) == 0) marks[x] &= static_cast<std::uint8_t>(~cell_mark::left_alone);
        Vec<int, Dim> at{};
        at[1] = row.y;
        if constexpr (Dim == 3) at[2] = row.z;
        const std::uint8_t* near = &near_.view()[parent_in(transfer, at)];
        for (at[0] = 0; at[0] < cells[0]; ++at[0]) {
            const bool is_outside = (marks[at[0]] & cell_mark::outside) != 0;
            if (near[transfer.halved[0] ? at[0] / 2 : at[0]] == 0 || is_outside) continue;
            if (list(search, Kind::cell, at[0], at, aggregation.parent_of(transfer, at)))
                marks[at[0]] |= cell_mark::left_alone;
        }
    }
    row_begin_.push_back(static_cast<int>(blends_.size()));
    for (int i = 0; i < fine.pieces.count(); ++i)
        if (const int parent = aggregation.parent_of_piece(i); parent != Aggregation<T, Dim>::nowhere)
            list(search, Kind::piece, i, fine.pieces.list[i].cell, parent);
    lines_.find(std::span(blends_).subspan(static_cast<std::size_t>(row_begin_.back())), cells[Dim - 1],
                [&](const Blend& blend) { return fine.pieces.list[blend.index].cell[Dim - 1]; });
    blends_.push_back({0, static_cast<int>(sources_.size())});
}

template <class T, int Dim>
void Blending<T, Dim>::sort_sources(const RowOrder& order, const Vec<std::ptrdiff_t, Dim>& stride) {
    for (Source& source : sources_)
        if (source.node >= 0) source.node = order.offset(source.node, stride);
}

template <class T, int Dim>
T Blending<T, Dim>::blended(const Blend& blend, const T* coarse_x, const Pieces<T, Dim>& coarse) const {
    const T* const x[] = {coarse_x, coarse.x.data()};  // no processor foresees which
    T change = 0;
    for (int i = blend.begin; i < (&blend)[1].begin; ++i) {
        const int node = sources_[i].node, is_piece = node < 0;
        change += sources_[i].weight * x[is_piece][node ^ -is_piece];
    }
    return change;
}

template <class T, int Dim>
void Blending<T, Dim>::add_to_row(const Row& row, const T* coarse_x, const Pieces<T, Dim>& coarse,
                                  const View<T, Dim>& fine_x, const RowOrder& order) const {
    const std::size_t number = static_cast<std::size_t>(row.z * marks_.shape[1] + row.y);
    T* x = row_of(fine_x, row);
    for (int i = row_begin_[number]; i < row_begin_[number + 1]; ++i)
        x[order.place(blends_[i].index)] += blended(blends_[i], coarse_x, coarse);
}

template <class T, int Dim>
void Blending<T, Dim>::add_to_line(int line, const T* coarse_x, const Pieces<T, Dim>& coarse,
                                   Pieces<T, Dim>& fine) const {
    for (int i = fine.lines.begin(line); i < fine.lines.end(line); ++i) fine.prolonged[i] = T(0);
    const int first = row_begin_.back();
    for (int i = first + lines_.begin(line); i < first + lines_.end(line); ++i) {
        const int piece = blends_[i].index;
        fine.prolonged[piece] = blended(blends_[i], coarse_x, coarse);
        fine.x[piece] += fine.prolonged[piece];
    }
}

template <class T, int Dim>
void Blending<T, Dim>::add_to_pieces(const T* coarse_x, const Pieces<T, Dim>& coarse, Pieces<T, Dim>& fine,
                                     T* fine_b) const {
    for (std::size_t i = static_cast<std::size_t>(row_begin_.back()); i + 1 < blends_.size(); ++i)
        fine.change(blends_[i].index, blended(blends_[i], coarse_x, coarse), fine_b);
}

template class Blending<float, 2>;
template class Blending<float, 3>;
template class Blending<double, 2>;
template class Blending<double, 3>;

}  // namespace whorl
