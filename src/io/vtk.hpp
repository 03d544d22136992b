// VTK image data (.vti), as ParaView and VTK read it: XML with the numbers appended as raw bytes.
#pragma once

#include <string>
#include <vector>

#include "whorl/types.hpp"

namespace whorl {

/// Values at the centres of cells, x fastest; with three components they are interleaved.
struct VtkField {
    std::string name;
    int components = 1;
    std::vector<float> values;
};

struct VtkGrid {
    Vec<int, 3> cells{1, 1, 1};
    Vec<double, 3> spacing{1, 1, 1};
    double time = 0;
};

Result<void> write_vti(const std::string& path, const VtkGrid& grid, const std::vector<VtkField>& fields);

}  // namespace whorl
