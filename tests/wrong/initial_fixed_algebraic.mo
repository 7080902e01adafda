// A fixed start value of a variable that an equation determines.
//! error S0202 6:8
//! says 'y'
model M
  Real x(start = 1, fixed = true);
  Real y(start = 5, fixed = true);
equation
  der(x) = -x;
  y = 2*x;
end M;
