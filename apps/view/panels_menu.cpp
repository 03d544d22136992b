// The menu, the help and the lessons.
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "lessons.hpp"
#include "panel_parts.hpp"
#include "panels.hpp"
#include "render/palette.hpp"
#include "run/gallery.hpp"

namespace whorl::view {
namespace {

/// What was saved where the program was started, newest last.
std::vector<std::string> session_files() {
    std::vector<std::string> files;
    std::error_code fault;
    for (const auto& each : std::filesystem::directory_iterator(".", fault)) {
        const std::string name = each.path().filename().string();
        if (name.starts_with("session-") && name.ends_with(".toml")) files.push_back(name);
    }
    std::sort(files.begin(), files.end(), [](const std::string& a, const std::string& b) {
        return a.size() != b.size() ? a.size() < b.size() : a < b;  // 10 after 9
    });
    return files;
}

}  // namespace

void PanelPainter::help(const Look&) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    constexpr float width = 780, height = 400;  // points; where they are more than there are, letters are smaller
    const float fit = std::min({1.0f, (window.x - 20) / (width * scale_), (window.y - 20) / (height * scale_)});
    ImGui::SetNextWindowPos(ImVec2(window.x / 2, window.y / 2), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowSize(ImVec2(width * scale_ * fit, 0));
    if (ImGui::Begin("Keys", nullptr,
                     ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse)) {
        ImGui::SetWindowFontScale(fit);
        ImGui::TextWrapped(
            "Drag with the left button to stir. In 3D, alt and drag turns the box, the wheel moves the plane that is "
            "stirred. Two fingers turn the box, or open the menu where they only touch. Keys in colour are Nealen's. h "
            "closes this.");
        ImGui::Separator();
        const auto all = keys();
        const int rows = (static_cast<int>(all.size()) + 2) / 3;
        if (ImGui::BeginTable("keys", 3)) {
            for (int row = 0; row < rows; ++row) {
                ImGui::TableNextRow();
                for (int column = 0; column < 3; ++column) {
                    const auto i = static_cast<std::size_t>(column * rows + row);
                    if (i >= all.size()) continue;
                    ImGui::TableSetColumnIndex(column);
                    ImGui::TextColored(all[i].is_nealens ? strong : quiet, "%s", all[i].key);
                    ImGui::SameLine(90 * scale_ * fit);
                    ImGui::TextUnformatted(all[i].name);
                }
            }
            ImGui::EndTable();
        }
    }
    ImGui::End();
}

void PanelPainter::menu(const Look& look, std::vector<Event>& events) {
    if (menu_wanted_) ImGui::OpenPopup("menu"), menu_wanted_ = false;
    const bool is_unwanted = std::exchange(menu_unwanted_, false);
    if (!ImGui::BeginPopup("menu")) return;
    if (is_unwanted) ImGui::CloseCurrentPopup();
    for (const char* group : {"Fluid", "Time", "View", "Panels", "Parameters", "Hand", "Program"}) {
        if (!ImGui::BeginMenu(group)) continue;
        for (const Key& key : keys())
            if (std::string_view(key.group) == group && ImGui::MenuItem(key.name, key.key))
                events.push_back(pressed(key));
        ImGui::EndMenu();
    }
    ImGui::Separator();
    if (ImGui::BeginMenu("Show")) {
        for (const std::string& field : look.fields)
            if (ImGui::MenuItem(field.c_str(), nullptr, field == look.field))
                events.push_back({.kind = Event::Kind::field, .name = field});
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Palette")) {
        for (const std::string_view name : palette_names())
            if (ImGui::MenuItem(std::string(name).c_str(), nullptr, name == look.theme.palette))
                events.push_back({.kind = Event::Kind::palette, .name = std::string(name)});
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Tool")) {
        for (int tool = 0; tool < tool_count; ++tool)
            if (ImGui::MenuItem(tool_names[tool], nullptr, tool == static_cast<int>(look.tool)))
                events.push_back({.kind = Event::Kind::tool, .value = static_cast<double>(tool)});
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Open a scene")) {
        for (const GalleryScene& scene : gallery())
            if (ImGui::MenuItem(scene.name.c_str())) events.push_back({.kind = Event::Kind::open, .name = scene.name});
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Open a session")) {
        const std::vector<std::string> files = session_files();
        if (files.empty()) ImGui::TextDisabled("none yet: ctrl-s saves one");
        for (const std::string& file : files)
            if (ImGui::MenuItem(file.c_str())) events.push_back({.kind = Event::Kind::open, .name = file});
        ImGui::EndMenu();
    }
    ImGui::EndPopup();
}

void PanelPainter::lessons_panel(const Look& look, std::vector<Event>& events) {
    const Panels& panels = look.panels;
    const bool shares = panels.parameters || panels.measure || panels.inside || panels.divergence;
    const float height = (column_bottom_ - column_y_) * (shares ? 0.4f : 1.0f);
    ImGui::SetNextWindowPos(ImVec2(column_x_, column_y_));
    ImGui::SetNextWindowSize(ImVec2(column_width_, height));
    column_y_ += height;
    if (ImGui::Begin("Lessons, a minute each", nullptr, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize)) {
        for (std::size_t i = 0; i < lessons().size(); ++i)
            if (ImGui::Selectable(lessons()[i].title, look.lesson_title == lessons()[i].title))
                events.push_back({.kind = Event::Kind::lesson, .value = static_cast<double>(i)});
        ImGui::Separator();
        if (look.lesson_text.empty())
            ImGui::TextColored(quiet, "Two fluids side by side from the same start.");
        else
            ImGui::TextWrapped("%s", look.lesson_text.c_str());
    }
    ImGui::End();
}

}  // namespace whorl::view
