// A nonlinear loop that has no solution.
//! run
//! error R0310 9:3
//! says 'x'
//! says 'y'
model M
  Real x(start = 1), y(start = 1);
equation
  x^2 + y^2 = -1;
  x*y = 1;
end M;
