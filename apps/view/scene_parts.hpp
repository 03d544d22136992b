// The numbers of the single things of a scene (sides, scalars, emitters, forces, walls), each with the keys behind it.
#pragma once

#include <string>
#include <vector>

#include "live_fluid.hpp"
#include "scene/document.hpp"
#include "scene/scene.hpp"

namespace whorl::view {

/// What a person turns, and the keys of the scene that change with it.
struct PartNumber {
    enum class Way {
        same,      ///< every key has the value
        shift,     ///< the value is their middle: all keys move with it
        stretch,   ///< the value is the way from the first to the second: both move, the middle stays
        constant,  ///< a key that cannot have keyframes
    };
    Parameter shown{};
    Way way = Way::same;
    std::vector<std::string> paths{};
    std::vector<double> values{};  ///< of each path, at present
    bool is_given = true;          ///< the scene has the keys; else the values are what their lack means

    /// Of each path, if the person's number becomes `value`.
    std::vector<double> turned(double value) const;
};

struct ScenePart {
    enum class Kind { fluid, source, wall };  ///< fluid: sides and scalars; source: emitters and forces
    Kind kind{};
    std::string id{}, label{};
    std::vector<PartNumber> numbers{};
};

/// Of the scene that `root` is the text of; formulas and keyframes as of time t. Strokes, which last for a step or
/// two of `dt`, are left out.
std::vector<ScenePart> parts_of(const Node& root, const Scene& scene, double t, double dt);

/// Null if nothing stands there.
const Node* node_at(const Node& root, const std::string& path);
/// Whether it has keyframes and the last of them was at t or before: from then on it is a number like any other.
bool has_passed_keys(const Node* node, double t);
/// What is to be said instead of a slider; empty for a number that changes no more by itself.
std::string follows(const Node* node, const Number& number, double t);

}  // namespace whorl::view
