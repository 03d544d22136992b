// docs/scene.md: its examples run, and it leaves out no key.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>

#include "../unit/io/scratch_folder.hpp"
#include "io/exr/exr.hpp"
#include "io/vdb/vdb.hpp"
#include "repository.hpp"
#include "run/gallery.hpp"
#include "run/optional_parts.hpp"
#include "run/run.hpp"
#include "scene/document.hpp"

namespace whorl {
namespace {

std::vector<std::string> toml_blocks(const std::string& document) {
    std::vector<std::string> blocks;
    const std::string opening = "\n```toml\n";
    for (std::size_t at = document.find(opening); at != std::string::npos; at = document.find(opening, at + 1)) {
        const std::size_t start = at + opening.size();
        blocks.push_back(document.substr(start, document.find("\n```", start) - start) + "\n");
    }
    return blocks;
}

void expect_to_run(const Scene& scene, int frames) {
    const ScratchFolder folder;
    RunOptions options;
    options.out = folder.path(), options.threads = 1, options.frames = frames;
    auto run = Run::prepare(scene, options);
    ASSERT_TRUE(run) << scene.file << ": " << run.error().message;
    const auto result = run.value().go();
    ASSERT_TRUE(result) << scene.file << ": " << result.error().message;
    EXPECT_EQ(result.value().frames, frames);
}

TEST(SceneDocument, EveryExampleRuns) {
    const auto blocks = toml_blocks(read("docs/scene.md"));
    EXPECT_GT(blocks.size(), 15u);
    for (const std::string& block : blocks) {
        const bool is_whole = block.find("[domain]") != std::string::npos;
        if (block.find("\"spectral\"") != std::string::npos && !fftw_found()) continue;
        if (block.find(".exr") != std::string::npos && exr_version().empty()) continue;
        if (block.find("\"vdb\"") != std::string::npos && vdb_version().empty()) continue;
        const auto scene = parse_scene((is_whole ? "" : "[domain]\ncells = [32, 32]\n") + block, "docs/scene.md");
        ASSERT_TRUE(scene) << block << scene.error().message;
        expect_to_run(scene.value(), 2);
    }
}

/// What may stand in a place, from the answer to something that may not.
std::vector<std::string> names_in_complaint(const std::string& text) {
    const auto scene = parse_scene(text, "x");
    if (scene) return {};
    static const std::regex list("The (?:keys|kinds of [a-z]+) are (.*)$");
    std::smatch found;
    const std::string words = scene.error().message;
    if (!std::regex_search(words, found, list)) return {};
    std::vector<std::string> names;
    std::istringstream stream(found[1].str());
    for (std::string name; stream >> name;) names.push_back(name.substr(0, name.find_first_of(",.")));
    return names;
}

std::vector<std::string> keys_of(const std::string& head) {
    return names_in_complaint("[domain]\ncells = [8, 8]\n" + head + "\nzzzzzz = 1\n");
}

TEST(SceneDocument, NamesEveryKey) {
    const std::string document = read("docs/scene.md");
    const char* const sections[] = {"",
                                    "[time]",
                                    "[fluid]",
                                    "[scalars.density]",
                                    "[initial]",
                                    "[solver]",
                                    "[[emitter]]\nshape={box={low=[0,0],high=[1,1]}}",
                                    "[[obstacle]]\nshape={box={low=[0,0],high=[1,1]}}",
                                    "[[force]]\nkind=\"wind\"",
                                    "[[force]]\nkind=\"vortex\"",
                                    "[[force]]\nkind=\"turbulence\"",
                                    "[[force]]\nkind=\"gravity\"",
                                    "[[measure]]\nkind=\"total\"",
                                    "[[output]]\nkind=\"frames\"",
                                    "[camera]",
                                    "[[light]]\ndirection=[1,0,0]",
                                    "[[dye]]\nname=\"ink\"\ncolor=\"#000000\"",
                                    "[[output]]\nkind=\"video\"",
                                    "[[output]]\nkind=\"mesh\"",
                                    "[[output]]\nkind=\"sheet\"",
                                    "[[output]]\nkind=\"checkpoint\"",
                                    "[[output]]\nkind=\"vdb\"",
                                    "[[output]]\nkind=\"vtk\""};
    int count = 0;
    for (const char* section : sections) {
        const auto keys = keys_of(section);
        EXPECT_FALSE(keys.empty()) << section;
        for (const std::string& key : keys) {
            ++count;
            EXPECT_TRUE(std::regex_search(document, std::regex("(^|[`\\s{(])" + key + "([`\\s,)]| =)")))
                << section << ": " << key;
        }
    }
    EXPECT_GT(count, 60);
}

/// The keys that scenes have in each section, and under "force.kind" ... the kinds.
using Uses = std::map<std::string, std::set<std::string>>;
void add_uses(const Node& node, const std::string& section, Uses& uses) {
    for (const Node& child : node.children) {
        uses[section].insert(child.name);
        if (child.name == "kind") uses[section + ".kind"].insert(child.text);
        if (child.name == "smoke") add_uses(child, "smoke", uses);
    }
}
Uses uses_of(const std::vector<GalleryScene>& scenes) {
    Uses uses;
    for (const GalleryScene& each : scenes) {
        const Node document = parse_document(read("scenes/" + each.name + ".toml"), each.name).value();
        for (const Node& section : document.children) {
            if (section.kind == Node::Kind::table && section.name != "scalars") add_uses(section, section.name, uses);
            if (section.kind == Node::Kind::array || section.name == "scalars")
                for (const Node& element : section.children) add_uses(element, section.name, uses);
        }
        add_uses(document, "", uses);
    }
    return uses;
}

TEST(Gallery, UsesEveryKeyAndKind) {
    const std::pair<const char*, const char*> sections[] = {
        {"time", "[time]"},
        {"fluid", "[fluid]"},
        {"scalars", "[scalars.density]"},
        {"initial", "[initial]"},
        {"solver", "[solver]"},
        {"emitter", "[[emitter]]\nshape={box={low=[0,0],high=[1,1]}}"},
        {"obstacle", "[[obstacle]]\nshape={box={low=[0,0],high=[1,1]}}"},
        {"force", "[[force]]\nkind=\"wind\""},
        {"force", "[[force]]\nkind=\"vortex\""},
        {"force", "[[force]]\nkind=\"turbulence\""},
        {"force", "[[force]]\nkind=\"gravity\""},
        {"measure", "[[measure]]\nkind=\"total\""},
        {"camera", "[camera]"},
        {"light", "[[light]]\ndirection=[1,0,0]"},
        {"dye", "[[dye]]\nname=\"ink\"\ncolor=\"#000000\""},
        {"output", "[[output]]\nkind=\"frames\""},
        {"output", "[[output]]\nkind=\"video\""},
        {"output", "[[output]]\nkind=\"sheet\""},
        {"output", "[[output]]\nkind=\"mesh\""},
        {"output", "[[output]]\nkind=\"vdb\""},
        {"output", "[[output]]\nkind=\"vtk\""},
        {"output", "[[output]]\nkind=\"checkpoint\""}};
    const Uses uses = uses_of(gallery());
    const auto expect_used = [&](const std::string& section, const std::vector<std::string>& names) {
        EXPECT_FALSE(names.empty()) << section;
        for (const std::string& name : names) {
            if (section == "initial" && name == "state") continue;  // a file that another run leaves behind
            EXPECT_TRUE(uses.contains(section) && uses.at(section).contains(name)) << section << ": " << name;
        }
    };
    for (const auto& [section, head] : sections) expect_used(section, keys_of(head));
    expect_used("domain", names_in_complaint("[domain]\ncells = [8, 8, 8]\nzzzzzz = 1\n"));
    expect_used("", names_in_complaint("[domain]\ncells = [8, 8]\n[zzzzzz]\na = 1\n"));
    expect_used("smoke", names_in_complaint("[domain]\ncells = [8, 8, 8]\n[[output]]\nkind = \"frames\"\n"
                                            "view = \"volume\"\nsmoke = { zzzzzz = 1 }\n"));
    for (const char* list : {"force", "measure", "output"})
        expect_used(std::string(list) + ".kind",
                    names_in_complaint(std::string("[domain]\ncells = [8, 8]\n[[") + list + "]]\nkind = \"zzzzzz\"\n"));
}

TEST(Gallery, EverySceneRunsAndHasATitleAndAComment) {
    const auto scenes = gallery();
    EXPECT_GE(scenes.size(), 12u);
    for (const GalleryScene& each : scenes) {
        EXPECT_FALSE(each.title.empty()) << each.name;
        EXPECT_TRUE(read("scenes/" + each.name + ".toml").starts_with("# ")) << each.name;
        auto scene = read_scene(each.file);
        ASSERT_TRUE(scene) << scene.error().message;
        if (scene.value().solver.method == "spectral" && !fftw_found()) continue;
        // Smaller, and without film, which the outputs' own tests make.
        for (int axis = 0; axis < scene.value().dim; ++axis)
            scene.value().cells[axis] = std::max(8, scene.value().cells[axis] / 4);
        std::erase_if(scene.value().outputs, [](const SceneOutput& output) {
            return output.kind == OutputKind::video || (output.kind == OutputKind::vdb && vdb_version().empty()) ||
                   (output.file.ends_with(".exr") && exr_version().empty());
        });
        for (SceneOutput& output : scene.value().outputs)
            output.look.width = 48, output.look.height = 0, output.look.samples = 1, output.every = 1;
        expect_to_run(scene.value(), 3);
    }
}

}  // namespace
}  // namespace whorl
