// An empty folder of a test's own, removed with everything in it when the test ends.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

namespace whorl {

class ScratchFolder {
  public:
    ScratchFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "whorl-test-XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    ~ScratchFolder() { std::filesystem::remove_all(path_); }

    std::string operator/(const std::string& name) const { return path_ + "/" + name; }
    const std::string& path() const { return path_; }
    int entries() const {
        const std::filesystem::directory_iterator all(path_);
        return static_cast<int>(std::distance(begin(all), end(all)));
    }

  private:
    std::string path_;
};

}  // namespace whorl
