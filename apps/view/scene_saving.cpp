// The session as a scene of its own.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/text.hpp"
#include "scene_fluid.hpp"

namespace whorl::view {
namespace {

/// Pictures come along under new names: the saved scene may lie in another folder.
void take_pictures(Node& node, const Pictures& pictures, const std::string& stem, SavedScene& saved) {
    Node* file = node.name == "image" ? node.find("file") : nullptr;
    if (const Image8* picture = file ? pictures.of({.kind = ShapeKind::image, .file = file->text}) : nullptr) {
        const std::string name = stem + "-" + std::filesystem::path(file->text).filename().string();
        file->text = name;
        const auto has_name = [&](const auto& each) { return each.first == name; };
        if (std::none_of(saved.pictures.begin(), saved.pictures.end(), has_name))
            saved.pictures.emplace_back(name, *picture);
    }
    for (Node& child : node.children) take_pictures(child, pictures, stem, saved);
}

std::string wall_file(const std::string& stem, bool is_noslip) {
    return stem + (is_noslip ? "-walls-noslip.png" : "-walls.png");
}

/// A saved session has a frame a step; pictures and films come as often as the scene has them.
Result<void> keep_pace(Node& root, double frames_before, std::int64_t frames) {
    Node* list = root.find("output");
    for (std::size_t i = 0; list && i < list->children.size(); ++i) {
        const Node& output = list->children[i];
        const Node *every = output.find("every"), *kind = output.find("kind");
        // A sheet spreads over all frames, and checkpoints come by the clock.
        if (!kind || kind->text == "sheet" || kind->text == "checkpoint" || output.find("when")) continue;
        double count = std::max(1.0, std::round((every ? every->number : 1) * frames_before));
        // Of a session that is shorter there is a picture at least; film of a moment could be too quick for any.
        if (kind->text != "video") count = std::min(count, static_cast<double>(frames));
        if (!every && count == 1) continue;
        const auto set = set_in_document(root, text("output.%s.every=%.0f", output.name.c_str(), count));
        if (!set) return set;
    }
    return {};
}

}  // namespace

/// The scene as it was read, with what was turned and chosen since; walls where they are to be.
Result<Node> SceneFluid::document() const {
    Node root = built_.base;
    for (const std::string& each : set_)
        if (auto set = set_in_document(root, each); !set) return set.error();
    for (const Glide& each : built_.glides)
        if (auto set = set_in_document(root, each.path + "=" + exact(each.to)); !set) return set.error();
    return root;
}

/// The scene with present values; with deeds, the session from its start.
Result<std::string> SceneFluid::words(bool with_deeds, const std::string& stem) const {
    auto root = document();
    if (!root) return root.error();
    for (const Glide& each : built_.glides)
        if (auto set = set_in_document(root.value(), with_deeds ? each.behind() : each.ahead()); !set)
            return set.error();
    if (with_deeds)
        for (const std::string& each : log_.assignments())
            if (auto set = set_in_document(root.value(), each); !set) return set.error();
    std::string out = document_text(root.value());
    if (with_deeds) {
        const std::size_t tables = out.find("\n[");  // after plain keys, before any table
        out.insert(tables == std::string::npos ? out.size() : tables, log_.first_blocks(scene_.dim));
    }
    for (const Thing& thing : built_.things) out += thing_text(thing, with_deeds);
    if (!with_deeds) return out;
    for (const bool is_noslip : {false, true})
        if (const PaintedWalls& walls = built_.painted[is_noslip]; !walls.is_empty())
            out += walls.obstacle_text(wall_file(stem, is_noslip));
    return out + log_.last_blocks(scene_.dim);
}

Result<void> SceneFluid::rewrite(Reach reach) {
    auto scene = present();
    if (!scene) return scene.error();
    auto pictures = Pictures::read(scene.value());
    if (!pictures) return pictures.error();
    const auto changed =
        reach == Reach::all ? simulator_->change(scene.value()) : simulator_->change_sources(scene.value());
    if (!changed) return changed;
    document_ = document().value();
    scene_ = std::move(scene).value(), pictures_ = std::move(pictures).value();
    return {};
}

Result<SavedScene> SceneFluid::saved_scene(const std::string& stem) {
    if (auto settled = settle(); !settled) return settled.error();
    take_start();
    auto body = words(true, stem);
    if (!body) return body.error();
    auto root = parse_document(body.value(), file_);
    if (!root) return root.error();
    SavedScene saved;
    take_pictures(root.value(), pictures_, stem, saved);
    for (const bool is_noslip : {false, true})
        if (const PaintedWalls& walls = built_.painted[is_noslip]; !walls.is_empty())
            saved.pictures.emplace_back(wall_file(stem, is_noslip), walls.picture());

    const std::int64_t steps = simulator_->steps() - (start_ ? start_->steps : 0);
    // A scene has a frame at least; where no step was taken it comes a little before the first one.
    const double fps = steps > 0 ? 1 / dt_ : 1.001 / dt_;
    std::vector<std::string> assignments{"time.fps=" + exact(fps), "time.step=" + exact(dt_),
                                         "time.frames=" + std::to_string(std::max<std::int64_t>(1, steps))};
    if (Node* time = root.value().find("time")) time->children.clear();
    std::string head = "# Played in whorl-view, every stroke at its moment. Run it with: whorl run FILE\n";
    if (start_) {
        saved.state_file = stem + ".whorl", saved.state = start_->state, saved.start = start_->time;
        saved.why = start_->why;
        if (Node* initial = root.value().find("initial")) initial->children.clear();
        assignments.push_back("initial.state=\"" + saved.state_file + "\"");
        head += text("# It starts at t = %g s, where %s.\n", start_->time, start_->why.c_str());
    }
    for (const std::string& each : assignments)
        if (auto set = set_in_document(root.value(), each); !set) return set.error();
    if (auto kept = keep_pace(root.value(), fps / scene_.time.fps, std::max<std::int64_t>(1, steps)); !kept)
        return kept.error();
    saved.toml = head + document_text(root.value());
    if (!root.value().find("output")) saved.toml += "\n[[output]]\nkind = \"frames\"\nfile = \"frames/####.png\"\n";
    if (auto read = parse_scene(saved.toml, "saved scene"); !read) return read.error();
    return saved;
}

}  // namespace whorl::view
