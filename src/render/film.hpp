// Frames for films: two runs side by side, and cards with a title.
#pragma once

#include <string>
#include <vector>

#include "render/image.hpp"

namespace whorl {

struct FilmStyle {
    int gap = 8;  ///< pixels between frames, 0 to 1000
    Color ground{0.012f, 0.014f, 0.02f, 1};
    Color ink{0.75f, 0.75f, 0.75f, 1};
};

/// Two frames beside each other, the lower one centred, with a label under each if there is one. The size is even along
/// both axes, as codecs like it.
Result<Image> side_by_side(const Image& left, const Image& right, const std::string& left_label = {},
                           const std::string& right_label = {}, const FilmStyle& style = {});

/// A card of width x height pixels: the title large, below it the lines ("viscosity  1e-4 m^2/s"), all as large as
/// fits. Refuses a card too small for them.
Result<Image> title_card(int width, int height, const std::string& title, const std::vector<std::string>& lines = {},
                         const FilmStyle& style = {});

}  // namespace whorl
