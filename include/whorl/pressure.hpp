// The linear systems of a step, and the interface behind which they are solved: plug in a solver of your own.
//
// Both the pressure and implicit diffusion ask for x in
//
//     (diagonal + sum of the cell's face weights) x  -  sum over faces of weight * (x beyond the face)  =  b
//
// on a box of cells. Beyond a side of the box x is zero: a side weight of 0 is a wall that nothing crosses, one of
// 2/h^2 holds x at zero on the side itself. The system is symmetric; it is singular, with x free up to a constant,
// where every side weight and the diagonal are 0 or the sides are periodic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "whorl/parallel.hpp"
#include "whorl/types.hpp"

namespace whorl {

struct WallExtent;  // obstacles.hpp

/// How much of each face is open, in 16 bits: 0 is a wall, `whole` no wall at all. What obstacles leave of a grid, in
/// half of the memory of weights in float.
template <int Dim> struct OpenFaces {
    static constexpr int whole = 1 << 15;

    /// Face i along an axis lies between cells i - 1 and i; at least as many as cells, and along x memory for one more,
    /// which vectors may touch. Where periodic, face 0 is the one behind the last cell, too; elsewhere it is on a side,
    /// and counts for nothing.
    Vec<View<const std::uint16_t, Dim>, Dim> between{};
    /// The faces on the low and the high side of an axis that is not periodic: one along that axis, else as many as
    /// cells.
    Vec<Vec<View<const std::uint16_t, Dim>, 2>, Dim> side{};
};

template <class T, int Dim> struct PoissonProblem {
    Vec<int, Dim> cells{};
    Vec<bool, Dim> periodic{};  ///< the cell beyond the last one is the first

    Vec<T, Dim> weight{};               ///< of the faces between cells, per axis: 1/h^2
    Vec<Vec<T, 2>, Dim> side_weight{};  ///< of the faces on the low and the high side, per axis; ignored where periodic
    T diagonal = 0;                     ///< beside the weights, the same for all cells, 0 or more

    /// Where set, these hold for each face instead of `weight` and `side_weight`: face i along an axis lies between
    /// cells i - 1 and i; there are cells + 1 of them (where periodic, the last repeats the first). A cell whose
    /// weights and diagonal are all 0 is outside of the problem and keeps x = 0.
    Vec<View<const T, Dim>, Dim> face_weight{};
    View<const T, Dim> cell_diagonal{};  ///< where set, instead of `diagonal`

    /// Where set, in place of `face_weight`, and only for a solver that `reads_open_faces`: a face weighs
    /// open * (`weight` / whole), one on a side open * (`side_weight` / whole).
    OpenFaces<Dim> open{};

    bool has_open_faces() const { return open.between[0].data != nullptr; }
    bool is_uniform() const {
        return face_weight[0].data == nullptr && cell_diagonal.data == nullptr && !has_open_faces();
    }
};

/// When a solve ends: as soon as |b - A x| <= max(relative * |b|, absolute) in the L2 norm, or when it no longer gets
/// better, or after so many iterations, or when another iteration would take longer than the time that is given.
/// Sums over all cells of a right-hand side.
struct Moments {
    double sum = 0, squares = 0;
};

struct SolveGoal {
    double relative = 1e-4;
    double absolute = 0;
    int max_iterations = 100;
    double max_milliseconds = 0;       ///< 0: no limit. Other bits on other machines; one iteration is always made
    bool from_zero = false;            ///< x comes in as 0 everywhere, which a solver may make use of
    bool leaves_mean = false;          ///< where the system is singular, x may keep a mean, if the report says which
    std::optional<Moments> moments{};  ///< of b, where they are known already
    /// What part of the residual an iteration is expected to leave, by one who measures afterwards what is left: a
    /// solver that has made enough of them need not measure it. 0: it must.
    double expected_gain = 0;
};

struct SolveReport {
    int iterations = 0;       ///< V-cycles, iterations or sweeps
    double rhs = 0;           ///< |b|, L2, after a singular system's mean was taken out
    double residual = 0;      ///< |b - A x|, L2, as measured at the end, or expected where the goal allows it
    double removed_mean = 0;  ///< of b, where the system is singular: what no x can match; of its pockets the largest
    double mean_left = 0;     ///< of x, where it was allowed to keep one
    bool reached = false;     ///< the goal was met
    bool stagnated = false;   ///< rounding stopped it before the goal
};

/// Solves one problem after another. `prepare` may allocate; `solve` must not.
template <class T, int Dim> class PressureSolver {
  public:
    virtual ~PressureSolver() = default;

    virtual const char* name() const = 0;

    /// Whether a problem may come as `open` faces. Others are handed `face_weight`, always.
    virtual bool reads_open_faces() const { return false; }

    /// Takes note of the problem, whose views must stay valid. Refuses what it cannot solve, and says what can.
    virtual Result<void> prepare(const PoissonProblem<T, Dim>& problem) = 0;

    /// Changes the diagonal, which was above 0 and still is, of the problem that was prepared, without allocating: a
    /// time step changes more often than a grid. False if that cannot be done: then prepare again.
    virtual bool set_diagonal([[maybe_unused]] T diagonal) { return false; }

    /// Whether x may hold anything for a goal that is `from_zero`.
    virtual bool begins_anew() const { return false; }

    /// The numbers behind the views of the problem that was prepared have changed: an obstacle moved. Must not
    /// allocate. False if that cannot be done: then prepare again.
    virtual bool refresh() { return false; }

    /// Walls of this extent may come into the problem that was prepared, or are in it: a solver that lists what lies
    /// beside them makes room now, so that `refresh` need not. May allocate.
    virtual void expect_walls([[maybe_unused]] const WallExtent& walls) {}

    /// Memory, aligned to a cache line, that it may use while it solves, and that others use in between; until it is
    /// prepared again, or lent other pieces, each as large, in place of all of these.
    virtual void borrow([[maybe_unused]] std::span<const std::span<std::byte>> pieces) {}

    /// Improves x, which comes in as a first guess. x and b have at least one layer of ghosts, which the solver may
    /// overwrite in x and does not read in b.
    virtual SolveReport solve(View<T, Dim> x, View<const T, Dim> b, const SolveGoal& goal, Scheduler& scheduler) = 0;

    /// Of memory that it holds.
    virtual std::size_t bytes() const = 0;
};

/// A solver by name: "auto" (picks by the problem), "multigrid", "mgpcg"; to compare with, "red-black", "jacobi",
/// "gauss-seidel", "sor", "cg", "pcg", "direct", and for plain boxes "cyclic-reduction" (docs/solvers.md); or one that
/// was registered, such as "fft" and "dct" of whorl::spectral. For float and double, in two and three dimensions.
template <class T, int Dim> Result<std::unique_ptr<PressureSolver<T, Dim>>> make_pressure_solver(std::string_view name);

template <class T, int Dim> using PressureSolverMaker = std::function<std::unique_ptr<PressureSolver<T, Dim>>()>;

/// Makes a solver of your own known by a name, for as long as the process runs. Refuses a name that is taken.
template <class T, int Dim>
Result<void> register_pressure_solver(std::string_view name, PressureSolverMaker<T, Dim> maker);

}  // namespace whorl
