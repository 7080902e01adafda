// A semicolon is missing at the end of an equation.
//! error M0120 7:14
model M
  Real x(start = 1, fixed = true);
  Real y;
equation
  der(x) = -x
  y = 2*x;
end M;
