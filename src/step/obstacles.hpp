// The obstacles of a fluid: who they are, where they go during an `advance`, and what follows from that for the solvers
// and the fields.
#pragma once

#include <optional>
#include <vector>

#include "boundary/sides.hpp"
#include "boundary/wall_extent.hpp"
#include "boundary/walls.hpp"
#include "pressure/pockets.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

template <class T, int Dim> class Obstacles {
  public:
    /// Room for walls was made: the walled forms of all methods are in use.
    bool is_used() const { return walls_.has_value(); }
    using Scratch = typename Walls<T, Dim>::Scratch;
    Result<void> make_room(const Grid<Dim>& grid, Scratch scratch);
    void abandon() { walls_.reset(); }
    const Walls<T, Dim>* walls() const { return walls_ ? &*walls_ : nullptr; }
    const std::vector<PlacedObstacle<Dim>>& placed() const { return placed_; }
    Pockets<T, Dim>& pockets() { return pockets_; }
    std::size_t bytes() const { return walls_ ? walls_->bytes() + pockets_.bytes() : 0; }

    /// Handles count from 0 and are used again after a removal. Each refuses what is not finite or not there.
    Result<int> add(const Obstacle<Dim>& obstacle);
    Result<void> set(int handle, const Obstacle<Dim>& obstacle);
    Result<void> move(int handle, const Pose<Dim>& pose);
    Result<void> remove(int handle);
    /// Which of `placed` it is; -1 if there is no such obstacle.
    int place_of(int handle) const;

    /// What all of them take of the grid, wherever they are.
    WallExtent extent() const;
    /// Obstacles have come or are going to move since a step was prepared for them.
    bool are_unexpected() const { return are_unexpected_; }
    /// Before a step: room for walls of this extent, and for the pockets between them.
    void expect(const WallExtent& walls);

    /// Obstacles were set or removed, or the state came from elsewhere, since they were placed last.
    bool is_dirty() const { return is_dirty_; }
    /// The state came from elsewhere: it was made between walls as they will be placed next, which sweep nothing then
    /// on their way from where they happen to be.
    void take_as_placed();

    /// During the part of an advance that they were placed for.
    bool is_moving() const;

    /// Puts all where they are after the part `end` of an advance that is now at the part `begin`, dt seconds apart.
    /// True if walls or their velocities changed.
    bool place(double begin, double end, double dt, const typename Walls<T, Dim>::Lent& lent);
    /// The advance is over.
    void arrive();

  private:
    struct Entry {
        Obstacle<Dim> obstacle;
        Pose<Dim> target;
        bool is_there;
        WallExtent extent;
        double swept = 0;  // cells, about, on its way to the target
        double filled() const { return extent.inside[0] + extent.surface[0] / 2; }  // cells that no flow passes
    };
    Result<void> check(int handle) const;
    WallExtent extent_of(const Obstacle<Dim>& obstacle) const;
    void set_swept(Entry& entry, double cells);
    void leave(Entry& entry);

    std::vector<Entry> entries_;
    std::vector<PlacedObstacle<Dim>> placed_;
    std::optional<Walls<T, Dim>> walls_;
    Pockets<T, Dim> pockets_;
    bool is_dirty_ = false, is_first_place_ = false, has_moved_ = false, are_unexpected_ = false;
    double swept_ = 0, opened_ = 0, left_ = 0;  // cells, about, on all ways, and by what was removed, of the next step
};

/// Values of cells that a wall passed over, from their neighbours or what is ambient, and ambient inside of solids. The
/// total that this added, in units times cells.
///
/// `flux` carries values into cells that have their centres inside a solid but a part outside. Those are left as they
/// are, or where walls moved, taken from the cells that they are open to: what they held may belong to another side
/// now.
template <class T> struct RefillRule {
    T ambient = 0;
    bool is_in_solids = false;
    bool has_moved = false;
};
template <class T, int Dim>
double refill(const Walls<T, Dim>& walls, const View<T, Dim>& values, const RefillRule<T>& rule);

/// The same for a pressure, where flow came into cells.
template <class T, int Dim> void refill_pressure(const Walls<T, Dim>& walls, const View<T, Dim>& q);

/// Puts into the solid cells that some flow passes what the flow beside them has, and `kept` what was in them; and
/// back.
template <class T, int Dim>
void continue_into_walls(const Walls<T, Dim>& walls, const View<T, Dim>& values, std::vector<T>& kept);
template <class T, int Dim>
void restore_in_walls(const Walls<T, Dim>& walls, const View<T, Dim>& values, const std::vector<T>& kept);

}  // namespace whorl
