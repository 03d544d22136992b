// Elementary functions with the same bits on every machine: the C library's differ from one system to the next.
//
// Made of + - * /, square roots and exact scaling alone, after argument reduction by Cody and Waite (1980) and series
// that are long enough for the interval that is left; sine and arc tangent are those of trigonometry.hpp. Good to a few
// units in the last place; where a library would treat a special case with great care (sin of 1e18), these give a
// finite number and no promise.
#pragma once

namespace whorl::elementary {

double sin(double x);
double cos(double x);
double tan(double x);
double asin(double x);
double acos(double x);
double atan(double x);
double atan2(double y, double x);

double exp(double x);
double log(double x);
double log2(double x);
double log10(double x);
/// Whole exponents up to 64 by multiplication. NaN for a negative base under any other exponent that is not whole.
double pow(double base, double exponent);

double sinh(double x);
double cosh(double x);
double tanh(double x);

}  // namespace whorl::elementary
