// Two start values are fixed, and an equation ties the variables.
//! warning S0325 7:8
//! error R0763 7:8
// `saltus check` tells it too: parameters and constants decide it.
model M
  Real x(start = 1, fixed = true);
  Real y(start = 5, fixed = true);
  Real z;
equation
  der(x) = -x;
  z = x + 1;
  y = 2*z;
end M;
