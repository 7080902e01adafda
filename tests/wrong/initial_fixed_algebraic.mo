// A fixed start value of a variable that an equation determines.
//! warning S0325 8:8
//! says 'y'
//! error R0763 8:8
// `saltus check` tells it too: parameters and constants decide it.
model M
  Real x(start = 1, fixed = true);
  Real y(start = 5, fixed = true);
equation
  der(x) = -x;
  y = 2*x;
end M;
