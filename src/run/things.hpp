// What a scene's initial state, emitters and forces do to the values of a fluid, cell by cell, whatever its method.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "run/emission.hpp"
#include "run/force_field.hpp"

namespace whorl {

/// The error as the scene's key has it.
Error at_key(const std::string& path, const Error& error);

/// A step, and the share of it during which something works.
struct Moment {
    double t = 0, dt = 0, share = 0;

    static Moment of(double t, double dt, double start, double end);
};

/// The pictures that shapes refer to. Names are relative to the scene's file.
class Pictures {
  public:
    static Result<Pictures> read(const Scene& scene);

    /// Null if the shape is none.
    const Image8* of(const SceneShape& shape) const;
    CoveredShape covered(const SceneShape& shape, int dim, double t) const { return {still(shape, dim, t), of(shape)}; }

  private:
    std::map<std::string, Image8> pictures_{};
};

/// The fields of a fluid by their names, to be changed.
template <class T, int Dim> struct Editable {
    std::function<View<T, Dim>(std::string_view)> field;
    bool is_staggered = true;  ///< velocity.x lies on the faces that it crosses, otherwise at centres
    double unit = 1;           ///< metres; velocities are stored in units a second
};

/// Refuses a formula that is not finite somewhere.
template <class T, int Dim> Result<void> set_initial(const Scene& scene, const Editable<T, Dim>& fluid);

template <class T, int Dim>
Result<void> emit(const Scene& scene, const SceneEmitter& emitter, const CoveredShape& shape, const Moment& moment,
                  const Editable<T, Dim>& fluid);

template <class T, int Dim>
Result<void> apply(const Scene& scene, const SceneForce& force, const Pictures& pictures, const Moment& moment,
                   const Editable<T, Dim>& fluid);

}  // namespace whorl
