// SDL loads libX11 at run time, or not at all: its functions are looked up in what is loaded already.
#include "x_display.hpp"

#include <dlfcn.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace whorl::view {
namespace {

/// The beginning of Xlib's XErrorEvent, which is the same since X11R1.
struct XError {
    int type;
    void* display;
    unsigned long resource, serial;
    unsigned char code;
};
constexpr unsigned char bad_window = 3, bad_drawable = 9;

using ErrorHandler = int (*)(void*, XError*);
using BreakHandler = int (*)(void*);

std::function<void()> last_words;
std::atomic<bool> is_gone{false};

int on_error(void*, XError* error) {
    if (error->code == bad_window || error->code == bad_drawable) is_gone = true;
    return 0;  // other errors concern one request, which did nothing
}

int on_break(void*) {
    if (last_words) last_words();
    std::fflush(nullptr);
    std::_Exit(1);
}

template <class Function> Function find(const char* name) {
    void* library = ::dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD);
    if (!library) return nullptr;
    const auto found = reinterpret_cast<Function>(::dlsym(library, name));
    ::dlclose(library);  // SDL holds it
    return found;
}

void* set_error(void* handler) {
    const auto set = find<ErrorHandler (*)(ErrorHandler)>("XSetErrorHandler");
    return set ? reinterpret_cast<void*>(set(reinterpret_cast<ErrorHandler>(handler))) : nullptr;
}

void* set_break(void* handler) {
    const auto set = find<BreakHandler (*)(BreakHandler)>("XSetIOErrorHandler");
    return set ? reinterpret_cast<void*>(set(reinterpret_cast<BreakHandler>(handler))) : nullptr;
}

}  // namespace

DisplayGuard::DisplayGuard(std::function<void()> words) {
    last_words = std::move(words), is_gone = false;
    earlier_error_ = set_error(reinterpret_cast<void*>(&on_error));
    earlier_break_ = set_break(reinterpret_cast<void*>(&on_break));
}

DisplayGuard::~DisplayGuard() {
    set_error(earlier_error_), set_break(earlier_break_);
    last_words = nullptr;
}

double asked_dpi() {
    const auto open = find<void* (*)(const char*)>("XOpenDisplay");
    const auto close = find<int (*)(void*)>("XCloseDisplay");
    const auto ask = find<char* (*)(void*, const char*, const char*)>("XGetDefault");
    void* display = open && close && ask ? open(nullptr) : nullptr;
    if (!display) return 0;
    const char* words = ask(display, "Xft", "dpi");
    const double dpi = words ? std::atof(words) : 0;
    close(display);
    return dpi;
}

bool DisplayGuard::window_is_gone() const {
    return is_gone;
}

}  // namespace whorl::view
