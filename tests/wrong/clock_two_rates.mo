// Two rational clocks in one equation.
//! error S0602 8:3
//! says two clocks contradict each other: here the period is 1/5 s
model M
  Real a, b, c;
equation
  a = sample(time, Clock(1, 10));
  b = sample(2*time, Clock(1, 5));
  c = a + b;
end M;
