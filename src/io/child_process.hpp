// Another program that reads what we send it, started without a shell.
//
// Its arguments reach it as they are, whatever characters a file name holds. It runs in a process group of its own, so
// that a Ctrl-C meant for us does not cut it short; it ends when its input ends.
#pragma once

#include <sys/types.h>
#include <cstddef>
#include <string>
#include <vector>

#include "whorl/types.hpp"

namespace whorl {

class ChildProcess {
  public:
    /// Finds `arguments[0]` on PATH. A program that is missing is known here; `missing` is the sentence to give.
    static Result<ChildProcess> start(const std::vector<std::string>& arguments, const std::string& missing);

    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;
    ~ChildProcess();  // a program that still runs is killed and waited for

    /// Sends bytes to its standard input; false if it has stopped reading.
    bool send(const void* bytes, std::size_t count);

    /// Ends its input and waits for it. Returns the exit status, or 128 + the signal that ended it.
    int finish();

    /// The last line that it wrote to standard error; empty if there was none.
    std::string last_words() const;

  private:
    ChildProcess(pid_t pid, int input, int errors) : pid_(pid), input_(input), errors_(errors) {}
    void close_input();

    pid_t pid_ = -1;
    int input_ = -1, errors_ = -1;
};

}  // namespace whorl
