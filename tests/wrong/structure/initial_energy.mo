// Position, speed and energy are all prescribed at the start.
//! warning S0325 9:3
//! error R0763 9:3
// `saltus check` tells it too: parameters and constants decide it.
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  Real E;
initial equation
  E = 5;
equation
  der(x) = v;
  der(v) = -x;
  E = x^2 + v^2;
end M;
