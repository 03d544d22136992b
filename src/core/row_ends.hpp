// The ghosts at both ends of a row, across x, to be written with the row itself while it is in the cache: in 3D most of
// the time that ghosts take is spent on coming back for these.
#pragma once

#include "core/region.hpp"

namespace whorl {

template <class T> struct RowEnds {
    struct End {
        int side = 0;  // the last index inside
        bool is_given = false;
        T given = 0;                // there
        int ghost[2]{}, from[2]{};  // ghost = a * from + b
        T a = 1, b = 0;
    };
    End ends[2];

    WHORL_INLINE void write(T* row) const {
        for (const End& end : ends) {
            if (end.is_given) row[end.side] = end.given;
            for (int k = 0; k < 2; ++k) row[end.ghost[k]] = static_cast<T>(end.a * row[end.from[k]] + end.b);
        }
    }
};

}  // namespace whorl
