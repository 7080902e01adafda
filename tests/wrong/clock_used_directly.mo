// A clocked value is used in a continuous-time equation without hold.
//! error S0601 7:3
//! says 'u' has a clock and 'x' has none, but equations tie them together
model M
  Real x(start = 0, fixed = true), u;
equation
  u = sample(x, Clock(0.1)) + 1;
  der(x) = u;
end M;
