// A loop of equations with a relation in it may have several solutions: the start value of its unknown says which one
// is meant, in whatever way the relation is written.
//! run --stop 1
//! a = 2*(1 + t) +- 1e-9
//! b = -2*(1 + t) +- 1e-9
//! c = 2*(1 + t) +- 1e-9
//! d = -2*(1 + t) +- 1e-9
//! e = 2 + t +- 1e-9
model LoopStartValues
  Real a(start = 1), b(start = -1), c(start = 1), d(start = -1), e(start = 3);
equation
  a = 0.5*a + (if a > 0 then 1 + time else -1 - time);
  b = 0.5*b + (if b > 0 then 1 + time else -1 - time);
  c = 0.5*c + (if not c <= 0 then 1 + time else -1 - time);
  d = 0.5*d + (if d < 0 then -1 - time else 1 + time);
  e = (if e >= 1.5 then 4 else 1) - (if e >= 1.5 then 2 - time else 0.5*e);
end LoopStartValues;
