// A scene: what a TOML file says, checked and with every default filled in. docs/scene.md describes each key.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scene/look.hpp"
#include "scene/number.hpp"
#include "scene/shape.hpp"
#include "whorl/sides.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

using NamedNumber = std::pair<std::string, Number>;

struct SceneSegment {
    SideKind kind = SideKind::wall;
    std::optional<Place3> velocity{};
    std::vector<NamedNumber> scalars{};
    Vec<double, 2> from{}, to{};  ///< along the side's own axes; both zero: all of it
};

using SceneSide = std::vector<SceneSegment>;

/// In the order of `side_names`.
constexpr const char* side_names[] = {"left", "right", "bottom", "top", "front", "back"};

struct SceneTime {
    double fps = 24;
    int frames = 240;
    int substeps = 1;  ///< unless one of these is above 0:
    double step = 0;
    double cfl = 0, max_step = 0;
};

struct SceneFluid {
    Number viscosity{};  // may differ from place to place, and with scalars
    bool has_varying_viscosity() const { return viscosity.depends_on_place() || viscosity.depends_on_scalars(); }
    Number buoyancy{}, ambient_temperature{}, weight{}, vorticity_confinement{};
    Place3 gravity{};
};

struct SceneScalar {
    std::string name{};
    Number diffusion{}, dissipation{}, kept{1.0}, ambient{};
    std::optional<Scheme> advection{};
};

struct SceneInitial {
    std::string state{};  ///< a checkpoint's file: the whole state, time included, instead of formulas
    std::optional<Place3> velocity{};
    std::vector<NamedNumber> scalars{};
};

struct SceneEmitter {
    std::string path{};  ///< of the key, for messages
    SceneShape shape{};
    std::vector<NamedNumber> scalars{};
    std::optional<Place3> velocity{};
    bool set = false;
    double start = 0, end = 1e300;
};

struct SceneObstacle {
    std::string path{}, name{};
    SceneShape shape{};
    std::vector<SceneShape> cuts{};  ///< taken out of it; places count from the middle of its points
    Number angle{};
    bool is_noslip = false;
};

enum class ForceKind { gravity, wind, fan, vortex, point, turbulence };

struct SceneForce {
    std::string path{};
    ForceKind kind = ForceKind::gravity;
    std::optional<SceneShape> shape{};  ///< everywhere, if not given
    Place3 vector{};                    ///< acceleration, or the wind's velocity
    Place3 center{};
    Place3 axis{};                 ///< of a vortex in 3D
    Number strength{}, rate{1.0};  ///< of wind and fan: rate, 1/s
    Number radius{0.1};            ///< of the core of a vortex or point, or the size of turbulent eddies
    std::uint64_t seed = 1;
    double start = 0, end = 1e300;
};

struct SceneSolver {
    std::string method = "engine", pressure = "auto", order = "whorl", precision = "float";
    double tolerance = 1e-4, max_speed = 100;
    int max_cycles = 50;
    double max_milliseconds = 0;  ///< 0: no limit
    bool deterministic = true;
    Scheme advection = Scheme::maccormack;
    Trace trace = Trace::rk2;
};

enum class MeasureKind { point, profile, total, maximum, minimum, energy, enstrophy, divergence, flux, force };

struct SceneMeasure {
    std::string path{}, name{};
    MeasureKind kind = MeasureKind::total;
    std::string field{};
    Place from{}, to{};  ///< of a profile or a flux; `from` of a point
    int samples = 2;
    std::string side{}, obstacle{};
    double every = 0;  ///< seconds; 0: every frame
    bool at_end = false;
};

enum class OutputKind { video, frames, sheet, vtk, vdb, mesh, checkpoint };

/// Before a film: words on a ground.
struct SceneCard {
    double seconds = 0;  ///< 0: there is none
    std::vector<std::string> lines{};
};

struct SceneOutput {
    std::string path{};
    OutputKind kind = OutputKind::frames;
    std::string file{};
    SceneLook look{};
    int bits = 8;
    int every = 1;        ///< frames
    bool at_end = false;  ///< only the last frame
    SceneCard card{};
    int columns = 4, tiles = 12;
    double seconds = 30;  ///< of a checkpoint
    int keep = 2;
    std::vector<std::string> fields{};
    char up = 'z';  ///< of a vdb file
};

struct Scene {
    std::string file{}, name{}, title{};
    int dim = 2;
    Vec<int, 3> cells{1, 1, 1};
    Place size{1, 1, 1};
    SceneSide sides[6]{};

    SceneTime time{};
    SceneFluid fluid{};
    std::vector<SceneScalar> scalars{};
    SceneInitial initial{};
    std::vector<SceneEmitter> emitters{};
    std::vector<SceneObstacle> obstacles{};
    std::vector<SceneForce> forces{};
    SceneCamera camera{};
    std::vector<SceneLight> lights{};
    std::vector<Dye> dyes{};
    SceneSolver solver{};
    std::vector<SceneMeasure> measures{};
    std::vector<SceneOutput> outputs{};

    std::string text{};             ///< all of it as TOML, with what was set on the command line
    std::uint64_t fingerprint = 0;  ///< of all that changes results; not of the title and the number of frames
};

/// The names that a field can have in a view or measure: scalars, pressure, velocity.x, ..., speed, vorticity.
std::vector<std::string> field_names(const Scene& scene);

/// `assignments` as for `--set`. An Error names file, line, column and key, what is allowed, and the nearest right
/// name.
Result<Scene> parse_scene(const std::string& text, const std::string& file,
                          const std::vector<std::string>& assignments = {});

/// Of a file on disk.
Result<Scene> read_scene(const std::string& file, const std::vector<std::string>& assignments = {});

}  // namespace whorl
