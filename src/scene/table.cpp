#include "scene/table.hpp"

#include <algorithm>
#include <cmath>

#include "core/nearest_name.hpp"
#include "core/text.hpp"

namespace whorl {
namespace {

std::vector<std::string> variables_of(const SceneFrame& frame, Free free) {
    std::vector<std::string> names;
    const bool is_all = free == Free::all;
    if (is_all || free == Free::place || free == Free::place_and_time) {
        names = {"x", "y"};
        if (frame.dim == 3) names.emplace_back("z");
    }
    if (is_all || free == Free::time || free == Free::place_and_time) names.emplace_back("t");
    if (is_all) names.insert(names.end(), frame.scalars.begin(), frame.scalars.end());
    return names;
}

void check_range(const Node& node, double value, Limits range) {
    if (value >= range.low && value <= range.high) return;
    refuse(node, text("%g is out of range; it must be from %g to %g", value, range.low, range.high));
}

Number formula_of(const SceneFrame& frame, const Node& node, Limits range, Free free) {
    auto formula = Expression::make(node.text, variables_of(frame, free));
    if (!formula) refuse(node, formula.error().message);
    const Number number(std::move(formula).value());
    if (number.is_constant()) check_range(node, number.at(0), range);
    return number;
}

Number keyframes_of(const SceneFrame& frame, const Node& node, Limits range) {
    static constexpr std::string_view eases[] = {"linear", "smooth", "hold"};
    const Table table(frame, node, {"keys", "ease"});
    Keyframes frames;
    frames.ease = static_cast<Ease>(table.choice("ease", 1, eases));
    for (const Node& key :
         need_kind(table.need("keys", "times and values"), Node::Kind::array, "[[0, 1.0], [2, 3.5]]").children) {
        need_kind(key, Node::Kind::array, "[time, value]");
        if (key.children.size() != 2) refuse(key, "a key is two numbers, [time, value]");
        const double time = constant_of(key.children[0], {-1e9, 1e9});
        if (!frames.keys.empty() && time <= frames.keys.back().first)
            refuse(key, text("time %g does not come after %g; keys must rise in time", time, frames.keys.back().first));
        frames.keys.emplace_back(time, constant_of(key.children[1], range));
    }
    if (frames.keys.empty()) refuse(node, "there are no keys; give at least one [time, value]");
    return Number(std::move(frames));
}

}  // namespace

const Node& need_kind(const Node& node, Node::Kind kind, const char* example) {
    if (node.kind != kind)
        refuse(node, text("this is %s; it must be %s, such as %s", kind_name(node.kind), kind_name(kind), example));
    return node;
}

double constant_of(const Node& node, Limits range) {
    const double value = need_kind(node, Node::Kind::number, "1.5").number;
    check_range(node, value, range);
    return value;
}

Number number_of(const SceneFrame& frame, const Node& node, Limits range, Free free) {
    if (node.kind == Node::Kind::number) return constant_of(node, range);
    if (node.kind == Node::Kind::text) return formula_of(frame, node, range, free);
    if (node.kind == Node::Kind::table && free != Free::none && free != Free::place)
        return keyframes_of(frame, node, range);
    refuse(node, text("this is %s; it must be a number%s", kind_name(node.kind),
                      free == Free::none    ? ""
                      : free == Free::place ? " or a formula in quotes"
                                            : ", a formula in quotes, or { keys = [[time, value], ...] }"));
}

Place3 vector_of(const SceneFrame& frame, const Node& node, Limits range, Free free) {
    need_kind(node, Node::Kind::array, frame.dim == 2 ? "[0, 1]" : "[0, 0, 1]");
    if (static_cast<int>(node.children.size()) != frame.dim)
        refuse(node, text("there are %zu numbers; the domain has %d dimensions, so give %d", node.children.size(),
                          frame.dim, frame.dim));
    Place3 made{};
    for (int axis = 0; axis < frame.dim; ++axis)
        made[axis] = number_of(frame, node.children[static_cast<std::size_t>(axis)], range, free);
    return made;
}

Color color_of(const Node& node) {
    if (node.kind == Node::Kind::array && node.children.size() == 3) {
        const auto light = [&](std::size_t i) { return static_cast<float>(constant_of(node.children[i], {0, 1e6})); };
        return {light(0), light(1), light(2), 1};
    }
    const std::string& word = need_kind(node, Node::Kind::text, "\"#d3233f\" or [0.6, 0.02, 0.05]").text;
    const bool is_hex =
        word.size() == 7 && word[0] == '#' && word.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
    if (!is_hex)
        refuse(node, text("\"%s\" is no colour; write # and six hexadecimal digits, as in \"#d3233f\"", word.c_str()));
    return color_of_hex(static_cast<std::uint32_t>(std::stoul(word.substr(1), nullptr, 16)));
}

int choice_of(const Node& node, const char* kind, std::span<const std::string_view> names) {
    need_kind(node, Node::Kind::text, "a name in quotes");
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == node.text) return static_cast<int>(i);
    refuse(node, unknown_name(kind, node.text, names));
}

