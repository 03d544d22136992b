// Where a general operator is as uniform as if there were no walls. Kernels take the same numbers from a register there
// that they would otherwise read for every cell.
#include <algorithm>

#include "core/for_box.hpp"
#include "pressure/level.hpp"
#include "pressure/sorted_table.hpp"

namespace whorl {
namespace {

/// Shorter ones are not worth a loop of their own; nor are shorter parts between them, which take from the runs.
constexpr int least_run = CellRun::least;
/// So many odd cells, at the most, are passed over at a time, and so many alike ones have to follow.
constexpr int most_passed = 8, least_between = 16;
/// Rows of no more cells have one run, or none, without odd cells: a few vectors with weights are done sooner than
/// parts.
constexpr int short_row = 4 * least_run;
/// Fewer cells outside of the problem are not worth leaving out.
constexpr int least_shut = 16;
/// How long things take, as was measured, beside a cell of a run: to begin with a part of a row, a cell whose weights
/// are read, and an odd one.
constexpr int part_work = 80, weighed_work = 3, odd_work = 20;

/// What more than half of the values are, if anything is (Boyer, Moore 1981): each takes one of another kind with it.
template <class T> class Majority {
  public:
    void add(T value) {
        if (count_ == 0) value_ = value;
        count_ += value == value_ ? 1 : -1;
    }
    T value() const { return value_; }

  private:
    T value_ = 0;
    int count_ = 0;
};

template <class T, int Dim> int rows_of(const Operator<T, Dim>& op) {
    return Dim == 2 ? op.cells[1] : op.cells[1] * op.cells[Dim - 1];
}

/// Of the faces below cells that are inside.
template <class T, int Dim> void find_most(Level<T, Dim>& level) {
    Majority<T> weight[Dim], extra, inverse;
    const Operator<T, Dim>& op = level.op;
    for_box({}, op.cells, [&](const Vec<int, Dim>& at) {
        if (!op.is_inside(at)) return;
        for (int a = 0; a < Dim; ++a) weight[a].add(op.weight(a, at));
        extra.add(op.extra[at]);
        if (!op.is_open()) inverse.add(op.inverse[at]);
    });
    AlikeRuns<T, Dim>& alike = level.op.alike;
    alike.extra = extra.value(), alike.inverse = inverse.value();
    auto diagonal = static_cast<double>(alike.extra);
    for (int a = 0; a < Dim; ++a) {
        alike.weight[a] = weight[a].value();
        diagonal += static_cast<double>(alike.weight[a]) + static_cast<double>(alike.weight[a]);
    }
    if (op.is_open()) alike.inverse = diagonal > 0 ? static_cast<T>(1 / diagonal) : T(0);
}

/// Whether each cell of a part of a row is alike; not the last of the row, which kernels treat as an end.
template <class T, int Dim> void mark(const Operator<T, Dim>& op, const Row& row, std::uint8_t* __restrict is_alike) {
    const bool ends = row.x1 == op.cells[0];
    if (ends) is_alike[row.x1 - row.x0 - 1] = 0;
    const int count = row.x1 - row.x0 - (ends ? 1 : 0);
    const T* extra = row_of(op.extra, row) + row.x0;
    const AlikeRuns<T, Dim> most = op.alike;
    for (int i = 0; i < count; ++i) is_alike[i] = extra[i] == most.extra && most.inverse > T(0);
    for (int a = 0; a < Dim && op.is_open(); ++a) {
        const OpenRow<T> low = op.open_row(row, a, false), high = op.open_row(row, a, true);
        const T weight = most.weight[a];
        for (int i = 0; i < count; ++i)
            is_alike[i] = is_alike[i] != 0 && T(low.value[row.x0 + i]) * low.unit == weight &&
                          T(high.value[row.x0 + i]) * high.unit == weight;
    }
    if (op.is_open()) return;
    const T* inverse = row_of(op.inverse, row) + row.x0;
    for (int i = 0; i < count; ++i) is_alike[i] = is_alike[i] != 0 && inverse[i] == most.inverse;
    for (int a = 0; a < Dim; ++a) {
        const T* low = row_of(op.face[a], row) + row.x0;
        const T* high = low + (a == 0 ? 1 : op.face[a].stride[a]);
        const T weight = most.weight[a];
        for (int i = 0; i < count; ++i) is_alike[i] = is_alike[i] != 0 && low[i] == weight && high[i] == weight;
    }
}

/// The runs of one row, as they are found.
class RowOfRuns {
  public:
    RowOfRuns(int cells, std::span<const ShutCells> shut, std::vector<CellRun>& runs, std::vector<std::uint16_t>& odd,
              std::size_t most_odd)
        : last_cell_(cells - 1),
          shut_(shut),
          runs_(runs),
          odd_(odd),
          most_odd_(most_odd) {
        run_.odd[0] = static_cast<int>(odd.size());
    }

