// Runs a program as a person does: arguments in, text and an exit code out.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace whorl {

struct Outcome {
    int code = -1;  ///< exit code; 128 + n for signal n, as a shell has it
    std::string out, err;
};

struct How {
    std::filesystem::path folder = ".";                   ///< to run in
    std::map<std::string, std::string> environment = {};  ///< set on top of the test's own
    double interrupt_after = 0;                           ///< seconds until a signal; 0: never
    std::string interrupt_at = {};                        ///< words on stderr that bring the signal on
    int signal = 2;                                       ///< SIGINT, as by Ctrl-C
};

/// Standard input is empty, and nothing is a terminal. The program is looked for on PATH.
Outcome run(const std::vector<std::string>& command, const How& how = {});

/// The same for our own program.
Outcome whorl(std::vector<std::string> arguments, const How& how = {});

bool has(const std::string& text, const std::string& part);

/// A new, empty folder that goes away with the object.
class ScratchFolder {
  public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

    /// Writes a file that can be executed.
    void script(const std::string& name, const std::string& text) const;

  private:
    std::filesystem::path path_;
};

std::string text_of(const std::filesystem::path& file);

}  // namespace whorl
