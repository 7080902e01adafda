// An assertion of the level warning lets the run go on.
//! good
//! warning R0205 9:3
//! says low
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -1;
  assert(x > 0.5, "the level is low", AssertionLevel.warning);
end M;