    void add(int x) {
        if (stretch_.end != x) keep_stretch(), stretch_.begin = x;
        stretch_.end = x + 1;
    }
    void end() {
        keep_stretch();
        if (run_.end < last_cell_) run_.end = std::min(run_.end, last_cell_ - least_run);
        keep();
    }

  private:
    /// With the run before it, if few odd cells are between them.
    void keep_stretch() {
        const int passed = stretch_.begin - run_.end, odd = static_cast<int>(odd_.size()) - run_.odd[0];
        const bool goes_on = run_.end > 0 && passed <= most_passed && stretch_.begin <= CellRun::last_odd &&
                             odd + passed <= CellRun::most_odd &&
                             odd_.size() + static_cast<std::size_t>(passed) <= most_odd_ &&
                             stretch_.end - stretch_.begin >= least_between;
        if (goes_on) {
            for (int x = run_.end; x < stretch_.begin; ++x) odd_.push_back(static_cast<std::uint16_t>(x));
            run_.end = stretch_.end;
            return;
        }
        keep();
        run_ = stretch_;
        run_.odd[0] = static_cast<int>(odd_.size());
    }
    /// A few odd cells between it and those that are shut belong to it.
    void go_on_to_shut() {
        const auto add = [&](int begin, int end) {
            const int count = end - begin, odd = static_cast<int>(odd_.size()) - run_.odd[0];
            const bool fits = count > 0 && count <= most_passed && end <= CellRun::last_odd &&
                              odd + count <= CellRun::most_odd &&
                              odd_.size() + static_cast<std::size_t>(count) <= most_odd_;
            for (int x = begin; fits && x < end; ++x) odd_.push_back(static_cast<std::uint16_t>(x));
            return fits;
        };
        for (const ShutCells& shut : shut_) {
            if (shut.end <= run_.begin && add(shut.end, run_.begin)) run_.begin = shut.end;
            if (shut.begin >= run_.end && add(run_.end, shut.begin)) run_.end = shut.begin;
        }
    }
    void keep() {
        if (run_.end > run_.begin) go_on_to_shut();
        run_.begin = std::max(run_.begin, 1), run_.end = std::min(run_.end, last_cell_);
        if (run_.begin > last_end_) run_.begin = std::max(run_.begin, last_end_ + least_run);
        if (run_.end - run_.begin < least_run) return odd_.resize(static_cast<std::size_t>(run_.odd[0]));
        const auto first = odd_.begin() + run_.odd[0];
        const auto is_outside = [&](int x) { return x < run_.begin || x >= run_.end; };
        odd_.erase(std::remove_if(first, odd_.end(), is_outside), odd_.end());
        std::sort(first, odd_.end(), [](int a, int b) { return a % 2 != b % 2 ? a % 2 < b % 2 : a < b; });
        run_.odd[1] =
            run_.odd[0] + static_cast<int>(std::count_if(first, odd_.end(), [](int x) { return x % 2 == 0; }));
        run_.odd[2] = static_cast<int>(odd_.size());
        runs_.push_back(run_);
        last_end_ = run_.end;
    }

