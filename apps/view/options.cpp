#include "options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "core/nearest_name.hpp"

namespace whorl::view {
namespace {

int refuse(const std::string& sentence) {
    std::fprintf(stderr, "whorl-view: %s\n", sentence.c_str());
    return 2;
}

int refuse_extra(const CLI::App& app) {
    const std::string word = app.remaining().front();
    if (!word.starts_with("-")) return refuse("one scene or number at a time; `" + word + "` is too much");
    std::vector<std::string> names;
    for (const CLI::Option* each : app.get_options())
        if (!each->get_lnames().empty() && !each->get_group().empty())
            names.push_back("--" + each->get_lnames().front());
    const std::vector<std::string_view> views(names.begin(), names.end());
    return refuse(unknown_name("option", word, views));
}

}  // namespace

int read_options(int argc, char** argv, Options& options) {
    CLI::App app("whorl-view: play with the flow", "whorl-view");
    app.allow_extras();
    std::string window_id, size;
    app.add_option(
           "N | SCENE", options.what,
           "Cells along a side of Nealen's periodic box [64], a scene file, the name of a gallery scene, or game")
        ->type_name("");
    app.add_option("--script", options.script, "Play what a file says, as a person would")->type_name("FILE");
    app.add_option("--screenshot", options.screenshot, "Write the last picture (.png or .ppm) and quit")
        ->type_name("FILE");
    app.add_option("--record", options.record, "Record to .mp4 .webm .gif, or to ####.png or .ppm")->type_name("FILE");
    app.add_flag("--bench", options.bench, "Measure steps and draws apart, and quit");
    app.add_flag("--screensaver", options.is_screensaver, "Play unattended, and quit on any input");
    app.add_option("--window-id", window_id, "Draw into this window of X")->type_name("ID");
    app.add_option("--size", size, "Of the window, such as 1280x800")->type_name("WxH");
    app.add_option("--scale", options.scale, "Of letters and panels, such as 2 [as the display says]")
        ->type_name("X")
        ->check(CLI::Range(0.5, 4.0));
    app.add_option("--threads", options.threads, "Threads to use; 0: all")->type_name("N");
    app.add_flag("--fit", options.fits, "As many cells as this machine steps 60 times a second");
    app.add_flag("--probe", options.probes, "Open the window, say who draws in it, and quit");
    app.add_option("--lose-context", options.loses_context)->group("");  // these two for tests
    app.add_option("--pretend", options.pretended)->group("");
    bool is_root = false;
    app.add_flag("--root", is_root, "As a screensaver: draw into the window that $XSCREENSAVER_WINDOW names");
    app.add_flag("--headless", options.is_headless,
                 "No window at all: scripts run, and pictures are drawn without OpenGL");
    // xscreensaver's older way of writing them
    std::vector<std::string> words(argv + 1, argv + argc);
    for (std::string& word : words)
        if (word == "-root" || word == "-window-id") word = "-" + word;
    std::reverse(words.begin(), words.end());  // as CLI11 wants them
    try {
        app.parse(words);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);
        return refuse(std::string(error.what()) + "; see `whorl-view --help`");
    }
    if (app.remaining_size() > 0) return refuse_extra(app);
    if (!size.empty() && (std::sscanf(size.c_str(), "%dx%d", &options.width, &options.height) != 2 ||
                          options.width < 64 || options.height < 64 || options.width > 16384 || options.height > 16384))
        return refuse("--size " + size + " is no size; write it as 1280x800, each side 64 to 16384");
    if (options.threads < 0 || options.threads > 256) return refuse("--threads must be 0 (all) to 256");
    for (const std::string& file : {options.screenshot})
        if (!file.empty() && !file.ends_with(".png") && !file.ends_with(".ppm"))
            return refuse("--screenshot " + file + ": the name must end in .png or .ppm");
    options.is_screensaver = options.is_screensaver || is_root;
    options.hears_window = options.is_screensaver && !window_id.empty() && !is_root;
    if (window_id.empty() && options.is_screensaver)
        if (const char* given = std::getenv("XSCREENSAVER_WINDOW")) window_id = given;
    if (!window_id.empty()) {
        char* end = nullptr;
        options.window_id = std::strtoul(window_id.c_str(), &end, 0);
        if (*end != '\0' || options.window_id == 0)
            return refuse("--window-id " + window_id + " is no window; give its number, such as 0x2c00007");
    }
    return -1;
}

}  // namespace whorl::view
