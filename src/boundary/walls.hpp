// Obstacles as the grid sees them, worked out anew whenever one moves.
//
// Two separate things are known of every face. Its open fraction, from the signed distance at the corners of cells,
// is what flow may pass through: fractions make surfaces smooth (batty2007). Its closed bit is what nothing may cross
// that is carried or diffused: it is set where the line between the two cell centres meets a wall, however thin. A
// wall that has no room for a corner (a sheet, or a solid thinner than a cell) has fraction 0 wherever it closes.
//
//        +---------+---------+         o  a cell centre          the line from o to o meets the wall:
//        |         |  /######|                                   closed; and 2/3 of the face is open
//        |    o    | /##o####|         #  inside of a solid
//        |         |/########|
//        +---------+---------+
//
// Trade-off: a sheet seals as a staircase of faces, so flow along a slanted sheet feels the steps; give it a thickness
// of two cells where that matters.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "boundary/grid.hpp"
#include "boundary/motion.hpp"
#include "boundary/wall_blocks.hpp"
#include "boundary/wall_face.hpp"
#include "core/field.hpp"
#include "whorl/obstacles.hpp"

namespace whorl {

/// Bits of a cell. A face between two cells belongs to the higher one.
namespace wall_flag {
constexpr std::uint8_t closed_x = 1;   // the face below it along x; next bits: y, z
constexpr std::uint8_t solid = 8;      // its centre is inside an obstacle
constexpr std::uint8_t swept = 16;     // a wall passed over its centre since the walls were worked out last
constexpr std::uint8_t sealed_x = 32;  // as closed_x, by a wall with no corner of a cell inside: no flow passes
}  // namespace wall_flag

constexpr std::uint8_t closed_bit(int axis) {
    return static_cast<std::uint8_t>(wall_flag::closed_x << axis);
}
constexpr std::uint8_t sealed_bit(int axis) {
    return static_cast<std::uint8_t>(wall_flag::sealed_x << axis);
}

/// An obstacle during a step: where it was, where it is now, how it moves.
template <int Dim> struct PlacedObstacle {
    ObstacleShape<Dim> shape;
    Placement<Dim> before{}, now{};
    RigidMotion<Dim> motion{};
    Slip slip = Slip::free;
};

/// What traces ask for: flags, and how far away walls are. Around a cell at a distance r lies a box of 2r - 1 cells a
/// side with all faces inside of it wholly open. Those between the box and what is around may be closed: that of a cell
/// with a closed face is none (0), nor of one with a face that is cut where no closed one is near. Beyond 2 it is the
/// distance in cells (Chebyshev) to the next such cell, and beyond `near` no more than that. Ghosts beside the grid
/// have what the cells next to them have.
template <int Dim> struct WallBits {
    static constexpr int near = 8;   // so far distances are counted cell by cell
    static constexpr int far = 100;  // beyond they are not counted at all
    View<const std::uint8_t, Dim> flags{};
    View<const std::uint8_t, Dim> distance{};
    const std::uint8_t* row_distance = nullptr;  // the least of each row of cells, y fastest

    bool is_closed(const Vec<int, Dim>& cell, int axis, int step) const {
        Vec<int, Dim> owner = cell;
        if (step > 0) ++owner[axis];
        return (flags[owner] & closed_bit(axis)) != 0;
    }
};

/// Cells along each side of a tile, by which far distances are counted.
constexpr int tile_cells = 4;
template <int Dim> Vec<int, Dim> tiles_of(Vec<int, Dim> cells) {
    for (int axis = 0; axis < Dim; ++axis) cells[axis] = (cells[axis] + tile_cells - 1) / tile_cells;
    return cells;
}

/// A cell whose value was on another side of a wall, or inside one, and is taken from its neighbours instead.
template <int Dim> struct RefilledCell {
    Vec<int, Dim> at{};
    std::uint8_t from = 0;  // bits as in WallFace; 0: there is none, what is ambient comes in
};

template <class T, int Dim> class Walls {
  public:
    static constexpr int whole = whole_face;  // of an open fraction

    /// Room for the grid's walls; and for what it takes to work them out, unless somebody lends that.
    enum class Scratch { own, lent };
    static Result<Walls> make(const Grid<Dim>& grid, Scratch scratch = Scratch::own);
    bool is_empty() const { return !has_obstacles_; }
    std::size_t bytes() const;

    /// Before the first one of them moves: memory for their velocities.
    Result<void> make_room_for_motion();

    /// Before a rebuild: room for what lies beside walls of this extent, and for cells that they sweep and that they
    /// leave. A rebuild allocates only if there is more.
    void expect(const WallExtent& walls);
    void expect_swept(double cells);
    void expect_opened(double cells);

    /// Works everything out for the obstacles where they are `now`. Scratch that is lent has room for a float for each
    /// corner of a cell, and twice for a byte, each with two layers of ghosts.
    using Lent = std::array<std::span<std::byte>, 3>;
    void rebuild(const std::vector<PlacedObstacle<Dim>>& obstacles, const Lent& lent = {});

    WallBits<Dim> bits() const { return {flags_.view(), distance_.view(), row_distance_.data()}; }
    WallBlocks<Dim> blocks() const { return {grid_.cells, block_parts_.data()}; }
    View<const std::uint16_t, Dim> open(int axis) const { return open_[axis].view(); }
    bool is_moving() const { return is_moving_; }  // else velocity is 0 everywhere
    Faces<const T, Dim> velocity() const;
    /// Those next to the flow come first.
    const std::vector<WallFaceBlock<T, Dim>>& wall_faces(int axis) const { return wall_faces_[axis]; }
    const Grid<Dim>& grid() const { return grid_; }
    /// Cells that a wall passed over, and cells that flow has just come into, whose pressure is new; in the order in
    /// which they are to be refilled.
    const std::vector<RefilledCell<Dim>>& swept_cells() const { return swept_cells_; }
    const std::vector<RefilledCell<Dim>>& opened_cells() const { return opened_cells_; }
    /// Cells with their centre in a solid that some flow passes nevertheless, and the flow's cells beside them.
    const std::vector<RefilledCell<Dim>>& cut_cells() const { return cut_cells_; }
    /// The signed distance at the middle of a face, metres; large where no solid is near. Where scratch is lent, until
    /// that is written over.
    double distance_at_face(int axis, const Vec<int, Dim>& face) const;

  private:
    using Obstacles = std::vector<PlacedObstacle<Dim>>;

    void borrow(const Lent& lent);
    void clear();
    void remember_flow();
    void mark_solid(const PlacedObstacle<Dim>& obstacle);
    void mark_closed(const PlacedObstacle<Dim>& obstacle);
    void mark_swept(const PlacedObstacle<Dim>& obstacle);
    void join_periods();
    void set_open_fractions();
    void close_leaks();
    void set_distance();
    void count_far_distances();
    void limit_distances_by_seams();
    void end_distances();
    void set_blocks();
    bool is_shut(const Vec<int, Dim>& row, int first, int last) const;
    bool has_cut_face_alone(const Vec<int, Dim>& cell) const;
    bool is_free_around(const Vec<int, Dim>& cell) const;
    void set_velocity(const Obstacles& obstacles);
    void find_wall_faces(const Obstacles& obstacles, int axis);
    void find_swept_cells();
    void find_opened_cells();
    void find_cut_cells();
    template <class Joins> void order_refills(std::vector<RefilledCell<Dim>>& cells, Joins joins);
    bool has_flow(const Vec<int, Dim>& cell) const;

    Grid<Dim> grid_{};
    bool has_obstacles_ = false, is_moving_ = false;
    Vec<int, Dim> low_{}, high_{};  // cells that obstacles come near to
    Field<std::uint8_t, Dim> flags_{}, distance_{};
    std::vector<std::uint8_t> row_distance_{}, block_parts_{};
    std::vector<RefilledCell<Dim>> swept_cells_{}, opened_cells_{}, cut_cells_{};
    // Scratch, of a rebuild:
    Scratch scratch_ = Scratch::own;
    Field<float, Dim> corners_{};  // signed distance at the low corners of cells, metres
    Field<std::uint8_t, Dim> layers_{}, had_flow_{};
    Field<std::uint8_t, Dim> tiles_{};  // how far they are from the next one with a closed face, in tiles
    std::array<Field<std::uint16_t, Dim>, Dim> open_{};
    std::array<Field<T, Dim>, Dim> velocity_{};  // empty until something moves
    Field<T, Dim> rest_{};                       // a row of zeros, for as long
    std::array<std::vector<WallFaceBlock<T, Dim>>, Dim> wall_faces_{};
};

/// The obstacle, by its place in the list, whose surface is nearest to x; -1 if there is none.
template <int Dim> int nearest(const std::vector<PlacedObstacle<Dim>>& obstacles, const Vec<double, Dim>& x);

/// The part of a face that is open, from the signed distances at its corners: 2, or 4 in the order of bits.
template <int Dim> double open_part(const Vec<double, 1 << (Dim - 1)>& corners);

}  // namespace whorl
