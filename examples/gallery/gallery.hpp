// A gallery of pictures, each a fluid and a view of it.
#pragma once

#include <span>

#include "render/image.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

struct Exhibit {
    const char* name;  ///< of the file, without its ending
    Result<Image> (*draw)(Scheduler& scheduler);
};

std::span<const Exhibit> flat_exhibits();
std::span<const Exhibit> space_exhibits();
std::span<const Exhibit> more_exhibits();

}  // namespace whorl