Table::Table(const SceneFrame& frame, const Node& node, std::vector<std::string_view> allowed)
    : frame_(frame),
      node_(need_kind(node, Node::Kind::table, "{ key = value }")) {
    for (const Node& child : node.children)
        if (std::find(allowed.begin(), allowed.end(), child.name) == allowed.end())
            refuse(child, unknown_name("key", child.name, allowed));
}

const Node& Table::need(std::string_view key, const char* what) const {
    if (const Node* found = find(key)) return *found;
    refuse(node_, text("the key \"%s\" is missing; give %s", std::string(key).c_str(), what));
}

bool Table::truth(std::string_view key, bool otherwise) const {
    const Node* found = find(key);
    return found ? need_kind(*found, Node::Kind::boolean, "true").truth : otherwise;
}

int Table::whole(std::string_view key, int otherwise, Limits range) const {
    const Node* found = find(key);
    if (!found) return otherwise;
    const double value = constant_of(*found, range);
    if (value != std::floor(value)) refuse(*found, text("%g is no whole number; write one", value));
    return static_cast<int>(value);
}

double Table::constant(std::string_view key, double otherwise, Limits range) const {
    const Node* found = find(key);
    return found ? constant_of(*found, range) : otherwise;
}

std::string Table::words(std::string_view key, const std::string& otherwise) const {
    const Node* found = find(key);
    return found ? need_kind(*found, Node::Kind::text, "words in quotes").text : otherwise;
}

Color Table::color(std::string_view key, const Color& otherwise) const {
    const Node* found = find(key);
    return found ? color_of(*found) : otherwise;
}

int Table::choice(std::string_view key, int otherwise, std::span<const std::string_view> names) const {
    const Node* found = find(key);
    return found ? choice_of(*found, std::string(key).c_str(), names) : otherwise;
}

Number Table::number(std::string_view key, const Number& otherwise, Limits range, Free free) const {
    const Node* found = find(key);
    return found ? number_of(frame_, *found, range, free) : otherwise;
}

Place3 Table::vector(std::string_view key, const Place3& otherwise, Limits range, Free free) const {
    const Node* found = find(key);
    return found ? vector_of(frame_, *found, range, free) : otherwise;
}

Place Table::place(std::string_view key, const char* what) const {
    const Place3 numbers = vector_of(frame_, need(key, what), {-1e9, 1e9}, Free::none);
    return {numbers[0].at(0), numbers[1].at(0), numbers[2].at(0)};
}

std::vector<std::pair<std::string, Number>> Table::scalar_values(Limits range, Free free) const {
    std::vector<std::pair<std::string, Number>> values;
    for (const std::string& name : frame_.scalars)
        if (const Node* found = find(name)) values.emplace_back(name, number_of(frame_, *found, range, free));
    return values;
}

}  // namespace whorl
