// A variable that has a value already has a fixed start too.
//! error S0202 6:8
//! says there is one initial condition too many for 'x', 'y'
model M
  Real x(start = 1, fixed = true);
  Real y(start = 3, fixed = true) = 2*x;
equation
  der(x) = -x;
end M;
