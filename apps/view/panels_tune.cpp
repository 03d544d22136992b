// Parameters to turn and numbers to read.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/text.hpp"
#include "panel_parts.hpp"
#include "panels.hpp"

namespace whorl::view {
namespace {

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
                     most > 0 ? 1.1f * most : 1, ImVec2(ImGui::GetContentRegionAvail().x, height));
    ImGui::PopID();
}

/// One small plot for each verb, all with the scale of the dearest.
void stage_times(const Measured& now, float scale) {
    float most = 0;
    for (const std::vector<float>& each : now.stage_milliseconds)
        for (const float value : each) most = std::max(most, value);
    ImVec4 pale = ImGui::GetStyle().Colors[ImGuiCol_PlotHistogram];
    pale.w = 0.5f;  // so that the number on it is read
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, pale);
    for (std::size_t i = 0; i < now.stages.size() && i < now.stage_milliseconds.size(); ++i) {
        const std::vector<float>& times = now.stage_milliseconds[i];
        ImGui::PushID(static_cast<int>(i));
        ImGui::PlotHistogram("##times", times.data(), static_cast<int>(times.size()), 0,
                             text("%.2f ms", now.stages[i].milliseconds).c_str(), 0, most > 0 ? most : 1,
                             ImVec2(110 * scale, ImGui::GetFrameHeight()));
        ImGui::PopID();
        ImGui::SameLine();
        ImGui::TextUnformatted(now.stages[i].verb);
    }
    ImGui::PopStyleColor();
}

/// Of a slider. ImGui takes from its digits how close to zero a logarithmic one goes.
std::string format_of(const Parameter& number) {
    const double finest = !number.is_logarithmic ? (number.high - number.low) / 1000
                          : number.low > 0       ? number.low
                                                 : 1e-7 * number.high;
    const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(finest) - 1e-6)), 0, 8);
    return text(number.is_logarithmic ? "%%.%dg" : "%%.%df", number.is_logarithmic ? std::max(digits, 3) : digits);
}

/// A drag says no more than three digits.
double short_number(double value) {
    return std::strtod(text("%.3g", value).c_str(), nullptr);
}

}  // namespace

