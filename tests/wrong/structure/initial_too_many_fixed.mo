// Two start values are fixed, and an equation ties the variables.
//! error S0202 6:8
//! says there is one initial condition too many for 'x', 'y', 'z'
model M
  Real x(start = 1, fixed = true);
  Real y(start = 5, fixed = true);
  Real z;
equation
  der(x) = -x;
  z = x + 1;
  y = 2*z;
end M;
