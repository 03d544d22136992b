#include "play.hpp"

#include <cmath>

#include "core/text.hpp"
#include "io/png.hpp"
#include "io/ppm.hpp"

namespace whorl::view {
namespace {

Result<void> pass(App& app, double seconds, Screen& screen) {
    const long frames = std::lround(seconds / frame_seconds);
    for (long i = 0; i < frames && !app.wants_to_quit(); ++i) {
        app.advance(frame_seconds);
        if (auto shown = screen.frame(app); !shown) return shown;
    }
    return {};
}

Result<void> play_line(App& app, const ScriptLine& line, Screen& screen) {
    using Kind = ScriptLine::Kind;
    const auto send = [&](Event::Kind kind) {
        app.handle({.kind = kind, .time = app.clock(), .at = line.at, .key = line.key});
    };
    switch (line.kind) {
        case Kind::wait:
            return pass(app, line.seconds, screen);
        case Kind::key:
            send(Event::Kind::key);
            break;
        case Kind::down:
            send(Event::Kind::down);
            break;
        case Kind::move:
            send(Event::Kind::move);
            break;
        case Kind::up:
            send(Event::Kind::up);
            break;
        case Kind::shot: {
            const auto picture = screen.picture(app);
            if (!picture) return picture.error();
            return write_picture(line.file, picture.value());
        }
        case Kind::quit:
            app.press("q");
            break;
    }
    return {};
}

}  // namespace

Result<Image8> NoScreen::picture(App& app) {
    const Look look = app.look();
    return draw(look.picture, look.size, look.theme, look.shows_wireframe ? look.wires : look.velocity);
}

Result<void> write_picture(const std::string& file, const Image8& picture) {
    return file.ends_with(".ppm") ? write_ppm(file, picture) : write_png(file, picture);
}

Result<void> play(App& app, const std::vector<ScriptLine>& script, Screen& screen) {
    for (const ScriptLine& line : script) {
        if (app.wants_to_quit()) break;
        if (auto played = play_line(app, line, screen); !played)
            return Error{text("line %d of the script: %s", line.number, played.error().message.c_str())};
    }
    return {};
}

}  // namespace whorl::view
