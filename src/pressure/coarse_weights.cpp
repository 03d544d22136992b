// What the faces of a coarser level weigh, and the links of its pieces: the sum of the open fine faces between two
// coarse unknowns, as an average over a full coarse face, times what the longer way makes of it (level.hpp).
#include <algorithm>

#include "core/for_box.hpp"
#include "pressure/level.hpp"

namespace whorl {
namespace {

/// Fine conductance over coarse, for a coarse face along an axis, as lengths: how much longer the way is, times the
/// widths.
template <class T, int Dim>
double length_ratio(const Level<T, Dim>& fine, const Level<T, Dim>& coarse, int axis, int coarse_face) {
    const auto length = [](const Axis& at, int face) {
        const bool is_side = !at.periodic && (face == 0 || face == at.cells);
        return is_side ? at.width_of(face == 0 ? 0 : at.cells - 1) / 2 : at.distance(face);
    };
    const Axis &from = fine.axes[axis], &to = coarse.axes[axis];
    const int fine_face = fine.transfer.halved[axis] ? std::min(2 * coarse_face, from.cells) : coarse_face;
    return length(from, fine_face) * from.width / (length(to, coarse_face) * to.width);
}

/// How many fine cells a coarse one has, or, along `face_axis`, fine faces.
template <class T, int Dim> double count_of(const Level<T, Dim>& fine, int face_axis) {
    double count = 1;
    for (int a = 0; a < Dim; ++a)
        if (fine.transfer.halved[a] && a != face_axis) count *= 2;
    return count;
}

/// The sum over what a coarse cell is made of, or, along `face_axis`, the plane of a coarse face, over a full count; of
/// those only that `counts`.
template <class T, int Dim, class Value, class Counts>
double average(const Level<T, Dim>& fine, Value value, const Vec<int, Dim>& coarse, int face_axis, Counts counts) {
    Vec<int, Dim> low = coarse, high{};
    for (int a = 0; a < Dim; ++a) {
        const int n = fine.op.cells[a];
        const bool halved = fine.transfer.halved[a];
        if (halved) low[a] = std::min(2 * coarse[a], n);
        high[a] = halved && a != face_axis ? std::min(low[a] + 2, n) : low[a] + 1;
    }
    double sum = 0;
    for_box(low, high, [&](const Vec<int, Dim>& at) {
        if (counts(at)) sum += static_cast<double>(value(at));
    });
    return sum / count_of(fine, face_axis);
}

template <class T, int Dim> auto own_of(const Level<T, Dim>& fine) {
    return [&fine](const Vec<int, Dim>& at) { return fine.own[at]; };
}

template <class T, int Dim, class Counts>
void average_face(const Level<T, Dim>& fine, Level<T, Dim>& coarse, int axis, const Vec<int, Dim>& at, Counts counts) {
    const auto weight = [&](const Vec<int, Dim>& face) { return fine.op.weight(axis, face); };
    coarse.faces[axis].view()[at] =
        static_cast<T>(average(fine, weight, at, axis, counts) * length_ratio(fine, coarse, axis, at[axis]));
}

template <class T, int Dim> bool is_its_own_neighbour(const Level<T, Dim>& level, int axis) {
    return level.op.periodic[axis] && level.op.cells[axis] == 1;  // and feels nothing of itself
}

template <class T, int Dim> void average_all(const Level<T, Dim>& fine, Level<T, Dim>& coarse) {
    const auto all = [](const Vec<int, Dim>&) { return true; };
    for (int a = 0; a < Dim; ++a)
        if (!is_its_own_neighbour(coarse, a))
            for_box({}, coarse.faces[a].view().shape,
                    [&](const Vec<int, Dim>& at) { average_face(fine, coarse, a, at, all); });
    if (!fine.has_own) return;
    for_box({}, coarse.op.cells, [&](const Vec<int, Dim>& at) {
        coarse.extra.view()[at] = static_cast<T>(average(fine, own_of(fine), at, -1, all));
    });
}

/// Once more without the fine cells that belong to pieces.
template <class T, int Dim> void leave_out_moved(const Level<T, Dim>& fine, Level<T, Dim>& coarse) {
    const auto stays = [&](const Vec<int, Dim>& cell) { return !fine.aggregation.is_moved(cell); };
    for (const MovedCell<Dim>& moved : fine.aggregation.moved()) {
        if (fine.has_own)
            coarse.extra.view()[moved.parent] = static_cast<T>(average(fine, own_of(fine), moved.parent, -1, stays));
        for (int a = 0; a < Dim; ++a) {
            if (is_its_own_neighbour(coarse, a)) continue;
            const auto both_stay = [&](Vec<int, Dim> face) {
                const int n = fine.op.cells[a];
                Vec<int, Dim> below = face;
                --below[a];
                if (fine.op.periodic[a]) below[a] = (below[a] + n) % n, face[a] %= n;
                return (below[a] < 0 || stays(below)) && (face[a] == n || stays(face));
            };
            for (const int side : {0, 1}) {
                Vec<int, Dim> face = moved.parent;
                face[a] += side;
                average_face(fine, coarse, a, face, both_stay);
                const int n = coarse.op.cells[a];  // the first face of a periodic axis is the last
                if (!coarse.op.periodic[a] || (face[a] != 0 && face[a] != n)) continue;
                face[a] = n - face[a];
                average_face(fine, coarse, a, face, both_stay);
            }
        }
    }
}

/// What is open between the children of a coarse cell, halfway along an axis, as average_face has it; and whether a
/// wall is there that ends in the cell, since the children on its two sides are of one part.
struct Inside {
    double open = 0;
    bool has_wall = false;
};
template <class T, int Dim> Inside inside_of(const Level<T, Dim>& fine, const Vec<int, Dim>& coarse, int axis) {
    const Children<T, Dim> children(fine.op, fine.transfer, coarse);
    const auto counts = [&](const Vec<int, Dim>& cell) {
        return fine.op.is_inside(cell) && !fine.aggregation.is_moved(cell);
    };
    Inside inside;
    for_box(children.low, children.high, [&](const Vec<int, Dim>& at) {
        Vec<int, Dim> below = at;
        --below[axis];
        if (at[axis] == children.low[axis] || !counts(at) || !counts(below)) return;
        const auto weight = static_cast<double>(fine.op.weight(axis, at));
        inside.open += weight / count_of(fine, axis);
        inside.has_wall = inside.has_wall || !(weight > 0);
    });
    return inside;
}

/// The end of a wall that lies inside of a coarse cell is not seen by its faces, and what flows round it would find it
/// too easy: a way from centre to centre passes a half of each cell, one behind the other. Only there: elsewhere, as
/// beside solids, averages alone make the better correction. (A hundred thin walls: 0.29 a cycle instead of 0.34.)
template <class T, int Dim>
void narrow_face(const Level<T, Dim>& fine, Level<T, Dim>& coarse, int axis, Vec<int, Dim> face) {
    const auto faces = coarse.faces[axis].view();
    const int n = coarse.op.cells[axis];
    const bool is_side = face[axis] == 0 || face[axis] == n;
    if (!(faces[face] > T(0)) || (is_side && !coarse.op.periodic[axis])) return;
    Vec<int, Dim> low = face, high = face;
    low[axis] = (face[axis] + n - 1) % n, high[axis] = face[axis] % n;
    const Inside one = inside_of(fine, low, axis), other = inside_of(fine, high, axis);
    if (!(one.has_wall || other.has_wall) || !(one.open > 0) || !(other.open > 0)) return;
    const double open = static_cast<double>(faces[face]) / length_ratio(fine, coarse, axis, face[axis]);
    const double longer = 0.5 + 0.25 * open / one.open + 0.25 * open / other.open;
    if (!(longer > 1)) return;
    faces[face] = static_cast<T>(static_cast<double>(faces[face]) / longer);
    const T narrowed = faces[face];
    if (is_side) face[axis] = n - face[axis], faces[face] = narrowed;  // the first face of a periodic axis is the last
}
template <class T, int Dim> void narrow_beside_ends(const Level<T, Dim>& fine, Level<T, Dim>& coarse) {
    const std::vector<int>& divided = fine.aggregation.divided();
    for (const int number : divided)
        for (int a = 0; a < Dim; ++a) {
            if (!fine.transfer.halved[a] || is_its_own_neighbour(coarse, a)) continue;
            const Vec<int, Dim> cell = cell_of(coarse.op.cells, number);
            Vec<int, Dim> above = cell, below = cell;
            ++above[a];
            narrow_face(fine, coarse, a, above);
            const bool is_done = to_neighbour(coarse.op, below, a, 0) &&
                                 std::binary_search(divided.begin(), divided.end(), number_of(coarse.op.cells, below));
            if (!is_done) narrow_face(fine, coarse, a, cell);
        }
}

/// Collects the couplings of a coarse level's unknowns where one of them, or one of the fine ones, is a piece.
template <class T, int Dim> class Linker {
  public:
    Linker(const Level<T, Dim>& fine, Level<T, Dim>& coarse) : fine_(fine), coarse_(coarse) {}

    void link() {
        coarse_.pieces.couplings.clear();
        for (const MovedCell<Dim>& moved : fine_.aggregation.moved()) add_faces(moved);
        for (int i = 0; i < fine_.pieces.count(); ++i) add_links(i);
        const auto with_links = coarse_.with_links.view();
        coarse_.pieces.link(coarse_.op.cells, with_links.stride);
        for_box({}, coarse_.op.cells, [&](const Vec<int, Dim>& at) { with_links[at] = coarse_.own[at]; });
        for (const auto& link : coarse_.pieces.links)
            if (link.node >= 0) with_links.data[link.offset] += link.weight;
    }

  private:
    Vec<int, Dim> cell_of_coarse(int node) const {
        return node < 0 ? coarse_.pieces.list[~node].cell : cell_of(coarse_.op.cells, node);
    }

    void add_faces(const MovedCell<Dim>& moved) {
        if (moved.piece < 0) return;
        auto& piece = coarse_.pieces.list[moved.piece];
        piece.own += static_cast<double>(fine_.own[moved.cell]) / count_of(fine_, -1);
        for (int a = 0; a < Dim; ++a)
            for (const int side : {0, 1}) {
                const auto weight = static_cast<double>(weight_towards(fine_.op, moved.cell, a, side));
                if (!(weight > 0) || is_its_own_neighbour(fine_, a)) continue;
                Vec<int, Dim> beside = moved.cell;
                if (to_neighbour(fine_.op, beside, a, side))
                    couple(~moved.piece, fine_.aggregation.parent_of(fine_.transfer, beside), weight);
                else  // an open side holds it
                    piece.own += weight * scale(a, side == 0 ? 0 : coarse_.op.cells[a]);
            }
    }

    /// The links of a fine piece, whose other ends may be pieces (which have this link too) or cells (which do not).
    void add_links(int index) {
        const auto& self = fine_.pieces.list[index];
        const int parent = fine_.aggregation.parent_of_piece(index);
        if (parent == Aggregation<T, Dim>::nowhere) return;
        const double own = self.own / count_of(fine_, -1);
        if (parent < 0)
            coarse_.pieces.list[~parent].own += own;
        else
            coarse_.extra.view()[cell_of_coarse(parent)] += static_cast<T>(own);
        for (int i = self.begin; i < self.end; ++i) {
            const auto& link = fine_.pieces.links[i];
            const bool is_cell = link.node >= 0;
            const int other = is_cell ? fine_.aggregation.parent_of(fine_.transfer, cell_of(fine_.op.cells, link.node))
                                      : fine_.aggregation.parent_of_piece(~link.node);
            // So weak a link (of viscosity, next to a diagonal of 1) that the cell at its end did not feel it: it
            // counts as coupled to none.
            if (other == Aggregation<T, Dim>::nowhere) continue;
            const auto weight = static_cast<double>(link.weight);
            if (parent < 0) couple(parent, other, weight);
            if (other < 0 && is_cell) couple(other, parent, weight);
            if (parent >= 0 && other >= 0 && (is_cell || index < ~link.node)) open_face(parent, other, weight);
        }
    }

    /// The axis that two neighbouring coarse cells lie along, and the face between them. False if they are one cell.
    bool find_face(const Vec<int, Dim>& p, const Vec<int, Dim>& q, int& axis, Vec<int, Dim>& face) const {
        for (axis = 0; axis < Dim; ++axis) {
            if (p[axis] == q[axis]) continue;
            const int by = q[axis] - p[axis];
            face = by > 0 ? q : p;
            if (by != 1 && by != -1) face[axis] = 0;  // round a periodic axis
            return true;
        }
        return false;
    }
    double scale(int axis, int coarse_face) const {
        return length_ratio(fine_, coarse_, axis, coarse_face) / count_of(fine_, axis);
    }
    void couple(int piece, int node, double weight) {
        int axis = 0;
        Vec<int, Dim> face{};
        if (!find_face(cell_of_coarse(piece), cell_of_coarse(node), axis, face)) return;
        coarse_.pieces.couplings.push_back({~piece, node, 0, weight * scale(axis, face[axis])});
    }
    void open_face(int p, int q, double weight) {
        int axis = 0;
        Vec<int, Dim> face{};
        if (!find_face(cell_of_coarse(p), cell_of_coarse(q), axis, face)) return;
        const auto faces = coarse_.faces[axis].view();
        faces[face] += static_cast<T>(weight * scale(axis, face[axis]));
        const bool is_first = coarse_.op.periodic[axis] && face[axis] == 0;
        if (!is_first) return;
        const T value = faces[face];
        face[axis] = coarse_.op.cells[axis];
        faces[face] = value;
    }

    const Level<T, Dim>& fine_;
    Level<T, Dim>& coarse_;
};

}  // namespace

template <class T, int Dim> void weigh_coarser_level(Level<T, Dim>& fine, Level<T, Dim>& coarse) {
    fine.aggregation.find(fine.op, fine.own, fine.pieces, fine.transfer, coarse.pieces);
    average_all(fine, coarse);
    leave_out_moved(fine, coarse);
    narrow_beside_ends(fine, coarse);
    Linker<T, Dim>(fine, coarse).link();
    (void)invert_diagonal(coarse);
    fine.blending.find({fine.op, fine.pieces}, {coarse.op, coarse.pieces}, fine.transfer, fine.aggregation,
                       coarse.with_links.view().stride);
    find_clear_rows(fine);
    fine.divided.find(fine.op, fine.transfer, fine.aggregation, coarse.op.cells[Dim - 1]);
}

template void weigh_coarser_level(Level<float, 2>&, Level<float, 2>&);
template void weigh_coarser_level(Level<float, 3>&, Level<float, 3>&);
template void weigh_coarser_level(Level<double, 2>&, Level<double, 2>&);
template void weigh_coarser_level(Level<double, 3>&, Level<double, 3>&);

}  // namespace whorl
