// A state of the published solver as one block of bytes: a header that says what it is of, then the arrays.
#pragma once

#include <cstdint>

#include "classic/buffers.hpp"

namespace whorl::classic {

struct SavedHeader {
    static constexpr std::uint64_t classic = 0x3163697373616c63;  // "classic1"

    std::uint64_t magic = classic;
    std::uint32_t number_bytes = 0, dim = 0, cells = 0, inks = 0;
    double time = 0;
    std::int64_t steps = 0;
};

template <class T, int Dim> std::vector<std::byte> save(Buffers<T, Dim>& buffers, double time, std::int64_t steps) {
    const SavedHeader header{.number_bytes = sizeof(T),
                             .dim = Dim,
                             .cells = static_cast<std::uint32_t>(buffers.cells),
                             .inks = static_cast<std::uint32_t>(buffers.ink.size()),
                             .time = time,
                             .steps = steps};
    const std::size_t array_bytes = sizeof(T) * static_cast<std::size_t>(buffers.size);
    std::vector<std::byte> saved(sizeof header + buffers.block.bytes());
    std::memcpy(saved.data(), &header, sizeof header);
    std::byte* next = saved.data() + sizeof header;
    buffers.each_array(
        [&](const T* array) { std::memcpy(std::exchange(next, next + array_bytes), array, array_bytes); });
    return saved;
}

/// The header of what was put back, or an Error and nothing changed.
template <class T, int Dim> Result<SavedHeader> load(Buffers<T, Dim>& buffers, const std::vector<std::byte>& saved) {
    SavedHeader header{.magic = 0};
    if (saved.size() >= sizeof header) std::memcpy(&header, saved.data(), sizeof header);
    if (header.magic != SavedHeader::classic) return Error{"this is not the saved state of a classic solver"};

    const auto inks = static_cast<std::uint32_t>(buffers.ink.size());
    if (header.number_bytes != sizeof(T) || header.dim != Dim || header.cells != static_cast<unsigned>(buffers.cells) ||
        header.inks != inks)
        return Error{
            text("the saved state has %u cells a side, %uD, %u inks, %u-byte numbers; this solver has %d, %dD, "
                 "%u, %zu: load it into one that was made alike",
                 header.cells, header.dim, header.inks, header.number_bytes, buffers.cells, Dim, inks, sizeof(T))};
    if (saved.size() != sizeof header + buffers.block.bytes())
        return Error{text("the saved state has %zu bytes; a whole one has %zu: it was cut short", saved.size(),
                          sizeof header + buffers.block.bytes())};

    const std::size_t array_bytes = sizeof(T) * static_cast<std::size_t>(buffers.size);
    const std::byte* next = saved.data() + sizeof header;
    buffers.each_array([&](T* array) { std::memcpy(array, std::exchange(next, next + array_bytes), array_bytes); });
    return header;
}

}  // namespace whorl::classic
