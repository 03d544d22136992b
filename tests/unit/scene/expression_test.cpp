// Formulas and keyframes.
#include "scene/expression.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/elementary.hpp"
#include "scene/number.hpp"

namespace whorl {
namespace {

const std::vector<std::string> all = {"x", "y", "z", "t"};

double value(const std::string& formula, const Vec<double, 3>& place = {}, double t = 0) {
    return Expression::make(formula, all).value().at(t, place);
}

std::string formula_complaint(const std::string& formula) {
    const auto made = Expression::make(formula, {"x", "y", "t"});
    return made ? "" : made.error().message;
}

TEST(Expression, ArithmeticAsOnPaper) {
    EXPECT_EQ(value("1 + 2 * 3 ^ 2"), 19);
    EXPECT_EQ(value("-2^2"), -4);
    EXPECT_EQ(value("2^3^2"), 512);
    EXPECT_EQ(value("(1 - 4) / 2"), -1.5);
    EXPECT_EQ(value("10 - 4 - 3"), 3);
    EXPECT_EQ(value("1 < 2 && 2 <= 2 || 0 > 1"), 1);
    EXPECT_EQ(value("x > 0.5 ? 3 : 4", {0.6, 0, 0}), 3);
    EXPECT_EQ(value("4*y*(1-y)", {0, 0.25, 0}), 0.75);
    EXPECT_EQ(value("2*t + z", {0, 0, 5}, 3), 11);
    EXPECT_EQ(value("1e-3 + .5"), 0.501);
}

TEST(Expression, FunctionsAreOurOwn) {
    EXPECT_EQ(value("sin(1.25)"), elementary::sin(1.25));
    EXPECT_EQ(value("exp(-0.7)"), elementary::exp(-0.7));
    EXPECT_EQ(value("2^0.3"), elementary::pow(2, 0.3));
    EXPECT_EQ(value("min(2, 3) + max(2, 3) + mod(-1, 4) + clamp(9, 0, 1) + step(0.5, 0.6)"), 2 + 3 + 3 + 1 + 1);
    EXPECT_EQ(value("smoothstep(0, 2, 1)"), 0.5);
    EXPECT_NEAR(value("cos(pi) + log(e)"), 0, 1e-15);
}

TEST(Expression, RowsAreWhatPointsAre) {
    const Expression formula = Expression::make("sin(x) * y + t", all).value();
    std::vector<double> row(5);
    formula.fill_row(2, {0.1, 0.7, 0}, 0.25, row);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(row[static_cast<std::size_t>(i)], formula.at(2, {0.1 + i * 0.25, 0.7, 0}));
}

TEST(Expression, FaultsAreNamed) {
    EXPECT_NE(formula_complaint("2*sn(t)").find("\"sin\""), std::string::npos) << formula_complaint("2*sn(t)");
    EXPECT_NE(formula_complaint("z + 1").find("\"z\""), std::string::npos) << formula_complaint("z + 1");
    for (const char* wrong :
         {"", "1 +", "(1", "1)", "sin()", "sin(1, 2)", "1, 2", "x = 3", "\"a\"", "1 $ 2", "..", "x y"})
        EXPECT_FALSE(formula_complaint(wrong).empty()) << wrong;
    EXPECT_FALSE(formula_complaint(std::string(5000, '1')).empty());
    EXPECT_FALSE(formula_complaint(std::string(2000, '(')).empty());
}

TEST(Number, ConstantFormulasCostNothing) {
    const Number number(Expression::make("2*pi", all).value());
    EXPECT_TRUE(number.is_constant());
    EXPECT_FALSE(number.depends_on_time() || number.depends_on_place());
    EXPECT_TRUE(Number(Expression::make("2*t", all).value()).depends_on_time());
    EXPECT_TRUE(Number(Expression::make("2*x", all).value()).depends_on_place());
}

TEST(Number, KeyframesHoldAtTheEndsAndEaseBetween) {
    Keyframes keys{{{0, 1}, {2, 3}, {3, 0}}, Ease::linear};
    EXPECT_EQ(keys.at(-1), 1);
    EXPECT_EQ(keys.at(9), 0);
    EXPECT_EQ(keys.at(1), 2);
    EXPECT_EQ(keys.at(2), 3);
    EXPECT_EQ(keys.at(2.5), 1.5);
    keys.ease = Ease::smooth;
    EXPECT_EQ(keys.at(1), 2);
    EXPECT_EQ(keys.at(0.5), 1 + 2 * (3 * 0.0625 - 2 * 0.015625));
    keys.ease = Ease::hold;
    EXPECT_EQ(keys.at(1.9), 1);
}

}  // namespace
}  // namespace whorl
