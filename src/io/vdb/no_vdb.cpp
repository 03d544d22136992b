// In place of vdb.cpp where OpenVDB is missing.
#include "io/vdb/vdb.hpp"

namespace whorl {

std::string vdb_version() {
    return "";
}

Result<void> write_vdb(const std::string& path, const VdbVolume&) {
    return Error{"cannot write \"" + path + "\": this build was made without OpenVDB"};
}

}  // namespace whorl
