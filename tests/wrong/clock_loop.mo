// A loop of equations through two clocks.
//! error S0612 7:3
//! says a loop of equations goes through different clocks: 'z', 'y', 'a'
model M
  Real a, y, z;
equation
  a + z = sample(time, Clock(1, 100));
  y = superSample(a + z, 2);
  0 = subSample(y, 2) + a;
end M;
