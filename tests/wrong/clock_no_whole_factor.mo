// No whole factor leads from one clock to the other.
//! error S0602 9:3
//! says two clocks contradict each other: no whole factor of 'subSample' leads from one to the other
model M
  Real a, b, c;
equation
  a = sample(time, Clock(1, 10));
  b = sample(time, Clock(1, 3));
  c = subSample(a) + b;
end M;
