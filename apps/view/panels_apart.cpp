// The step taken apart: verb by verb, before and after the projection, and how confinement finds its force.
#include <imgui.h>

#include <algorithm>

#include "core/text.hpp"
#include "panel_parts.hpp"
#include "panels.hpp"

namespace whorl::view {

/// The velocity equation; the term of the verb under the mouse, or else of the one that is looked at, stands out, and a
/// term under the mouse says what it is.
void PanelPainter::equation(const Look& look) {
    const auto shown = static_cast<std::size_t>(hovered_verb_ >= 0 ? hovered_verb_ : look.stage);
    const std::string verb = shown < look.verbs.size() ? look.verbs[shown] : "";
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

/// Each verb with a picture of what it works on.
void PanelPainter::verbs(const Look& look, std::vector<Event>& events) {
    hovered_verb_ = -1;
    if (small_.size() != look.stage_small.size()) {
        forget_small();
        small_.resize(look.stage_small.size());
    }
    if (!small_.empty() && is_due(small_[0], 0.2))
        for (std::size_t i = 0; i < small_.size(); ++i)
            if (auto picture = whorl::view::draw(look.stage_small[i], look.size, look.theme, {}, 96))
                upload(small_[i], picture.value());
    const float high = 40 * scale_;
    for (std::size_t i = 0; i < look.verbs.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        const bool is_shown = static_cast<int>(i) == look.stage;
        const ImVec2 corner = ImGui::GetCursorPos();
        if (ImGui::Selectable("##verb", is_shown, 0, ImVec2(0, high))) {
            stage_.next = 0;
            events.push_back({.kind = Event::Kind::stage, .value = static_cast<double>(i)});
        }
        if (ImGui::IsItemHovered()) hovered_verb_ = static_cast<int>(i);
        if (is_shown && look.stage != shown_stage_) ImGui::SetScrollHereY(), shown_stage_ = look.stage;
        const ImVec2 next = ImGui::GetCursorPos();
        if (i < small_.size() && small_[i].width > 0) {
            const float wide = high * static_cast<float>(small_[i].width) / static_cast<float>(small_[i].height);
            ImGui::SetCursorPos(corner);
            show(small_[i], std::min(wide, 80 * scale_));
        }
        ImGui::SetCursorPos(ImVec2(corner.x + 90 * scale_, corner.y + 2 * scale_));
        ImGui::Text("%zu  %s", i + 1, look.verbs[i].c_str());
        ImGui::SetCursorPos(ImVec2(corner.x + 90 * scale_, corner.y + 2 * scale_ + ImGui::GetTextLineHeight()));
        ImGui::TextColored(quiet, "%s", field_of(look.verbs[i]));
        ImGui::SetCursorPos(next);
        ImGui::PopID();
    }
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
        ImGui::BeginChild("verbs");  // of its own, so that what stands above does not scroll away
        verbs(look, events);
        ImGui::EndChild();
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

/// A sheet over the picture: as high as its drawing, at the top or at the bottom, until somebody moves it.
void PanelPainter::sheet(const char* title, Texture& texture, bool is_low) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const ImGuiStyle& style = ImGui::GetStyle();
    const float wide = std::min({560 * scale_, 0.55f * window.x, window.x - column_width_ - 28 * scale_});
    const float inside = wide - 2 * style.WindowPadding.x;
    const float shape =
        texture.width > 0 ? static_cast<float>(texture.height) / static_cast<float>(texture.width) : 0.7f;
    const float high = inside * shape + 2 * style.WindowPadding.y + ImGui::GetFrameHeight() + 2;
    const float y = is_low ? window.y - high - 64 * scale_ : 14 * scale_;
    const ImGuiCond when = texture.is_new ? ImGuiCond_Always : ImGuiCond_Appearing;
    texture.is_new = false;
    ImGui::SetNextWindowPos(ImVec2(14 * scale_, std::max(y, 4.0f)), when);
    ImGui::SetNextWindowSize(ImVec2(wide, high), when);
    if (ImGui::Begin(title, nullptr, ImGuiWindowFlags_NoScrollbar)) show(texture, ImGui::GetContentRegionAvail().x);
    ImGui::End();
}

void PanelPainter::decomposition(const Look& look) {
    if (!look.projection.before[0].values.empty() && is_due(decomposition_, 0.12))
        if (auto drawn = draw_decomposition(look.projection, {.panel = 180, .arrows = 20}))
            upload(decomposition_, srgb8_of(drawn.value(), {0, 0, 0, 1}));
    sheet("Decomposition: before, after, difference; below their Fourier transforms", decomposition_, true);
}

void PanelPainter::confinement(const Look& look) {
    if (!look.confinement.vorticity.values.empty() && is_due(confinement_, 0.12))
        if (auto drawn = draw_confinement(look.confinement, {.panel = 180, .arrows = 20}))
            upload(confinement_, srgb8_of(drawn.value(), {0, 0, 0, 1}));
    sheet("Confinement: vorticity, its direction of growth, the force", confinement_, false);
}

}  // namespace whorl::view
