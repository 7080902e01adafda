// hold of what has no clock.
//! error S0601 8:3
//! says 'x' would need a clock in one place and none in another
model M
  Real x(start = 0, fixed = true), y, z;
equation
  der(x) = 1;
  y = hold(x);
  z = sample(x, Clock(0.1));
end M;
