#include "io/child_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "core/text.hpp"

extern char** environ;

namespace whorl {
namespace {

// Signals that a host ignores would stay ignored in the child, so they are set back to their defaults.
int spawn(pid_t& pid, const std::vector<std::string>& arguments, int input, int errors) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&files, errors, STDERR_FILENO);

    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) sigaddset(&defaults, signal);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    std::vector<char*> pointers;
    for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
    pointers.push_back(nullptr);
    const int failed = posix_spawnp(&pid, pointers[0], &files, &attributes, pointers.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return failed;
}

}  // namespace

// A socket instead of a pipe: only a socket can be written to without SIGPIPE, which would end our own program when the
// other side dies. Its complaints go to a file in memory, which unlike a pipe is never full and need not be drained.
Result<ChildProcess> ChildProcess::start(const std::vector<std::string>& arguments, const std::string& missing) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return Error{text("cannot start %s: %s", arguments[0].c_str(), std::strerror(errno))};
    const int errors = ::memfd_create("errors", MFD_CLOEXEC);
    ChildProcess child(-1, ends[0], errors);
    const int failed = errors < 0 ? errno : spawn(child.pid_, arguments, ends[1], errors);
    ::close(ends[1]);
    if (failed == 0) return child;
    child.pid_ = -1;
    if (failed == ENOENT) return Error{missing};
    return Error{text("cannot start %s: %s", arguments[0].c_str(), std::strerror(failed))};
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      input_(std::exchange(other.input_, -1)),
      errors_(std::exchange(other.errors_, -1)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
    std::swap(pid_, other.pid_), std::swap(input_, other.input_), std::swap(errors_, other.errors_);
    return *this;
}

ChildProcess::~ChildProcess() {
    if (pid_ > 0) ::kill(pid_, SIGKILL);
    finish();
    if (errors_ >= 0) ::close(errors_);
}

bool ChildProcess::send(const void* bytes, std::size_t count) {
    const char* next = static_cast<const char*>(bytes);
    while (count > 0) {
        const ssize_t sent = ::send(input_, next, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) return false;
        next += sent, count -= static_cast<std::size_t>(sent);
    }
    return true;
}

void ChildProcess::close_input() {
    if (input_ >= 0) ::close(std::exchange(input_, -1));
}

int ChildProcess::finish() {
    close_input();
    if (pid_ < 0) return 0;
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string ChildProcess::last_words() const {
    char tail[1024];
    const off_t size = ::lseek(errors_, 0, SEEK_END);
    const off_t start = size > static_cast<off_t>(sizeof tail) ? size - static_cast<off_t>(sizeof tail) : 0;
    const ssize_t count = size > 0 ? ::pread(errors_, tail, sizeof tail, start) : 0;
    std::string words(tail, count > 0 ? static_cast<std::size_t>(count) : 0);
    words.erase(words.find_last_not_of(" \r\n") + 1);
    return words.substr(words.find_last_of("\r\n") + 1);  // npos + 1 is 0: a single line
}

}  // namespace whorl
