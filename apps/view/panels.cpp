#include "panels.hpp"

#include <epoxy/gl.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "lessons.hpp"
#include "render/palette.hpp"
#include "run/gallery.hpp"

namespace whorl::view {
namespace {

constexpr float column_points = 340;
ImVec4 quiet(0.55f, 0.60f, 0.66f, 1), strong(1.0f, 0.78f, 0.30f, 1);  // words that step back, and that stand out

Event pressed(const Key& key) {
    return {.kind = Event::Kind::key, .key = &key};
}

ImU32 line_color(const Theme& theme, float value, float opacity) {
    if (theme.is_light) return ImGui::GetColorU32(ImVec4(0.10f, 0.15f + 0.2f * value, 0.45f, opacity));
    return ImGui::GetColorU32(ImVec4(0.45f + 0.55f * value, 0.85f, 1.0f - 0.5f * value, opacity));
}

void tip(const std::string& words) {
    if (!ImGui::IsItemHovered()) return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 22);
    ImGui::TextUnformatted(words.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void plot(const char* label, const std::vector<float>& values, const char* format, float height) {
    if (values.empty()) return;
    const float most = *std::max_element(values.begin(), values.end());
    char words[96];
    std::snprintf(words, sizeof words, format, static_cast<double>(values.back()));
    ImGui::TextUnformatted(label);
    ImGui::SameLine();
    ImGui::TextColored(strong, "%s", words);
    ImGui::PushID(label);
    ImGui::PlotLines("##plot", values.data(), static_cast<int>(values.size()), 0, nullptr, 0,
                     most > 0 ? 1.1f * most : 1, ImVec2(-1, height));
    ImGui::PopID();
}

}  // namespace

PanelPainter::~PanelPainter() {
    for (const Texture* each : {&decomposition_, &confinement_, &stage_, &before_, &after_})
        if (each->name) glDeleteTextures(1, &each->name);
}

void PanelPainter::style(bool is_light) {
    ImGuiStyle& style = ImGui::GetStyle();
    style = ImGuiStyle();
    if (is_light)
        ImGui::StyleColorsLight(&style);
    else
        ImGui::StyleColorsDark(&style);
    quiet = is_light ? ImVec4(0.38f, 0.42f, 0.48f, 1) : ImVec4(0.55f, 0.60f, 0.66f, 1);
    strong = is_light ? ImVec4(0.72f, 0.36f, 0.0f, 1) : ImVec4(1.0f, 0.78f, 0.30f, 1);
    style.WindowRounding = 6, style.FrameRounding = 4, style.GrabRounding = 4, style.PopupRounding = 6;
    style.WindowPadding = ImVec2(12, 10), style.ItemSpacing = ImVec2(8, 6), style.FramePadding = ImVec2(7, 4);
    style.WindowBorderSize = 0, style.ScrollbarSize = 12;
    ImVec4* colors = style.Colors;
    const ImVec4 accent = is_light ? ImVec4(0.20f, 0.45f, 0.78f, 1) : ImVec4(0.27f, 0.55f, 0.85f, 1);
    const auto faint = [&](float opacity) { return ImVec4(accent.x, accent.y, accent.z, opacity); };
    colors[ImGuiCol_WindowBg] = is_light ? ImVec4(0.97f, 0.97f, 0.98f, 0.96f) : ImVec4(0.075f, 0.085f, 0.105f, 0.96f);
    colors[ImGuiCol_PopupBg] = is_light ? ImVec4(1, 1, 1, 0.98f) : ImVec4(0.09f, 0.10f, 0.125f, 0.98f);
    colors[ImGuiCol_TitleBg] = colors[ImGuiCol_TitleBgCollapsed] =
        is_light ? ImVec4(0.80f, 0.86f, 0.93f, 1) : ImVec4(0.11f, 0.16f, 0.22f, 1);
    colors[ImGuiCol_TitleBgActive] = is_light ? ImVec4(0.70f, 0.80f, 0.92f, 1) : ImVec4(0.15f, 0.26f, 0.38f, 1);
    colors[ImGuiCol_FrameBg] = faint(0.16f), colors[ImGuiCol_FrameBgHovered] = faint(0.30f);
    colors[ImGuiCol_FrameBgActive] = faint(0.42f);
    colors[ImGuiCol_Button] = faint(0.32f), colors[ImGuiCol_ButtonHovered] = faint(0.55f);
    colors[ImGuiCol_SliderGrab] = colors[ImGuiCol_SliderGrabActive] = colors[ImGuiCol_CheckMark] = accent;
    colors[ImGuiCol_Header] = faint(0.30f), colors[ImGuiCol_HeaderHovered] = faint(0.5f);
    colors[ImGuiCol_PlotLines] = accent, colors[ImGuiCol_PlotHistogram] = accent;
    style.ScaleAllSizes(scale_);
}

float PanelPainter::column(const Look& look, float width) const {
    const Panels& panels = look.panels;
    const bool any = panels.parameters || panels.measure || panels.inside || panels.divergence || panels.lessons;
    return any ? std::min(column_points * scale_, 0.45f * width) : 0;
}

bool PanelPainter::is_due(Texture& texture, double seconds) {
    const double now = ImGui::GetTime();
    if (texture.name && now < texture.next && !redraws_all) return false;
    texture.next = now + seconds;
    return true;
}

void PanelPainter::upload(Texture& texture, const Image8& picture) {
    if (!texture.name) glGenTextures(1, &texture.name);
    glBindTexture(GL_TEXTURE_2D, texture.name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, picture.width, picture.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 picture.rgba.data());
    texture.width = picture.width, texture.height = picture.height;
}

void PanelPainter::show(const Texture& texture, float width) {
    if (!texture.name || texture.width == 0) return ImGui::TextDisabled("nothing to show before the next step");
    const float height = width * static_cast<float>(texture.height) / static_cast<float>(texture.width);
    ImGui::Image(reinterpret_cast<void*>(static_cast<std::uintptr_t>(texture.name)), ImVec2(width, height));
}

void PanelPainter::lines(const Look& look, const Frame& frame, const std::vector<Line>& velocity,
                         const std::vector<Line>& wires, const std::string& label) {
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    list->PushClipRect(ImVec2(frame.x, frame.y), ImVec2(frame.x + frame.width, frame.y + frame.height));
    const auto point = [&](float x, float y) {
        return ImVec2(frame.x + x * frame.width, frame.y + (1 - y) * frame.height);
    };
    if (look.shows_wireframe)
        list->AddRectFilled(point(0, 1), point(1, 0), look.theme.is_light ? 0xfff4f4f4 : 0xff0c0a08);
    for (const Line& line : wires)
        list->AddLine(point(line.x0, line.y0), point(line.x1, line.y1), line_color(look.theme, line.value, 0.9f),
                      scale_);
    for (const Line& line : velocity) {
        const ImVec2 from = point(line.x0, line.y0), to = point(line.x1, line.y1);
        list->AddLine(from, to, line_color(look.theme, line.value, 0.8f), scale_);
        list->AddCircleFilled(to, 1.3f * scale_, line_color(look.theme, line.value, 0.9f), 4);
    }
    if (!label.empty()) {
        const ImVec2 size = ImGui::CalcTextSize(label.c_str());
        const ImVec2 at(frame.x + (frame.width - size.x) / 2, frame.y + 10 * scale_);
        list->AddRectFilled(ImVec2(at.x - 8, at.y - 4), ImVec2(at.x + size.x + 8, at.y + size.y + 4), 0xb0000000, 5);
        list->AddText(at, 0xffffffff, label.c_str());
    }
    list->PopClipRect();
}

void PanelPainter::status(const Look& look, const Frame& frame) {
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    const float size = ImGui::GetFontSize(), bottom = frame.y + frame.height;
    const auto write = [&](float x, float y, ImU32 color, const std::string& words) {
        const ImVec2 extent = ImGui::CalcTextSize(words.c_str());
        list->AddRectFilled(ImVec2(x - 6, y - 3), ImVec2(x + extent.x + 6, y + extent.y + 3), 0x90000000, 4);
        list->AddText(ImVec2(x, y), color, words.c_str());
    };
    std::string words = text("%s   |   %s   |   t = %.2f   step %lld", look.title.c_str(), look.field.c_str(),
                             look.time, static_cast<long long>(look.steps));
    if (frames_a_second > 0) words += text("   |   %.0f fps", frames_a_second);
    if (look.tool != Tool::stir) words += std::string("   |   tool: ") + tool_names[static_cast<int>(look.tool)];
    if (look.is_paused) words += "   |   paused";
    const float low = bottom - size - 12 * scale_;
    write(frame.x + 12 * scale_, low, 0xffd8d8d8, words);
    if (!look.message.empty()) write(frame.x + 12 * scale_, low - 1.8f * size, 0xff70d8ff, look.message);
    if (look.steps < 240 && look.message.empty() && !look.panels.help)
        write(frame.x + 12 * scale_, low - 1.8f * size, 0xffe0c080,
              "drag to stir  -  right-click for the menu  -  h for all keys");
    if (look.is_recording) {
        list->AddCircleFilled(ImVec2(frame.x + frame.width - 24 * scale_, frame.y + 22 * scale_), 7 * scale_,
                              0xff3030f0);
        write(frame.x + frame.width - 80 * scale_, frame.y + 14 * scale_, 0xffffffff, "REC");
    }
    if (!look.inks.empty()) {
        const Color ink = ink_color(look.inks[static_cast<std::size_t>(look.ink) % look.inks.size()],
                                    static_cast<std::size_t>(look.ink));
        const ImU32 color = IM_COL32(srgb8_of_light(ink.r), srgb8_of_light(ink.g), srgb8_of_light(ink.b), 255);
        list->AddCircleFilled(ImVec2(frame.x + 22 * scale_, frame.y + 22 * scale_), 9 * scale_, color);
    }
}

void PanelPainter::help(const Look&) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(window.x / 2, window.y / 2), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowSize(ImVec2(std::min(780 * scale_, window.x - 20), 0));
    if (ImGui::Begin("Keys", nullptr,
                     ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse)) {
        ImGui::TextWrapped(
            "Drag with the left button to stir. In 3D, alt and drag turns the box, the wheel moves the plane that is "
            "stirred. Keys in colour are Nealen's. h closes this.");
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
                    ImGui::SameLine(90 * scale_);
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
    if (!ImGui::BeginPopup("menu")) return;
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
        for (int tool = 0; tool < 4; ++tool)
            if (ImGui::MenuItem(tool_names[tool], nullptr, tool == static_cast<int>(look.tool)))
                events.push_back({.kind = Event::Kind::tool, .value = static_cast<double>(tool)});
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Open a scene")) {
        for (const GalleryScene& scene : gallery())
            if (ImGui::MenuItem(scene.name.c_str())) events.push_back({.kind = Event::Kind::open, .name = scene.name});
        ImGui::EndMenu();
    }
    ImGui::EndPopup();
}

void PanelPainter::draw(const Look& look, const Frame* frames, std::vector<Event>& events) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    column_width_ = column(look, window.x);
    column_x_ = window.x - column_width_, column_y_ = 0, column_bottom_ = window.y;
    lines(look, frames[0], look.velocity, look.wires, look.has_second ? look.left_label : "");
    if (look.has_second) lines(look, frames[1], look.second_velocity, look.second_wires, look.right_label);
    if (shows_status) status(look, {0, 0, window.x - column_width_, window.y});
    if (look.panels.lessons) lessons_panel(look, events);
    if (look.panels.parameters) parameters(look, events);
    if (look.panels.measure) measure(look);
    if (look.panels.inside) inside(look, events);
    if (look.panels.divergence) divergence(look);
    if (look.panels.decomposition) decomposition(look);
    if (look.panels.confinement) confinement(look);
    menu(look, events);
    if (look.panels.help) help(look);
    if (darkness > 0)
        ImGui::GetForegroundDrawList()->AddRectFilled(ImVec2(0, 0), window,
                                                      ImGui::GetColorU32(ImVec4(0, 0, 0, darkness)));
}

