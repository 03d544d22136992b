// Ideas that make the engine faster and that it could do without. Everything is built with all of them; bench/ablation
// builds variants that lack one each, to measure what it is worth.
#pragma once

#ifndef WHORL_WITHOUT
#define WHORL_WITHOUT none
#endif

namespace whorl {

enum class Idea {
    none,
    waves,          ///< passes that follow each other a line apart (parallel/waves.hpp), instead of one after the other
    shared_traces,  ///< traces made once for all that moves along them, instead of for scalars and velocity each
    slabs,          ///< all that flows advected slab by slab together, instead of one field after the other
    empty_rows,     ///< rows without smoke, and far from any, are not advected (advect/empty_rows.hpp)
    sorted_rows,    ///< cells of one colour side by side while a cycle is under way (pressure/sorted_level.hpp)
    warm_start,     ///< the projection begins with what the last one took, instead of nothing
    spin,           ///< threads wait for work awake for a moment before they sleep
};

constexpr Idea without = Idea::WHORL_WITHOUT;

}  // namespace whorl
