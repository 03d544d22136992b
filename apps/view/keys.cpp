#include "keys.hpp"

#include <cctype>
#include <vector>

#include "core/nearest_name.hpp"

namespace whorl::view {
namespace {

constexpr bool his = true;

constexpr Key table[] = {
    {"z", "stop the flow", "Fluid", Action::still, nullptr, 0, 1, his},
    {"a", "clear the smoke", "Fluid", Action::clear_smoke, nullptr, 0, 1, his},
    {"c", "smoke or vorticity", "View", Action::switch_view, nullptr, 0, 1, his},
    {"shift-c", "swirl on or off", "Fluid", Action::toggle_confinement, nullptr, 0, 1, his},
    {"u", "velocity field", "View", Action::toggle_velocity, nullptr, 0, 1, his},
    {"w", "wireframe", "View", Action::toggle_wireframe, nullptr, 0, 1, his},
    {"t", "shorter time step", "Parameters", Action::turn, "time_step", -0.01, 1, his},
    {"shift-t", "longer time step", "Parameters", Action::turn, "time_step", 0.01, 1, his},
    {"v", "thinner fluid", "Parameters", Action::turn, "viscosity", 0, 0.1, his},
    {"shift-v", "thicker fluid", "Parameters", Action::turn, "viscosity", 0, 10, his},
    {"d", "smoke fades more", "Parameters", Action::turn, "dissipation", -0.001, 1, his},
    {"shift-d", "smoke fades less", "Parameters", Action::turn, "dissipation", 0.001, 1, his},
    {"s", "less smoke a stroke", "Parameters", Action::turn, "matter", -1, 1, his},
    {"shift-s", "more smoke a stroke", "Parameters", Action::turn, "matter", 1, 1, his},
    {"o", "less swirl", "Parameters", Action::turn, "confinement", -0.01, 1, his},
    {"shift-o", "more swirl", "Parameters", Action::turn, "confinement", 0.01, 1, his},
    {"q", "quit", "Program", Action::quit, nullptr, 0, 1, his},
    {"p", "pause or go on", "Time", Action::pause, nullptr, 0, 1, his},
    {"r", "reset", "Time", Action::reset, nullptr, 0, 1, his},
    {"f", "decomposition and Fourier", "Panels", Action::toggle_decomposition, nullptr, 0, 1, his},
    {"F", "confinement at work", "Panels", Action::toggle_confinement_panel, nullptr, 0, 1, his},
    {"n", "save the state", "Time", Action::save_state, nullptr, 0, 1, his},
    {"shift-n", "restore the state", "Time", Action::restore_state, nullptr, 0, 1, his},

    {"h", "help", "Program", Action::help},
    {"ctrl-z", "undo", "Time", Action::undo},
    {"space", "single step", "Time", Action::single_step},
    {"backspace", "step back", "Time", Action::step_back},
    {"ctrl-r", "record", "Program", Action::record},
    {"x", "screenshot", "Program", Action::screenshot},
    {"ctrl-s", "save as a scene", "Program", Action::save_scene},
    {"m", "next field", "View", Action::next_field},
    {"l", "next palette", "View", Action::next_palette},
    {"i", "next ink", "Hand", Action::next_ink},
    {"b", "next tool", "Hand", Action::next_tool},
    {"1", "parameters", "Panels", Action::toggle_parameters},
    {"2", "measurements", "Panels", Action::toggle_measure},
    {"3", "inside a step", "Panels", Action::toggle_inside},
    {"4", "divergence", "Panels", Action::toggle_divergence},
    {"5", "side by side", "Panels", Action::toggle_compare},
    {"6", "lessons", "Panels", Action::toggle_lessons},
    {"7", "next lesson", "Panels", Action::next_lesson},
    {"right", "next stage of the step", "Time", Action::next_stage},
    {"left", "previous stage of the step", "Time", Action::previous_stage},
    {"k", "light or dark", "View", Action::toggle_theme},
    {"f10", "this menu", "Program", Action::open_menu},
    {"tab", "keys to the panels", "Program", Action::focus_panels},
    {"escape", "close what is open", "Program", Action::close},
};

/// "C" becomes "shift-c", except where the table has the capital itself.
std::string canonical(std::string_view key) {
    if (key.size() == 1 && std::isupper(static_cast<unsigned char>(key[0])) && key != "F")
        return std::string("shift-") + static_cast<char>(std::tolower(static_cast<unsigned char>(key[0])));
    return std::string(key == "shift-f" ? "F" : key);
}

}  // namespace

std::span<const Key> keys() {
    return table;
}

const Key* find_key(std::string_view key) {
    const std::string wanted = canonical(key);
    for (const Key& each : table)
        if (wanted == each.key) return &each;
    return nullptr;
}

Result<const Key*> need_key(std::string_view key) {
    if (const Key* found = find_key(key)) return found;
    std::vector<std::string_view> names;
    for (const Key& each : table) names.emplace_back(each.key);
    return Error{unknown_name("key", key, names)};
}

Result<const Key*> find_menu(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Key& each : table) {
        if (name == each.name) return &each;
        names.emplace_back(each.name);
    }
    return Error{unknown_name("menu entry", name, names)};
}

}  // namespace whorl::view
