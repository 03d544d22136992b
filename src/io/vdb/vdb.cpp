#include "io/vdb/vdb.hpp"

#include <openvdb/io/Archive.h>
#include <openvdb/openvdb.h>
#include <openvdb/tools/Dense.h>

#include <cerrno>
#include <fstream>

#include "io/file.hpp"

namespace whorl {
namespace {

openvdb::math::CoordBBox box_of(const VdbVolume& volume) {
    return {openvdb::Coord(0, 0, 0), openvdb::Coord(volume.voxels[0] - 1, volume.voxels[1] - 1, volume.voxels[2] - 1)};
}

/// A voxel's index is its centre, which lies half a voxel inside the domain.
openvdb::math::Transform::Ptr transform_of(const VdbVolume& volume) {
    const openvdb::Vec3d size(volume.voxel_size[0], volume.voxel_size[1], volume.voxel_size[2]);
    return std::make_shared<openvdb::math::Transform>(
        openvdb::math::MapBase::Ptr(new openvdb::math::ScaleTranslateMap(size, 0.5 * size)));
}

template <class GridType, class Value>
typename GridType::Ptr fill(const VdbVolume& volume, const VdbGrid& from, Value zero, Value nothing) {
    auto grid = GridType::create(zero);
    // OpenVDB wants to write where it only reads.
    auto* values = reinterpret_cast<Value*>(const_cast<float*>(from.values.data()));
    openvdb::tools::Dense<Value, openvdb::tools::LayoutXYZ> dense(box_of(volume), values);
    openvdb::tools::copyFromDense(dense, grid->tree(), nothing);
    grid->setTransform(transform_of(volume));
    grid->setName(from.name);
    grid->insertMeta("time", openvdb::DoubleMetadata(volume.time));
    grid->insertMeta("up_axis", openvdb::StringMetadata(std::string(1, volume.up)));
    return grid;
}

/// What openvdb::io::File does, but for one thing: that does not look whether its bytes reached the disk.
class Writer : public openvdb::io::Archive {
  public:
    /// False if they did not; errno says why.
    bool write_to(const std::string& path, const openvdb::GridPtrVec& grids) const {
        errno = 0;
        std::ofstream stream(path, std::ios::binary);
        openvdb::io::Archive::write(stream, grids, true);
        stream.close();
        return !stream.fail();
    }
};

}  // namespace

std::string vdb_version() {
    return openvdb::getLibraryVersionString();
}

// OpenVDB writes by itself, to the temporary name of the file.
Result<void> write_vdb(const std::string& path, const VdbVolume& volume) {
    auto file = PendingFile::create(path);
    if (!file) return file.error();
    try {
        openvdb::initialize();
        openvdb::GridPtrVec grids;
        for (const VdbGrid& from : volume.grids) {
            if (from.components == 3) {
                auto grid = fill<openvdb::Vec3SGrid>(volume, from, openvdb::Vec3s(0), openvdb::Vec3s(0));
                if (from.is_staggered) grid->setGridClass(openvdb::GRID_STAGGERED);
                grid->setVectorType(from.is_staggered ? openvdb::VEC_CONTRAVARIANT_RELATIVE : openvdb::VEC_INVARIANT);
                grids.push_back(grid);
            } else {
                auto grid = fill<openvdb::FloatGrid>(volume, from, 0.0f, 1e-6f);
                grid->setGridClass(openvdb::GRID_FOG_VOLUME);
                grids.push_back(grid);
            }
        }
        if (!Writer().write_to(file.value().temporary(), grids))
            return file_error("write", path, errno ? errno : ENOSPC);
    } catch (const std::exception& error) {
        return Error{"cannot write \"" + path + "\": OpenVDB refused: " + error.what()};
    }
    return file.value().commit();
}

}  // namespace whorl
