// Diffusion between obstacles.
//
// Scalars: nothing diffuses through a closed face. Velocities: unknown on faces that flow passes; a link that ends in a
// wall is cut. Where the flow sticks to the wall it is held at the wall's velocity at the distance of the surface
// (gibou2002, symmetric), where it slips nothing pulls at it.
#pragma once

#include "boundary/walls.hpp"
#include "core/field.hpp"
#include "diffuse/diffuse.hpp"

namespace whorl {

/// What walls add to the diffusion of one field. Unknowns are those of Diffusion; all fields have a cell to spare.
template <class T, int Dim> struct WalledDiffusion {
    std::array<Field<T, Dim>, Dim> weights{};
    // Of velocities alone: the sum of weights towards walls, the same times the walls' velocities, and the diagonal,
    // which is 0 where no flow passes.
    Field<T, Dim> held{}, held_value{}, diagonal{};
    // Faces with their middle inside of a sticky wall: they have its velocity, and are no unknowns.
    struct Inside {
        Vec<int, Dim> at;
        T velocity;
    };
    std::vector<Inside> inside{};
    // What the flow sticks to, for friction.
    struct Link {
        Vec<int, Dim> at;  // the unknown
        int axis, step;    // from there to the wall
        double part;       // of a cell, to the surface
        double velocity;   // of the wall there
        int obstacle;      // by its place in the list
    };
    std::vector<Link> links{};

    static Result<WalledDiffusion> make(const Grid<Dim>& grid, bool is_velocity);
    std::size_t bytes() const;
    /// Room for what lies beside walls of this extent.
    void expect(const WallExtent& walls);
};

/// A wall passes between face `at` of a component and the next one along `axis`, both of which flow passes.
template <class T, int Dim>
bool is_cut(const Walls<T, Dim>& walls, int component, const Vec<int, Dim>& at, int axis, int step);

/// Fills the weights for the walls as they are, and the problem that refers to them.
template <class T, int Dim>
void wall_scalar(const Sides<T, Dim>& sides, int scalar, const Walls<T, Dim>& walls, WalledDiffusion<T, Dim>& walled,
                 Diffusion<T, Dim>& diffusion);
template <class T, int Dim>
void wall_velocity(const Sides<T, Dim>& sides, int component, const Walls<T, Dim>& walls,
                   const std::vector<PlacedObstacle<Dim>>& obstacles, WalledDiffusion<T, Dim>& walled,
                   Diffusion<T, Dim>& diffusion);

/// The velocity's diagonal for this rate = coefficient * dt.
template <class T, int Dim>
void set_velocity_diagonal(const Diffusion<T, Dim>& diffusion, WalledDiffusion<T, Dim>& walled, double rate);

/// As add_laplacian, between walls.
template <class T, int Dim>
void add_walled_laplacian(Scheduler& scheduler, const Diffusion<T, Dim>& diffusion,
                          const WalledDiffusion<T, Dim>& walled, const View<T, Dim>& y, const View<const T, Dim>& x,
                          double rate, double keep = 1);

/// As diffuse.
template <class T, int Dim>
SolveReport diffuse_walled(Scheduler& scheduler, PressureSolver<T, Dim>& solver, const Diffusion<T, Dim>& diffusion,
                           const WalledDiffusion<T, Dim>& walled, const Vec<View<T, Dim>, 3>& x_rhs_change,
                           const SolveGoal& goal);

}  // namespace whorl
