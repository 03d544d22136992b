// What a kernel tells the compiler about its loops.
#pragma once

/// Before a loop whose stores never meet the loads of another turn, which compilers do not always see.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed"  // it warns where it finds plain code better, or is told not to
#define WHORL_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define WHORL_INDEPENDENT _Pragma("GCC ivdep")
#endif
