#include "gl_picture.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text.hpp"
#include "filled.hpp"
#include "render/palette.hpp"
#include "shaders.hpp"

namespace whorl::view {
namespace {

constexpr int restful = 20;  // frames without a change before a picture is drawn as fine as can be

Result<GLuint> compiled(GLenum kind, const char* source) {
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    GLint done = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (done) return shader;
    char words[1024] = "";
    glGetShaderInfoLog(shader, sizeof words, nullptr, words);
    return Error{text("the graphics driver refuses a shader: %s", words)};
}

Result<GLuint> linked(const char* fragment) {
    const auto vertex = compiled(GL_VERTEX_SHADER, corner_shader), pixel = compiled(GL_FRAGMENT_SHADER, fragment);
    if (!vertex) return vertex.error();
    if (!pixel) return pixel.error();
    const GLuint program = glCreateProgram();
    glAttachShader(program, vertex.value());
    glAttachShader(program, pixel.value());
    glLinkProgram(program);
    glDeleteShader(vertex.value()), glDeleteShader(pixel.value());
    GLint done = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &done);
    if (done) return program;
    return Error{"the graphics driver cannot link a shader"};
}

GLuint texture(GLenum target, GLint wrap) {
    GLuint made = 0;
    glGenTextures(1, &made);
    glBindTexture(target, made);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    for (const GLenum axis : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R})
        glTexParameteri(target, axis, wrap);
    return made;
}

struct Format {
    GLint stored;
    GLenum given;
};
Format format_of(int channels) {
    if (channels == 1) return {GL_R32F, GL_RED};
    return channels == 2 ? Format{GL_RG32F, GL_RG} : Format{GL_RGB32F, GL_RGB};
}

void set(GLuint program, const char* name, float value) {
    glUniform1f(glGetUniformLocation(program, name), value);
}
void set(GLuint program, const char* name, int value) {
    glUniform1i(glGetUniformLocation(program, name), value);
}
void set(GLuint program, const char* name, const Vec<double, 3>& value) {
    glUniform3f(glGetUniformLocation(program, name), static_cast<float>(value[0]), static_cast<float>(value[1]),
                static_cast<float>(value[2]));
}

/// The eye, and the axes of the picture plane at distance 1: right, up, ahead. The box is centred on the origin.
struct Eye {
    Vec<double, 3> at{}, right{}, up{}, ahead{};
};

/// From further away where the frame is narrow, so that the box stays inside.
Eye eye_of(const Vec<double, 3>& size, const Orbit& orbit, double aspect) {
    const double diagonal = std::sqrt(size[0] * size[0] + size[1] * size[1] + size[2] * size[2]);
    const double cy = std::cos(orbit.yaw), sy = std::sin(orbit.yaw), cp = std::cos(orbit.pitch),
                 sp = std::sin(orbit.pitch), far = orbit.distance * diagonal / std::min(aspect, 1.0), lens = 0.5;
    Eye eye;
    eye.ahead = {sy * cp, -sp, cy * cp};
    eye.right = {lens * cy, 0, -lens * sy};
    eye.up = {lens * sy * sp, lens * cp, lens * cy * sp};
    for (int axis = 0; axis < 3; ++axis) eye.at[axis] = -far * eye.ahead[axis];
    return eye;
}

}  // namespace

Result<PicturePainter> PicturePainter::make() {
    PicturePainter painter;
    for (const auto& [slot, source] : {std::pair{&painter.flat_, flat_shader},
                                       {&painter.volume_, volume_shader},
                                       {&painter.stretch_, stretch_shader}}) {
        const auto program = linked(source);
        if (!program) return program.error();
        *slot = program.value();
    }
    glGenVertexArrays(1, &painter.corners_);
    painter.field_ = texture(GL_TEXTURE_2D, GL_CLAMP_TO_EDGE);
    painter.solids_ = texture(GL_TEXTURE_2D, GL_CLAMP_TO_EDGE);
    painter.palette_ = texture(GL_TEXTURE_2D, GL_CLAMP_TO_EDGE);
    for (GLuint& each : painter.half_picture_) each = texture(GL_TEXTURE_2D, GL_CLAMP_TO_EDGE);
    painter.cube_ = texture(GL_TEXTURE_3D, GL_CLAMP_TO_EDGE);
    painter.solid_cube_ = texture(GL_TEXTURE_3D, GL_CLAMP_TO_EDGE);
    glGenFramebuffers(1, &painter.half_);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    return painter;
}

