// A number beyond the largest Real.
//! error M0109 6:7
model M
  Real x;
equation
  x = 1e400;
end M;
