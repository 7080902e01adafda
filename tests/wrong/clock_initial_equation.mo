// An initial equation about a clocked variable.
//! error S0607 7:3
//! says an initial equation contains a variable that has a clock
model M
  Real a(start = 0), b;
initial equation
  a = 3;
equation
  b = sample(time, Clock(0.1));
  a = previous(a) + b;
end M;
