// Position, speed and energy are all prescribed at the start.
//! error S0202 8:3
//! says there is one initial condition too many for 'x', 'v', 'E'
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
