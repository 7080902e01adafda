// A start value that is not known before the run.
//! error M0409 5:18
model M
  Real y = 2*time;
  Real x(start = y, fixed = true);
equation
  der(x) = -x;
end M;
