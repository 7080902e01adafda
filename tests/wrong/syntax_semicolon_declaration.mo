// A semicolon is missing at the end of a declaration.
//! error M0120 4:23
model M
  parameter Real k = 2
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
end M;
