// SDL loads libX11 at run time, or not at all: its functions are looked up in what is loaded already.
#include "x_display.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <utility>

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

bool is_inside(void* display, unsigned long window, int x, int y) {
    using AskSize =
        int (*)(void*, unsigned long, unsigned long*, int*, int*, unsigned*, unsigned*, unsigned*, unsigned*);
    const auto ask = find<AskSize>("XGetGeometry");
    unsigned long root = 0;
    int left = 0, top = 0;
    unsigned width = 0, height = 0, border = 0, depth = 0;
    if (!ask || !ask(display, window, &root, &left, &top, &width, &height, &border, &depth)) return false;
    return x >= 0 && y >= 0 && x < static_cast<int>(width) && y < static_cast<int>(height);
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

TouchWatch::TouchWatch(unsigned long window) : window_(window) {
    if (const auto open = find<void* (*)(const char*)>("XOpenDisplay")) display_ = open(nullptr);
}

TouchWatch::~TouchWatch() {
    if (const auto close = find<int (*)(void*)>("XCloseDisplay"); close && display_) close(display_);
}

bool TouchWatch::is_touched() {
    using AskPointer = int (*)(void*, unsigned long, unsigned long*, unsigned long*, int*, int*, int*, int*, unsigned*);
    const auto ask_pointer = find<AskPointer>("XQueryPointer");
    const auto ask_keys = find<int (*)(void*, char*)>("XQueryKeymap");
    if (!display_ || !ask_pointer || !ask_keys) return false;
    constexpr int still_enough = 3;       // points
    constexpr unsigned buttons = 0x1f00;  // of the mask; what is below are keys such as shift
    unsigned long root = 0, child = 0;
    int root_x = 0, root_y = 0, x = 0, y = 0;
    unsigned pressed = 0;
    char keys[32]{};
    if (!ask_pointer(display_, window_, &root, &child, &root_x, &root_y, &x, &y, &pressed)) return false;
    ask_keys(display_, keys);
    const bool is_first = !std::exchange(was_asked_, true);
    const bool has_moved = !is_first && std::abs(x - x_) + std::abs(y - y_) > still_enough;
    if (is_first || has_moved) x_ = x, y_ = y;
    const bool is_key = std::any_of(std::begin(keys), std::end(keys), [](char each) { return each != 0; });
    return is_inside(display_, window_, x, y) && (has_moved || (pressed & buttons) != 0 || is_key);
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