PicturePainter::PicturePainter(PicturePainter&& other) noexcept
    : flat_(std::exchange(other.flat_, 0)),
      volume_(std::exchange(other.volume_, 0)),
      stretch_(std::exchange(other.stretch_, 0)),
      corners_(std::exchange(other.corners_, 0)),
      field_(std::exchange(other.field_, 0)),
      cube_(std::exchange(other.cube_, 0)),
      solids_(std::exchange(other.solids_, 0)),
      solid_cube_(std::exchange(other.solid_cube_, 0)),
      palette_(std::exchange(other.palette_, 0)),
      half_(std::exchange(other.half_, 0)),
      half_picture_{std::exchange(other.half_picture_[0], 0), std::exchange(other.half_picture_[1], 0)},
      palette_name_(std::move(other.palette_name_)) {}

PicturePainter::~PicturePainter() {
    for (const GLuint program : {flat_, volume_, stretch_})
        if (program) glDeleteProgram(program);
    for (const GLuint each : {field_, cube_, solids_, solid_cube_, palette_, half_picture_[0], half_picture_[1]})
        if (each) glDeleteTextures(1, &each);
    if (half_) glDeleteFramebuffers(1, &half_);
    if (corners_) glDeleteVertexArrays(1, &corners_);
}

void PicturePainter::set_palette(const Picture& picture, const Theme& theme) {
    const bool is_reversed = theme.is_reversed(picture.is_signed);
    const std::string palette_name = theme.palette_of(picture.is_signed);
    const std::string name = palette_name + (is_reversed ? " reversed" : "");
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, palette_);
    if (name == palette_name_) return;
    const auto palette = find_palette(palette_name);
    if (!palette) return;
    constexpr int steps = 256;
    std::vector<std::uint8_t> bytes;
    for (int i = 0; i < steps; ++i) {
        const float part = static_cast<float>(i) / (steps - 1);
        const Color color = palette.value()(is_reversed ? 1 - part : part);
        for (const float each : {color.r, color.g, color.b}) bytes.push_back(srgb8_of_light(each));
    }
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, steps, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, bytes.data());
    palette_name_ = name;
}

void PicturePainter::set_inks(GLuint program, const Picture& picture, const Theme& theme) {
    set(program, "field", 0), set(program, "palette", 1), set(program, "solids", 2);
    set(program, "low", picture.low), set(program, "high", picture.high);
    set(program, "inks", picture.has_inks() ? picture.channels : 0);
    set(program, "is_light", theme.is_light ? 1 : 0), set(program, "is_signed", picture.is_signed ? 1 : 0);
    for (std::size_t i = 0; i < 3; ++i) {
        const Color ink = i < picture.inks.size() ? ink_color(picture.inks[i], i) : Color{0, 0, 0, 1};
        set(program, text("ink[%zu]", i).c_str(),
            {static_cast<double>(ink.r), static_cast<double>(ink.g), static_cast<double>(ink.b)});
    }
}

void PicturePainter::draw(const Picture& picture, const Theme& theme, const Rect& where, double depth) {
    if (picture.values.empty() || where.width <= 0 || where.height <= 0) return;
    const std::size_t plane = static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height) *
                              static_cast<std::size_t>(picture.channels);
    const int layer = std::clamp(static_cast<int>(depth * picture.depth), 0, picture.depth - 1);
    glUseProgram(flat_);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, field_);
    const GLint wrap = picture.wraps ? GL_REPEAT : GL_CLAMP_TO_EDGE;
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    const Format format = format_of(picture.channels);
    glTexImage2D(GL_TEXTURE_2D, 0, format.stored, picture.width, picture.height, 0, format.given, GL_FLOAT,
                 picture.values.data() + plane * static_cast<std::size_t>(layer));
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, solids_);
    const float none = 0;
    if (picture.solids.empty())
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, 1, 1, 0, GL_RED, GL_FLOAT, &none);
    else
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, picture.width, picture.height, 0, GL_RED, GL_FLOAT,
                     picture.solids.data() +
                         plane / static_cast<std::size_t>(picture.channels) * static_cast<std::size_t>(layer));
    set_palette(picture, theme);
    set_inks(flat_, picture, theme);
    if (coarseness > 1) {
        render_small(half_picture_[0], where, coarseness);
        return stretch(half_picture_[0], where);
    }
    glViewport(where.x, where.y, where.width, where.height);
    glBindVertexArray(corners_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void PicturePainter::render_small(std::uint32_t into, const Rect& where, int times) {
    GLint window = 0;
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &window);
    const int width = std::max(1, where.width / times), height = std::max(1, where.height / times);
    glActiveTexture(GL_TEXTURE3);
    glBindTexture(GL_TEXTURE_2D, into);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glBindFramebuffer(GL_FRAMEBUFFER, half_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, into, 0);
    glViewport(0, 0, width, height);
    glBindVertexArray(corners_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(window));
}

