// A negative dimension.
//! error M0228 5:10
model M
  parameter Integer n = -2;
  Real x[n];
  Real y = 1;
end M;
