#include "pretended_input.hpp"

#include <SDL.h>

#include <fstream>
#include <sstream>

#include "core/text.hpp"

namespace whorl::view {

Result<PretendedInput> PretendedInput::read(const std::string& file) {
    PretendedInput made;
    std::ifstream stream(file);
    if (!stream) return Error{text("cannot read \"%s\"", file.c_str())};
    for (std::string words; std::getline(stream, words);) {
        std::istringstream parts(words);
        Line line;
        parts >> line.time >> line.what;
        if (line.what.starts_with("finger-"))
            parts >> line.id >> line.x >> line.y;
        else
            parts >> line.word;
        if (!parts) return Error{text("\"%s\" says nothing that can be pretended", words.c_str())};
        made.lines_.push_back(std::move(line));
    }
    return made;
}

void PretendedInput::push(double now) {
    for (; next_ < lines_.size() && lines_[next_].time <= now; ++next_) {
        const Line& line = lines_[next_];
        SDL_Event event{};
        if (line.what == "drop") {
            event.type = SDL_DROPFILE;
            event.drop.file = SDL_strdup(line.word.c_str());
        } else if (line.what == "key") {
            event.type = SDL_KEYDOWN;
            event.key.keysym.sym = line.word[0];
            if (line.word.size() > 1) event.key.keysym.sym = line.word.back(), event.key.keysym.mod = KMOD_CTRL;
        } else {
            event.type = line.what == "finger-down" ? SDL_FINGERDOWN
                         : line.what == "finger-up" ? SDL_FINGERUP
                                                    : SDL_FINGERMOTION;
            event.tfinger.fingerId = line.id, event.tfinger.x = line.x, event.tfinger.y = line.y;
        }
        SDL_PushEvent(&event);
    }
}

}  // namespace whorl::view
