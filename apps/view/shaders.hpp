// The shaders of the viewer, GLSL 3.30.
#pragma once

namespace whorl::view {

/// One triangle that covers the viewport; `at` runs from 0 to 1 across it.
inline constexpr const char* corner_shader = R"glsl(#version 330 core
out vec2 at;
void main() {
    at = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(2.0 * at - 1.0, 0.0, 1.0);
}
)glsl";

/// Inks glow on the dark and filter the light of paper; what has no inks goes through the palette.
inline constexpr const char* flat_shader = R"glsl(#version 330 core
in vec2 at;
out vec4 color;
uniform sampler2D field, palette, solids;
uniform float low, high;
uniform int inks, is_light, is_signed;
uniform vec3 ink[3];
vec3 filters[3];
vec3 srgb(vec3 light) { return sqrt(clamp(light, 0.0, 1.0)); }  // near enough, and a quarter of the time of pow
void main() {
    vec3 value = texture(field, at).rgb;
    vec3 seen;
    for (int i = 0; i < 3; ++i) filters[i] = log(max(ink[i], vec3(0.02)));
    if (inks == 0) {
        seen = texture(palette, vec2((value.r - low) / max(high - low, 1e-12), 0.5)).rgb;
    } else {
        vec3 light = is_light == 1 ? vec3(1.0) : vec3(0.004, 0.005, 0.008);
        for (int i = 0; i < 3; ++i) {
            if (i >= inks) break;
            float amount = max(value[i], 0.0) / high;
            if (is_light == 1) light *= exp(1.5 * amount * filters[i]);
            else light += ink[i] * (1.0 - exp(-1.5 * amount));
        }
        seen = srgb(light);
    }
    color = vec4(mix(seen, vec3(0.49, 0.52, 0.56), texture(solids, at).r), 1.0);
}
)glsl";

/// Front to back through the box; smoke is lit from above by how much lies over it.
inline constexpr const char* volume_shader = R"glsl(#version 330 core
in vec2 at;
out vec4 color;
uniform sampler3D field, solids;
uniform sampler2D palette;
uniform float low, high, aspect;
uniform int inks, is_light, is_signed, has_solids;
uniform vec3 ink[3], eye, right, up, ahead, size, filled_low, filled_high;
const int most = 64;  // samples across the box
float amount(vec3 v) {
    if (inks == 0) return is_signed == 1 ? abs(v.r) / max(high, 1e-12) : max(v.r, 0.0) / max(high, 1e-12);
    float sum = 0.0;
    for (int i = 0; i < 3; ++i) if (i < inks) sum += max(v[i], 0.0) / high;
    return sum;
}
vec3 tint(vec3 v) {
    if (inks == 0)
        return is_signed == 1 ? texture(palette, vec2((v.r - low) / max(high - low, 1e-12), 0.5)).rgb
               : is_light == 1 ? vec3(0.36, 0.38, 0.43) : vec3(0.92, 0.93, 0.95);
    vec3 sum = vec3(0.0);
    float total = 1e-6;
    for (int i = 0; i < 3; ++i) if (i < inks) { float a = max(v[i], 0.0); sum += a * ink[i]; total += a; }
    return sqrt(sum / total);
}
void main() {
    float pixel = 2.0 * abs(dFdy(at.y)) * length(up);  // its height, at a distance of 1
    vec3 ray = normalize(ahead + (2.0 * at.x - 1.0) * aspect * right + (2.0 * at.y - 1.0) * up);
    vec3 a = (-0.5 * size - eye) / ray, b = (0.5 * size - eye) / ray;
    vec3 first = min(a, b), last = max(a, b);
    float near = max(max(first.x, first.y), first.z), far = min(min(last.x, last.y), last.z);
    vec3 ground = is_light == 1 ? vec3(0.93) : mix(vec3(0.02, 0.025, 0.035), vec3(0.05, 0.06, 0.08), at.y);
    if (far <= max(near, 0.0)) { color = vec4(ground, 1.0); return; }
    near = max(near, 0.0);
    // The edges of the box, faintly and never thinner than a pixel, so that one sees how it lies.
    vec3 skin = abs((eye + ray * far) / size);
    float edge = smoothstep(0.5 - max(0.012, 3.0 * pixel * far / min(min(size.x, size.y), size.z)), 0.5, max(min(skin.x, skin.y), max(min(skin.y, skin.z), min(skin.x, skin.z))));
    ground = mix(ground, is_light == 1 ? vec3(0.6) : vec3(0.3, 0.35, 0.42), 0.7 * edge);
    // Only the part of the box that has anything in it is worth the way.
    a = ((filled_low - 0.5) * size - eye) / ray, b = ((filled_high - 0.5) * size - eye) / ray;
    first = min(a, b), last = max(a, b);
    near = max(near, max(max(first.x, first.y), first.z)), far = min(far, min(min(last.x, last.y), last.z));
    if (far <= near) { color = vec4(ground, 1.0); return; }
    int samples = clamp(int(ceil((far - near) / length(size) * 1.4 * float(most))), 8, most);
    float stride = (far - near) / float(samples), thick = 22.0 / length(size);
    float through = 1.0;
    vec3 light = vec3(0.0);
    float shift = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453);  // hides the layers
    for (int i = 0; i < samples; ++i) {
        vec3 p = (eye + ray * (near + (float(i) + shift) * stride)) / size + 0.5;
        if (has_solids == 1 && texture(solids, p).r > 0.5) {
            vec3 out_of = -vec3(texture(solids, p + vec3(0.02, 0.0, 0.0)).r - texture(solids, p - vec3(0.02, 0.0, 0.0)).r,
                                texture(solids, p + vec3(0.0, 0.02, 0.0)).r - texture(solids, p - vec3(0.0, 0.02, 0.0)).r,
                                texture(solids, p + vec3(0.0, 0.0, 0.02)).r - texture(solids, p - vec3(0.0, 0.0, 0.02)).r);
            float lit = dot(out_of, vec3(0.35, 0.85, -0.4)) / max(length(out_of), 1e-3);
            light += through * vec3(0.49, 0.52, 0.56) * (0.55 + 0.45 * lit);
            through = 0.0;
            break;
        }
        vec3 v = texture(field, p).rgb;
        float much = amount(v);
        if (much < 0.002) continue;
        float above = amount(texture(field, p + vec3(0.02, 0.06, -0.02)).rgb) + amount(texture(field, p + vec3(0.04, 0.14, -0.04)).rgb);
        float opaque = 1.0 - exp(-thick * much * stride);
        light += through * opaque * tint(v) * (0.25 + 0.75 * exp(-0.9 * above));
        through *= 1.0 - opaque;
        if (through < 0.01) break;
    }
    color = vec4(light + through * ground, 1.0);
}
)glsl";

inline constexpr const char* stretch_shader = R"glsl(#version 330 core
in vec2 at;
out vec4 color;
uniform sampler2D picture;
void main() { color = vec4(texture(picture, at).rgb, 1.0); }
)glsl";

}  // namespace whorl::view
