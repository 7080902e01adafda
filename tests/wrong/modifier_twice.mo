// The same modifier twice.
//! error M0213 4:21
model M
  Real x(start = 1, start = 2, fixed = true);
equation
  der(x) = -x;
end M;
