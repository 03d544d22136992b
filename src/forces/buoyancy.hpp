// Heat rises, smoke sinks (fedkiw2001; marek2007, equations 8 and 9): acceleration = (buoyancy * (T - T0) - weight *
// density) along `up`, with T and density averaged to the faces.
#pragma once

#include "boundary/sides.hpp"
#include "whorl/parallel.hpp"

namespace whorl {

template <int Dim> struct Buoyancy {
    double per_degree = 0;   // m/s^2 a degree
    double per_density = 0;  // m/s^2 a unit of density, downwards
    double ambient = 0;      // T0
    Vec<double, Dim> up{};   // of length 1
};

/// Some face that it moves has a ghost on one side.
template <class T, int Dim> bool feels_ghosts(const Sides<T, Dim>& sides, const Buoyancy<Dim>& law);

/// u += dt * acceleration on the faces between cells, and on free sides; temperature and density have their ghosts
/// filled if those are felt.
template <class T, int Dim> struct BuoyantFields {
    Faces<T, Dim> u{};
    View<const T, Dim> temperature{}, density{};
};
template <class T, int Dim>
void add_buoyancy(Scheduler& scheduler, const Sides<T, Dim>& sides, const Buoyancy<Dim>& law, double dt,
                  const BuoyantFields<T, Dim>& fields);

}  // namespace whorl
