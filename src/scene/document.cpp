#include "scene/document.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/text.hpp"
#include "scene/check_text.hpp"

namespace whorl {
namespace {

using Source = std::shared_ptr<const std::string>;

std::string child_path(const Node& parent, const std::string& key) {
    if (parent.kind == Node::Kind::array) return parent.path + "[" + key + "]";
    return parent.path.empty() ? key : parent.path + "." + key;
}

Node convert(const toml::node& from, Node node);

void add_child(Node& parent, const std::string& key, const toml::node& from) {
    Node child;
    child.name = key;
    child.path = child_path(parent, key);
    child.source = parent.source;
    parent.children.push_back(convert(from, std::move(child)));
}

Node convert(const toml::node& from, Node node) {
    node.line = static_cast<int>(from.source().begin.line);
    node.column = static_cast<int>(from.source().begin.column);
    if (const auto* table = from.as_table()) {
        node.kind = Node::Kind::table;
        for (const auto& [key, value] : *table) add_child(node, lowered(key.str()), value);
    } else if (const auto* array = from.as_array()) {
        node.kind = Node::Kind::array;
        for (std::size_t i = 0; i < array->size(); ++i) add_child(node, std::to_string(i), *array->get(i));
    } else if (const auto* string = from.as_string()) {
        node.kind = Node::Kind::text;
        node.text = lowered(string->get());
    } else if (const auto* whole = from.as_integer()) {
        node.kind = Node::Kind::number;
        node.number = static_cast<double>(whole->get());
        node.is_whole = true;
    } else if (const auto* number = from.as_floating_point()) {
        node.kind = Node::Kind::number;
        node.number = number->get();
        if (!std::isfinite(node.number)) refuse(node, text("%g is no finite number; write one", node.number));
    } else if (const auto* truth = from.as_boolean()) {
        node.kind = Node::Kind::boolean;
        node.truth = truth->get();
    } else {
        refuse(node, "a date or time has no meaning in a scene; write a number of seconds, or text in quotes");
    }
    return node;
}

/// Puts the right paths and source on a tree that was moved to another place.
void adopt(Node& node, const Node& parent, const Source& source) {
    node.path = child_path(parent, node.name);
    node.source = source;
    for (Node& child : node.children) adopt(child, node, source);
}

Node value_of(const std::string& words, const Source& source) {
    Node node;
    node.source = source;
    if (check_text(words)) return node.kind = Node::Kind::text, node.text = words, node;
    try {
        const toml::table parsed = toml::parse("value = " + raised(words));
        if (parsed.size() == 1) return convert(*parsed.get("value"), node);
    } catch (const toml::parse_error&) {
    }
    node.kind = Node::Kind::text;
    node.text = words;
    return node;
}

std::vector<std::string> split_path(const std::string& path) {
    std::vector<std::string> keys(1);
    for (const char c : path)
        if (c == '.' || c == '[')
            keys.emplace_back();
        else if (c != ']')
            keys.back() += c;
    return keys;
}

Node& step_down(Node& parent, const std::string& key, bool is_last, const Source& source) {
    if (Node* found = parent.find(key)) return *found;
    if (parent.kind != Node::Kind::table)
        refuse(parent, parent.kind == Node::Kind::array ? text("there is no element %s; there are %zu, counted from 0",
                                                               key.c_str(), parent.children.size())
                                                        : text("%s of %s cannot be set: it is %s", key.c_str(),
                                                               parent.path.c_str(), kind_name(parent.kind)));
    Node child;
    child.name = key;
    child.kind = is_last ? Node::Kind::text : Node::Kind::table;
    const auto place = std::find_if(parent.children.begin(), parent.children.end(),
                                    [&](const Node& other) { return other.name > key; });
    Node& added = *parent.children.insert(place, std::move(child));  // sorted, as toml++ has them
    adopt(added, parent, source);
    return added;
}

std::string quoted(const std::string& words) {
    std::string out = "\"";
    for (const char c : words)
        if (c == '"' || c == '\\')
            out += {'\\', c};
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            out += text("\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
        else
            out += c;
    return out + "\"";
}

bool is_bare(const std::string& key) {
    return !key.empty() && key.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
                               std::string::npos;
}

std::string key_text(const std::string& key) {
    return is_bare(key) ? key : quoted(key);
}

std::string value_text(const Node& node) {
    const auto joined = [&](bool with_keys) {
        std::string out;
        for (const Node& child : node.children)
            out += (out.empty() ? "" : ", ") + (with_keys ? key_text(child.name) + " = " : "") + value_text(child);
        return out;
    };
    switch (node.kind) {
        case Node::Kind::table:
            return "{ " + joined(true) + " }";
        case Node::Kind::array:
            return "[" + joined(false) + "]";
        case Node::Kind::text:
            return quoted(node.text);
        case Node::Kind::boolean:
            return node.truth ? "true" : "false";
        case Node::Kind::number:
            break;
    }
    if (node.is_whole && std::abs(node.number) < 1e15) return text("%.0f", node.number);
    std::string digits = text("%.17g", node.number);
    if (std::strtod(text("%.15g", node.number).c_str(), nullptr) == node.number) digits = text("%.15g", node.number);
    return digits.find_first_of(".e") == std::string::npos ? digits + ".0" : digits;
}

bool is_table_list(const Node& node) {
    if (node.kind != Node::Kind::array || node.children.empty()) return false;
    for (const Node& child : node.children)
        if (child.kind != Node::Kind::table) return false;
    return true;
}

}  // namespace

const Node* Node::find(std::string_view key) const {
    for (const Node& child : children)
        if (child.name == key) return &child;
    return nullptr;
}

Node* Node::find(std::string_view key) {
    return const_cast<Node*>(std::as_const(*this).find(key));
}

const char* kind_name(Node::Kind kind) {
    switch (kind) {
        case Node::Kind::table:
            return "a table";
        case Node::Kind::array:
            return "an array";
        case Node::Kind::text:
            return "text";
        case Node::Kind::number:
            return "a number";
        case Node::Kind::boolean:
            return "true or false";
    }
    return "";
}

void refuse(const Node& at, const std::string& sentence) {
    std::string where = at.source ? *at.source : "scene";
    if (at.line > 0) where += text(":%d:%d", at.line, at.column);
    throw SceneFault(where + ": " + (at.path.empty() ? "" : at.path + ": ") + sentence);
}

Result<Node> parse_document(std::string_view text_of_file, const std::string& file) {
    Node root;
    root.source = std::make_shared<const std::string>(file);
    if (const auto fault = check_text(text_of_file))
        return Error{
            text("%s:%d:%d: this is not TOML: %s", file.c_str(), fault->line, fault->column, fault->sentence.c_str())};
    try {
        root = convert(toml::parse(raised(text_of_file), std::string_view(file)), root);
        root.line = root.column = 0;
        return root;
    } catch (const toml::parse_error& error) {
        const toml::source_position at = error.source().begin;
        const std::string words = lowered(error.description());
        const bool is_word = words.find("could not determine value type") != std::string::npos;
        return Error{text("%s:%u:%u: this is not TOML: %s%s", file.c_str(), static_cast<unsigned>(at.line),
                          static_cast<unsigned>(at.column), words.c_str(),
                          is_word ? "; words stand in quotes, such as \"open\"" : "")};
    } catch (const SceneFault& fault) {
        return Error{fault.what()};
    }
}

Result<void> set_in_document(Node& root, const std::string& assignment) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
        return Error{text("--set %s is no assignment; write --set key.path=value", assignment.c_str())};
    const auto source = std::make_shared<const std::string>("--set " + assignment);
    const std::vector<std::string> keys = split_path(assignment.substr(0, equals));
    if (keys.size() > 20) return Error{text("--set leads through %zu keys; a scene has five at most", keys.size())};
    try {
        const Node value = value_of(assignment.substr(equals + 1), source);
        Node* at = &root;
        Node parent;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const bool is_in_list = i + 1 < keys.size() && !keys[i + 1].empty() &&
                                    keys[i + 1].find_first_not_of("0123456789") == std::string::npos;
            if (is_in_list && !at->find(keys[i]))
                refuse(*at, text("there is no %s to change; add it in the file", keys[i].c_str()));
            Node parent_path;
            parent_path.kind = at->kind, parent_path.path = at->path;
            at = &step_down(*at, keys[i], i + 1 == keys.size(), source);
            parent = std::move(parent_path);
        }
        const std::string name = at->name;
        *at = value;
        at->name = name;
        at->line = at->column = 0;
        adopt(*at, parent, source);
        return {};
    } catch (const SceneFault& fault) {
        return Error{"--set " + assignment + ": " + fault.what()};
    }
}

std::string document_text(const Node& root) {
    std::string plain, tables;
    for (const Node& child : root.children)
        if (child.kind == Node::Kind::table) {
            tables += "\n[" + key_text(child.name) + "]\n";
            for (const Node& each : child.children) tables += key_text(each.name) + " = " + value_text(each) + "\n";
        } else if (is_table_list(child)) {
            for (const Node& element : child.children) {
                tables += "\n[[" + key_text(child.name) + "]]\n";
                for (const Node& each : element.children)
                    tables += key_text(each.name) + " = " + value_text(each) + "\n";
            }
        } else {
            plain += key_text(child.name) + " = " + value_text(child) + "\n";
        }
    return plain + tables;
}

}  // namespace whorl
