// Draws the pictures of docs/gallery.md:
//
//     gallery all out/gallery        every picture
//     gallery plume ring out         two of them
#include "gallery.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "core/nearest_name.hpp"
#include "io/file.hpp"
#include "io/png.hpp"

namespace {

using namespace whorl;

std::vector<Exhibit> all_exhibits() {
    std::vector<Exhibit> all;
    for (const auto part : {flat_exhibits(), more_exhibits(), space_exhibits()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

int fail(const std::string& message, int code) {
    std::fprintf(stderr, "gallery: %s\n", message.c_str());
    return code;
}

int draw(const Exhibit& exhibit, const std::string& folder, Scheduler& scheduler) {
    const auto image = exhibit.draw(scheduler);
    if (!image) return fail(image.error().message, 1);
    const std::string path = folder + "/" + exhibit.name + ".png";
    if (auto written = write_png(path, image.value()); !written) return fail(written.error().message, 1);
    std::printf("%s\n", path.c_str());
    std::fflush(stdout);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<Exhibit> all = all_exhibits();
    std::vector<std::string_view> names{"all"};
    for (const Exhibit& exhibit : all) names.push_back(exhibit.name);
    if (argc < 3) return fail("name one or more pictures, or all, and then a folder to put them in", 2);
    const std::vector<std::string> wanted(argv + 1, argv + argc - 1);
    for (const std::string& name : wanted)
        if (std::find(names.begin(), names.end(), name) == names.end())
            return fail(unknown_name("picture", name, names), 2);
    const std::string folder = argv[argc - 1];
    if (auto made = make_folder(folder); !made) return fail(made.error().message, 1);
    const auto pool = make_thread_pool().value();
    for (const Exhibit& exhibit : all) {
        const bool is_wanted = std::any_of(wanted.begin(), wanted.end(), [&](const std::string& name) {
            return name == "all" || name == exhibit.name;
        });
        if (!is_wanted) continue;
        if (const int code = draw(exhibit, folder, *pool)) return code;
    }
    return 0;
}
