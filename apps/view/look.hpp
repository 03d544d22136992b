// What there is to see at a moment: everything that the window draws, copied out, so that the simulation goes on
// while it is drawn.
#pragma once

#include <string>
#include <vector>

#include "live_fluid.hpp"
#include "render/image.hpp"

namespace whorl::view {

/// A field, or up to three inks, at the centres of cells: x fastest, row 0 at the bottom; a 3D one with all its planes.
struct Picture {
    std::string name{};
    int width = 0, height = 0, depth = 1;  ///< depth: planes along the axis that goes into the picture
    int channels = 1;
    std::vector<float> values{};  ///< channels interleaved
    std::vector<std::string> inks{};
    std::vector<float> solids{};  ///< parts of cells, or empty
    float low = 0, high = 1;      ///< take the ends of the palette
    bool is_signed = false, wraps = false;

    bool has_inks() const { return !inks.empty(); }
};

/// Straight lines over the picture, as parts of its sides.
struct Line {
    float x0, y0, x1, y1;
    float value = 0;  ///< 0 to 1, for its colour
};

/// An arrow for each cell, or each `every` cells along both axes so that at most `most` stand in a row.
std::vector<Line> velocity_lines(const LiveFluid& fluid, double depth, int most);

/// The picture's values as a net seen from above at a slant: an edge between neighbours along both axes.
std::vector<Line> wireframe(const Picture& picture, int most);

/// Of the fluid now; `depth` is the plane of a 3D fluid that lines and strokes lie in. `inks` if the fluid has some and
/// `field` is "density".
Picture picture_of(const LiveFluid& fluid, const std::string& field);
Picture picture_of(const CellField<2>& field, const std::string& name);

/// Sets low and high by the values: a range that changes slowly, so that the picture does not flicker.
class AutoRange {
  public:
    void apply(Picture& picture);

  private:
    std::string name_{};
    float high_ = 0;
};

struct Theme {
    bool is_light = false;
    std::string palette = "smoke";  ///< of fields without a sign

    std::string palette_of(bool is_signed) const {
        return !is_signed ? palette : is_light ? "diverging" : "diverging-dark";
    }
    /// Smoke is light on the dark, and dark on paper.
    bool is_reversed(bool is_signed) const { return is_light && !is_signed && palette == "smoke"; }
};

/// Colour of an ink by its name where it is one ("red"), else by its number.
Color ink_color(const std::string& name, std::size_t number);

/// On the CPU, for shots without a window: `longest` pixels along the longer side of a box of this size.
Result<Image8> draw(const Picture& picture, const Vec<double, 2>& size, const Theme& theme,
                    const std::vector<Line>& lines, int longest = 512);

}  // namespace whorl::view
