// backSample goes back farther than the shift before it.
//! error S0605 8:3
//! says this clock would begin before its base clock
model M
  Real a(start = 0), b;
equation
  a = shiftSample(sample(time, Clock(3, 10)), 3);
  b = backSample(a, 4);
end M;
