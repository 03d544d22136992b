#include "step/saved_state.hpp"

#include <algorithm>
#include <cstring>

#include "core/hash.hpp"
#include "core/text.hpp"
#include "step/saved_time.hpp"

namespace whorl {
namespace {

struct SavedHeader {
    static constexpr std::uint64_t whorl = 0x31306c726f6877;  // "whorl01"

    std::uint64_t magic = whorl;
    std::uint64_t number_bytes = 0, dim = 0, cells[3]{}, fields = 0, bytes = 0;
    double time = 0, last_dt = 0, asked = 0;
    std::int64_t steps = 0;
};

/// f(row, bytes) for each row of the interior.
template <class T, int Dim, class F> void each_row(const View<T, Dim>& view, F f) {
    const Region<Dim> region = interior(view);
    for (int i = 0; i < region.count(); ++i)
        f(row_of(view, region.row(i)), sizeof(T) * static_cast<std::size_t>(view.shape[0]));
}

}  // namespace

template <class T, int Dim> std::vector<std::byte> save_state(const Grid<Dim>& grid, Changing<T, Dim>& changing) {
    SavedHeader header{.number_bytes = sizeof(T),
                       .dim = Dim,
                       .time = changing.time,
                       .last_dt = changing.last_dt,
                       .asked = changing.asked,
                       .steps = changing.steps};
    for (int axis = 0; axis < Dim; ++axis) header.cells[axis] = static_cast<std::uint64_t>(grid.cells[axis]);
    changing.each_field([&](const View<T, Dim>& view) {
        ++header.fields;
        header.bytes += sizeof(T) * static_cast<std::uint64_t>(view.cells());
    });
    std::vector<std::byte> saved(sizeof header + header.bytes);
    std::memcpy(saved.data(), &header, sizeof header);
    std::byte* next = saved.data() + sizeof header;
    changing.each_field([&](const View<T, Dim>& view) {
        each_row(view, [&](const T* row, std::size_t bytes) { std::memcpy(next, row, bytes), next += bytes; });
    });
    return saved;
}

template <class T, int Dim>
Result<void> load_state(const Grid<Dim>& grid, const std::vector<std::byte>& saved, Changing<T, Dim>& changing) {
    SavedHeader header{.magic = 0}, own;
    if (saved.size() >= sizeof header) std::memcpy(&header, saved.data(), sizeof header);
    if (header.magic != SavedHeader::whorl) return Error{"this is not the saved state of a fluid"};
    const std::vector<std::byte> mine = save_state(grid, changing);
    std::memcpy(&own, mine.data(), sizeof own);
    if (header.number_bytes != own.number_bytes || header.dim != own.dim || header.fields != own.fields ||
        !std::equal(header.cells, header.cells + 3, own.cells) || saved.size() != mine.size())
        return Error{
            text("the saved state has %llu x %llu x %llu cells, %llu fields of %llu-byte numbers in %zu bytes; this "
                 "fluid has %llu x %llu x %llu, %llu of %llu in %zu: load it into one that was made alike",
                 static_cast<unsigned long long>(header.cells[0]), static_cast<unsigned long long>(header.cells[1]),
                 static_cast<unsigned long long>(header.cells[2]), static_cast<unsigned long long>(header.fields),
                 static_cast<unsigned long long>(header.number_bytes), saved.size(),
                 static_cast<unsigned long long>(own.cells[0]), static_cast<unsigned long long>(own.cells[1]),
                 static_cast<unsigned long long>(own.cells[2]), static_cast<unsigned long long>(own.fields),
                 static_cast<unsigned long long>(own.number_bytes), mine.size())};
    const std::byte* next = saved.data() + sizeof header;
    changing.each_field([&](const View<T, Dim>& view) {
        each_row(view, [&](T* row, std::size_t bytes) { std::memcpy(row, next, bytes), next += bytes; });
    });
    changing.time = header.time;
    changing.last_dt = header.last_dt;
    changing.asked = header.asked;
    changing.steps = header.steps;
    return {};
}

void set_saved_time(std::vector<std::byte>& saved, const std::vector<std::byte>& as) {
    SavedHeader header, other;
    std::memcpy(&header, saved.data(), sizeof header);
    std::memcpy(&other, as.data(), sizeof other);
    header.time = other.time, header.asked = other.asked, header.steps = other.steps;
    std::memcpy(saved.data(), &header, sizeof header);
}

template <class T, int Dim> std::uint64_t hash_of(Changing<T, Dim>& changing) {
    Hash hash;
    changing.each_field([&](const View<T, Dim>& view) { hash.add(view); });
    hash.add(changing.time);
    hash.add(changing.steps);
    return hash.value();
}

#define WHORL_INSTANTIATE(T, Dim)                                                                         \
    template std::vector<std::byte> save_state(const Grid<Dim>&, Changing<T, Dim>&);                      \
    template Result<void> load_state(const Grid<Dim>&, const std::vector<std::byte>&, Changing<T, Dim>&); \
    template std::uint64_t hash_of(Changing<T, Dim>&);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
