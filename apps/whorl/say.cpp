#include <algorithm>
#include <cstdio>
#include <string_view>

#include "commands.hpp"
#include "core/nearest_name.hpp"
#include "run/gallery.hpp"
#include "simd/isa.hpp"

namespace whorl {

int refuse(const std::string& sentence, Exit code) {
    std::fprintf(stderr, "whorl: %s\n", sentence.c_str());
    return code;
}

int refuse_name(const char* kind, const std::string& word, const std::vector<std::string>& names) {
    return refuse(unknown_name(kind, word, std::vector<std::string_view>(names.begin(), names.end())));
}

void print(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    if (!text.empty() && text.back() != '\n') std::fputc('\n', stdout);
}

int check_threads(int threads) {
    constexpr int most_threads = 256;
    if (threads >= 1 && threads <= most_threads) return done;
    return refuse("--threads " + std::to_string(threads) + " is out of range, 1 to " + std::to_string(most_threads) +
                  "; leave it out to use every core");
}

int choose_named_isa(const std::string& name) {
    if (name.empty()) return done;
    const auto isa = parse_isa(name);
    if (!isa) return refuse(isa.error().message);
    const auto chosen = choose_isa(isa.value());
    return chosen ? done : refuse(chosen.error().message);
}

int welcome() {
    std::string text =
        "whorl is a real-time fluid simulator: smoke that you can stir, on an ordinary CPU.\n"
        "\n"
        "gallery\n";
    const auto scenes = gallery();
    std::size_t longest = 0;
    for (const GalleryScene& scene : scenes) longest = std::max(longest, scene.name.size());
    for (const GalleryScene& scene : scenes) {
        std::string name = scene.name;
        name.resize(longest + 2, ' ');
        text += "  " + name + scene.title + "\n";
    }
    print(text +
          "\n"
          "three commands to try\n"
          "  whorl run plume          a scene of the gallery: pictures, film and numbers under out/plume\n"
          "  whorl demo               hot smoke around a ball, played in the terminal; the files go to out/demo\n"
          "  whorl new mine.toml      a scene of your own to start from\n"
          "\n"
          "`whorl info` tells what this build can do, `whorl bench classic` how fast the published solver runs here,\n"
          "`whorl --help` lists everything.");
    return done;
}

}  // namespace whorl
