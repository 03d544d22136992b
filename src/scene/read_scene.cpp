#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/hash.hpp"
#include "core/text.hpp"
#include "scene/scene.hpp"
#include "scene/sections.hpp"

namespace whorl {
namespace {

constexpr std::uintmax_t largest_file = 4 << 20;

/// Without what may change between the parts of one run.
std::uint64_t fingerprint_of(Node root) {
    std::erase_if(root.children, [](const Node& child) { return child.name == "title"; });
    if (Node* time = root.find("time"))
        std::erase_if(time->children, [](const Node& child) { return child.name == "frames"; });
    const std::string words = document_text(root);
    Hash hash;
    hash.add(words.data(), words.size());
    return hash.value();
}

Scene read_sections(Node& root) {
    SceneFrame frame;
    const Table table(frame, root,
                      {"title", "domain", "time", "fluid", "scalars", "initial", "emitter", "obstacle", "force",
                       "camera", "light", "dye", "solver", "measure", "output"});
    Scene scene;
    scene.title = table.words("title", "");
    apply_presets(root);
    read_domain_box(root, frame, scene);
    read_scalars(root, frame, scene);
    read_dyes(root, frame, scene);
    read_sides(root, frame, scene);
    read_time(root, frame, scene);
    read_fluid(root, frame, scene);
    read_initial(root, frame, scene);
    read_solver(root, frame, scene);
    read_emitters(root, frame, scene);
    read_obstacles(root, frame, scene);
    read_forces(root, frame, scene);
    read_camera(root, frame, scene);
    read_lights(root, frame, scene);
    read_measures(root, frame, scene);
    read_outputs(root, frame, scene);
    check_method(root, scene);
    return scene;
}

}  // namespace

Result<Scene> parse_scene(const std::string& text, const std::string& file,
                          const std::vector<std::string>& assignments) {
    auto root = parse_document(text, file);
    if (!root) return root.error();
    for (const std::string& each : assignments)
        if (auto set = set_in_document(root.value(), each); !set) return set.error();
    try {
        const std::string words = document_text(root.value());
        const std::uint64_t fingerprint = fingerprint_of(root.value());
        Scene scene = read_sections(root.value());
        scene.file = file;
        scene.name = std::filesystem::path(file).stem().string();
        scene.text = words;
        scene.fingerprint = fingerprint;
        return scene;
    } catch (const SceneFault& fault) {
        return Error{fault.what()};
    }
}

Result<Scene> read_scene(const std::string& file, const std::vector<std::string>& assignments) {
    std::error_code error;
    if (std::filesystem::is_directory(file, error))
        return Error{whorl::text("cannot read \"%s\": it is a folder; give a scene file", file.c_str())};
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    if (!error && size > largest_file)
        return Error{whorl::text("cannot read \"%s\": it has %llu bytes; a scene has at most %llu", file.c_str(),
                                 static_cast<unsigned long long>(size), static_cast<unsigned long long>(largest_file))};
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return Error{whorl::text("cannot read \"%s\": %s", file.c_str(), std::strerror(errno))};
    const std::string words{std::istreambuf_iterator<char>(stream), {}};
    return parse_scene(words, file, assignments);
}

}  // namespace whorl
