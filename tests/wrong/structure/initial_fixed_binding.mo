// A variable that has a value already has a fixed start too.
//! warning S0325 7:8
//! error R0763 7:8
// `saltus check` tells it too: parameters and constants decide it.
model M
  Real x(start = 1, fixed = true);
  Real y(start = 3, fixed = true) = 2*x;
equation
  der(x) = -x;
end M;
