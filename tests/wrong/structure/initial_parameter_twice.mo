// A parameter to be found has two conditions.
//! warning S0325 10:3
//! error R0763 10:3
// `saltus check` tells it too: parameters and constants decide it.
model M
  parameter Real k(fixed = false, start = 1);
  Real x(start = 1, fixed = true);
initial equation
  der(x) = -3;
  k = 2;
equation
  der(x) = -k*x;
end M;
