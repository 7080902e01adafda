// A linear loop whose matrix is singular for these parameters.
//! run
//! error R0311 9:3
model M
  parameter Real a = 1;
  Real x, y;
equation
  x + a*y = 1;
  x + y = 2;
end M;
