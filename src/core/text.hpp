// printf into a std::string, for the sentences of errors: the core library has no {fmt} and no <format>.
#pragma once

#include <string>

namespace whorl {

[[gnu::format(printf, 1, 2)]] std::string text(const char* format, ...);

}  // namespace whorl
