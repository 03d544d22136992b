#include <filesystem>

#include "commands.hpp"
#include "io/file.hpp"

namespace whorl {
namespace {

constexpr const char* starter = R"toml(# A scene for whorl. Run it with: whorl run FILE
# Lengths are metres, times seconds. docs/scene.md explains every key.
title = "My plume"

[domain]
cells = [128, 192]          # two numbers: 2D; three: 3D. More cells, finer smoke
size = [1.0, 1.5]
top = "open"                # left right bottom top: wall noslip periodic inflow outflow open

[time]
fps = 24
frames = 96

[fluid]
buoyancy = 1.0              # how strongly hot air rises
vorticity_confinement = 2.0 # keeps small swirls alive

[scalars.density]
dissipation = 0.2           # smoke thins out, 1/s

[[emitter]]
shape = { circle = { center = ["0.5 + 0.1*sin(2*t)", 0.1], radius = 0.05 } }
density = 6.0               # units a second
temperature = 4.0

[[measure]]
name = "smoke"
kind = "total"
field = "density"

[[output]]
kind = "video"
file = "plume.mp4"
view = "density"

[[output]]
kind = "sheet"
)toml";

}  // namespace

int new_scene(const std::string& file) {
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) return refuse("\"" + file + "\" is already there; choose another name");
    if (auto written = write_file(file, starter, std::char_traits<char>::length(starter)); !written)
        return refuse(written.error().message, failed);
    print(file + "\ntry next: whorl run " + file);
    return done;
}

}  // namespace whorl
