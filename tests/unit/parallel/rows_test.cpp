#include "parallel/rows.hpp"

#include <gtest/gtest.h>

#include "core/field.hpp"
#include "tests/dims.hpp"
#include "tests/unit/parallel/schedulers.hpp"

namespace whorl {
namespace {

template <class Dim> class RowsTest : public testing::Test {};
TYPED_TEST_SUITE(RowsTest, Dims);

template <int Dim> Vec<int, Dim> shape_of(int x, int y) {
    if constexpr (Dim == 2)
        return {x, y};
    else
        return {x, y, 3};
}

template <int Dim> struct Count {
    View<float, Dim> visits;
    float by;
};
template <int Dim> void count(const Count<Dim>& in, const Row& row) {
    float* visits = row_of(in.visits, row);
    for (int x = row.x0; x < row.x1; ++x) visits[x] += in.by;
}

/// What is in the interior, and what is in all of the field with its ghosts.
template <int Dim> void expect_counts(const Field<float, Dim>& field, float inside) {
    const auto view = field.view();
    const auto all = interior(view).grown(2);
    for (int i = 0; i < all.count(); ++i) {
        const Row row = all.row(i);
        const bool in_rows =
            row.y >= 0 && row.y < view.shape[1] && (Dim == 2 || (row.z >= 0 && row.z < view.shape[Dim - 1]));
        for (int x = row.x0; x < row.x1; ++x)
            ASSERT_EQ(row_of(view, row)[x], in_rows && x >= 0 && x < view.shape[0] ? inside : 0.0f);
    }
}

TYPED_TEST(RowsTest, MeetEachCellOnceWithEveryScheduler) {
    constexpr int dim = TypeParam::value;
    for (const auto& scheduler : other_schedulers())
        for (const auto& shape : {shape_of<dim>(5, 3), shape_of<dim>(131, 257)}) {
            auto field = Field<float, dim>::make(shape).value();
            const auto region = interior(field.view());
            parallel_rows(*scheduler, region, count<dim>, {field.view(), 1});
            parallel_rows(*scheduler, region, count<dim>, {field.view(), 2});
            parallel_rows(*scheduler, Region<dim>(), count<dim>, {field.view(), 100});
            expect_counts(field, 3);
        }
}

TYPED_TEST(RowsTest, TilesMeetEachCellOnceToo) {
    constexpr int dim = TypeParam::value;
    for (const auto& scheduler : other_schedulers())
        for (const int depth : {1, 8, 21})
            for (const auto& cells : {shape_of<dim>(5, 3), shape_of<dim>(131, 37), shape_of<dim>(5000, 3)}) {
                auto shape = cells;
                if (dim == 3) shape[dim - 1] = depth;
                auto field = Field<float, dim>::make(shape).value();
                const auto tally = [&](const Row& row) { count<dim>({field.view(), 1}, row); };
                for_rows_in_tiles(*scheduler, Vec<int, dim>{}, shape, tally);
                for_rows_in_tiles(*scheduler, shape, shape, tally);  // none
                Vec<int, dim> past = shape;
                past[dim - 1] = 0;
                for_rows_in_tiles(*scheduler, Vec<int, dim>{}, past, tally);
                expect_counts(field, 1);
            }
}

TYPED_TEST(RowsTest, SlowOnesMeetEachCellOnceToo) {
    constexpr int dim = TypeParam::value;
    for (const auto& scheduler : other_schedulers())
        for (const int times : {1, 7, 100'000})
            for (const auto& shape : {shape_of<dim>(5, 3), shape_of<dim>(131, 257)}) {
                auto field = Field<float, dim>::make(shape).value();
                const auto tally = [&](const Row& row) { count<dim>({field.view(), 1}, row); };
                for_slow_rows(*scheduler, interior(field.view()), times, tally);
                for_slow_rows(*scheduler, Region<dim>(), times, tally);  // none
                expect_counts(field, 1);
            }
}

/// Notes what it was asked to do.
class NotingScheduler final : public Scheduler {
  public:
    int workers() const override { return 8; }
    void run(int tasks, Task task, void* context) override {
        asked += tasks;
        serial_scheduler().run(tasks, task, context);
    }
    int asked = 0;
};

TYPED_TEST(RowsTest, HandOneTaskPerBlockAndRunTinyRegionsInline) {
    constexpr int dim = TypeParam::value;
    auto field = Field<float, dim>::make(shape_of<dim>(300, 200)).value();
    const auto region = interior(field.view());
    NotingScheduler scheduler;
    parallel_rows(scheduler, region, count<dim>, {field.view(), 1});
    EXPECT_GT(region.blocks(), 1);
    EXPECT_EQ(scheduler.asked, region.blocks());

    scheduler.asked = 0;
    parallel_rows(scheduler, Region<dim>::box({}, shape_of<dim>(8, 8)), count<dim>, {field.view(), 1});
    EXPECT_EQ(scheduler.asked, 0);
}

TEST(SlowRows, MakeAsManyTasksAsTheyTakeLong) {
    const auto side = Region<2>::box({}, {64, 64});  // 4096 cells, half of a block
    for (const auto& [times, tasks] : {std::pair(1, 1), {2, 1}, {4, 2}, {16, 8}, {1000, 64}}) {
        EXPECT_EQ(tasks_of_slow_rows(side, times), tasks) << times;
        NotingScheduler scheduler;
        for_slow_rows(scheduler, side, times, [](const Row&) {});
        EXPECT_EQ(scheduler.asked, tasks == 1 ? 0 : tasks) << "one alone runs where it is";
    }
}

}  // namespace
}  // namespace whorl
