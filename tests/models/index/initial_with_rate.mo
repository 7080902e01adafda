// A function without derivative is given a state and its rate, and both are unknown in the initial system, in one loop:
// the slope by the state is found by differences, in which the rate stays what it is.
function cubic "x^3 + x + d"
  input Real x, d;
  output Real y;
  external "C" y = cubic_of(x, d) annotation(Include =
      "static double cubic_of(double x, double d) { return x*x*x + x + d; }");
end cubic;

model initial_with_rate
  Real x(start = 0.3), rate = der(x);
initial equation
  x - der(x) = 1;
equation
  cubic(x, der(x)) = 2 + time;
end initial_with_rate;

// x^3 + 2*x - 3 = 0 has the one solution 1, with the rate 0
//! run --stop 2 --tol 1e-8
//! x(0) = 1 +- 1e-9
//! rate(0) = 0 +- 1e-9
//! check all(abs(x**3 + x + d - 2 - t) < 1e-6 for t, x, d in zip(times, col('x'), col('rate')))
//! check final['x'] > 1.2
