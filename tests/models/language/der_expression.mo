// der of expressions: of a product, a quotient and a function of states and time. With x = exp(-t) and y = sin t (both
// states).
//! run --stop 2 --step 0.1 --tol 1e-10
//! a = exp(-t)*(cos(t) - sin(t)) +- 1e-7
//! b = -2*exp(-2*t) +- 1e-7
//! c = -3*exp(-t) + 2*t +- 1e-7
//! d = 2*cos(2*t) +- 1e-7
//! e = cos(t)*exp(sin(t)) +- 1e-7
//! z = 5 + 4*t +- 1e-7
model DerExpression
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), w(start = 1, fixed = true), z(start = 5, fixed = true);
  Real a = der(x*y), b = der(x^2), c = der(3*x + time^2), d = der(sin(2*time)), e = der(exp(y));
equation
  der(x) = -x;
  der(y) = w;
  der(w) = -y;
  der(2*z) = 8;
end DerExpression;
