// The names of the solvers. Others add theirs at run time: those that need a library of their own are never included.
#include <map>
#include <mutex>

#include "core/nearest_name.hpp"
#include "pressure/automatic.hpp"
#include "pressure/cg_hestenes1952.hpp"
#include "pressure/cyclic_reduction_rossi1999.hpp"
#include "pressure/direct.hpp"
#include "pressure/gauss_seidel.hpp"
#include "pressure/jacobi.hpp"
#include "pressure/pcg_bridson2008.hpp"
#include "pressure/red_black.hpp"
#include "pressure/sor_young1954.hpp"

namespace whorl {
namespace {

template <class T, int Dim> struct Registry {
    std::mutex mutex;
    std::map<std::string, PressureSolverMaker<T, Dim>, std::less<>> makers;

    Registry() {
        const auto add = [this](const char* name, auto make) { makers.emplace(name, make); };
        add("auto", [] { return std::unique_ptr<PressureSolver<T, Dim>>(new Automatic<T, Dim>); });
        add("multigrid", [] { return std::unique_ptr<PressureSolver<T, Dim>>(new Multigrid<T, Dim>); });
        add("mgpcg", [] { return std::unique_ptr<PressureSolver<T, Dim>>(new Mgpcg<T, Dim>); });
        add("red-black", [] { return std::unique_ptr<PressureSolver<T, Dim>>(new RedBlack<T, Dim>); });
        add("jacobi", [] { return std::unique_ptr<PressureSolver<T, Dim>>(new Jacobi<T, Dim>); });
        add("gauss-seidel", [] { return std::unique_ptr<PressureSolver<T, Dim>>(new GaussSeidel<T, Dim>); });
        add("sor", [] { return std::unique_ptr<PressureSolver<T, Dim>>(new Sor<T, Dim>); });
        add("cg", [] { return std::unique_ptr<PressureSolver<T, Dim>>(new Cg<T, Dim>); });
        add("pcg", [] { return std::unique_ptr<PressureSolver<T, Dim>>(new Pcg<T, Dim>); });
        add("cyclic-reduction", [] { return std::unique_ptr<PressureSolver<T, Dim>>(new CyclicReduction<T, Dim>); });
        add("direct", [] { return std::unique_ptr<PressureSolver<T, Dim>>(new Direct<T, Dim>); });
    }
};

/// One for the process, since names are global: a scene says `pressure = "fft"` without knowing who brought it.
template <class T, int Dim> Registry<T, Dim>& registry() {
    static Registry<T, Dim> only;
    return only;
}

}  // namespace

template <class T, int Dim>
Result<std::unique_ptr<PressureSolver<T, Dim>>> make_pressure_solver(std::string_view name) {
    Registry<T, Dim>& known = registry<T, Dim>();
    std::unique_lock lock(known.mutex);
    if (const auto found = known.makers.find(name); found != known.makers.end()) {
        const PressureSolverMaker<T, Dim> make = found->second;
        lock.unlock();  // it may ask for other solvers, to work with them
        if (auto solver = make()) return solver;
        return Error{"the pressure solver \"" + std::string(name) + "\" was registered but could not be made"};
    }
    if (name == "fft" || name == "dct")
        return Error{"the pressure solver \"" + std::string(name) +
                     "\" is part of whorl::spectral, which this program was built without; build it with FFTW "
                     "(libfftw3-dev) and call register_spectral_solvers, or use \"multigrid\""};
    std::vector<std::string_view> names;
    for (const auto& [key, maker] : known.makers) names.push_back(key);
    return Error{unknown_name("pressure solver", name, names)};
}

template <class T, int Dim>
Result<void> register_pressure_solver(std::string_view name, PressureSolverMaker<T, Dim> maker) {
    if (name.empty() || !maker) return Error{"a pressure solver needs a name and a function that makes it"};
    Registry<T, Dim>& known = registry<T, Dim>();
    const std::lock_guard lock(known.mutex);
    if (!known.makers.emplace(std::string(name), std::move(maker)).second)
        return Error{"there already is a pressure solver \"" + std::string(name) + "\"; choose another name"};
    return {};
}

#define WHORL_INSTANTIATE(T, Dim)                                                                    \
    template Result<std::unique_ptr<PressureSolver<T, Dim>>> make_pressure_solver(std::string_view); \
    template Result<void> register_pressure_solver(std::string_view, PressureSolverMaker<T, Dim>);

WHORL_INSTANTIATE(float, 2)
WHORL_INSTANTIATE(float, 3)
WHORL_INSTANTIATE(double, 2)
WHORL_INSTANTIATE(double, 3)

}  // namespace whorl
