#include "parallel/reduce.hpp"

#include <limits>

namespace whorl {
namespace {

double sum(double a, double b) {
    return a + b;
}
double larger(double a, double b) {
    return a < b ? b : a;
}

//     0 1 2 3 4 5 6 7 8 9 ...      lane i and lane i + 8,
//     0 1 2 3 4 5 6 7              then i and i + 4, and so on
template <double (*join)(double, double)> double join_tree(const Lanes& lanes) {
    Lanes tree = lanes;
    for (int width = Lanes::count / 2; width > 0; width /= 2)
        for (int lane = 0; lane < width; ++lane) tree.value[lane] = join(tree.value[lane], tree.value[lane + width]);
    return tree.value[0];
}

template <double (*join)(double, double)> double join_in_order(const double* results, int blocks) {
    double joined = results[0];
    for (int b = 1; b < blocks; ++b) joined = join(joined, results[b]);
    return joined;
}

}  // namespace

const Fold sum_fold{0.0, join_tree<sum>, join_in_order<sum>};
const Fold max_fold{-std::numeric_limits<double>::infinity(), join_tree<larger>, join_in_order<larger>};

double join_blocks(const Fold& fold, const double* results, int blocks) {
    const FloatEnvironment environment;
    return blocks == 0 ? fold.start : fold.join_blocks(results, blocks);
}

}  // namespace whorl
