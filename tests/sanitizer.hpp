// Whether a sanitizer watches. It is there to see every line run, some ten times slower; accuracy, and the same bits on
// every pool, are proven by the builds without. Tests that take seconds for those may do less of the same under it.
#pragma once

namespace whorl {

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool under_sanitizer = true;
#else
constexpr bool under_sanitizer = false;
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool under_sanitizer = true;
#else
constexpr bool under_sanitizer = false;
#endif

}  // namespace whorl
