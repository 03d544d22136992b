#include "io/file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "core/text.hpp"

namespace whorl {
namespace {

std::string folder_of(const std::string& path) {
    const auto folder = std::filesystem::path(path).parent_path();
    return folder.empty() ? "." : folder.string();
}

std::string reason_and_remedy(const std::string& path, int error_number) {
    switch (error_number) {
        case ENOENT:
            if (std::error_code ignored; !std::filesystem::exists(folder_of(path), ignored))
                return text("the folder \"%s\" does not exist; make it first", folder_of(path).c_str());
            return "there is no such file";
        case ENOTDIR:
            return text("\"%s\" is not a folder", folder_of(path).c_str());
        case EISDIR:
            return "it is a folder; give the name of a file";
        case EACCES:
        case EPERM:
            return "permission was refused; choose another folder or change its permissions";
        case EROFS:
            return "the disk is read-only; choose another folder";
        case ENOSPC:
        case EDQUOT:
            return "the disk is full; free some space";
        default:
            return std::strerror(error_number);
    }
}

constexpr const char* temporary_suffix = ".part";

// Unique among the writers of this process, by a counter, and among processes, by the process id.
std::string temporary_name(const std::string& path) {
    static std::atomic<unsigned> made{0};
    return text("%s.%ld-%u%s", path.c_str(), static_cast<long>(getpid()), made++, temporary_suffix);
}

// A writer that was killed outright could not remove its temporary file; the next writer of the same name does.
void remove_orphans(const std::string& path) {
    const std::string start = std::filesystem::path(path).filename().string() + ".";
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder_of(path), error)) {
        const std::string name = entry.path().filename().string();
        long pid = 0;
        unsigned number = 0;
        if (name.starts_with(start) && name.ends_with(temporary_suffix) &&
            std::sscanf(name.c_str() + start.size(), "%ld-%u.part", &pid, &number) == 2 && pid > 0 &&
            ::kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH)
            ::unlink(entry.path().c_str());
    }
}

}  // namespace

Error file_error(const char* verb, const std::string& path, int error_number) {
    return {text("cannot %s \"%s\": %s", verb, path.c_str(), reason_and_remedy(path, error_number).c_str())};
}

Result<PendingFile> PendingFile::create(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return file_error("write", path, EISDIR);
    remove_orphans(path);
    std::string temporary = temporary_name(path);
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0) return file_error("write", path, errno);
    return PendingFile(path, std::move(temporary), descriptor);
}

PendingFile::PendingFile(std::string path, std::string temporary, int descriptor)
    : path_(std::move(path)),
      temporary_(std::move(temporary)),
      descriptor_(descriptor) {}

PendingFile::PendingFile(PendingFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

PendingFile& PendingFile::operator=(PendingFile&& other) noexcept {
    std::swap(path_, other.path_), std::swap(temporary_, other.temporary_), std::swap(descriptor_, other.descriptor_);
    return *this;
}

PendingFile::~PendingFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<void> PendingFile::write(const void* bytes, std::size_t count) {
    const char* next = static_cast<const char*>(bytes);
    while (count > 0) {
        const ssize_t written = ::write(descriptor_, next, count);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return file_error("write", path_, errno);
        next += written, count -= static_cast<std::size_t>(written);
    }
    return {};
}

Result<void> PendingFile::commit() {
    if (::close(std::exchange(descriptor_, -1)) != 0) return file_error("write", path_, errno);
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0) return file_error("write", path_, errno);
    temporary_.clear();
    return {};
}

Result<void> write_file(const std::string& path, const void* bytes, std::size_t count) {
    auto file = PendingFile::create(path);
    if (!file) return file.error();
    if (auto written = file.value().write(bytes, count); !written) return written;
    return file.value().commit();
}

Result<void> make_folder(const std::string& path) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) return Error{text("cannot make the folder \"%s\": %s", path.c_str(), error.message().c_str())};
    return {};
}

}  // namespace whorl
