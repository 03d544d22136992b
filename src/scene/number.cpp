#include "scene/number.hpp"

#include <algorithm>

#include "core/keys.hpp"

namespace whorl {

double Keyframes::at(double t) const {
    const KeySpan span = key_span(keys, t, ease, [](const auto& key) { return key.first; });
    const double from = keys[span.from].second, to = keys[span.to].second;
    return from + (to - from) * span.part;
}

// A formula without variables is a constant: it is evaluated here and never again.
Number::Number(Expression formula) {
    const bool is_free =
        formula.uses('x') || formula.uses('y') || formula.uses('z') || formula.uses('t') || formula.uses_others();
    if (is_free)
        formula_ = std::make_shared<const Expression>(std::move(formula));
    else
        constant_ = formula.at(0);
}

Number::Number(Keyframes keyframes) : keyframes_(std::make_shared<const Keyframes>(std::move(keyframes))) {}

double Number::at(double t, const Vec<double, 3>& place, std::span<const double> scalars) const {
    if (formula_) return formula_->at(t, place, scalars);
    return keyframes_ ? keyframes_->at(t) : constant_;
}

void Number::fill_row(double t, const Vec<double, 3>& place, double step, std::vector<double>& values) const {
    if (depends_on_place())
        formula_->fill_row(t, place, step, values);
    else
        std::fill(values.begin(), values.end(), at(t));
}

}  // namespace whorl
