// A solver method that does not exist.
//! error S0609 7:3
//! says there is no solver method "Euler"
model M
  Real x(start = 0), u;
equation
  u = sample(time, Clock(Clock(0.1), "Euler"));
  der(x) = u - x;
end M;
