// More initial conditions than states.
//! warning S0325 9:3
//! says x = 2
//! error R0763 9:3
// `saltus check` tells it too: parameters and constants decide it.
model M
  Real x(start = 1, fixed = true);
initial equation
  x = 2;
equation
  der(x) = -x;
end M;
