// Where the cells of a row are in memory: as they come, or sorted (sorted_table.hpp).
#pragma once

#include "core/field.hpp"

namespace whorl {

class RowOrder {
  public:
    static RowOrder as_it_comes() { return RowOrder(0); }
    static RowOrder sorted(int cells) { return RowOrder((cells + 1) / 2); }

    bool is_sorted() const { return evens_ > 0; }
    int place(int x) const { return evens_ == 0 ? x : (x & 1) * evens_ + x / 2; }
    /// Of a cell in a field, from where it would be if rows were as they come.
    template <int Dim> int offset(int plain, const Vec<std::ptrdiff_t, Dim>& stride) const {
        int x = plain;
        for (int a = Dim - 1; a > 0; --a) x %= static_cast<int>(stride[a]);
        return plain - x + place(x);
    }

  private:
    explicit RowOrder(int evens) : evens_(evens) {}
    int evens_;
};

}  // namespace whorl
