// Where the elements of each line of a grid, a row in two dimensions and a plane in three, begin in a list that is in
// the order of lines: what lies beside walls is listed for a whole level, and worked on line by line.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace whorl {

class LineStarts {
  public:
    /// Allocates only for more lines than ever before.
    template <class List, class LineOf> void find(const List& list, int lines, LineOf line_of) {
        first_.assign(static_cast<std::size_t>(lines) + 1, 0);
        for (const auto& element : list) ++first_[static_cast<std::size_t>(line_of(element)) + 1];
        for (std::size_t line = 1; line < first_.size(); ++line) first_[line] += first_[line - 1];
    }
    int begin(int line) const { return first_[static_cast<std::size_t>(line)]; }
    int end(int line) const { return first_[static_cast<std::size_t>(line) + 1]; }
    template <class Element> std::span<const Element> of(const std::vector<Element>& list, int line) const {
        return {list.data() + begin(line), list.data() + end(line)};
    }
    std::size_t bytes() const { return first_.capacity() * sizeof(int); }

  private:
    std::vector<int> first_;
};

}  // namespace whorl
