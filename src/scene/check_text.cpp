#include "scene/check_text.hpp"

#include <cstdint>

#include "core/text.hpp"

namespace whorl {
namespace {

constexpr int most_parts = 100;  // of a dotted key; scenes need five

/// Where a TOML text stands: in the open, in a comment, or in one of four kinds of quotes.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}

    std::optional<TextFault> run() {
        while (at_ < text_.size())
            if (auto fault = look()) return fault;
        return std::nullopt;
    }

  private:
    bool sees(std::string_view words) const { return text_.substr(at_, words.size()) == words; }

    void go(std::size_t count) {
        for (; count > 0 && at_ < text_.size(); --count, ++at_) {
            const auto byte = static_cast<unsigned char>(text_[at_]);
            if (byte == '\n') ++line_, column_ = 0;
            if (byte < 0x80 || byte >= 0xc0) ++column_;  // bytes that go on with a character are no column
        }
    }

    void skip_comment() {
        while (at_ < text_.size() && text_[at_] != '\n') go(1);
    }

    void skip_quotes() {
        const char quote = text_[at_];
        const std::string three(3, quote);
        const bool is_long = sees(three);
        go(is_long ? 3 : 1);
        while (at_ < text_.size()) {
            if (is_long ? sees(three) : text_[at_] == quote || text_[at_] == '\n') break;
            go(quote == '"' && text_[at_] == '\\' ? 2 : 1);
        }
        go(is_long ? 3 : 1);
        for (int more = 0; is_long && more < 2 && at_ < text_.size() && text_[at_] == quote; ++more) go(1);
    }

    std::optional<TextFault> look() {
        const auto byte = static_cast<unsigned char>(text_[at_]);
        if (byte == '#') return skip_comment(), std::nullopt;
        if (byte == '"' || byte == '\'') return skip_quotes(), std::nullopt;
        if (byte >= 0x80) {
            std::size_t size = 1;
            while (size < 4 && at_ + size < text_.size() && (static_cast<unsigned char>(text_[at_ + size]) >> 6) == 2)
                ++size;
            if (at_ == 0 && sees("\xef\xbb\xbf")) return go(3), column_ = 1, std::nullopt;  // a byte order mark
            return fault(
                text("the character \"%s\" cannot stand outside of quotes; scenes are written with plain "
                     "letters, straight quotes and ordinary spaces",
                     std::string(text_.substr(at_, size)).c_str()));
        }
        if (std::string_view("=,[]{}\n").find(text_[at_]) != std::string_view::npos) parts_ = 0;
        if (byte == '.' && ++parts_ > most_parts)
            return fault(text("a key of more than %d parts leads nowhere; a scene needs five at most", most_parts));
        go(1);
        return std::nullopt;
    }

    TextFault fault(std::string sentence) const { return {line_, column_, std::move(sentence)}; }

    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1, column_ = 1, parts_ = 0;
};

constexpr std::uint32_t private_plane = 0xF0000;
constexpr bool is_risky(std::uint32_t c) {
    return c >= 0xA0 && c <= 0xFEFF;
}

/// A character of two to four bytes at a place, and how many they are; 0 bytes if there is none.
struct Wide {
    std::uint32_t c = 0;
    std::size_t size = 0;
};
Wide wide_at(std::string_view text, std::size_t at) {
    const auto first = static_cast<unsigned char>(text[at]);
    const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
    if (size == 0 || at + size > text.size()) return {};
    std::uint32_t c = first & (0xFFu >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) {
        const auto byte = static_cast<unsigned char>(text[at + i]);
        if (byte >> 6 != 2) return {};
        c = c << 6 | (byte & 0x3Fu);
    }
    return {c, size};
}

void put(std::string& out, std::uint32_t c) {
    if (c >= 0x10000)
        out += {static_cast<char>(0xF0 | c >> 18), static_cast<char>(0x80 | (c >> 12 & 0x3F)),
                static_cast<char>(0x80 | (c >> 6 & 0x3F)), static_cast<char>(0x80 | (c & 0x3F))};
    else if (c >= 0x800)
        out += {static_cast<char>(0xE0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 0x3F)),
                static_cast<char>(0x80 | (c & 0x3F))};
    else
        out += {static_cast<char>(0xC0 | c >> 6), static_cast<char>(0x80 | (c & 0x3F))};
}

}  // namespace

std::string raised(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const Wide wide = wide_at(text, at);
        const bool is_mark = at == 0 && wide.c == 0xFEFF, is_surrogate = wide.c >= 0xD800 && wide.c <= 0xDFFF;
        const bool is_longer_than_need_be = wide.size == 3 && wide.c < 0x800;
        if (wide.size > 0 && is_risky(wide.c) && !is_mark && !is_surrogate && !is_longer_than_need_be)
            put(out, wide.c + private_plane), at += wide.size;
        else
            out += text[at++];
    }
    return out;
}

std::string lowered(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const Wide wide = wide_at(text, at);
        if (wide.size == 4 && wide.c >= private_plane && is_risky(wide.c - private_plane))
            put(out, wide.c - private_plane), at += 4;
        else
            out += text[at++];
    }
    return out;
}

std::optional<TextFault> check_text(std::string_view text) {
    return Scanner(text).run();
}

}  // namespace whorl
