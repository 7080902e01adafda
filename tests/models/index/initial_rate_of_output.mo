// An initial equation with the derivative of what is no state: y = x1*x2 shall begin at rest, with x1 = 2. der(x1) = -1
// + x2, der(x2) = -x2, so der(y) = (x2 - 1)*x2 - x1*x2 = 0 gives x2 = 1 + x1 = 3 (or 0).
//! run --stop 0.1
//! x2(0) = 3 +- 1e-6
//! y(0) = 6 +- 1e-5
//! x2 = 3*exp(-t) +- 1e-5
model M
  Real x1(start = 2, fixed = true), x2(start = 2.5), y;
initial equation
  der(y) = 0;
equation
  der(x1) = x2 - 1;
  der(x2) = -x2;
  y = x1*x2;
end M;
