// Everything that Dear ImGui draws over the picture: panels, menu, help, status, lines.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app.hpp"

namespace whorl::view {

/// Where the pictures lie in the window: points of ImGui, from its upper left corner. Two of them side by side.
struct Frame {
    float x = 0, y = 0, width = 0, height = 0;

    bool holds(float px, float py) const { return px >= x && py >= y && px < x + width && py < y + height; }
    Vec<double, 2> part(float px, float py) const {
        return {static_cast<double>((px - x) / width), static_cast<double>(1 - (py - y) / height)};
    }
};

class PanelPainter {
  public:
    explicit PanelPainter(float scale) : scale_(scale) {}
    ~PanelPainter();
    PanelPainter(const PanelPainter&) = delete;
    PanelPainter& operator=(const PanelPainter&) = delete;

    void style(bool is_light);
    /// Room that the column of panels takes at the right of a window this wide.
    float column(const Look& look, float width) const;
    /// What is clicked becomes events.
    void draw(const Look& look, const Frame* frames, std::vector<Event>& events);
    /// Its pictures went with the context that they were in.
    void forget_pictures();
    void open_menu() { menu_wanted_ = true; }
    void close_menu() { menu_unwanted_ = true; }

    /// For the status line.
    double frames_a_second = 0;
    bool shows_slice = false;  ///< of a 3D fluid: one plane instead of all
    bool shows_status = true;
    /// Where a place of the plane that is stirred is seen in a frame of this aspect; empty: the plane is the frame.
    std::function<Vec<double, 2>(const Vec<double, 2>& place, double aspect)> seen{};
    bool redraws_all = false;  ///< pictures in panels too, which else are drawn some times a second
    float darkness = 0;        ///< 0 to 1, laid over everything

  private:
    struct Texture {
        std::uint32_t name = 0;
        int width = 0, height = 0;
        double next = 0;      ///< when it is drawn again, seconds
        bool is_new = false;  ///< its shape is not the one that its window was made for
    };
    void lines(const Look& look, const Frame& frame, const std::vector<Line>& velocity, const std::vector<Line>& wires,
               const std::string& label);
    void status(const Look& look, const Frame& frame);
    void help(const Look& look);
    void menu(const Look& look, std::vector<Event>& events);
    void parameters(const Look& look, std::vector<Event>& events);
    void sliders(const std::vector<Parameter>& list, bool is_second, std::vector<Event>& events);
    void chooser(const Choice& choice, bool is_second, std::vector<Event>& events);
    /// A list of what is in the flow, and the numbers of the one that is picked.
    void single_things(const std::vector<Part>& parts, bool is_second, std::vector<Event>& events);
    /// What stands for several numbers comes first, then the numbers, then the rest of the names.
    void tune(const Look& look, bool is_second, std::vector<Event>& events);
    void measure(const Look& look);
    void inside(const Look& look, std::vector<Event>& events);
    void equation(const Look& look);
    void verbs(const Look& look, std::vector<Event>& events);
    void sheet(const char* title, Texture& texture, bool is_low);
    void decomposition(const Look& look);
    void confinement(const Look& look);
    void divergence(const Look& look);
    void lessons_panel(const Look& look, std::vector<Event>& events);
    void forget_small();
    bool is_due(Texture& texture, double seconds);
    void upload(Texture& texture, const Image8& picture);
    void show(const Texture& texture, float width);

    float scale_;
    bool menu_wanted_ = false, menu_unwanted_ = false;
    std::string picked_[2]{};  // of the single things, left and right
    int shown_stage_ = -1, hovered_verb_ = -1;
    float column_x_ = 0, column_y_ = 0, column_width_ = 0, column_bottom_ = 0;
    Texture decomposition_{}, confinement_{}, stage_{}, before_{}, after_{};
    std::vector<Texture> small_{};  // of each verb
};

}  // namespace whorl::view
