// The commands of `whorl`, one source each. They return an exit code.
#pragma once

#include <string>
#include <vector>

namespace whorl {

enum Exit { done = 0, failed = 1, wrong_use = 2, interrupted = 130 };

/// Every error is one sentence on stderr.
int refuse(const std::string& sentence, Exit code = wrong_use);
int refuse_name(const char* kind, const std::string& word, const std::vector<std::string>& names);
/// To stdout, with a newline at the end.
void print(const std::string& text);

/// 0 if it is in range; otherwise it was refused.
int check_threads(int threads);
/// What everything runs on from here; the best one if none is named. 0, or it was refused.
int choose_named_isa(const std::string& name);

struct RunCommand {
    std::string scene{}, out{}, resume{}, branch{}, max_memory{}, progress{};
    std::vector<std::string> set{};
    int frames = 0, threads = 0;
    bool check = false, overwrite = false, json = false;
};
int run_scene(const RunCommand& command);

struct CompareCommand {
    std::string left_scene{}, right_scene{}, out{};
    std::vector<std::string> set{}, left{}, right{};
    int frames = 0, threads = 0;
    double card = 2;
    bool overwrite = false;
};
int compare_scenes(const CompareCommand& command);

struct HashCommand {
    std::string scene{}, isa{};
    std::vector<std::string> set{};
    int frames = 0, threads = 0;
};
int hash_scene(const HashCommand& command);

int new_scene(const std::string& file);

struct BenchCommand {
    std::vector<std::string> names{};
    std::string isa{}, csv{};
    int threads = 0;
    bool quick = false, full = false, json = false;
};
int run_bench(const BenchCommand& command);

/// `whorl` alone: what it is, the gallery, three commands to try.
int welcome();

}  // namespace whorl
