// A division by zero during the run.
//! run
//! error R0301 10:3
//! says x
model M
  Real x(start = 1, fixed = true);
  Real y;
equation
  der(x) = -1;
  y = 1/(x - 1);
end M;
