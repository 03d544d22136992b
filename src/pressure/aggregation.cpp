#include "pressure/aggregation.hpp"

#include <algorithm>

#include "core/for_box.hpp"

namespace whorl {
namespace {

template <class T, int Dim> T weight_towards(const Operator<T, Dim>& op, Vec<int, Dim> cell, int axis, int high) {
    cell[axis] += high;
    return op.face[axis][cell];
}

/// The neighbour, round periodic axes too; false if there is none.
template <class T, int Dim> bool neighbour(const Operator<T, Dim>& op, Vec<int, Dim>& cell, int axis, int high) {
    cell[axis] += high ? 1 : -1;
    if (op.periodic[axis]) cell[axis] = (cell[axis] + op.cells[axis]) % op.cells[axis];
    return cell[axis] >= 0 && cell[axis] < op.cells[axis];
}

}  // namespace

template <class T, int Dim> Result<void> Aggregation<T, Dim>::make(const Vec<int, Dim>& fine_cells) {
    for (Field<std::uint8_t, Dim>* field : {&special_, &way_}) {
        auto made = Field<std::uint8_t, Dim>::make(fine_cells, 0);
        if (!made) return made.error();
        *field = std::move(made).value();
    }
    return {};
}

template <class T, int Dim> std::size_t Aggregation<T, Dim>::bytes() const {
    return special_.bytes() + way_.bytes() + moved_.capacity() * sizeof(MovedCell<Dim>) +
           blended_.capacity() * sizeof(BlendedCell<T, Dim>);
}

namespace {

constexpr std::uint8_t undecided = 255;

/// Offsets of -1, 0 and 1 along each axis as one number; 1 is none.
template <int Dim> std::uint8_t way_of(const Vec<int, Dim>& offset) {
    int way = 0;
    for (int a = Dim - 1; a >= 0; --a) way = 3 * way + offset[a] + 1;
    return static_cast<std::uint8_t>(way + 1);
}
template <int Dim> Vec<int, Dim> offset_of(int way) {
    Vec<int, Dim> offset{};
    --way;
    for (int a = 0; a < Dim; ++a) offset[a] = way % 3 - 1, way /= 3;
    return offset;
}

/// Along a periodic axis the shorter way round.
template <int Dim> int apart(int from, int to, int n, bool periodic) {
    const int by = to - from;
    if (!periodic || n < 3) return by;
    return by == n - 1 ? -1 : by == 1 - n ? 1 : by;
}

}  // namespace

template <class T, int Dim>
Vec<int, Dim> Aggregation<T, Dim>::parent_of(const Transfer<T, Dim>& transfer, const Vec<int, Dim>& cell) const {
    Vec<int, Dim> parent = parent_in(transfer, cell);
    const int way = way_.view()[cell];
    if (way == 0 || way == undecided) return parent;
    const Vec<int, Dim> offset = offset_of<Dim>(way);
    for (int a = 0; a < Dim; ++a) {
        const int fine = way_.view().shape[a], n = transfer.halved[a] ? (fine + 1) / 2 : fine;
        parent[a] = (parent[a] + offset[a] + n) % n;  // wraps where it is periodic; elsewhere it does not get so far
    }
    return parent;
}

/// The children of one coarse cell in connected groups: the heaviest stays, the others look for a way out.
template <class T, int Dim>
void Aggregation<T, Dim>::divide(const Operator<T, Dim>& fine, const Transfer<T, Dim>& transfer,
                                 const Vec<int, Dim>& parent) {
    constexpr int most = 1 << Dim;
    Vec<int, Dim> child[most];
    int group[most], count = 0;
    Vec<int, Dim> low = parent, high{};
    for (int a = 0; a < Dim; ++a) {
        if (transfer.halved[a]) low[a] = 2 * parent[a];
        high[a] = std::min(low[a] + (transfer.halved[a] ? 2 : 1), fine.cells[a]);
    }
    for_box(low, high, [&](const Vec<int, Dim>& at) {
        if (fine.inverse[at] > T(0)) group[count] = count, child[count++] = at;
    });
    const auto number_of = [&](const Vec<int, Dim>& cell) {
        for (int i = 0; i < count; ++i)
            if (child[i] == cell) return i;
        return -1;
    };
    int groups = count;
    for (int i = 0; i < count; ++i)
        for (int a = 0; a < Dim; ++a) {
            Vec<int, Dim> beside = child[i];
            ++beside[a];
            const int j = number_of(beside);
            if (j < 0 || !(fine.face[a][beside] > T(0)) || group[i] == group[j]) continue;
            const int from = std::max(group[i], group[j]), to = std::min(group[i], group[j]);
            for (int k = 0; k < count; ++k)
                if (group[k] == from) group[k] = to;
            --groups;
        }
    if (groups < 2) return;
    double weight[most]{};
    for (int i = 0; i < count; ++i) weight[group[i]] += 1 / static_cast<double>(fine.inverse[child[i]]);
    const int main = static_cast<int>(std::max_element(weight, weight + count) - weight);
    for (int g = 0; g < count; ++g) {
        if (g == main || !(weight[g] > 0)) continue;
        Group cut{};
        for (int i = 0; i < count; ++i)
            if (group[i] == g) {
                cut.child[cut.count++] = child[i];
                way_.view()[child[i]] = undecided;
            }
        groups_.push_back(cut);
    }
}

/// The parent of the neighbour that a group is joined to most strongly, if that neighbour has decided already.
template <class T, int Dim>
bool Aggregation<T, Dim>::find_way(const Operator<T, Dim>& fine, const Transfer<T, Dim>& transfer, const Group& group) {
    const Vec<int, Dim> parent = parent_in(transfer, group.child[0]);
    T best = 0;
    Vec<int, Dim> way{};
    for (int i = 0; i < group.count; ++i)
        for (int a = 0; a < Dim; ++a)
            for (const int side : {0, 1}) {
                Vec<int, Dim> beside = group.child[i];
                const T open = weight_towards(fine, group.child[i], a, side);
                if (!(open > best) || !neighbour(fine, beside, a, side)) continue;
                if (parent_in(transfer, beside) == parent || way_.view()[beside] == undecided) continue;
                const Vec<int, Dim> other = parent_of(transfer, beside);
                Vec<int, Dim> offset{};
                bool is_near = other != parent;
                for (int b = 0; b < Dim; ++b) {
                    const int n = transfer.halved[b] ? (fine.cells[b] + 1) / 2 : fine.cells[b];
                    offset[b] = apart<Dim>(parent[b], other[b], n, fine.periodic[b]);
                    is_near = is_near && offset[b] >= -1 && offset[b] <= 1;
                }
                if (is_near) best = open, way = offset;
            }
    if (!(best > T(0))) return false;
    for (int i = 0; i < group.count; ++i) way_.view()[group.child[i]] = way_of(way);
    for (int i = 0; i < group.count; ++i)
        moved_.push_back({group.child[i], parent, parent_of(transfer, group.child[i])});
    return true;
}

template <class T, int Dim>
void Aggregation<T, Dim>::find_moved(const Operator<T, Dim>& fine, const Transfer<T, Dim>& transfer) {
    moved_.clear(), groups_.clear();
    const auto ways = way_.view();
    std::fill_n(ways.data, way_.layout().size - way_.layout().first, std::uint8_t(0));
    Vec<int, Dim> coarse = fine.cells;
    for (int a = 0; a < Dim; ++a)
        if (transfer.halved[a]) coarse[a] = (fine.cells[a] + 1) / 2;
    for_box({}, coarse, [&](const Vec<int, Dim>& parent) {
        // Nearly all: every face between children is open.
        Vec<int, Dim> low = parent, high{};
        for (int a = 0; a < Dim; ++a) {
            if (transfer.halved[a]) low[a] = 2 * parent[a];
            high[a] = std::min(low[a] + (transfer.halved[a] ? 2 : 1), fine.cells[a]);
        }
        bool is_whole = true;
        for_box(low, high, [&](const Vec<int, Dim>& at) {
            for (int a = 0; a < Dim; ++a) is_whole = is_whole && (at[a] == low[a] || fine.face[a][at] > T(0));
        });
        if (!is_whole) divide(fine, transfer, parent);
    });
    // Those beside a cell that stays first; then those beside one of them, and so on.
    for (int round = 0; round < 4 && !groups_.empty(); ++round) {
        const auto rest = std::remove_if(groups_.begin(), groups_.end(),
                                         [&](const Group& group) { return find_way(fine, transfer, group); });
        if (rest == groups_.end()) break;
        groups_.erase(rest, groups_.end());
    }
    for (const Group& group : groups_)
        for (int i = 0; i < group.count; ++i) ways[group.child[i]] = 0;  // it stays after all
}

template <class T, int Dim>
void Aggregation<T, Dim>::find_blended(const Operator<T, Dim>& fine, const Transfer<T, Dim>& transfer,
                                       const Operator<T, Dim>& coarse) {
    blended_.clear();
    const auto special = special_.view();
    std::fill_n(special.data, special_.layout().size - special_.layout().first, std::uint8_t(0));
    const auto add = [&](const BlendedCell<T, Dim>& cell) {
        special[cell.cell] = 1;
        blended_.push_back(cell);
    };
    for (const MovedCell<Dim>& cell : moved_) {
        BlendedCell<T, Dim> blended{.cell = cell.cell, .count = 1};
        blended.corner[0] = cell.to, blended.weight[0] = T(1);
        add(blended);
    }
    // A coarse cell with a closed face: its children must not look through it.
    for_box({}, coarse.cells, [&](const Vec<int, Dim>& parent) {
        if (!(coarse.inverse[parent] > T(0))) return;
        bool is_open = true;
        for (int a = 0; a < Dim; ++a)
            for (const int side : {0, 1}) {
                Vec<int, Dim> beside = parent;
                if (transfer.halved[a] && neighbour(coarse, beside, a, side))
                    is_open = is_open && weight_towards(coarse, parent, a, side) > T(0);
            }
        // Diagonal neighbours may be cut off although the faces here are open: one more look around.
        Vec<int, Dim> low{}, high{};
        for (int a = 0; a < Dim; ++a)
            low[a] = std::max(parent[a] - 1, 0), high[a] = std::min(parent[a] + 2, coarse.cells[a]);
        for_box(low, high, [&](const Vec<int, Dim>& at) {
            for (int a = 0; a < Dim; ++a) is_open = is_open && (at[a] == low[a] || coarse.face[a][at] > T(0));
        });
        if (is_open) return;
        for (int a = 0; a < Dim; ++a) {
            low[a] = transfer.halved[a] ? 2 * parent[a] : parent[a];
            high[a] = std::min(low[a] + (transfer.halved[a] ? 2 : 1), fine.cells[a]);
        }
        for_box(low, high, [&](const Vec<int, Dim>& at) {
            if (special[at] != 0 || !(fine.inverse[at] > T(0))) return;
            BlendedCell<T, Dim> blended{.cell = at};
            T left = 1;  // of the weights
            unsigned reached = 1;
            const auto corner_of = [&](int k, Vec<int, Dim>& corner) {
                corner = parent;
                for (int a = 0; a < Dim; ++a)
                    if ((k >> a & 1) != 0 && (!transfer.halved[a] || !neighbour(coarse, corner, a, at[a] % 2)))
                        return false;
                return true;
            };
            for (int round = 0; round < Dim; ++round)
                for (int k = 0; k < 1 << Dim; ++k)
                    for (int a = 0; a < Dim; ++a) {
                        Vec<int, Dim> from{}, to{};
                        if ((reached >> k & 1) == 0 || !corner_of(k, from) || !corner_of(k ^ 1 << a, to)) continue;
                        const int side = ((k >> a & 1) != 0) != (at[a] % 2 != 0);
                        if (weight_towards(coarse, from, a, side) > T(0)) reached |= 1u << (k ^ 1 << a);
                    }
            for (int k = 1; k < 1 << Dim; ++k) {
                Vec<int, Dim> corner{};
                if ((reached >> k & 1) == 0 || !corner_of(k, corner)) continue;
                T weight = 1;
                for (int a = 0; a < Dim; ++a) {
                    if (!transfer.halved[a]) continue;
                    weight *= (k >> a & 1) != 0 ? transfer.far[a][at[a]] : transfer.near[a][at[a]];
                }
                blended.corner[blended.count] = corner;
                blended.weight[blended.count++] = weight;
                left -= weight;
            }
            blended.corner[blended.count] = parent;
            blended.weight[blended.count++] = left;
            add(blended);
        });
    });
}

template class Aggregation<float, 2>;
template class Aggregation<float, 3>;
template class Aggregation<double, 2>;
template class Aggregation<double, 3>;

}  // namespace whorl
