// A number of a scene: a constant, a formula of place and time, or keyframes.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "scene/expression.hpp"
#include "whorl/types.hpp"

namespace whorl {

struct Keyframes {
    std::vector<std::pair<double, double>> keys{};  ///< time and value, times rising, at least one
    Ease ease = Ease::linear;

    double at(double t) const;  ///< the first and last values hold before and after
};

class Number {
  public:
    Number(double constant = 0) : constant_(constant) {}
    explicit Number(Expression formula);
    explicit Number(Keyframes keyframes);

    bool is_constant() const { return !formula_ && !keyframes_; }
    bool depends_on_time() const { return keyframes_ || (formula_ && formula_->uses('t')); }
    bool depends_on_place() const {
        return formula_ && (formula_->uses('x') || formula_->uses('y') || formula_->uses('z'));
    }

    /// On scalars of the fluid, whose values `at` is given.
    bool depends_on_scalars() const { return formula_ && formula_->uses_others(); }

    double at(double t, const Vec<double, 3>& place = {}, std::span<const double> scalars = {}) const;
    /// See Expression::fill_row. Constants and keyframes cost one evaluation.
    void fill_row(double t, const Vec<double, 3>& place, double step, std::vector<double>& values) const;

  private:
    double constant_ = 0;
    std::shared_ptr<const Expression> formula_{};
    std::shared_ptr<const Keyframes> keyframes_{};
};

}  // namespace whorl