    int last_cell_, last_end_ = 1;  // the first and the last cell are never among them: kernels do without
    CellRun run_{0, 0}, stretch_{0, 0};
    std::span<const ShutCells> shut_;
    std::vector<CellRun>& runs_;
    std::vector<std::uint16_t>& odd_;
    std::size_t most_odd_;
};

/// Beyond a side x is 0, whatever the weight of the side: such rows read no neighbour there.
template <class T, int Dim> bool is_on_side(const Operator<T, Dim>& op, const Row& row) {
    const auto is_last = [&](int axis, int at) { return !op.periodic[axis] && (at == 0 || at == op.cells[axis] - 1); };
    return is_last(1, row.y) || (Dim == 3 && is_last(Dim - 1, row.z));
}

/// One cell in sixteen, or thirty-two, for which there is room from the beginning.
template <class T, int Dim> std::size_t most_odd(const Level<T, Dim>& level) {
    return static_cast<std::size_t>(level.region().cells()) / (Dim == 2 ? 16 : 32);
}

template <class T, int Dim> void add_runs(Level<T, Dim>& level, const Row& row) {
    const Operator<T, Dim>& op = level.op;
    if (is_on_side(op, row)) return;
    const std::size_t runs = level.runs.size(), odd = level.odd.size();
    constexpr int some = 256;
    std::uint8_t is_alike[some];
    const auto shut = std::span<const ShutCells>(level.shut).subspan(static_cast<std::size_t>(level.first_shut.back()));
    RowOfRuns found(row.x1, shut, level.runs, level.odd, most_odd(level));
    for (int start = row.x0; start < row.x1; start += some) {
        const int count = std::min(row.x1 - start, some);
        mark(op, {start, start + count, row.y, row.z}, is_alike);
        for (int i = 0; i < count; ++i)
            if (is_alike[i] != 0) found.add(start + i);
    }
    found.end();
    if (row.x1 > short_row || (level.runs.size() <= runs + 1 && level.odd.size() == odd)) return;
    level.runs.resize(runs, CellRun{0, 0}), level.odd.resize(odd);
}

/// Those of a row that are outside of the problem; without its ends, as above.
template <class T, int Dim> void add_shut(Level<T, Dim>& level, const Row& row) {
    const std::uint8_t* marks = row_of(level.op.marks, row);
    for (int x = row.x0 + 1; x < row.x1 - 1; ++x) {
        const int begin = x;
        while (x < row.x1 - 1 && (marks[x] & cell_mark::outside) != 0) ++x;
        if (x - begin >= least_shut) level.shut.push_back({begin, x});
    }
}

/// Whether the first or the last cell of a row has the weights of most, but for its face on the side.
template <class T, int Dim>
bool is_plain_end(const Operator<T, Dim>& op, const CellWeights<T, Dim>& end, T on_side, T inner) {
    const AlikeRuns<T, Dim>& most = op.alike;
    bool result = end.extra == most.extra && end.inverse > T(0) && inner == most.weight[0] &&
                  on_side == (op.periodic[0] ? most.weight[0] : T(0));
    for (int a = 0; a < Dim - 1; ++a)
        result = result && end.low[a] == most.weight[a + 1] && end.high[a] == most.weight[a + 1];
    return result;
}

template <class T, int Dim> RowKind kind_of(const Level<T, Dim>& level, const Row& row, std::size_t number) {
    const Operator<T, Dim>& op = level.op;
    const auto is_between = [&](int axis, int at) { return at > 0 && at < op.cells[axis] - 1; };
    const bool has_rows_beside = is_between(1, row.y) && (Dim == 2 || is_between(Dim - 1, row.z));
    const int first = level.first_run[number];
    if (!has_rows_beside || row.x1 % 2 != 0 || level.first_run[number + 1] != first + 1) return RowKind::parted;
    const CellRun& run = level.runs[static_cast<std::size_t>(first)];
    const RowEndWeights<T, Dim>& ends = level.end_weights[static_cast<std::size_t>(level.ends_of[number])];
    const bool is_whole = run.begin == 1 && run.end == row.x1 - 1 && run.odd[2] == run.odd[0] &&
                          is_plain_end(op, ends.first, ends.first.left, ends.first.right) &&
                          is_plain_end(op, ends.last, ends.last.right, ends.last.left);
    return is_whole ? RowKind::whole : RowKind::parted;
}

/// Of the cells that are worked on one by one. Most rows end like the one before.
template <class T, int Dim> void collect_weights(Level<T, Dim>& level) {
    const auto collect = sorted_general_kernels(level.op).collect;
    level.odd_weights.resize(level.odd.size());
    level.end_weights.clear(), level.ends_of.clear(), level.row_kinds.clear();
    const Region<Dim> region = level.region();
    for (int i = 0; i < region.count(); ++i) {
        RowEndWeights<T, Dim> ends;
        collect({level.op, level.odd_weights.data(), &ends}, region.row(i));
        if (level.end_weights.empty() || !(level.end_weights.back() == ends)) level.end_weights.push_back(ends);
        level.ends_of.push_back(static_cast<int>(level.end_weights.size()) - 1);
        level.row_kinds.push_back(kind_of(level, region.row(i), static_cast<std::size_t>(i)));
    }
}

template <class T, int Dim> std::int64_t work_of(const Level<T, Dim>& level, std::size_t row) {
    const auto begin_of = [](const std::vector<int>& first, std::size_t i) {
        return static_cast<std::size_t>(first[i]);
    };
    if (level.row_kinds[row] != RowKind::parted) return level.op.cells[0];
    std::int64_t sum = 0, passed = 0;
    for (std::size_t i = begin_of(level.first_run, row); i < begin_of(level.first_run, row + 1); ++i) {
        const CellRun& run = level.runs[i];
        passed += run.end - run.begin;
        sum += run.end - run.begin + part_work + odd_work * (run.odd[2] - run.odd[0]);
    }
    for (std::size_t i = begin_of(level.first_shut, row); i < begin_of(level.first_shut, row + 1); ++i) {
        passed += level.shut[i].end - level.shut[i].begin;
        sum += part_work;
    }
    return sum + weighed_work * (level.op.cells[0] - passed);
}
/// Of all lines before a line.
template <class T, int Dim> void add_up_work(Level<T, Dim>& level) {
    const int lines = level.op.cells[Dim - 1], rows = Dim == 2 ? 1 : level.op.cells[1];
    level.work.assign(1, 0);
    for (int line = 0; line < lines; ++line) {
        std::int64_t sum = level.work.back();
        for (int row = 0; row < rows; ++row) sum += work_of(level, static_cast<std::size_t>(line * rows + row));
        level.work.push_back(sum);
    }
}

/// Where the lists are.
template <class T, int Dim> void set_alike(Level<T, Dim>& level) {
    AlikeRuns<T, Dim>& alike = level.op.alike;
    alike.runs = level.runs.data(), alike.first_run = level.first_run.data(), alike.odd = level.odd.data();
    alike.shut = level.shut.data(), alike.first_shut = level.first_shut.data();
    alike.odd_weights = level.odd_weights.data(), alike.end_weights = level.end_weights.data();
    alike.ends_of = level.ends_of.data(), alike.kinds = level.row_kinds.data();
}

}  // namespace

template <class T, int Dim> void reserve_runs(Level<T, Dim>& level) {
    const auto rows = static_cast<std::size_t>(rows_of(level.op));
    // As long as runs are, at the least, so is what lies between them.
    level.runs.reserve(rows * static_cast<std::size_t>((level.op.cells[0] + least_run) / (2 * least_run)));
    level.first_run.reserve(rows + 1);
    level.odd.reserve(most_odd(level));
    level.first_shut.reserve(rows + 1), level.ends_of.reserve(rows), level.row_kinds.reserve(rows);
    level.work.reserve(static_cast<std::size_t>(level.op.cells[Dim - 1]) + 1);
    // As much as most need that have no walls (expect_runs).
    level.shut.reserve(rows + rows / 2);
    level.odd_weights.reserve(most_odd(level) / 4), level.end_weights.reserve(rows / 4 + 8);
}

template <class T, int Dim> void expect_runs(Level<T, Dim>& level, const WallRoom<Dim>& walls) {
    const double rows = rows_of(level.op), odd = static_cast<double>(most_odd(level));
    make_room(level.odd_weights, 1.25 * walls.surface, odd);
    // What is shut lies between surfaces and sides.
    make_room(level.shut, rows + walls.surface / 2, rows * std::ceil(level.op.cells[0] / (least_shut + 1.0)));
    make_room(level.end_weights, rows / 4 + 8 + walls.surface / 4, rows);
    set_alike(level);
}

template <class T, int Dim> void find_runs(Level<T, Dim>& level) {
    level.runs.clear(), level.first_run.clear(), level.odd.clear();
    level.shut.clear(), level.first_shut.clear();
    find_most(level);
    const Vec<int, Dim>& cells = level.op.cells;
    for (int number = 0; number < rows_of(level.op); ++number) {
        const Row row{0, cells[0], number % cells[1], number / cells[1]};
        level.first_run.push_back(static_cast<int>(level.runs.size()));
        level.first_shut.push_back(static_cast<int>(level.shut.size()));
        add_shut(level, row);
        add_runs(level, row);
    }
    level.first_run.push_back(static_cast<int>(level.runs.size()));
    level.first_shut.push_back(static_cast<int>(level.shut.size()));
    set_alike(level);
    collect_weights(level);
    add_up_work(level);
    set_alike(level);
}

template <class T, int Dim> void find_clear_rows(Level<T, Dim>& level) {
    const Region<Dim> region = level.region();
    for (int i = 0; i < region.count(); ++i) {
        RowKind& kind = level.row_kinds[static_cast<std::size_t>(i)];
        if (kind == RowKind::parted) continue;
        const std::uint8_t* marks = row_of(level.op.marks, region.row(i));
        int any = 0;
        for (int x = 0; x < level.op.cells[0]; ++x) any |= marks[x];
        kind = any == 0 ? RowKind::clear : RowKind::whole;
    }
}

#define WHORL_INSTANTIATE(T, Dim)                  \
    template void reserve_runs(Level<T, Dim>&);    \
    template void find_runs(Level<T, Dim>&);       \
    template void find_clear_rows(Level<T, Dim>&); \
    template void expect_runs(Level<T, Dim>&, const WallRoom<Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