void PicturePainter::stretch(std::uint32_t from, const Rect& where) {
    glActiveTexture(GL_TEXTURE3);
    glBindTexture(GL_TEXTURE_2D, from);
    glUseProgram(stretch_);
    set(stretch_, "picture", 3);
    glViewport(where.x, where.y, where.width, where.height);
    glBindVertexArray(corners_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void PicturePainter::draw_volume(const Picture& picture, const Theme& theme, const Rect& where,
                                 const Vec<double, 3>& size, const Orbit& orbit, int slot) {
    if (picture.values.empty() || where.width <= 1 || where.height <= 1) return;
    const Filled filled = filled_of(picture);
    const std::string key =
        text("%llx %a %a %d %s %d %d %a %a %a %s", static_cast<unsigned long long>(filled.sum),
             static_cast<double>(picture.low), static_cast<double>(picture.high), theme.is_light, theme.palette.c_str(),
             where.width, where.height, orbit.yaw, orbit.pitch, orbit.distance, picture.name.c_str());
    Shown& shown = shown_[slot];
    shown.rests = key == shown.key ? shown.rests + 1 : 0;
    // What rests for a moment is drawn once as fine as can be; what is drawn is not drawn again.
    const int times = shown.rests >= restful ? 2 : 1 + coarseness;
    was_drawn = was_drawn || shown.rests == 0;
    if (key == shown.key && times >= shown.times) return stretch(half_picture_[slot], where);
    shown.key = key, shown.times = times;
    glUseProgram(volume_);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_3D, cube_);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    const Format format = format_of(picture.channels);
    glTexImage3D(GL_TEXTURE_3D, 0, format.stored, picture.width, picture.height, picture.depth, 0, format.given,
                 GL_FLOAT, picture.values.data());
    glActiveTexture(GL_TEXTURE4);
    glBindTexture(GL_TEXTURE_3D, solid_cube_);
    if (!picture.solids.empty())
        glTexImage3D(GL_TEXTURE_3D, 0, GL_R32F, picture.width, picture.height, picture.depth, 0, GL_RED, GL_FLOAT,
                     picture.solids.data());
    set_palette(picture, theme);
    set_inks(volume_, picture, theme);
    set(volume_, "solids", 4), set(volume_, "has_solids", picture.solids.empty() ? 0 : 1);
    const Eye eye = eye_of(size, orbit, static_cast<double>(where.width) / where.height);
    set(volume_, "eye", eye.at), set(volume_, "right", eye.right), set(volume_, "up", eye.up);
    set(volume_, "ahead", eye.ahead), set(volume_, "size", size);
    set(volume_, "filled_low", filled.low), set(volume_, "filled_high", filled.high);
    set(volume_, "aspect", static_cast<float>(where.width) / static_cast<float>(where.height));
    render_small(half_picture_[slot], where, times);
    stretch(half_picture_[slot], where);
}

Vec<double, 2> plane_hit(const Vec<double, 2>& at, double aspect, const Vec<double, 3>& size, const Orbit& orbit,
                         double depth) {
    const Eye eye = eye_of(size, orbit, aspect);
    Vec<double, 3> ray{};
    for (int axis = 0; axis < 3; ++axis)
        ray[axis] = eye.ahead[axis] + (2 * at[0] - 1) * aspect * eye.right[axis] + (2 * at[1] - 1) * eye.up[axis];
    const double far = ((depth - 0.5) * size[2] - eye.at[2]) / (std::abs(ray[2]) > 1e-9 ? ray[2] : 1e-9);
    return {(eye.at[0] + far * ray[0]) / size[0] + 0.5, (eye.at[1] + far * ray[1]) / size[1] + 0.5};
}

Vec<double, 2> plane_seen(const Vec<double, 2>& place, double aspect, const Vec<double, 3>& size, const Orbit& orbit,
                          double depth) {
    const Eye eye = eye_of(size, orbit, aspect);
    const Vec<double, 3> at{(place[0] - 0.5) * size[0], (place[1] - 0.5) * size[1], (depth - 0.5) * size[2]};
    double ahead = 0, right = 0, up = 0, ahead_length = 0, right_length = 0, up_length = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const double away = at[axis] - eye.at[axis];
        ahead += away * eye.ahead[axis], right += away * eye.right[axis], up += away * eye.up[axis];
        ahead_length += eye.ahead[axis] * eye.ahead[axis], right_length += eye.right[axis] * eye.right[axis];
        up_length += eye.up[axis] * eye.up[axis];
    }
    const double far = std::max(ahead / ahead_length, 1e-6);  // the three are perpendicular, not of one length
    return {0.5 + 0.5 * right / right_length / far / aspect, 0.5 + 0.5 * up / up_length / far};
}

}  // namespace whorl::view
