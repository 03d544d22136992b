// Every key of the viewer: one table for the keyboard, the menu, the help and the scripts.
//
// The first rows are appendix A of `nealen`, letter by letter: capitals matter, f and F are two keys, and what he
// writes as "shift-c" is the capital of c.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "whorl/types.hpp"

namespace whorl::view {

enum class Action {
    still,
    clear_smoke,
    switch_view,
    toggle_confinement,
    toggle_velocity,
    toggle_wireframe,
    turn,  // a parameter, by the entry's step or factor
    quit,
    pause,
    reset,
    toggle_decomposition,
    toggle_confinement_panel,
    save_state,
    restore_state,
    // Ours.
    help,
    undo,
    single_step,
    step_back,
    record,
    screenshot,
    save_scene,
    next_field,
    next_palette,
    next_ink,
    next_tool,
    toggle_parameters,
    toggle_measure,
    toggle_inside,
    toggle_divergence,
    toggle_compare,
    toggle_lessons,
    next_lesson,
    next_stage,
    previous_stage,
    toggle_theme,
    open_menu,
    focus_panels,
    close,
};

struct Key {
    const char* key;    ///< as the paper and the help write it: "z", "shift-c", "F", "ctrl-z", "space"
    const char* name;   ///< in the menu and in scripts
    const char* group;  ///< under which the menu and the help show it
    Action action;
    const char* parameter = nullptr;  ///< of `turn`
    double step = 0;                  ///< added to it
    double factor = 1;                ///< or multiplied with it
    bool is_nealens = false;
};

std::span<const Key> keys();

/// By the name of the key; "C" and "shift-c" are the same.
const Key* find_key(std::string_view key);
/// By its name in the menu. An unknown one is an Error with the nearest right one.
Result<const Key*> find_menu(std::string_view name);
/// The same for a key, for scripts.
Result<const Key*> need_key(std::string_view key);

}  // namespace whorl::view
