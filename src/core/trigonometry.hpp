// Sine, cosine and arc tangent with the same bits on every machine: made of + - * /, floor and square root alone, where
// libm's own differ from one system to the next.
#pragma once

namespace whorl {

/// Of an angle in radians: within 1e-14 up to a million; less exact up to 1e9, and beyond that the angle counts as 0.
double sine(double angle);
double cosine(double angle);

/// The angle from the x axis to (x, y), -pi to pi, within 1e-14; 0 at the origin.
double arc_tangent2(double y, double x);

}  // namespace whorl
