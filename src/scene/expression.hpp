// Formulas in scenes: "0.5 + 0.2*sin(t)". muParser reads them; the functions are our own, so that a scene's numbers
// have the same bits everywhere.
//
// Not to be shared between threads: evaluation writes the variables.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "whorl/types.hpp"

namespace whorl {

class Expression {
  public:
    /// `variables` are those that may appear: x y z t, and others, whose values `at` is given in this order. Refuses
    /// what does not parse, with the place in the formula, and names that do not exist, with the nearest right one.
    static Result<Expression> make(const std::string& formula, const std::vector<std::string>& variables);

    Expression(Expression&&) noexcept;
    Expression& operator=(Expression&&) noexcept;
    ~Expression();

    double at(double t, const Vec<double, 3>& place = {}, std::span<const double> others = {}) const;

    /// A whole row: values at place, place + (step, 0, 0), ...
    void fill_row(double t, const Vec<double, 3>& place, double step, std::vector<double>& values) const;

    bool uses(char variable) const;
    /// Any variable beside x y z t.
    bool uses_others() const;

  private:
    struct Parser;
    explicit Expression(std::unique_ptr<Parser> parser);
    std::unique_ptr<Parser> parser_;
};

}  // namespace whorl
