// In place of exr.cpp where OpenEXR is missing.
#include "io/exr/exr.hpp"

namespace whorl {
namespace {

Error without(const std::string& path) {
    return {"cannot write \"" + path + "\": this build was made without OpenEXR"};
}

}  // namespace

std::string exr_version() {
    return "";
}

Result<void> write_exr(const std::string& path, const Image&, ExrDepth, bool) {
    return without(path);
}

Result<void> write_exr(const std::string& path, int, int, std::span<const float>, ExrDepth) {
    return without(path);
}

}  // namespace whorl
