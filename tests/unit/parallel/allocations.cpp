#include "tests/unit/parallel/allocations.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

// Under clang's thread sanitizer operator new is the sanitizer's own and cannot be replaced; nothing is counted there.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WHORL_NOT_COUNTED
#endif
#endif

namespace {

std::atomic<long> count{0};

}  // namespace

#if !defined(WHORL_NOT_COUNTED)

namespace {

void* take(std::size_t bytes, std::size_t alignment) noexcept {
    ++count;
    const std::size_t padded = (bytes / alignment + 1) * alignment;
    return std::aligned_alloc(alignment, padded);
}
void* take_or_throw(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) {
    if (void* memory = take(bytes, alignment)) return memory;
    throw std::bad_alloc();
}

}  // namespace

// All forms, also those that would call another of these: sanitizers bring their own of whatever is left out.
void* operator new(std::size_t bytes) {
    return take_or_throw(bytes);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return take_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    return take(bytes, alignof(std::max_align_t));
}
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
    return take(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes) {
    return take_or_throw(bytes);
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
    return take_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

#endif

namespace whorl {

bool counts_allocations() {
#if defined(WHORL_NOT_COUNTED)
    return false;
#else
    return true;
#endif
}

long allocations() {
    return count;
}

}  // namespace whorl
