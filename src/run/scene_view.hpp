// A scene's run as pictures want it: its fields by name, and its camera, lights and sizes at a moment.
#pragma once

#include "render/view.hpp"
#include "run/simulator.hpp"

namespace whorl {

/// Reads the simulator whenever it is asked, so it must not outlive it. Obstacles are those of this moment; images of
/// walls are left out, and show as holes in what flows.
template <int Dim> ViewSource<Dim> source_of(const Simulator& simulator);

template <int Dim> ViewStyle<Dim> style_of(const SceneLook& look, const Scene& scene, double t, Scheduler* scheduler);

/// What the camera's numbers give at a moment, and `usual` where there are none.
Camera camera_at(const SceneCamera& camera, double t, const Camera& usual);

/// One from which the whole box is seen, at the angles that are given.
Camera camera_before(const Box3& box, const SceneCamera& camera, double t, double width_over_height);

/// None if the scene has none.
std::vector<Light> lights_at(const Scene& scene, double t);

/// Width and height in pixels of a picture in perspective.
Vec<int, 2> pixels_in_space(const SceneLook& look, bool is_tall);

/// The values over the palette, as far as the look fixes them; equal if it does not.
ValueRange range_of(const SceneLook& look, int dim);

}  // namespace whorl
