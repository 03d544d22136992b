#include "scene/check_text.hpp"

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

}  // namespace

std::optional<TextFault> check_text(std::string_view text) {
    return Scanner(text).run();
}

}  // namespace whorl
