// The stop time is before the start time.
//! options --start 5 --stop 2
//! run
//! error R0402
//! says 5
//! says 2
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
