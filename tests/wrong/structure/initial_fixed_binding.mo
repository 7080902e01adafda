// A variable that has a value already has a fixed start too.
//! error S0202 6:8
//! says the initial conditions for 'x', 'y' are one too many
model M
  Real x(start = 1, fixed = true);
  Real y(start = 3, fixed = true) = 2*x;
equation
  der(x) = -x;
end M;
