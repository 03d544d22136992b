#include "parallel/waves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "tests/unit/parallel/schedulers.hpp"

namespace whorl {
namespace {

/// Three passes in place over neighbours, and a last one over pairs of lines: a result depends on every order that the
/// passes could go wrong in.
class Passes {
  public:
    Passes(int lines, bool periodic) : periodic_(periodic), values_(lines), pairs_((lines + 1) / 2) {
        for (int i = 0; i < lines; ++i) values_[i] = static_cast<unsigned>(i * i + 1);
    }

    void run_in_turn() {
        for (const unsigned parity : {0u, 1u, 2u})
            for (int i = 0; i < lines(); ++i) smooth(parity, i);
        for (int i = 0; i < static_cast<int>(pairs_.size()); ++i) pair(i);
    }
    void run_as_wave(Scheduler& scheduler, int cells_of_line, std::span<const std::int64_t> work) {
        const auto first = [this](int line) { smooth(0, line); };
        const auto second = [this](const LineRange& some) {
            for (int line = some.first; line < some.last; ++line) smooth(1, line);
        };
        const auto third = [this](int line) { smooth(2, line); };
        const auto last = [this](int line) { pair(line); };
        const WavePass passes[] = {WavePass::of(first), WavePass::of(second), WavePass::of(third),
                                   WavePass::of(last, true)};
        parallel_waves(scheduler, {lines(), periodic_, cells_of_line, work}, passes);
    }
    friend bool operator==(const Passes&, const Passes&) = default;

  private:
    int lines() const { return static_cast<int>(values_.size()); }
    int beside(int line) const { return periodic_ ? (line + lines()) % lines() : std::clamp(line, 0, lines() - 1); }
    /// A line is four numbers, one for each pass to write: it reads what the pass before wrote beside it.
    struct Line {
        unsigned of_pass[4]{};
        Line() = default;
        Line& operator=(unsigned start) {
            of_pass[0] = start;
            return *this;
        }
        friend bool operator==(const Line&, const Line&) = default;
    };
    void smooth(unsigned pass, int line) {
        const auto at = [&](int i) -> Line& { return values_[static_cast<std::size_t>(beside(i))]; };
        at(line).of_pass[pass + 1] =
            3 * at(line - 1).of_pass[pass] + 5 * at(line + 1).of_pass[pass] + 7 * at(line).of_pass[pass];
        ++visits_;
    }
    void pair(int line) {
        unsigned sum = 0;
        for (int i = 2 * line - 1; i <= 2 * line + 2; ++i)
            sum = 11 * sum + values_[static_cast<std::size_t>(beside(i))].of_pass[3];
        pairs_[static_cast<std::size_t>(line)] += sum;  // twice would show
    }

    bool periodic_;
    std::vector<Line> values_;
    std::vector<unsigned> pairs_;
    struct Counter {
        std::atomic<int> count = 0;
        Counter() = default;
        Counter(const Counter& other) : count(other.count.load()) {}
        void operator++() { ++count; }
        friend bool operator==(const Counter& a, const Counter& b) { return a.count == b.count; }
    } visits_;
};

/// Of all lines before a line: the first twenty take so many times as long as the others.
std::vector<std::int64_t> work_of(int lines, int first_twenty) {
    std::vector<std::int64_t> work = {0};
    for (int line = 0; line < lines; ++line) work.push_back(work.back() + (line < 20 ? first_twenty : 1));
    return work;
}

TEST(Waves, GiveWhatThePassesGiveInTurn) {
    const auto schedulers = other_schedulers();
    for (const bool periodic : {false, true})
        for (const int lines : {16, 31, 32, 33, 100, 512}) {
            const Passes start(lines, periodic);
            Passes expected = start;
            expected.run_in_turn();
            const std::vector<std::int64_t> work = work_of(lines, 1000);
            for (const auto& scheduler : schedulers)
                for (const int cells_of_line : {1 << 16, 700, 10})  // one line at a time, and several
                    for (const bool is_even : {true, false}) {
                        Passes waves = start;
                        waves.run_as_wave(*scheduler, cells_of_line,
                                          is_even ? std::span<const std::int64_t>() : std::span(work));
                        EXPECT_TRUE(waves == expected) << lines << " lines of " << cells_of_line << ", "
                                                       << scheduler->workers() << " workers, even work: " << is_even;
                    }
        }
}

/// The lines on both sides of a cut, and no others: they come in pairs, and none where nobody else works.
void expect_shared_beside_cuts(Scheduler& scheduler, bool periodic, int cells_of_line, int least_cuts) {
    constexpr int lines = 100;
    std::vector<std::atomic<int>> shared(lines), later(lines);
    const auto first = [&](int line, bool is_shared) { shared[static_cast<std::size_t>(line)] = is_shared; };
    const auto second = [&](int line, bool is_shared) { later[static_cast<std::size_t>(line)] = is_shared; };
    const WavePass passes[] = {WavePass::of(first), WavePass::of(second)};
    parallel_waves(scheduler, {lines, periodic, cells_of_line}, passes);

    int cuts = 0;
    const auto is_shared = [&](int line) { return shared[static_cast<std::size_t>((line + lines) % lines)] == 1; };
    for (int line = 0; line < lines; ++line) {
        EXPECT_EQ(later[static_cast<std::size_t>(line)], 0) << line;
        if (!is_shared(line)) continue;
        EXPECT_NE(is_shared(line - 1), is_shared(line + 1)) << line;
        cuts += is_shared(line + 1);
    }
    if (scheduler.workers() == 1) {
        EXPECT_EQ(cuts, 0);
    } else {
        EXPECT_GE(cuts, least_cuts);
    }
    EXPECT_EQ(is_shared(0), periodic && scheduler.workers() > 1);
}
TEST(Waves, LinesBesideACutAreShared) {
    for (const bool periodic : {false, true})
        for (const auto& scheduler : other_schedulers()) {
            expect_shared_beside_cuts(*scheduler, periodic, 1 << 16, scheduler->workers() > 2 ? 3 : 1);
            expect_shared_beside_cuts(*scheduler, periodic, 100, 1);  // of which many go at once
        }
}

TEST(Waves, SlabsTakeAboutAsLongAsEachOther) {
    constexpr int lines = 100;
    const auto pool = std::move(make_thread_pool(2)).value();
    const auto shared_with = [&](const std::vector<std::int64_t>& work) {
        std::vector<std::atomic<int>> is_shared(lines);
        const auto pass = [&](int line, bool shared) { is_shared[static_cast<std::size_t>(line)] = shared; };
        const WavePass passes[] = {WavePass::of(pass)};
        parallel_waves(*pool, {lines, false, 100, work}, passes);
        std::vector<int> found;
        for (int line = 0; line < lines; ++line)
            if (is_shared[static_cast<std::size_t>(line)] == 1) found.push_back(line);
        return found;
    };
    EXPECT_EQ(shared_with({}), (std::vector{49, 50}));
    EXPECT_EQ(shared_with(work_of(lines, 5)), (std::vector{17, 18})) << "half of 20 times 5 and 80";
    EXPECT_EQ(shared_with(work_of(lines, 1000)), (std::vector{15, 16})) << "thinner ones would be mostly edge";
}

}  // namespace
}  // namespace whorl
