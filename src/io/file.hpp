// Files that appear under their name only when they are complete.
//
// Everything goes to a temporary name in the same folder, which is renamed at the end: a reader never meets half a
// file, and a failed write leaves the earlier file as it was and nothing else behind.
#pragma once

#include <cstddef>
#include <string>

#include "whorl/types.hpp"

namespace whorl {

/// Why the system refused to `verb` the file ("write", "read"), with the path and what to do about it.
Error file_error(const char* verb, const std::string& path, int error_number);

class PendingFile {
  public:
    /// Makes the temporary file, empty; what is wrong with the folder is known from here on.
    static Result<PendingFile> create(const std::string& path);

    PendingFile(PendingFile&& other) noexcept;
    PendingFile& operator=(PendingFile&& other) noexcept;
    ~PendingFile();  // without a commit, the temporary file goes

    Result<void> write(const void* bytes, std::size_t count);

    /// Gives the file its name, in place of an earlier one.
    Result<void> commit();

    const std::string& path() const { return path_; }
    const std::string& temporary() const { return temporary_; }

  private:
    PendingFile(std::string path, std::string temporary, int descriptor);

    std::string path_, temporary_;
    int descriptor_ = -1;
};

/// The whole of a file at once, by way of a PendingFile.
Result<void> write_file(const std::string& path, const void* bytes, std::size_t count);

/// Makes a folder and the folders above it, where they are missing.
Result<void> make_folder(const std::string& path);

}  // namespace whorl
