// Two clocks of equal Real intervals are still two clocks (16.3.1).
//! error S0603 8:3
//! says a clock with a Real interval and another one meet in one partition
model M
  Real a, b, c;
equation
  a = sample(time, Clock(0.1));
  b = sample(2*time, Clock(0.1));
  c = a + b;
end M;
