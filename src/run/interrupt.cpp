#include "run/interrupt.hpp"

#include <unistd.h>

#include <csignal>
#include <iterator>

#include "io/terminal_player.hpp"

namespace whorl {
namespace {

constexpr int stops[] = {SIGINT, SIGTERM, SIGHUP};
volatile std::sig_atomic_t asked = 0;
struct sigaction earlier[std::size(stops)], earlier_suspend;

template <std::size_t Size> void say(const char (&words)[Size]) {
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, words, Size - 1);
}

void show_cursor() {
    if (::isatty(STDERR_FILENO)) say(terminal_restore);
}

// Handlers may call only what is safe at any moment, such as write.
void on_stop(int) {
    if (asked) {
        show_cursor();
        say("\nwhorl: quitting at once\n");
        ::_exit(130);
    }
    asked = 1;
    say("\nwhorl: stopping as soon as the work in hand is done; once more quits at once\n");
}

void on_suspend(int) {
    show_cursor();
    ::kill(::getpid(), SIGSTOP);  // stops right here, as Ctrl-Z would have
}

void install(int signal, void (*handler)(int), struct sigaction& before) {
    struct sigaction action {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    ::sigaction(signal, &action, &before);
}

}  // namespace

Interrupt::Interrupt() {
    asked = 0;
    for (std::size_t i = 0; i < std::size(stops); ++i) install(stops[i], on_stop, earlier[i]);
    install(SIGTSTP, on_suspend, earlier_suspend);
}

Interrupt::~Interrupt() {
    for (std::size_t i = 0; i < std::size(stops); ++i) ::sigaction(stops[i], &earlier[i], nullptr);
    ::sigaction(SIGTSTP, &earlier_suspend, nullptr);
}

bool Interrupt::requested() const {
    return asked != 0;
}

}  // namespace whorl
