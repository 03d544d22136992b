#include "bench/yardsticks.hpp"

#include "bench/micro/micro.hpp"

namespace whorl::micro {
namespace {

template <int Dim> void add_dimension(const Suite& suite) {
    using Fields = Yardsticks<Dim>;
    add<Dim, Fields>(suite, "copy", 2, [](Fields& f) { f.pass(Yardstick::copy); });
    add<Dim, Fields>(suite, "triad", 3, [](Fields& f) { f.pass(Yardstick::triad); });
    add<Dim, Fields>(suite, "sweep", 3, [](Fields& f) { f.pass(Yardstick::sweep); });
}

}  // namespace

void add_yardsticks(const Suite& suite) {
    add_dimension<2>(suite);
    add_dimension<3>(suite);
}

}  // namespace whorl::micro
