#include "scene/expression.hpp"

#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/elementary.hpp"
#include "core/nearest_name.hpp"
#include "core/text.hpp"

namespace whorl {

struct Expression::Parser {
    mu::Parser parser;
    double x = 0, y = 0, z = 0, t = 0;
    std::vector<double> others{};
    std::string used{};
    bool has_others = false;
};

namespace {

constexpr std::size_t longest_formula = 4096;

double absolute(double x) {
    return std::abs(x);
}
double square_root(double x) {
    return std::sqrt(x);
}
double floor(double x) {
    return std::floor(x);
}
double ceil(double x) {
    return std::ceil(x);
}
double sign(double x) {
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}
double step(double edge, double x) {
    return x < edge ? 0 : 1;
}
double smoothstep(double low, double high, double x) {
    const double part = (x - low) / (high - low), inside = part > 0 ? (part < 1 ? part : 1) : 0;
    return inside * inside * (3 - 2 * inside);
}
double clamp(double x, double low, double high) {
    return x < low ? low : high < x ? high : x;
}
double modulo(double x, double period) {
    return x - period * std::floor(x / period);
}
double smaller(double a, double b) {
    return b < a ? b : a;
}
double larger(double a, double b) {
    return a < b ? b : a;
}

double plus(double a, double b) {
    return a + b;
}
double minus(double a, double b) {
    return a - b;
}
double times(double a, double b) {
    return a * b;
}
double over(double a, double b) {
    return a / b;
}
double less(double a, double b) {
    return a < b;
}
double more(double a, double b) {
    return a > b;
}
double at_most(double a, double b) {
    return a <= b;
}
double at_least(double a, double b) {
    return a >= b;
}
double equal(double a, double b) {
    return a == b;
}
double differ(double a, double b) {
    return a != b;
}
double both(double a, double b) {
    return a != 0 && b != 0;
}
double either(double a, double b) {
    return a != 0 || b != 0;
}
double negative(double a) {
    return -a;
}
double positive(double a) {
    return a;
}

struct OneArgument {
    const char* name;
    double (*function)(double);
};
constexpr OneArgument of_one[] = {{"sin", elementary::sin},
                                  {"cos", elementary::cos},
                                  {"tan", elementary::tan},
                                  {"asin", elementary::asin},
                                  {"acos", elementary::acos},
                                  {"atan", elementary::atan},
                                  {"exp", elementary::exp},
                                  {"log", elementary::log},
                                  {"log2", elementary::log2},
                                  {"log10", elementary::log10},
                                  {"sinh", elementary::sinh},
                                  {"cosh", elementary::cosh},
                                  {"tanh", elementary::tanh},
                                  {"sqrt", square_root},
                                  {"abs", absolute},
                                  {"floor", floor},
                                  {"ceil", ceil},
                                  {"sign", sign}};

struct TwoArguments {
    const char* name;
    double (*function)(double, double);
};
constexpr TwoArguments of_two[] = {{"atan2", elementary::atan2},
                                   {"pow", elementary::pow},
                                   {"mod", modulo},
                                   {"step", step},
                                   {"min", smaller},
                                   {"max", larger}};

// muParser's own operators are off: its `^` is the C library's pow.
void define_operators(mu::Parser& parser) {
    parser.EnableBuiltInOprt(false);
    parser.DefineOprt("||", either, mu::prLOR);
    parser.DefineOprt("&&", both, mu::prLAND);
    for (const TwoArguments& each :
         {TwoArguments{"<=", at_most}, {">=", at_least}, {"!=", differ}, {"==", equal}, {"<", less}, {">", more}})
        parser.DefineOprt(each.name, each.function, mu::prCMP);
    parser.DefineOprt("+", plus, mu::prADD_SUB);
    parser.DefineOprt("-", minus, mu::prADD_SUB);
    parser.DefineOprt("*", times, mu::prMUL_DIV);
    parser.DefineOprt("/", over, mu::prMUL_DIV);
    parser.DefineOprt("^", elementary::pow, mu::prPOW, mu::oaRIGHT);
    parser.ClearInfixOprt();
    parser.DefineInfixOprt("-", negative);
    parser.DefineInfixOprt("+", positive);
}

void define_functions(mu::Parser& parser) {
    parser.ClearFun();
    parser.ClearConst();
    for (const OneArgument& each : of_one) parser.DefineFun(each.name, each.function);
    for (const TwoArguments& each : of_two) parser.DefineFun(each.name, each.function);
    parser.DefineFun("clamp", clamp);
    parser.DefineFun("smoothstep", smoothstep);
    parser.DefineConst("pi", 3.14159265358979323846);
    parser.DefineConst("e", 2.71828182845904523536);
}

std::string unknown_word(const std::string& word, const std::vector<std::string>& variables) {
    std::vector<std::string_view> names(variables.begin(), variables.end());
    names.insert(names.end(), {"pi", "e", "clamp", "smoothstep"});
    for (const OneArgument& each : of_one) names.emplace_back(each.name);
    for (const TwoArguments& each : of_two) names.emplace_back(each.name);
    return unknown_name("name", word, names);
}

Error formula_error(const mu::Parser::exception_type& error, const std::string& formula,
                    const std::vector<std::string>& variables) {
    if (error.GetCode() == mu::ecUNASSIGNABLE_TOKEN && !error.GetToken().empty())
        return {text("in the formula \"%s\" %s", formula.c_str(), unknown_word(error.GetToken(), variables).c_str())};
    return {text("the formula \"%s\" cannot be read at character %d: %s", formula.c_str(),
                 static_cast<int>(error.GetPos()) + 1, error.GetMsg().c_str())};
}

}  // namespace

Result<Expression> Expression::make(const std::string& formula, const std::vector<std::string>& variables) {
    if (formula.size() > longest_formula)
        return Error{text("a formula of %zu characters is too long; use at most %zu", formula.size(), longest_formula)};
    auto made = std::make_unique<Parser>();
    try {
        define_functions(made->parser);
        define_operators(made->parser);
        made->others.reserve(variables.size());  // the parser keeps pointers
        for (const std::string& name : variables)
            made->parser.DefineVar(name, name == "x"   ? &made->x
                                         : name == "y" ? &made->y
                                         : name == "z" ? &made->z
                                         : name == "t" ? &made->t
                                                       : &made->others.emplace_back(0));
        made->parser.SetExpr(formula);
        made->parser.Eval();
        for (const auto& [name, value] : made->parser.GetUsedVar())
            if (value && name.size() == 1 && std::string_view("xyzt").find(name) != std::string_view::npos)
                made->used += name;
            else if (value)
                made->has_others = true;
        if (made->parser.GetNumResults() != 1)
            return Error{text("the formula \"%s\" gives several numbers; give one", formula.c_str())};
    } catch (const mu::Parser::exception_type& error) {
        return formula_error(error, formula, variables);
    }
    return Expression(std::move(made));
}

Expression::Expression(std::unique_ptr<Parser> parser) : parser_(std::move(parser)) {}
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

double Expression::at(double t, const Vec<double, 3>& place, std::span<const double> others) const {
    std::copy_n(others.begin(), std::min(others.size(), parser_->others.size()), parser_->others.begin());
    parser_->x = place[0], parser_->y = place[1], parser_->z = place[2], parser_->t = t;
    return parser_->parser.Eval();
}

void Expression::fill_row(double t, const Vec<double, 3>& place, double step, std::vector<double>& values) const {
    parser_->y = place[1], parser_->z = place[2], parser_->t = t;
    for (std::size_t i = 0; i < values.size(); ++i) {
        parser_->x = place[0] + static_cast<double>(i) * step;
        values[i] = parser_->parser.Eval();
    }
}

bool Expression::uses_others() const {
    return parser_->has_others;
}

bool Expression::uses(char variable) const {
    return parser_->used.find(variable) != std::string::npos;
}

}  // namespace whorl
