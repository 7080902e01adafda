// Assertions of an initial algorithm between two settings of a variable, and under a condition over it: both hold where
// they stand, and neither at the end.
//! run --stop 1
//! final d = 1
//! x = exp(-t) +- 1e-5
model InitialAssertBetween
  Real x(start = 1, fixed = true);
  parameter Real d(fixed = false);
initial algorithm
  d := 2*x;
  assert(d > 1.8, "d is small");
  if d > 1.5 then
    assert(d > 1.9, "d is smaller");
    d := x;
  end if;
equation
  der(x) = -d*x;
end InitialAssertBetween;
