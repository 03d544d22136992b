#include "panels.hpp"

#include <epoxy/gl.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "panel_parts.hpp"

namespace whorl::view {
namespace {

constexpr float column_points = 340;

ImU32 line_color(const Theme& theme, float value, float opacity) {
    if (theme.is_light) return ImGui::GetColorU32(ImVec4(0.10f, 0.15f + 0.2f * value, 0.45f, opacity));
    return ImGui::GetColorU32(ImVec4(0.45f + 0.55f * value, 0.85f, 1.0f - 0.5f * value, opacity));
}

}  // namespace

ImVec4 quiet(0.55f, 0.60f, 0.66f, 1), strong(1.0f, 0.78f, 0.30f, 1);

void tip(const std::string& words) {
    if (!ImGui::IsItemHovered()) return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 22);
    ImGui::TextUnformatted(words.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

Event pressed(const Key& key) {
    return {.kind = Event::Kind::key, .key = &key};
}

PanelPainter::~PanelPainter() = default;

void PanelPainter::forget_pictures() {
    for (Texture* each : {&decomposition_, &confinement_, &stage_, &before_, &after_}) {
        if (each->name) glDeleteTextures(1, &each->name);
        *each = {};
    }
    forget_small();
}

void PanelPainter::forget_small() {
    for (const Texture& each : small_)
        if (each.name) glDeleteTextures(1, &each.name);
    small_.clear();
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
    texture.is_new = texture.width != picture.width || texture.height != picture.height;
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
        if (seen) {
            const auto at =
                seen({static_cast<double>(x), static_cast<double>(y)}, static_cast<double>(frame.width / frame.height));
            x = static_cast<float>(at[0]), y = static_cast<float>(at[1]);
        }
        return ImVec2(frame.x + x * frame.width, frame.y + (1 - y) * frame.height);
    };
    if (look.shows_wireframe)
        list->AddRectFilled(ImVec2(frame.x, frame.y), ImVec2(frame.x + frame.width, frame.y + frame.height),
                            look.theme.is_light ? 0xfff4f4f4 : 0xff0c0a08);
    for (const Line& line : wires)
        list->AddLine(point(line.x0, line.y0), point(line.x1, line.y1), line_color(look.theme, line.value, 0.9f),
                      scale_);
    for (const Line& line : velocity) {
        const ImVec2 from = point(line.x0, line.y0), to = point(line.x1, line.y1);
        list->AddLine(from, to, line_color(look.theme, line.value, 0.8f), scale_);
        list->AddCircleFilled(to, 1.3f * scale_, line_color(look.theme, line.value, 0.9f), 4);
    }
    for (const Stroke& stroke : look.waiting) {
        const auto place = [&](const Vec<double, 2>& at) {
            return point(static_cast<float>(at[0]), static_cast<float>(at[1]));
        };
        const ImU32 color = look.theme.is_light ? 0x80202020 : 0x80ffffff;
        list->AddLine(place(stroke.from), place(stroke.to), color, 3 * scale_);
        list->AddCircleFilled(place(stroke.to), 3 * scale_, color, 12);
    }
    if (!label.empty()) {
        const ImVec2 size = ImGui::CalcTextSize(label.c_str());
        const ImVec2 at(frame.x + (frame.width - size.x) / 2, frame.y + 10 * scale_);
        list->AddRectFilled(ImVec2(at.x - 8, at.y - 4), ImVec2(at.x + size.x + 8, at.y + size.y + 4), 0xd0101010, 5);
        list->AddText(at, 0xffffffff, label.c_str());
    }
    list->PopClipRect();
}

void PanelPainter::status(const Look& look, const Frame& frame) {
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    const float size = ImGui::GetFontSize(), bottom = frame.y + frame.height;
    const float room = frame.width - 24 * scale_;
    const auto height = [&](const std::string& words) {
        return ImGui::CalcTextSize(words.c_str(), nullptr, false, room).y;
    };
    const auto write = [&](float x, float y, ImU32 color, const std::string& words) {
        const ImVec2 extent = ImGui::CalcTextSize(words.c_str(), nullptr, false, room);
        list->AddRectFilled(ImVec2(x - 6, y - 3), ImVec2(x + extent.x + 6, y + extent.y + 3), 0xd0101010, 4);
        list->AddText(ImGui::GetFont(), size, ImVec2(x, y), color, words.c_str(), nullptr, room);
    };
    std::string words = text("%s   |   %s   |   t = %.2f   step %lld", look.title.c_str(), look.field.c_str(),
                             look.time, static_cast<long long>(look.steps));
    if (frames_a_second > 0) words += text("   |   %.0f fps", frames_a_second);
    if (look.tool != Tool::stir) words += std::string("   |   tool: ") + tool_names[static_cast<int>(look.tool)];
    if (look.is_paused) words += "   |   paused";
    const float low = bottom - height(words) - 12 * scale_;
    write(frame.x + 12 * scale_, low, 0xffd8d8d8, words);
    if (!look.message.empty())
        write(frame.x + 12 * scale_, low - 0.8f * size - height(look.message), 0xff70d8ff, look.message);
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

void PanelPainter::draw(const Look& look, const Frame* frames, std::vector<Event>& events) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    column_width_ = column(look, window.x);
    column_x_ = window.x - column_width_, column_y_ = 0, column_bottom_ = window.y;
    lines(look, frames[0], look.velocity, look.wires, look.left_label);
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

}  // namespace whorl::view
