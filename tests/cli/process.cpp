#include "process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

namespace whorl {
namespace {

[[noreturn]] void become(const std::vector<std::string>& command, const How& how, const ScratchFolder& texts) {
    const auto redirect = [](const char* file, int flags, int stream) { dup2(open(file, flags, 0600), stream); };
    redirect("/dev/null", O_RDONLY, STDIN_FILENO);
    redirect((texts.path() / "out").c_str(), O_WRONLY | O_CREAT, STDOUT_FILENO);
    redirect((texts.path() / "err").c_str(), O_WRONLY | O_CREAT, STDERR_FILENO);
    for (const auto& [name, value] : how.environment) setenv(name.c_str(), value.c_str(), 1);
    if (chdir(how.folder.c_str()) != 0) _exit(126);
    std::vector<char*> arguments;
    for (const std::string& each : command) arguments.push_back(const_cast<char*>(each.c_str()));
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    _exit(127);
}

}  // namespace

Outcome run(const std::vector<std::string>& command, const How& how) {
    const ScratchFolder texts;
    const pid_t child = fork();
    if (child == 0) become(command, how, texts);
    if (how.interrupt_after > 0) {
        std::this_thread::sleep_for(std::chrono::duration<double>(how.interrupt_after));
        kill(child, how.signal);
    }
    int status = 0;
    bool has_ended = false;
    while (!how.interrupt_at.empty() && !has_ended) {
        if (has(text_of(texts.path() / "err"), how.interrupt_at)) {
            kill(child, how.signal);
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        has_ended = waitpid(child, &status, WNOHANG) == child;
    }
    if (!has_ended) waitpid(child, &status, 0);
    Outcome outcome;
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    outcome.out = text_of(texts.path() / "out");
    outcome.err = text_of(texts.path() / "err");
    return outcome;
}

Outcome whorl(std::vector<std::string> arguments, const How& how) {
    arguments.insert(arguments.begin(), WHORL_PROGRAM);
    return run(arguments, how);
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

ScratchFolder::ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "whorl_test_XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    path_ = name;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void ScratchFolder::script(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << "#!/bin/sh\n" << text << "\n";
    std::filesystem::permissions(path_ / name, std::filesystem::perms::owner_all);
}

std::string text_of(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

}  // namespace whorl
