#include "tests/unit/parallel/allocations.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> count{0};

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

namespace whorl {

long allocations() {
    return count;
}

}  // namespace whorl
