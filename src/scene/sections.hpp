// The sections of a scene, one reader each. They throw a SceneFault.
#pragma once

#include "scene/scene.hpp"
#include "scene/table.hpp"

namespace whorl {

/// A table of that name, or an empty one.
inline const Node& section(const Node& root, const char* name) {
    static const Node nothing{};
    const Node* found = root.find(name);
    return found ? *found : nothing;
}

void read_domain_box(const Node& root, SceneFrame& frame, Scene& scene);
void read_scalars(const Node& root, SceneFrame& frame, Scene& scene);
/// After the scalars, which sides may hold.
void read_sides(const Node& root, const SceneFrame& frame, Scene& scene);
void read_time(const Node& root, const SceneFrame& frame, Scene& scene);
void read_fluid(const Node& root, const SceneFrame& frame, Scene& scene);
void read_initial(const Node& root, const SceneFrame& frame, Scene& scene);
void read_solver(const Node& root, const SceneFrame& frame, Scene& scene);
void read_emitters(const Node& root, const SceneFrame& frame, Scene& scene);
void read_obstacles(const Node& root, const SceneFrame& frame, Scene& scene);
void read_forces(const Node& root, const SceneFrame& frame, Scene& scene);
void read_camera(const Node& root, const SceneFrame& frame, Scene& scene);
void read_lights(const Node& root, const SceneFrame& frame, Scene& scene);
/// After the scalars: a dye is one, too.
void read_dyes(const Node& root, SceneFrame& frame, Scene& scene);
void read_measures(const Node& root, const SceneFrame& frame, Scene& scene);
void read_outputs(const Node& root, const SceneFrame& frame, Scene& scene);

/// After all of them: refuses what the method that was chosen cannot do.
void check_method(const Node& root, const Scene& scene);

/// Puts in place what a `preset` stands for; keys that are given beside it win.
void apply_presets(Node& root);

/// The tables of `[[name]]`; none if it is not there.
std::vector<const Node*> list_of(const Node& root, const char* name);

/// The keys that tell how a picture looks, and their values.
std::vector<std::string_view> look_keys();
SceneLook read_look(const Table& table, const SceneFrame& frame, const Scene& scene);

void read_range(const Table& table, SceneLook& look);

/// Refuses what cannot name a scalar.
void check_scalar_name(const Node& at, const std::string& name);

/// One of `names`.
std::string read_field(const Table& table, const char* key, const std::string& otherwise,
                       const std::vector<std::string>& names);

}  // namespace whorl
