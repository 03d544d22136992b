#include "scene/number.hpp"

#include <algorithm>

namespace whorl {

double Keyframes::at(double t) const {
    if (t <= keys.front().first) return keys.front().second;
    if (t >= keys.back().first) return keys.back().second;
    const auto next =
        std::upper_bound(keys.begin(), keys.end(), t, [](double time, const auto& key) { return time < key.first; });
    const auto& [from_time, from] = *(next - 1);
    const auto& [to_time, to] = *next;
    const double part = (t - from_time) / (to_time - from_time);
    if (ease == Ease::hold) return from;
    return from + (to - from) * (ease == Ease::smooth ? part * part * (3 - 2 * part) : part);
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
