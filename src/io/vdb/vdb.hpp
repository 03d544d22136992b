// OpenVDB volumes for Houdini, Blender and renderers. OpenVDB is included by one source alone, which is left out where
// the library is missing.
#pragma once

#include <string>
#include <vector>

#include "whorl/types.hpp"

namespace whorl {

/// The file's own axes: x fastest, index (0, 0, 0) is the voxel whose corner is the world's origin.
struct VdbGrid {
    std::string name;
    int components = 1;         ///< 1: a fog volume; 3: vectors
    bool is_staggered = false;  ///< each component of a velocity lies on the low face of its voxel
    std::vector<float> values{};
};

struct VdbVolume {
    Vec<int, 3> voxels{1, 1, 1};
    Vec<double, 3> voxel_size{1, 1, 1};  ///< metres
    double time = 0;
    char up = 'z';
    std::vector<VdbGrid> grids{};
};

/// The version of OpenVDB; empty if this build has none.
std::string vdb_version();

Result<void> write_vdb(const std::string& path, const VdbVolume& volume);

}  // namespace whorl
