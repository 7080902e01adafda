// A Clock is no number.
//! error M0304 8:23
//! says '+' cannot add Real and Clock
model M
  Clock c = Clock(0.1);
  Real a;
equation
  a = sample(time, c) + c;
end M;
