#include "pressure/separable.hpp"

#include <algorithm>
#include <cmath>

namespace whorl {
namespace {

constexpr int lanes = ShiftedLines::lanes;

}  // namespace

Separable::Separable(std::vector<Tridiagonal> axes) {
    lines_.emplace_back(axes.front());
    int plane = 1;
    for (Tridiagonal& matrix : axes) {
        Axis axis;
        axis.matrix = std::move(matrix);
        axis.plane = plane;
        plane *= axis.matrix.size();
        const int systems = axes_.size() == 1 ? lanes : 1;
        if (!axes_.empty()) {
            cut(axis);
            axis.systems.resize(static_cast<std::size_t>(axis.plane * systems));
            axis.sum.resize(static_cast<std::size_t>(axis.plane));
        }
        axes_.push_back(std::move(axis));
    }
}

/// The blocks of each level. Those that touch neither side have the same modes.
void Separable::cut(Axis& axis) {
    const int n = axis.matrix.size();
    for (int half = 1; half <= n; half *= 2) {  // rows that stay are 2 half apart: counted from 1, multiples of it
        std::vector<Block> blocks;
        std::size_t inner = 0;
        bool has_inner = false;
        for (int before = 0; before + half <= n; before += 2 * half) {  // counted from 1, the row that stays before
            Block block{before, before + half - 1, std::min(before + 2 * half - 1, n) - 1, axis.modes.size()};
            const bool is_inner = block.first > 0 && block.last < n - 1;
            if (is_inner && has_inner) {
                block.modes = inner;
            } else {
                axis.modes.push_back(modes_of(axis.matrix, block.first, block.middle, block.last));
                std::erase_if(axis.modes.back(), [](const Mode& mode) { return std::abs(mode.middle) < 1e-13; });
                if (is_inner) has_inner = true, inner = block.modes;
            }
            blocks.push_back(block);
        }
        axis.levels.push_back(std::move(blocks));
    }
}

/// Solves a shifted system of the axes before for each mode, `Lanes` at a time: gather(modes, system) sets the
/// right-hand sides, scatter(modes, system) takes the answers.
template <int Lanes, class Gather, class Scatter>
void Separable::each_mode(int axis, const Block& block, double shift, Gather gather, Scatter scatter) {
    Axis& self = axes_[static_cast<std::size_t>(axis)];
    const std::vector<Mode>& modes = self.modes[block.modes];
    double* const system = self.systems.data();
    for (std::size_t k = 0; k < modes.size(); k += Lanes) {
        Mode some[Lanes];  // those that are missing have no part in anything
        double shifts[Lanes];
        for (std::size_t lane = 0; lane < Lanes; ++lane) {
            if (k + lane < modes.size()) some[lane] = modes[k + lane];
            shifts[lane] = shift + (k + lane < modes.size() ? some[lane].value : modes[k].value);
        }
        gather(some, system);
        if constexpr (Lanes == 1)
            solve(axis - 1, system, shifts[0]);
        else
            lines_.front().solve(system, shifts);
        scatter(some, system);
    }
}

/// Tells the rows that stay on both sides of a block what its middle has on its right-hand side.
template <int Lanes> void Separable::reduce(int axis, const Block& block, double* f, double shift) {
    const Axis& self = axes_[static_cast<std::size_t>(axis)];
    const int plane = self.plane;
    const double* const middle = f + static_cast<std::ptrdiff_t>(block.middle) * plane;
    double* const below = block.first > 0 ? f + static_cast<std::ptrdiff_t>(block.first - 1) * plane : nullptr;
    double* const above =
        block.last < self.matrix.size() - 1 ? f + static_cast<std::ptrdiff_t>(block.last + 1) * plane : nullptr;
    const double low = below ? self.matrix.coupling[static_cast<std::size_t>(block.first - 1)] : 0;
    const double high = above ? self.matrix.coupling[static_cast<std::size_t>(block.last)] : 0;
    const auto add = [&](double* to, double coupling, double Mode::*part, const Mode* modes, const double* system) {
        double factor[Lanes];
        for (int lane = 0; lane < Lanes; ++lane) factor[lane] = coupling * (modes[lane].*part) * modes[lane].middle;
        for (int i = 0; to && i < plane; ++i)
            for (int lane = 0; lane < Lanes; ++lane) to[i] += factor[lane] * system[i * Lanes + lane];
    };
    each_mode<Lanes>(
        axis, block, shift,
        [&](const Mode*, double* system) {
            for (int i = 0; i < plane; ++i)
                for (int lane = 0; lane < Lanes; ++lane) system[i * Lanes + lane] = middle[i];
        },
        [&](const Mode* modes, const double* system) {
            add(below, low, &Mode::first, modes, system);
            add(above, high, &Mode::last, modes, system);
        });
}

/// Finds the middle of a block between two rows that are known.
template <int Lanes> void Separable::fill_in(int axis, const Block& block, double* f, double shift) {
    Axis& self = axes_[static_cast<std::size_t>(axis)];
    const int plane = self.plane;
    double* const middle = f + static_cast<std::ptrdiff_t>(block.middle) * plane;
    const bool has_below = block.first > 0, has_above = block.last < self.matrix.size() - 1;
    const double* const below = has_below ? f + static_cast<std::ptrdiff_t>(block.first - 1) * plane : middle;
    const double* const above = has_above ? f + static_cast<std::ptrdiff_t>(block.last + 1) * plane : middle;
    const double low = has_below ? self.matrix.coupling[static_cast<std::size_t>(block.first - 1)] : 0;
    const double high = has_above ? self.matrix.coupling[static_cast<std::size_t>(block.last)] : 0;
    double* const sum = self.sum.data();
    std::fill(self.sum.begin(), self.sum.end(), 0.0);
    each_mode<Lanes>(
        axis, block, shift,
        [&](const Mode* modes, double* system) {
            for (int i = 0; i < plane; ++i)
                for (int lane = 0; lane < Lanes; ++lane)
                    system[i * Lanes + lane] = modes[lane].middle * middle[i] + modes[lane].first * (low * below[i]) +
                                               modes[lane].last * (high * above[i]);
        },
        [&](const Mode* modes, const double* system) {
            for (int i = 0; i < plane; ++i)
                for (int lane = 0; lane < Lanes; ++lane) sum[i] += modes[lane].middle * system[i * Lanes + lane];
        });
    std::copy(self.sum.begin(), self.sum.end(), middle);
}

void Separable::solve(int axis, double* f, double shift) {
    Axis& self = axes_[static_cast<std::size_t>(axis)];
    for (std::size_t level = 0; level + 1 < self.levels.size(); ++level)
        for (const Block& block : self.levels[level])
            axis == 1 ? reduce<lanes>(axis, block, f, shift) : reduce<1>(axis, block, f, shift);
    for (std::size_t level = self.levels.size(); level-- > 0;)
        for (const Block& block : self.levels[level])
            axis == 1 ? fill_in<lanes>(axis, block, f, shift) : fill_in<1>(axis, block, f, shift);
}

std::size_t Separable::bytes() const {
    std::size_t sum = 0;
    for (const ShiftedLines& lines : lines_) sum += lines.bytes();
    for (const Axis& axis : axes_) {
        sum += (axis.systems.capacity() + axis.sum.capacity()) * sizeof(double);
        for (const auto& modes : axis.modes) sum += modes.capacity() * sizeof(Mode);
    }
    return sum;
}

}  // namespace whorl
