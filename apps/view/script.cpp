#include "script.hpp"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

#include "core/nearest_name.hpp"
#include "core/text.hpp"

namespace whorl::view {
namespace {

constexpr std::string_view commands[] = {"wait", "key", "down", "move", "up", "menu", "shot", "quit"};

std::string trimmed(const std::string& words) {
    const std::size_t first = words.find_first_not_of(" \t\r");
    if (first == std::string::npos) return "";
    return words.substr(first, words.find_last_not_of(" \t\r") - first + 1);
}

/// The words after the command as numbers, each within its range.
Result<std::vector<double>> numbers_of(const std::string& rest, std::size_t count, double high, const char* example) {
    std::istringstream stream(rest);
    std::vector<double> numbers;
    std::string word;
    while (stream >> word) {
        char* end = nullptr;
        const double number = std::strtod(word.c_str(), &end);
        if (*end != '\0' || !std::isfinite(number))
            return Error{text("\"%s\" is no number; write `%s`", word.c_str(), example)};
        if (number < 0 || number > high) return Error{text("%g is out of range; it must be 0 to %g", number, high)};
        numbers.push_back(number);
    }
    if (numbers.size() != count) return Error{text("there are %zu numbers; write `%s`", numbers.size(), example)};
    return numbers;
}

Result<ScriptLine> parse_line(const std::string& line) {
    const std::size_t space = line.find_first_of(" \t");
    const std::string command = line.substr(0, space),
                      rest = space == std::string::npos ? "" : trimmed(line.substr(space));
    ScriptLine out;
    using Kind = ScriptLine::Kind;
    if (command == "up" || command == "quit") {
        if (!rest.empty()) return Error{text("`%s` takes nothing after it", command.c_str())};
        out.kind = command == "up" ? Kind::up : Kind::quit;
    } else if (command == "wait") {
        const auto numbers = numbers_of(rest, 1, 3600, "wait 0.5");
        if (!numbers) return numbers.error();
        out.kind = Kind::wait, out.seconds = numbers.value()[0];
    } else if (command == "down" || command == "move") {
        const auto numbers = numbers_of(rest, 2, 1, "down 0.5 0.5");
        if (!numbers) return numbers.error();
        out.kind = command == "down" ? Kind::down : Kind::move;
        out.at = {numbers.value()[0], numbers.value()[1]};
    } else if (command == "key" || command == "menu") {
        const auto key = command == "key" ? need_key(rest) : find_menu(rest);
        if (!key) return key.error();
        out.kind = Kind::key, out.key = key.value();
    } else if (command == "shot") {
        if (!rest.ends_with(".png") && !rest.ends_with(".ppm"))
            return Error{text("\"%s\" names no picture; write `shot FILE.png` or .ppm", rest.c_str())};
        out.kind = Kind::shot, out.file = rest;
    } else {
        return Error{unknown_name("command", command, commands)};
    }
    return out;
}

}  // namespace

Result<std::vector<ScriptLine>> parse_script(const std::string& words, const std::string& file) {
    std::vector<ScriptLine> script;
    std::istringstream stream(words);
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) {
        line = trimmed(line.substr(0, line.find('#')));
        if (line.empty()) continue;
        auto parsed = parse_line(line);
        if (!parsed) return Error{text("%s:%d: %s", file.c_str(), number, parsed.error().message.c_str())};
        script.push_back(std::move(parsed).value());
        script.back().number = number;
    }
    return script;
}

Result<std::vector<ScriptLine>> read_script(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::string words{std::istreambuf_iterator<char>(stream), {}};
    if (!stream && !stream.eof()) return Error{text("cannot read \"%s\": %s", file.c_str(), std::strerror(errno))};
    return parse_script(words, file);
}

}  // namespace whorl::view
