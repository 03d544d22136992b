// Reads the keys of one table: each with its type, range and default; what is unknown is refused at once.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "render/color.hpp"
#include "scene/document.hpp"
#include "scene/number.hpp"
#include "scene/shape.hpp"

namespace whorl {

struct Limits {
    double low = -1e15, high = 1e15;
};
namespace limits {
inline constexpr Limits places{-1e9, 1e9}, speeds{-1e6, 1e6}, values{-1e12, 1e12};
}

/// Which variables a formula may use.
enum class Free { none, time, place, place_and_time, all };  // all: the scalars too

/// What all tables of a scene share.
struct SceneFrame {
    int dim = 2;
    std::vector<std::string> scalars{};
};

class Table {
  public:
    /// Throws a SceneFault, as everything here, if `node` is no table or has a key that is not among `allowed`.
    Table(const SceneFrame& frame, const Node& node, std::vector<std::string_view> allowed);

    const Node& node() const { return node_; }
    const Node* find(std::string_view key) const { return node_.find(key); }
    const Node& need(std::string_view key, const char* what) const;

    bool truth(std::string_view key, bool otherwise) const;
    int whole(std::string_view key, int otherwise, Limits range) const;
    double constant(std::string_view key, double otherwise, Limits range) const;
    std::string words(std::string_view key, const std::string& otherwise) const;
    /// The number of the name in `names`.
    int choice(std::string_view key, int otherwise, std::span<const std::string_view> names) const;

    /// "#rrggbb", or three numbers of linear light.
    Color color(std::string_view key, const Color& otherwise) const;

    Number number(std::string_view key, const Number& otherwise, Limits range, Free free = Free::time) const;
    /// `dim` numbers.
    Place3 vector(std::string_view key, const Place3& otherwise, Limits range, Free free = Free::time) const;
    /// A place inside the domain's box or not far from it, constant.
    Place place(std::string_view key, const char* what) const;

    /// Of a scene's scalars, those that have a value here.
    std::vector<std::pair<std::string, Number>> scalar_values(Limits range, Free free) const;

  private:
    const SceneFrame& frame_;
    const Node& node_;
};

double constant_of(const Node& node, Limits range);
Number number_of(const SceneFrame& frame, const Node& node, Limits range, Free free);
Place3 vector_of(const SceneFrame& frame, const Node& node, Limits range, Free free);
Color color_of(const Node& node);
int choice_of(const Node& node, const char* kind, std::span<const std::string_view> names);
const Node& need_kind(const Node& node, Node::Kind kind, const char* example);

/// `{ circle = { ... } }`. `is_thin` allows segment and polyline. Refuses one that misses the domain; a
/// size of zero is none.
SceneShape read_shape(const SceneFrame& frame, const Node& node, const Place& size, bool is_thin);

}  // namespace whorl
