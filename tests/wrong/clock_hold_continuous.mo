// hold of what has no clock.
//! error S0601 8:3
//! says 'x' would have to have a clock and to have none
model M
  Real x(start = 0, fixed = true), y, z;
equation
  der(x) = 1;
  y = hold(x);
  z = sample(x, Clock(0.1));
end M;
