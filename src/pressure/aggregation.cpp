#include "pressure/aggregation.hpp"

#include <algorithm>

#include "core/for_box.hpp"

namespace whorl {

template <class T, int Dim> std::size_t Aggregation<T, Dim>::bytes() const {
    return moved_.capacity() * sizeof(MovedCell<Dim>) + left_.capacity() * sizeof(Vec<int, Dim>) +
           weight_.capacity() * sizeof(double) + moved_lines_.bytes() + left_lines_.bytes() +
           (parent_of_piece_.capacity() + divided_.capacity() + group_.capacity() + node_.capacity()) * sizeof(int);
}

template <class T, int Dim> void Aggregation<T, Dim>::expect(const WallRoom<Dim>& fine, const WallRoom<Dim>& coarse) {
    make_room(moved_, fine.moved(), fine.cells);
    make_room(left_, fine.left(), coarse.cells);
    make_room(parent_of_piece_, fine.pieces());
    make_room(divided_, coarse.surface + coarse.inside + fine.pieces());
    constexpr double members = 64;  // of one coarse cell
    make_room(group_, members), make_room(weight_, members), make_room(node_, members);
}

template <class T, int Dim>
int Aggregation<T, Dim>::parent_of(const Transfer<T, Dim>& transfer, const Vec<int, Dim>& cell) const {
    if (!is_moved(cell)) return number_of(coarse_cells_, parent_in(transfer, cell));
    const auto found = std::lower_bound(moved_.begin(), moved_.end(), number_of(fine_cells_, cell),
                                        [](const MovedCell<Dim>& at, int number) { return at.number < number; });
    return found->piece < 0 ? int(nowhere) : ~found->piece;
}

template <class T, int Dim> int Aggregation<T, Dim>::root_of(int member) const {
    while (group_[member] != member) member = group_[member];
    return member;
}
template <class T, int Dim> void Aggregation<T, Dim>::join(int a, int b) {
    a = root_of(a), b = root_of(b);
    group_[std::max(a, b)] = std::min(a, b);
}

namespace {

/// A cell that is inside of the problem, but coupled to none: smoothing solves for it, and no coarse cell can help.
template <class T, int Dim>
bool is_alone(const Operator<T, Dim>& fine, const View<const T, Dim>& own, const Vec<int, Dim>& at) {
    if (fine.extra[at] > own[at]) return false;  // a piece is linked to it
    for (int a = 0; a < Dim; ++a)
        for (const int side : {0, 1})
            if (weight_towards(fine, at, a, side) > T(0)) return false;
    return true;
}

}  // namespace

/// Members of a coarse cell are its children, by slot, and behind them the pieces that lie in these.
template <class T, int Dim>
void Aggregation<T, Dim>::divide(const Operator<T, Dim>& fine, const View<const T, Dim>& own,
                                 const Pieces<T, Dim>& pieces, const Transfer<T, Dim>& transfer,
                                 const Vec<int, Dim>& parent, Pieces<T, Dim>& coarse) {
    constexpr int slots = 1 << Dim;
    const Children<T, Dim> children(fine, transfer, parent);
    int first_piece[slots]{}, first_member[slots]{};
    group_.resize(slots), weight_.assign(slots, 0.0), node_.assign(slots, nowhere);
    for_box(children.low, children.high, [&](const Vec<int, Dim>& at) {
        const int slot = children.slot_of(at), number = number_of(fine.cells, at);
        if (fine.is_inside(at) && !is_alone(fine, own, at))
            weight_[slot] = 1 / static_cast<double>(fine.inverse_at(at));
        first_piece[slot] = pieces.first_in(number), first_member[slot] = static_cast<int>(group_.size());
        for (int i = first_piece[slot]; i < pieces.count() && pieces.list[i].number == number; ++i) {
            const auto& piece = pieces.list[i];
            group_.push_back(0), node_.push_back(nowhere);
            weight_.push_back(piece.end > piece.begin ? 1 / static_cast<double>(piece.inverse) : 0.0);
        }
    });
    const int members = static_cast<int>(group_.size());
    for (int i = 0; i < members; ++i) group_[i] = i;

    const auto each_piece = [&](auto f) {
        for_box(children.low, children.high, [&](const Vec<int, Dim>& at) {
            const int slot = children.slot_of(at), number = number_of(fine.cells, at);
            for (int i = first_piece[slot]; i < pieces.count() && pieces.list[i].number == number; ++i)
                f(i, first_member[slot] + i - first_piece[slot]);
        });
    };
    for_box(children.low, children.high, [&](const Vec<int, Dim>& at) {
        for (int a = 0; a < Dim; ++a) {
            Vec<int, Dim> above = at;
            if (!(weight_towards(fine, at, a, 1) > T(0)) || !to_neighbour(fine, above, a, 1)) continue;
            if (const int slot = children.slot_of(above); slot >= 0) join(children.slot_of(at), slot);
        }
    });
    each_piece([&](int piece, int member) {
        for (int i = pieces.list[piece].begin; i < pieces.list[piece].end; ++i) {
            const int node = pieces.links[i].node;
            const int slot = children.slot_of(node < 0 ? pieces.list[~node].cell : cell_of(fine.cells, node));
            if (slot >= 0) join(member, node < 0 ? first_member[slot] + ~node - first_piece[slot] : slot);
        }
    });

    // A group's weight is collected at its root.
    int main = -1;
    for (int i = members - 1; i >= 0; --i) {
        const int root = root_of(i);
        if (root != i) weight_[root] += weight_[i];
    }
    for (int i = 0; i < members; ++i)
        if (root_of(i) == i && weight_[i] > 0 && (main < 0 || weight_[i] > weight_[main])) main = i;
    const int number = number_of(coarse_cells_, parent);
    for (int i = 0; i < members; ++i) {
        const int root = root_of(i);
        if (!(weight_[root] > 0)) continue;
        if (root == i && i != main) {
            node_[i] = ~coarse.count();
            coarse.list.push_back({.cell = parent, .number = number});
        }
        node_[i] = root == main ? number : node_[root];
    }
    const std::size_t moved_before = moved_.size();
    for_box(children.low, children.high, [&](const Vec<int, Dim>& at) {
        const int node = node_[children.slot_of(at)];
        const bool is_nowhere = node == nowhere && fine.is_inside(at);
        if (node >= 0 && !is_nowhere) return;
        marks_[at] |= cell_mark::moved;
        moved_.push_back({number_of(fine.cells, at), at, parent, is_nowhere ? -1 : ~node});
    });
    if (moved_.size() > moved_before) left_.push_back(parent);
    each_piece([&](int piece, int member) { parent_of_piece_[piece] = node_[member]; });
}

template <class T, int Dim>
void Aggregation<T, Dim>::find(const Operator<T, Dim>& fine, const View<const T, Dim>& own,
                               const Pieces<T, Dim>& pieces, const Transfer<T, Dim>& transfer, Pieces<T, Dim>& coarse) {
    for (const MovedCell<Dim>& moved : moved_) marks_[moved.cell] &= static_cast<std::uint8_t>(~cell_mark::moved);
    moved_.clear(), left_.clear(), divided_.clear(), coarse.clear();
    parent_of_piece_.assign(pieces.list.size(), int(nowhere));
    coarse_cells_ = fine.cells;
    for (int a = 0; a < Dim; ++a)
        if (transfer.halved[a]) coarse_cells_[a] = (fine.cells[a] + 1) / 2;
    for_box({}, coarse_cells_, [&](const Vec<int, Dim>& parent) {
        // Nearly all: every face between children is open.
        const Children<T, Dim> children(fine, transfer, parent);
        bool is_whole = true;
        for_box(children.low, children.high, [&](const Vec<int, Dim>& at) {
            for (int a = 0; a < Dim; ++a)
                is_whole = is_whole && (at[a] == children.low[a] || fine.weight(a, at) > T(0));
        });
        if (!is_whole) divided_.push_back(number_of(coarse_cells_, parent));
    });
    for (const auto& piece : pieces.list) divided_.push_back(number_of(coarse_cells_, parent_in(transfer, piece.cell)));
    std::sort(divided_.begin(), divided_.end());
    divided_.erase(std::unique(divided_.begin(), divided_.end()), divided_.end());
    for (const int number : divided_) divide(fine, own, pieces, transfer, cell_of(coarse_cells_, number), coarse);
    std::sort(moved_.begin(), moved_.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
    moved_lines_.find(moved_, coarse_cells_[Dim - 1], [](const auto& moved) { return moved.parent[Dim - 1]; });
    left_lines_.find(left_, coarse_cells_[Dim - 1], [](const auto& parent) { return parent[Dim - 1]; });
}

template class Aggregation<float, 2>;
template class Aggregation<float, 3>;
template class Aggregation<double, 2>;
template class Aggregation<double, 3>;

}  // namespace whorl
