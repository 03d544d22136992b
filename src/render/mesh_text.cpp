// Meshes as text: Wavefront OBJ out and in, PLY out.
#include <charconv>
#include <cstdlib>

#include "core/text.hpp"
#include "render/mesh.hpp"

namespace whorl {
namespace {

void append(std::string& to, float value) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, value);  // shortest, and without a locale
    to.append(digits, end.ptr);
}

void append_line(std::string& to, const char* word, const float* values, int count) {
    to += word;
    for (int i = 0; i < count; ++i) to += ' ', append(to, values[i]);
    to += '\n';
}

/// The next word of a line; empty at its end.
std::string_view next_word(std::string_view& line) {
    const std::size_t start = line.find_first_not_of(" \t\r");
    if (start == std::string_view::npos) return line = {};
    const std::size_t end = std::min(line.find_first_of(" \t\r", start), line.size());
    const std::string_view word = line.substr(start, end - start);
    line.remove_prefix(end);
    return word;
}

bool read_numbers(std::string_view line, float* values, int count) {
    for (int i = 0; i < count; ++i) {
        const std::string_view word = next_word(line);
        const auto read = std::from_chars(word.data(), word.data() + word.size(), values[i]);
        if (word.empty() || read.ec != std::errc() || !std::isfinite(values[i])) return false;
    }
    return true;
}

class ObjReader {
  public:
    Result<Mesh> read(std::string_view text_of_file) {
        int number = 0;
        while (!text_of_file.empty()) {
            const std::size_t end = std::min(text_of_file.find('\n'), text_of_file.size());
            ++number;
            if (!statement(text_of_file.substr(0, end)))
                return Error{
                    text("line %d of the mesh cannot be read: \"%.*s\"; write \"v x y z\", \"vt u v\" or "
                         "\"f a b c\" with corners that stand above it",
                         number, static_cast<int>(std::min<std::size_t>(end, 60)), text_of_file.data())};
            text_of_file.remove_prefix(std::min(end + 1, text_of_file.size()));
        }
        if (mesh_.triangles.empty()) return Error{"the mesh has no faces; give at least one line \"f a b c\""};
        if (!has_texture_) mesh_.texture.clear();
        add_normals(mesh_);
        return std::move(mesh_);
    }

  private:
    bool statement(std::string_view line) {
        const std::string_view word = next_word(line);
        Vec3 numbers{};
        if (word == "v") {
            if (!read_numbers(line, numbers.component, 3)) return false;
            places_.push_back(numbers);
        } else if (word == "vt") {
            if (!read_numbers(line, numbers.component, 2)) return false;
            texture_.push_back({numbers[0], numbers[1]});
        } else if (word == "f") {
            return face(line);
        }
        return true;
    }

    bool face(std::string_view line) {
        std::vector<int> corners;
        for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
            const int corner = corner_of(word);
            if (corner < 0) return false;
            corners.push_back(corner);
        }
        for (std::size_t i = 2; i < corners.size(); ++i)
            mesh_.triangles.push_back({corners[0], corners[i - 1], corners[i]});
        return corners.size() >= 3;
    }

    /// "7", "7/3" or "7/3/9"; numbers below 0 count back from the last. -1 if it is not there.
    int corner_of(std::string_view word) {
        const auto number = [](std::string_view digits, std::size_t count) {
            int value = 0;
            if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec != std::errc()) return -1;
            if (value < 0) value += static_cast<int>(count) + 1;
            return value >= 1 && value <= static_cast<int>(count) ? value - 1 : -1;
        };
        const std::size_t slash = std::min(word.find('/'), word.size());
        const int place = number(word.substr(0, slash), places_.size());
        if (place < 0) return -1;
        std::string_view rest = word.substr(std::min(slash + 1, word.size()));
        rest = rest.substr(0, std::min(rest.find('/'), rest.size()));
        int texture = -1;
        if (!rest.empty() && (texture = number(rest, texture_.size())) < 0) return -1;
        return made(place, texture);
    }

    /// One corner of the mesh for each pair of place and texture that occurs.
    int made(int place, int texture) {
        seen_.resize(places_.size());
        for (const auto& [with, corner] : seen_[static_cast<std::size_t>(place)])
            if (with == texture) return corner;
        const int corner = static_cast<int>(mesh_.positions.size());
        mesh_.positions.push_back(places_[static_cast<std::size_t>(place)]);
        mesh_.texture.push_back(texture < 0 ? Vec<float, 2>{0, 0} : texture_[static_cast<std::size_t>(texture)]);
        has_texture_ = has_texture_ || texture >= 0;
        seen_[static_cast<std::size_t>(place)].push_back({texture, corner});
        return corner;
    }

    Mesh mesh_;
    std::vector<Vec3> places_;
    std::vector<Vec<float, 2>> texture_;
    std::vector<std::vector<std::pair<int, int>>> seen_;
    bool has_texture_ = false;
};

}  // namespace

std::string obj_of(const Mesh& mesh) {
    std::string obj;
    for (const Vec3& at : mesh.positions) append_line(obj, "v", at.component, 3);
    for (const Vec<float, 2>& at : mesh.texture) append_line(obj, "vt", at.component, 2);
    for (const Vec3& normal : mesh.normals) append_line(obj, "vn", normal.component, 3);
    for (const Vec<int, 3>& triangle : mesh.triangles) {
        obj += 'f';
        for (int which = 0; which < 3; ++which) {
            const std::string number = std::to_string(triangle[which] + 1);
            obj += ' ' + number;
            if (!mesh.texture.empty() || !mesh.normals.empty()) obj += '/';
            if (!mesh.texture.empty()) obj += number;
            if (!mesh.normals.empty()) obj += '/' + number;
        }
        obj += '\n';
    }
    return obj;
}

std::string ply_of(const Mesh& mesh) {
    const bool has_normals = mesh.normals.size() == mesh.positions.size();
    std::string ply = "ply\nformat ascii 1.0\nelement vertex " + std::to_string(mesh.positions.size()) +
                      "\nproperty float x\nproperty float y\nproperty float z\n";
    if (has_normals) ply += "property float nx\nproperty float ny\nproperty float nz\n";
    ply += "element face " + std::to_string(mesh.triangles.size()) +
           "\nproperty list uchar int vertex_indices\nend_header\n";
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            if (axis > 0) ply += ' ';
            append(ply, mesh.positions[i][axis]);
        }
        for (int axis = 0; has_normals && axis < 3; ++axis) ply += ' ', append(ply, mesh.normals[i][axis]);
        ply += '\n';
    }
    for (const Vec<int, 3>& triangle : mesh.triangles) {
        ply += '3';
        for (int which = 0; which < 3; ++which) ply += ' ' + std::to_string(triangle[which]);
        ply += '\n';
    }
    return ply;
}

Result<Mesh> mesh_of_obj(std::string_view obj) {
    return ObjReader().read(obj);
}

}  // namespace whorl
