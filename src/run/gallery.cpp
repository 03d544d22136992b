#include "run/gallery.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/nearest_name.hpp"
#include "core/text.hpp"

namespace whorl {
namespace {

namespace fs = std::filesystem;

fs::path gallery_folder() {
    std::error_code ignored;
    const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    for (const fs::path& folder : {program / "../share/whorl/scenes", program / "../../scenes", fs::path(WHORL_SCENES)})
        if (fs::is_directory(folder, ignored)) return fs::weakly_canonical(folder, ignored);
    return {};
}

/// Without reading all of it: the line `title = "..."` near its top.
std::string title_of(const fs::path& file) {
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with("title")) continue;
        const std::size_t first = line.find('"'), last = line.rfind('"');
        if (first != last) return line.substr(first + 1, last - first - 1);
    }
    return "";
}

}  // namespace

std::vector<GalleryScene> gallery() {
    std::vector<GalleryScene> scenes;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(gallery_folder(), ignored))
        if (entry.path().extension() == ".toml")
            scenes.push_back({entry.path().stem().string(), title_of(entry.path()), entry.path().string()});
    std::sort(scenes.begin(), scenes.end(),
              [](const GalleryScene& a, const GalleryScene& b) { return a.name < b.name; });
    return scenes;
}

Result<std::string> find_scene(const std::string& word) {
    std::error_code ignored;
    if (fs::is_regular_file(word, ignored)) return word;
    if (word.ends_with(".toml") || word.find('/') != std::string::npos)
        return Error{text("there is no scene file \"%s\"", word.c_str())};
    const std::vector<GalleryScene> scenes = gallery();
    std::vector<std::string_view> names;
    for (const GalleryScene& scene : scenes) {
        if (scene.name == word) return scene.file;
        names.push_back(scene.name);
    }
    return Error{unknown_name("scene", word, names)};
}

}  // namespace whorl
