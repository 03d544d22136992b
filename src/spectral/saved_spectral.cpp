// A spectral fluid as one block of bytes: a header that says what it is of, then the interior of each field.
#include <cstring>
#include <utility>

#include "core/for_box.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"
#include "spectral/spectral_fluid.hpp"

namespace whorl {
namespace {

struct Header {
    static constexpr std::uint64_t spectral = 0x3172746365707373;  // "sspectr1"

    std::uint64_t magic = spectral;
    std::int32_t dim = 0, cells[3]{1, 1, 1}, inks = 0, unused = 0;
    double time = 0;
    std::int64_t steps = 0;
};

template <int Dim> Header header_of(const SpectralConfig<Dim>& config) {
    Header header{.dim = Dim, .inks = config.inks};
    for (int a = 0; a < Dim; ++a) header.cells[a] = config.cells[a];
    return header;
}

/// f(first of a row) for each row along x.
template <int Dim, class F> void each_row(const View<double, Dim>& view, F f) {
    Vec<int, Dim> end = view.shape;
    end[0] = 1;
    for_box({}, end, [&](const Vec<int, Dim>& at) { f(&view[at]); });
}

}  // namespace

template <int Dim> std::size_t SpectralFluid<Dim>::field_bytes() const {
    std::size_t sum = 0;
    each_field([&](const View<double, Dim>& view) { sum += sizeof(double) * static_cast<std::size_t>(view.cells()); });
    return sum;
}

template <int Dim> std::vector<std::byte> SpectralFluid<Dim>::save() const {
    Header header = header_of(config_);
    header.time = time_, header.steps = steps_;
    std::vector<std::byte> saved(sizeof header + field_bytes());
    std::memcpy(saved.data(), &header, sizeof header);
    std::byte* next = saved.data() + sizeof header;
    each_field([&](const View<double, Dim>& view) {
        const std::size_t bytes = sizeof(double) * static_cast<std::size_t>(view.shape[0]);
        each_row(view, [&](const double* row) { std::memcpy(std::exchange(next, next + bytes), row, bytes); });
    });
    return saved;
}

template <int Dim> Result<void> SpectralFluid<Dim>::load(const std::vector<std::byte>& saved) {
    const Header wanted = header_of(config_);
    Header header{.magic = 0};
    if (saved.size() >= sizeof header) std::memcpy(&header, saved.data(), sizeof header);
    if (header.magic != Header::spectral) return Error{"this is not the saved state of a spectral fluid"};
    if (header.dim != Dim || std::memcmp(header.cells, wanted.cells, sizeof wanted.cells) != 0 ||
        header.inks != wanted.inks)
        return Error{
            text("the saved state has %d x %d x %d cells and %d scalars; this fluid has %d x %d x %d and %d: "
                 "load it into one that was made alike",
                 header.cells[0], header.cells[1], header.cells[2], header.inks, wanted.cells[0], wanted.cells[1],
                 wanted.cells[2], wanted.inks)};
    const std::size_t size = sizeof header + field_bytes();
    if (saved.size() != size)
        return Error{text("the saved state has %zu bytes; a whole one has %zu: it was cut short", saved.size(), size)};
    const std::byte* next = saved.data() + sizeof header;
    each_field([&](const View<double, Dim>& view) {
        const std::size_t bytes = sizeof(double) * static_cast<std::size_t>(view.shape[0]);
        each_row(view, [&](double* row) { std::memcpy(row, std::exchange(next, next + bytes), bytes); });
    });
    time_ = header.time, steps_ = header.steps;
    return {};
}

template <int Dim> std::uint64_t SpectralFluid<Dim>::hash() const {
    Hash hash;
    each_field([&](const View<double, Dim>& view) { hash.add(view); });
    hash.add(time_);
    hash.add(steps_);
    return hash.value();
}

#define WHORL_INSTANTIATE(Dim)                                                     \
    template std::vector<std::byte> SpectralFluid<Dim>::save() const;              \
    template Result<void> SpectralFluid<Dim>::load(const std::vector<std::byte>&); \
    template std::uint64_t SpectralFluid<Dim>::hash() const;

WHORL_INSTANTIATE(2)
WHORL_INSTANTIATE(3)

}  // namespace whorl
