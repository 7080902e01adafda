// The semicolon after the last end is missing.
//! error M0120 7:6
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M
