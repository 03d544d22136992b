// FFTW's memory and plans, owned. Plans are FFTW's own estimates: never timed, never read from wisdom, so that the same
// program on the same processor does the same thing in every run.
#pragma once

#include <fftw3.h>

#include <complex>
#include <cstddef>
#include <memory>

#include "whorl/types.hpp"

namespace whorl {

/// Doubles that start as zero, aligned as FFTW likes them: a plan made for one buffer serves every other of its size.
class Buffer {
  public:
    Buffer() = default;
    static Result<Buffer> make(std::size_t count);

    double* data() const { return data_.get(); }
    std::complex<double>* complex() const { return reinterpret_cast<std::complex<double>*>(data_.get()); }
    std::size_t count() const { return count_; }
    std::size_t bytes() const { return count_ * sizeof(double); }

  private:
    struct Free {
        void operator()(double* data) const { fftw_free(data); }
    };
    std::unique_ptr<double[], Free> data_;
    std::size_t count_ = 0;
};

/// How a real array of these cells lies in memory so that its transform fits in its own place: each row along x has
/// room for n/2 + 1 complex numbers, the redundant half of a real transform being dropped.
///
///     r r r r r r r r . .       8 cells and 2 doubles of padding
///     c c  c c  c c  c c  c c   k = 0, 1, 2, 3, 4
template <int Dim> struct InPlace {
    explicit InPlace(const Vec<int, Dim>& shape) : cells(shape) {}

    Vec<int, Dim> cells;
    int waves() const { return cells[0] / 2 + 1; }  ///< along x
    std::size_t count() const {
        std::size_t product = static_cast<std::size_t>(2 * waves());
        for (int a = 1; a < Dim; ++a) product *= static_cast<std::size_t>(cells[a]);
        return product;
    }
    View<double, Dim> view(double* data) const {
        View<double, Dim> view{data, cells, {}};
        view.stride[0] = 1;
        view.stride[1] = 2 * waves();
        if constexpr (Dim == 3) view.stride[2] = view.stride[1] * cells[1];
        return view;
    }
};

/// A transform that is ready to run, on any thread. FFTW may take scratch of its own while it runs, by `malloc`.
class Plan {
  public:
    Plan() = default;

    template <int Dim> static Plan forward(const InPlace<Dim>& layout, const Buffer& buffer);
    template <int Dim> static Plan backward(const InPlace<Dim>& layout, const Buffer& buffer);  ///< times the cells
    /// Real to real, a kind per axis.
    template <int Dim>
    static Plan real(const Vec<int, Dim>& cells, const Vec<fftw_r2r_kind, Dim>& kinds, const Buffer& buffer);

    /// In place, on the buffer that it was made for or another of its size.
    void run(const Buffer& buffer) const;

  private:
    enum class Kind { forward, backward, real };
    struct Destroy {
        void operator()(fftw_plan plan) const;
    };
    Plan(fftw_plan plan, Kind kind) : plan_(plan), kind_(kind) {}

    std::unique_ptr<std::remove_pointer_t<fftw_plan>, Destroy> plan_;
    Kind kind_ = Kind::real;
};

}  // namespace whorl
