// A picture as text for a terminal. Nothing here touches one: bytes in, text out.
#pragma once

#include <string>

#include "render/image.hpp"

namespace whorl {

enum class TerminalStyle {
    full_color,      ///< half blocks, 24-bit colours
    indexed_color,   ///< half blocks, the 256 colours of xterm
    plain,           ///< one character a pixel, the brighter the denser: no colour, nothing beyond ASCII
    plain_negative,  ///< the darker the denser: for ink on light paper, which would otherwise be a wall of characters
};

/// The picture made as large as it fits into a terminal of the given size. A character is taken to be twice as tall as
/// wide, so that half blocks are square and plain characters are not.
Result<Image> fit_to_terminal(const Image& image, TerminalStyle style, int columns, int rows);

/// Whether most of the picture is light.
bool mostly_light(const Image& image);

/// Rows of text, each ended by a reset of the colours and a newline. In half blocks a pixel row that is left over at
/// the bottom is drawn on the terminal's own background.
std::string encode_for_terminal(const Image8& image, TerminalStyle style);

}  // namespace whorl
