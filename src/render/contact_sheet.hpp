// A contact sheet: frames of a film, made small and laid out in a grid, each with its label below.
//
//     margin | tile | margin | tile | margin
//            | 0.0 s         | 0.5 s
#pragma once

#include <string>
#include <vector>

#include "render/image.hpp"

namespace whorl {

struct SheetStyle {
    int columns = 4;           ///< 1 to 100
    int tile_width = 240;      ///< pixels; a tile keeps the shape of its frame
    int margin = 12;           ///< pixels around and between tiles, 0 or more
    Color ground{1, 1, 1, 1};  ///< behind the tiles
    Color label_color{0.1f, 0.1f, 0.1f, 1};
};

class ContactSheet {
  public:
    /// Refuses numbers outside SheetStyle's ranges.
    static Result<ContactSheet> make(const SheetStyle& style);

    /// Keeps a small copy of the frame. All frames must have the size of the first.
    Result<void> add(const Image& frame, std::string label = {});

    int tiles() const { return static_cast<int>(tiles_.size()); }

    /// Refuses a sheet without frames.
    Result<Image> draw() const;

  private:
    struct Tile {
        Image picture;
        std::string label;
    };
    explicit ContactSheet(const SheetStyle& style) : style_(style) {}
    int label_room() const;

    SheetStyle style_;
    Vec<int, 2> frame_size_{};
    std::vector<Tile> tiles_;
};

}  // namespace whorl
