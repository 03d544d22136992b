#include "classic/solids.hpp"

namespace whorl::classic {

template <int Dim> Solids<Dim>::Solids(int n, const View<const std::uint8_t, Dim>& mask) {
    Index size = 1;
    for (int axis = 0; axis < Dim; ++axis) step_[axis] = size, size *= n + 2;
    kind_.assign(static_cast<std::size_t>(size), Kind::ghost);

    Vec<int, Dim> at{};
    while (at[Dim - 1] < n) {
        Index c = 0;
        for (int axis = 0; axis < Dim; ++axis) c += (at[axis] + 1) * step_[axis];
        kind_[static_cast<std::size_t>(c)] = mask[at] ? Kind::solid : Kind::free;
        if (mask[at]) cells_.push_back(c);
        int axis = 0;
        while (++at[axis] == n && axis < Dim - 1) at[axis++] = 0;
    }
    label_pockets();
}

template <int Dim> void Solids<Dim>::label_pockets() {
    pocket_.assign(kind_.size(), -1);
    std::vector<Index> reached;
    const auto reach = [&](Index c) {
        if (!is_free(c) || pocket(c) >= 0) return;
        pocket_[static_cast<std::size_t>(c)] = pockets_;
        reached.push_back(c);
    };
    for (Index start = 0; start < static_cast<Index>(kind_.size()); ++start) {
        if (!is_free(start) || pocket(start) >= 0) continue;
        for (reach(start); !reached.empty();) {
            const Index c = reached.back();
            reached.pop_back();
            for (int axis = 0; axis < Dim; ++axis) reach(c - step_[axis]), reach(c + step_[axis]);
        }
        ++pockets_;
    }
}

template class Solids<2>;
template class Solids<3>;

}  // namespace whorl::classic