void PanelPainter::sliders(const std::vector<Parameter>& list, bool is_second, std::vector<Event>& events) {
    for (const Parameter& each : list) {
        ImGui::PushID(each.id.c_str());
        ImGui::PushID(is_second ? 1 : 0);
        const auto send = [&](double value) {
            events.push_back({.kind = Event::Kind::parameter, .name = each.id, .value = value, .is_second = is_second});
        };
        if (!each.words.empty()) {
            ImGui::TextUnformatted(each.label.c_str());
            if (!each.unit.empty()) ImGui::SameLine(), ImGui::TextColored(quiet, "%s", each.unit.c_str());
            ImGui::PushStyleColor(ImGuiCol_Text, quiet);
            ImGui::TextWrapped("%s", each.words.c_str());
            ImGui::PopStyleColor();
        } else if (each.id == "is_confined") {
            bool is_on = each.value > 0.5;
            if (ImGui::Checkbox(each.label.c_str(), &is_on)) send(is_on ? 1 : 0);
        } else {
            double value = each.value;
            const ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat |
                                           (each.is_logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
            ImGui::TextUnformatted(each.label.c_str());
            if (!each.unit.empty()) ImGui::SameLine(), ImGui::TextColored(quiet, "%s", each.unit.c_str());
            ImGui::SetNextItemWidth(-1);
            if (ImGui::SliderScalar("##value", ImGuiDataType_Double, &value, &each.low, &each.high,
                                    format_of(each).c_str(), flags)) {
                if (!ImGui::GetIO().WantTextInput) value = short_number(value);  // what is typed is meant as it is
                send(std::clamp(value, each.low, each.high));
            }
        }
        tip(each.tip);
        ImGui::PopID();
        ImGui::PopID();
    }
}

void PanelPainter::chooser(const Choice& choice, bool is_second, std::vector<Event>& events) {
    ImGui::PushID(choice.id.c_str());
    ImGui::TextUnformatted(choice.label.c_str());
    ImGui::SetNextItemWidth(-1);
    if (ImGui::BeginCombo("##choice", choice.value.c_str())) {
        for (const std::string& name : choice.names)
            if (ImGui::Selectable(name.c_str(), name == choice.value))
                events.push_back(
                    {.kind = Event::Kind::choice, .name = choice.id, .text = name, .is_second = is_second});
        ImGui::EndCombo();
    }
    tip(choice.tip);
    ImGui::PopID();
}

void PanelPainter::single_things(const std::vector<Part>& parts, bool is_second, std::vector<Event>& events) {
    if (parts.empty()) return;
    std::string& picked = picked_[is_second];
    const auto is_picked = [&](const Part& each) { return each.id == picked; };
    auto shown = std::find_if(parts.begin(), parts.end(), is_picked);
    if (shown == parts.end()) shown = parts.begin(), picked = shown->id;
    if (!ImGui::CollapsingHeader("One thing in the flow", ImGuiTreeNodeFlags_DefaultOpen)) return;
    ImGui::SetNextItemWidth(-1);
    if (ImGui::BeginCombo("##thing", shown->label.c_str(), ImGuiComboFlags_HeightLarge)) {
        for (const Part& each : parts) {
            ImGui::PushID(each.id.c_str());
            if (ImGui::Selectable(each.label.c_str(), is_picked(each))) picked = each.id;
            ImGui::PopID();
        }
        ImGui::EndCombo();
    }
    tip("An emitter, a force, a wall, a side or a kind of smoke: pick one to turn its own numbers.");
    sliders(shown->numbers, is_second, events);
}

void PanelPainter::tune(const Look& look, bool is_second, std::vector<Event>& events) {
    const std::vector<Parameter>& parameters = is_second ? look.second_parameters : look.parameters;
    const std::vector<Choice>& choices = is_second ? look.second_choices : look.choices;
    const auto is_for_many = [](const Choice& each) { return each.id == "preset" || each.id == "quality"; };
    for (const Choice& each : choices)
        if (is_for_many(each)) chooser(each, is_second, events);
    if (ImGui::CollapsingHeader("Fluid and brush", ImGuiTreeNodeFlags_DefaultOpen))
        sliders(parameters, is_second, events);
    single_things(is_second ? look.second_parts : look.parts, is_second, events);
    if (choices.empty() || !ImGui::CollapsingHeader("Solver and sides", ImGuiTreeNodeFlags_DefaultOpen)) return;
    for (const Choice& each : choices)
        if (!is_for_many(each)) chooser(each, is_second, events);
}

void PanelPainter::parameters(const Look& look, std::vector<Event>& events) {
    const float height =
        (column_bottom_ - column_y_) * share(look.panels.measure + 1.5f * look.panels.inside + look.panels.divergence);
    ImGui::SetNextWindowPos(ImVec2(column_x_, column_y_));
    ImGui::SetNextWindowSize(ImVec2(column_width_, height));
    column_y_ += height;
    if (ImGui::Begin("Parameters", nullptr, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize)) {
        if (!look.has_second) {
            tune(look, false, events);
        } else if (ImGui::BeginTabBar("sides")) {
            if (ImGui::BeginTabItem("left")) {
                tune(look, false, events);
                ImGui::EndTabItem();
            }
            if (ImGui::BeginTabItem("right")) {
                tune(look, true, events);
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
    const float height = (column_bottom_ - column_y_) * share(1.5f * look.panels.inside + look.panels.divergence);
    ImGui::SetNextWindowPos(ImVec2(column_x_, column_y_));
    ImGui::SetNextWindowSize(ImVec2(column_width_, height));
    column_y_ += height;
    if (ImGui::Begin("Measurements", nullptr, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize)) {
        const Measured& now = look.measured;
        const float tall = 44 * scale_;
        plot("Time of a step", now.milliseconds, "%.2f ms", tall);
        stage_times(now, scale_);
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

}  // namespace whorl::view
