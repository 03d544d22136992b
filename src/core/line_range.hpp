// Several lines of a grid: rows in two dimensions, planes in three.
#pragma once

namespace whorl {

/// Lines first <= i < last.
struct LineRange {
    int first, last;
};

}  // namespace whorl
