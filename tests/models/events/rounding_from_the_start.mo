// Relations between sides that are equal but for rounding from the start on. One that turns by rounding turns back by
// rounding, once, before it is taken for noise: at the end, where both sides are exactly equal (1 + 1 - 1 = 1), neither
// of them holds.
//! run --stop 1 --solver {erk,cvode}
//! final above = False
//! final below = False
model RoundingFromTheStart
  Real u(start = 0, fixed = true);
  Boolean above = u + 1 - 1 > u;
  Boolean below = u + 0.1 - 0.1 < u;
equation
  der(u) = 1;
end RoundingFromTheStart;