void PanelPainter::sliders(const std::vector<Parameter>& list, bool is_second, std::vector<Event>& events) {
    for (const Parameter& each : list) {
        ImGui::PushID(each.id.c_str());
        ImGui::PushID(is_second ? 1 : 0);
        const auto send = [&](double value) {
            events.push_back({.kind = Event::Kind::parameter, .name = each.id, .value = value, .is_second = is_second});
        };
        if (each.id == "is_confined") {
            bool is_on = each.value > 0.5;
            if (ImGui::Checkbox(each.label.c_str(), &is_on)) send(is_on ? 1 : 0);
        } else {
            float value = static_cast<float>(each.value);
            const ImGuiSliderFlags flags =
                ImGuiSliderFlags_AlwaysClamp | (each.is_logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
            ImGui::TextUnformatted(each.label.c_str());
            if (!each.unit.empty()) ImGui::SameLine(), ImGui::TextColored(quiet, "%s", each.unit.c_str());
            ImGui::SetNextItemWidth(-1);
            if (ImGui::SliderFloat("##value", &value, static_cast<float>(each.low), static_cast<float>(each.high),
                                   each.is_logarithmic ? "%.3g" : "%.3f", flags))
                send(std::clamp(static_cast<double>(value), each.low, each.high));
        }
        tip(each.tip);
        ImGui::PopID();
        ImGui::PopID();
    }
}

void PanelPainter::chooser(const std::vector<Choice>& list, bool is_second, std::vector<Event>& events) {
    for (const Choice& each : list) {
        ImGui::PushID(each.id.c_str());
        ImGui::TextUnformatted(each.label.c_str());
        ImGui::SetNextItemWidth(-1);
        if (ImGui::BeginCombo("##choice", each.value.c_str())) {
            for (const std::string& name : each.names)
                if (ImGui::Selectable(name.c_str(), name == each.value))
                    events.push_back(
                        {.kind = Event::Kind::choice, .name = each.id, .text = name, .is_second = is_second});
            ImGui::EndCombo();
        }
        tip(each.tip);
        ImGui::PopID();
    }
}

void PanelPainter::parameters(const Look& look, std::vector<Event>& events) {
    const bool shares = look.panels.measure || look.panels.inside || look.panels.divergence;
    const float height = (column_bottom_ - column_y_) * (shares ? 0.5f : 1.0f);
    ImGui::SetNextWindowPos(ImVec2(column_x_, column_y_));
    ImGui::SetNextWindowSize(ImVec2(column_width_, height));
    column_y_ += height;
    if (ImGui::Begin("Parameters", nullptr, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize)) {
        if (!look.has_second) {
            sliders(look.parameters, false, events);
            chooser(look.choices, false, events);
        } else if (ImGui::BeginTabBar("sides")) {
            if (ImGui::BeginTabItem("left")) {
                sliders(look.parameters, false, events), chooser(look.choices, false, events);
                ImGui::EndTabItem();
            }
            if (ImGui::BeginTabItem("right")) {
                sliders(look.second_parameters, true, events), chooser(look.second_choices, true, events);
                ImGui::EndTabItem();
            }
            ImGui::EndTabBar();
        }
        if (look.depth_size > 0) {
            ImGui::Separator();
            ImGui::Checkbox("one plane only", &shows_slice);
            float depth = static_cast<float>(look.depth);
            ImGui::SetNextItemWidth(-1);
            if (ImGui::SliderFloat("##depth", &depth, 0, 1, "plane at %.2f of the depth"))
                events.push_back({.kind = Event::Kind::depth, .value = static_cast<double>(depth)});
        }
    }
    ImGui::End();
}

void PanelPainter::measure(const Look& look) {
    const bool shares = look.panels.inside || look.panels.divergence;
    const float height = (column_bottom_ - column_y_) * (shares ? 0.5f : 1.0f);
    ImGui::SetNextWindowPos(ImVec2(column_x_, column_y_));
    ImGui::SetNextWindowSize(ImVec2(column_width_, height));
    column_y_ += height;
    if (ImGui::Begin("Measurements", nullptr, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize)) {
        const Measured& now = look.measured;
        const float tall = 44 * scale_;
        plot("Time of a step", now.milliseconds, "%.2f ms", tall);
        double sum = 0;
        for (const StageTime& stage : now.stages) sum += stage.milliseconds;
        for (const StageTime& stage : now.stages) {
            const float part = sum > 0 ? static_cast<float>(stage.milliseconds / sum) : 0;
            ImGui::ProgressBar(part, ImVec2(90 * scale_, 0), text("%.2f ms", stage.milliseconds).c_str());
            ImGui::SameLine();
            ImGui::TextUnformatted(stage.verb);
        }
        ImGui::Text("%.1f million cells a second", now.cells_per_second / 1e6);
        ImGui::Text("%.1f MiB of memory, %d iterations, CFL %.2f", static_cast<double>(now.bytes) / (1 << 20),
                    now.report.iterations, now.report.cfl);
        plot("Energy", now.energy, "%.4g J", tall);
        plot("Divergence left", now.divergence, "%.3g 1/s", tall);
        plot("Residual of the projection", now.residual, "%.3g", tall);
        if (look.has_second && !look.second_measured.energy.empty()) {
            ImGui::Separator();
            ImGui::TextColored(strong, "right");
            plot("Energy ", look.second_measured.energy, "%.4g J", tall);
            plot("Divergence left ", look.second_measured.divergence, "%.3g 1/s", tall);
            plot("Time of a step ", look.second_measured.milliseconds, "%.2f ms", tall);
        }
        if (now.report.speed_capped) ImGui::TextColored(strong, "The flow was held to its top speed.");
        if (now.report.tolerance_missed) ImGui::TextColored(strong, "The pressure solver missed its tolerance.");
    }
    ImGui::End();
}

/// The velocity equation; the term of the verb that is looked at stands out, and a term under the mouse says what it
/// is.
void PanelPainter::equation(const Look& look) {
    const std::string verb = look.verbs.empty() ? "" : look.verbs[static_cast<std::size_t>(look.stage)];
    const int lit = term_of(verb);
    static constexpr const char* meanings[] = {
        "How the velocity at a place changes with time.", "Advection: the flow carries its own velocity along.",
        "Diffusion: viscosity evens out differences between neighbours.",
        "Forces: heat, wind, the mouse, and the whirls that are given back.",
        "Pressure: it keeps as much flowing out of a cell as flows in. That is the projection."};
    for (int i = 0; i < 5; ++i) {
        if (i > 0) ImGui::SameLine(0, 5 * scale_);
        if (i == lit)
            ImGui::TextColored(strong, "%s", equation_terms[i]);
        else
            ImGui::TextUnformatted(equation_terms[i]);
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        if (i == lit || ImGui::IsItemHovered())
            ImGui::GetWindowDrawList()->AddLine(ImVec2(low.x, high.y), high, 0xff4dc8ff, 2 * scale_);
        tip(meanings[i]);
    }
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(quiet, "%s", meaning_of(verb));
    ImGui::PopTextWrapPos();
}

void PanelPainter::inside(const Look& look, std::vector<Event>& events) {
    const float height = (column_bottom_ - column_y_) * (look.panels.divergence ? 0.6f : 1.0f);
    ImGui::SetNextWindowPos(ImVec2(column_x_, column_y_));
    ImGui::SetNextWindowSize(ImVec2(column_width_, height));
    column_y_ += height;
    if (ImGui::Begin("Inside a step", nullptr, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize)) {
        if (ImGui::Button(look.is_paused ? "next step" : "pause and step"))
            events.push_back(pressed(*find_key("space")));
        ImGui::SameLine();
        if (ImGui::ArrowButton("back", ImGuiDir_Left)) events.push_back(pressed(*find_key("left")));
        ImGui::SameLine();
        if (ImGui::ArrowButton("on", ImGuiDir_Right)) events.push_back(pressed(*find_key("right")));
        ImGui::SameLine();
        ImGui::TextColored(quiet, "after each verb");
        equation(look);
        if (!look.stage_picture.values.empty()) {
            if (is_due(stage_, 0.1)) {
                auto picture = whorl::view::draw(look.stage_picture, look.size, look.theme, {}, 256);
                if (picture) upload(stage_, picture.value());
            }
            const float wide = std::min(ImGui::GetContentRegionAvail().x, 0.5f * height);
            show(stage_, wide);
        }
        for (std::size_t i = 0; i < look.verbs.size(); ++i)
            if (ImGui::Selectable(text("%zu  %s", i + 1, look.verbs[i].c_str()).c_str(),
                                  static_cast<int>(i) == look.stage)) {
                stage_.next = 0;
                events.push_back({.kind = Event::Kind::stage, .value = static_cast<double>(i)});
            }
    }
    ImGui::End();
}

void PanelPainter::divergence(const Look& look) {
    ImGui::SetNextWindowPos(ImVec2(column_x_, column_y_));
    ImGui::SetNextWindowSize(ImVec2(column_width_, column_bottom_ - column_y_));
    if (ImGui::Begin("Divergence, before and after", nullptr, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize)) {
        if (!look.divergence_before.values.empty() && is_due(before_, 0.1)) {
            auto before = whorl::view::draw(look.divergence_before, look.size, look.theme, {}, 256);
            auto after = whorl::view::draw(look.divergence_after, look.size, look.theme, {}, 256);
            if (before) upload(before_, before.value());
            if (after) upload(after_, after.value());
        }
        const float half = (ImGui::GetContentRegionAvail().x - 8) / 2;
        show(before_, half);
        ImGui::SameLine();
        if (after_.name) show(after_, half);
        ImGui::TextWrapped(
            "Left before the projection, right after it, in the same colours: what flows into a cell must "
            "flow out again.");
    }
    ImGui::End();
}

void PanelPainter::decomposition(const Look& look) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float wide = std::min(560 * scale_, 0.55f * window.x);
    ImGui::SetNextWindowPos(ImVec2(14 * scale_, window.y - 48 * scale_), ImGuiCond_FirstUseEver, ImVec2(0, 1));
    ImGui::SetNextWindowSize(ImVec2(wide, 0), ImGuiCond_FirstUseEver);
    if (ImGui::Begin("Decomposition: before, after, difference; below their Fourier transforms")) {
        if (is_due(decomposition_, 0.12)) {
            auto sheet = draw_decomposition(look.projection, {.panel = 180, .arrows = 20});
            if (sheet) upload(decomposition_, srgb8_of(sheet.value(), {0, 0, 0, 1}));
        }
        show(decomposition_, ImGui::GetContentRegionAvail().x);
    }
    ImGui::End();
}

void PanelPainter::confinement(const Look& look) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float wide = std::min(560 * scale_, 0.55f * window.x);
    ImGui::SetNextWindowPos(ImVec2(14 * scale_, 14 * scale_), ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSize(ImVec2(wide, 0), ImGuiCond_FirstUseEver);
    if (ImGui::Begin("Confinement: vorticity, its direction of growth, the force")) {
        if (is_due(confinement_, 0.12)) {
            auto sheet = draw_confinement(look.confinement, {.panel = 180, .arrows = 20});
            if (sheet) upload(confinement_, srgb8_of(sheet.value(), {0, 0, 0, 1}));
        }
        show(confinement_, ImGui::GetContentRegionAvail().x);
    }
    ImGui::End();
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
